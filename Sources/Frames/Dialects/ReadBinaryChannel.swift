import ISO7816
import Octets
import ReaderKnowledge

/// Read with service and block lists: `FF B0 00 00 Lc <n> <services> <n> <blocks> 00` (PC/SC part 3 as the driver of
/// Windows has it).
///
/// The reader chooses the system, as in `SelectServiceChannel`. What comes back is told differently: blocks alone, blocks
/// behind flags and count, or the card's own answer; the length decides which it is.
final class ReadBinaryChannel: FrameChannel {
    let dialect = ReaderDialect.readBinary
    let technology = RadioTechnology.feliCa
    let choosesSystems = false
    let limits = FrameLimits(maximumFrame: 255, maximumAnswer: 254, maximumBlocks: 12)
    private let reader: ReaderCommand

    private static let step: Step = "READ BINARY with block list"

    /// A channel; whether the reader understands it shows at the first frame.
    init(_ reader: ReaderCommand) { self.reader = reader }

    func exchange(_ bytes: [UInt8], timeout: Duration) throws(CardError) -> FrameAnswer {
        guard let read = try FeliCaReadCommand(translating: bytes, during: Self.step) else {
            return try reader.foundCard(during: Self.step)
        }
        let lists =
            [UInt8(truncatingIfNeeded: read.services.count)] + read.services.joined()
            + [UInt8(truncatingIfNeeded: read.elements.count)] + read.blockList
        let command = [0xFF, 0xB0, 0x00, 0x00, UInt8(truncatingIfNeeded: lists.count)] + lists + [0x00]
        let response = try reader.send(command, during: Self.step)
        switch response.status {
        case .success: return try answer(read, response.data)
        case 0x6300, 0x6401: return .silence
        case 0x6A82, 0x6B00:
            return FeliCaReadCommand.refusal(idm: read.idm, 0xFF, 0xA8).map(FrameAnswer.bytes) ?? .silence
        case 0x6700, 0x6800, 0x6A81, 0x6D00, 0x6E00:
            throw CardError(.unsupported, during: Self.step, detail: "the reader says \(response.status)")
        default:
            throw CardError(.transportFailed, during: Self.step, detail: "the reader says \(response.status)")
        }
    }

    private func answer(_ read: FeliCaReadCommand, _ data: [UInt8]) throws(CardError) -> FrameAnswer {
        let payload = 16 * read.elements.count
        let parameters: [UInt8]
        switch data.count {
        case payload: parameters = read.idm + [0, 0, UInt8(truncatingIfNeeded: read.elements.count)] + data
        case 2, payload + 3: parameters = read.idm + data
        case 10, payload + 11: parameters = data
        case 12, payload + 13: return .bytes(data)
        default:
            throw CardError(.malformedResponse, during: Self.step, detail: "the length fits no form of the answer")
        }
        let frame = FeliCaFrame(code: FeliCaFrame.readWithoutEncryption + 1, parameters: parameters)
        guard let bytes = frame.encoded else {
            throw CardError(.malformedResponse, during: Self.step, detail: "longer than a frame can be")
        }
        return .bytes(bytes)
    }
}
