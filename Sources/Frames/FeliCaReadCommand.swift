import ISO7816
import Octets

/// Read Without Encryption taken apart, for readers that want its lists and not the frame (JIS X 6319-4).
struct FeliCaReadCommand {
    /// An entry of the block list.
    struct Element {
        var serviceIndex: Int
        var number: Int
    }

    let idm: [UInt8]
    /// Service codes as they are sent, two octets each.
    let services: [[UInt8]]
    let elements: [Element]
    /// The block list as it is sent.
    let blockList: [UInt8]

    init(parsing frame: FeliCaFrame) throws(ParseError) {
        var reader = ByteReader(frame.parameters, in: "Read Without Encryption")
        idm = Array(try reader.bytes(8))
        var services: [[UInt8]] = []
        for _ in 0..<Int(try reader.byte()) { services.append(Array(try reader.bytes(2))) }
        self.services = services
        let count = Int(try reader.byte())
        blockList = Array(reader.rest)
        var elements: [Element] = []
        for _ in 0..<count {
            let first = try reader.byte()
            let low = Int(try reader.byte())
            let high = first & 0x80 == 0 ? Int(try reader.byte()) : 0
            elements.append(Element(serviceIndex: Int(first & 0x0F), number: high << 8 | low))
        }
        self.elements = elements
        try reader.expectEnd()
    }

    /// From a frame for a reader that only reads; nil for a polling, which such a reader answers itself. Throws
    /// `unsupported` for anything else.
    init?(translating bytes: [UInt8], during step: Step) throws(CardError) {
        do {
            let frame = try FeliCaFrame(parsing: bytes)
            if frame.code == FeliCaFrame.polling { return nil }
            guard frame.code == FeliCaFrame.readWithoutEncryption else {
                throw CardError(
                    .unsupported, during: step, detail: "the reader passes no other FeliCa command than reading")
            }
            try self.init(parsing: frame)
        } catch let error as CardError {
            throw error
        } catch {
            throw CardError(.unsupported, during: step, detail: "no FeliCa frame", underlying: error)
        }
    }

    /// The answer of a card that did what it was asked.
    static func answer(idm: [UInt8], blocks: [[UInt8]]) -> [UInt8]? {
        FeliCaFrame(
            code: FeliCaFrame.readWithoutEncryption + 1,
            parameters: idm + [0, 0, UInt8(truncatingIfNeeded: blocks.count)] + blocks.joined()
        ).encoded
    }

    /// The answer of a card that refused.
    static func refusal(idm: [UInt8], _ flag1: UInt8, _ flag2: UInt8) -> [UInt8]? {
        FeliCaFrame(code: FeliCaFrame.readWithoutEncryption + 1, parameters: idm + [flag1, flag2]).encoded
    }
}
