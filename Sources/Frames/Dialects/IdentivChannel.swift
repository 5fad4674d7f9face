import ISO7816
import Octets
import ReaderKnowledge

/// An instruction for each FeliCa command (Identiv uTrust 3700F, 3701F, 3720F, 47xxF, Cloud 370x).
///
/// | command | APDU | answer |
/// |---|---|---|
/// | Polling | FF 40 00 00 04 and its parameters | IDm PMm \[system code\] |
/// | Request Service | FF 42 n 00 2n and the nodes | IDm n versions |
/// | Request Response | FF 44 00 00 00 | IDm mode |
/// | Read Without Encryption | FF 46 services blocks Lc and both lists | IDm flags \[n data\] |
/// | Request System Code | FF 4A 00 00 00 | IDm n codes |
///
/// The reader addresses the card of its last polling. Two manuals give the parameters of the polling in different orders:
/// what answers 9000 stays.
final class IdentivChannel: FrameChannel {
    let dialect = ReaderDialect.identiv
    let technology = RadioTechnology.feliCa
    let choosesSystems = true
    let limits = FrameLimits(maximumFrame: 255, maximumAnswer: 254, maximumBlocks: 12)
    private let reader: ReaderCommand
    /// True when the time slot stands in front of the system code; nil until a polling was understood.
    private var slotComesFirst: Bool?

    private static let step: Step = "frame through FeliCa instructions"

    /// A channel; whether the reader understands it shows at the first frame.
    init(_ reader: ReaderCommand) { self.reader = reader }

    func exchange(_ bytes: [UInt8], timeout: Duration) throws(CardError) -> FrameAnswer {
        let frame: FeliCaFrame
        let command: [UInt8]
        do {
            frame = try FeliCaFrame(parsing: bytes)
            if frame.code == FeliCaFrame.polling { return try poll(frame) }
            command = try translated(frame)
        } catch let error as ParseError {
            throw CardError(.unsupported, during: Self.step, detail: "no FeliCa frame", underlying: error)
        } catch let error as CardError {
            throw error
        } catch {
            throw CardError(.unsupported, during: Self.step, underlying: error)
        }
        return try answer(to: frame, reader.send(command, during: Self.step))
    }

    private func translated(_ frame: FeliCaFrame) throws -> [UInt8] {
        switch frame.code {
        case FeliCaFrame.requestService:
            var parameters = ByteReader(frame.parameters, in: "Request Service")
            _ = try parameters.bytes(8)
            let count = try parameters.byte()
            let nodes = Array(parameters.rest)
            return [0xFF, 0x42, count, 0x00, UInt8(truncatingIfNeeded: nodes.count)] + nodes
        case FeliCaFrame.requestResponse: return [0xFF, 0x44, 0x00, 0x00, 0x00]
        case FeliCaFrame.readWithoutEncryption:
            let read = try FeliCaReadCommand(parsing: frame)
            let lists = read.services.joined() + read.blockList
            return [
                0xFF, 0x46, UInt8(truncatingIfNeeded: read.services.count),
                UInt8(truncatingIfNeeded: read.elements.count), UInt8(truncatingIfNeeded: lists.count),
            ] + lists
        case FeliCaFrame.requestSystemCode: return [0xFF, 0x4A, 0x00, 0x00, 0x00]
        default:
            throw CardError(
                .unsupported, during: Self.step,
                detail: "the reader has no instruction for FeliCa command \(Hex.string([frame.code]))")
        }
    }

    private func poll(_ frame: FeliCaFrame) throws(CardError) -> FrameAnswer {
        guard frame.parameters.count == 4 else {
            throw CardError(.unsupported, during: Self.step, detail: "a polling has four parameters")
        }
        let slotFirst = Array(frame.parameters.suffix(1) + frame.parameters.prefix(3))
        var last = FrameAnswer.silence
        for isSlotFirst in slotComesFirst.map({ [$0] }) ?? [false, true] {
            let parameters = isSlotFirst ? slotFirst : frame.parameters
            let response = try reader.send([0xFF, 0x40, 0x00, 0x00, 0x04] + parameters, during: Self.step)
            // Refused as wrong parameters: the other order is meant.
            if [0x6700, 0x6A80, 0x6B00].contains(response.status) { continue }
            last = try answer(to: frame, response)
            guard last == .silence else {
                slotComesFirst = isSlotFirst
                break
            }
        }
        return last
    }

    private func answer(to frame: FeliCaFrame, _ response: ResponseAPDU) throws(CardError) -> FrameAnswer {
        switch response.status {
        case .success:
            guard !response.data.isEmpty else { return .silence }
            // The reader addresses the card of its last polling, whatever the frame says: to another it is silence.
            if frame.code != FeliCaFrame.polling, response.data.prefix(8) != frame.parameters.prefix(8) {
                return .silence
            }
            let answer = FeliCaFrame(code: frame.code &+ 1, parameters: response.data)
            guard let bytes = answer.encoded else {
                throw CardError(.malformedResponse, during: Self.step, detail: "longer than a frame can be")
            }
            return .bytes(bytes)
        default: return try ReaderCommand.refusal(response.status, during: Self.step)
        }
    }
}
