public import ISO7816

/// A link straight into a chip simulator: no PC/SC, no process, no time on the wire.
public final class SimulatedLink: CardLink {
    private let chip: any ChipSimulator
    /// What the reader around the chip carries.
    public let limits: LinkLimits
    /// The reader fails at commands in extended form, whatever `limits` say.
    private let failsAtExtendedLength: Bool

    /// Powers `chip` and links to it. With `failsAtExtendedLength` commands in extended form fail without being sent, as with
    /// readers whose drivers promise more than they hold.
    public init(
        _ chip: any ChipSimulator, limits: LinkLimits = .extended, failsAtExtendedLength: Bool = false
    ) {
        self.chip = chip
        self.limits = limits
        self.failsAtExtendedLength = failsAtExtendedLength
        chip.powerUp()
    }

    /// The chip's answer to reset.
    public var answerToReset: AnswerToReset { AnswerToReset(chip.answerToReset) }

    /// One command, one answer. A command beyond `limits` is refused as a driver refuses it.
    public func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        guard command.count <= limits.maximumCommand else {
            throw CardError(.commandTooLong(limit: limits.maximumCommand), during: "exchange")
        }
        if failsAtExtendedLength, command.count > 6, command[4] == 0 {
            throw CardError(.transportFailed, during: "exchange", detail: "the reader does not take the command")
        }
        guard chip.isPresent else { throw CardError(.cardRemoved, during: "exchange") }
        let answer = chip.handle(command: command)
        guard !answer.isEmpty else {
            throw CardError(chip.isPresent ? .cardReset : .cardRemoved, during: "exchange")
        }
        guard answer.count <= limits.maximumResponse else {
            throw CardError(.transportFailed, during: "exchange", detail: "the answer is longer than the reader takes")
        }
        return answer
    }

    /// A simulated reader has no functions of its own.
    public func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] {
        throw CardError(.unsupported, during: "reader control")
    }

    /// Power off and on; the kinds do not differ here.
    public func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset {
        guard chip.isPresent else { throw CardError(.cardRemoved, during: "reset") }
        chip.powerUp()
        return answerToReset
    }

    /// Nobody else can reach the chip.
    public func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R { try body() }
}
