public import ISO7816
public import Octets

/// Replays a transcript: answers each command with what was recorded, and fails on any other byte.
public final class ScriptedLink: CardLink {
    /// One recorded exchange.
    public struct Line: Hashable, Sendable {
        /// The command that must come.
        public let command: [UInt8]
        /// What is answered.
        public let answer: [UInt8]

        /// An exchange.
        public init(command: [UInt8], answer: [UInt8]) {
            self.command = command
            self.answer = answer
        }
    }

    private var rest: ArraySlice<Line>
    private let reset: AnswerToReset
    /// Limits of the scripted reader.
    public let limits: LinkLimits
    /// Commands that were sent, in order.
    public private(set) var sent: [[UInt8]] = []

    /// Replays `lines`.
    public init(
        _ lines: [Line], answerToReset: [UInt8] = [0x3B, 0x80, 0x80, 0x01, 0x01], limits: LinkLimits = .extended
    ) {
        rest = lines[...]
        reset = AnswerToReset(answerToReset)
        self.limits = limits
    }

    /// Replays a conversation written in hexadecimal: command, answer, command, answer, …
    public convenience init(_ conversation: [(String, String)], limits: LinkLimits = .extended) throws(Hex.Failure) {
        var lines: [Line] = []
        for (command, answer) in conversation {
            lines.append(Line(command: try Hex.bytes(command), answer: try Hex.bytes(answer)))
        }
        self.init(lines, limits: limits)
    }

    /// True when every line was used.
    public var isFinished: Bool { rest.isEmpty }

    /// As scripted.
    public var answerToReset: AnswerToReset { reset }

    /// The scripted answer, if `command` is the scripted command; otherwise `transportFailed`.
    public func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        sent.append(command)
        guard let line = rest.first else {
            throw CardError(.transportFailed, during: "scripted exchange", detail: "the script has ended")
        }
        guard line.command == command else {
            throw CardError(
                .transportFailed, during: "scripted exchange",
                detail: "command \(sent.count) of the script is another one")
        }
        rest = rest.dropFirst()
        return line.answer
    }

    /// A script has no reader functions.
    public func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] {
        throw CardError(.unsupported, during: "reader control")
    }

    /// The scripted answer to reset; the script goes on.
    public func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset { reset }

    /// Nobody else is there.
    public func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R { try body() }
}
