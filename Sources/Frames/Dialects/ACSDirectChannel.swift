import ISO7816
import ReaderKnowledge

/// The bare frame in a wrapper: `FF 00 00 00 Lc <frame>`, answer `<frame> 90 00` (ACR1251U, ACR1252U, ACM1252U).
///
/// Nothing is opened, so nothing is left open. These readers say 6300 for everything that went wrong, and it is silence
/// much more often than anything else.
final class ACSDirectChannel: FrameChannel {
    let dialect = ReaderDialect.acsDirect
    let technology = RadioTechnology.feliCa
    let choosesSystems = true
    let limits = FrameLimits(maximumFrame: 252, maximumAnswer: 252, maximumBlocks: 12)
    private let reader: ReaderCommand

    private static let step: Step = "frame through ACS pass-through"

    /// A channel; whether the reader understands it shows at the first frame.
    init(_ reader: ReaderCommand) { self.reader = reader }

    func exchange(_ frame: [UInt8], timeout: Duration) throws(CardError) -> FrameAnswer {
        guard frame.count <= limits.maximumFrame else {
            throw CardError(.commandTooLong(limit: limits.maximumFrame), during: Self.step)
        }
        let command = [0xFF, 0x00, 0x00, 0x00, UInt8(truncatingIfNeeded: frame.count)] + frame
        let response = try reader.send(command, during: Self.step)
        switch response.status {
        case .success: return response.data.isEmpty ? .silence : .bytes(response.data)
        default: return try ReaderCommand.refusal(response.status, during: Self.step)
        }
    }
}
