import ISO7816
import Octets

/// A link that expects commands in order and answers them; any other command is a failure of the test.
final class ScriptLink: CardLink {
    private var script: [(command: [UInt8], answer: [UInt8])]
    private(set) var sent: [String] = []
    let limits: LinkLimits
    let answerToReset = AnswerToReset([0x3B, 0x00])

    /// Commands and answers in hexadecimal.
    init(_ script: [(String, String)], limits: LinkLimits = .short) throws {
        self.script = try script.map { (try Hex.bytes($0.0), try Hex.bytes($0.1)) }
        self.limits = limits
    }

    /// Commands that were expected and did not come.
    var left: Int { script.count }

    func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        sent.append(Hex.string(command))
        guard let next = script.first, next.command == command else {
            throw CardError(.noAnswer, during: "script", detail: "unexpected command")
        }
        script.removeFirst()
        return next.answer
    }

    func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] {
        throw CardError(.unsupported, during: "control")
    }

    func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset { answerToReset }

    func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R { try body() }
}
