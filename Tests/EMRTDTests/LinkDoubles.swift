import ISO7816

/// Answers one kind of command with a status word of its own; everything else passes.
final class SpoiledCommand: CardLink {
    private let base: any CardLink
    private let ins: UInt8
    private let status: StatusWord

    init(_ base: any CardLink, ins: UInt8, status: StatusWord) {
        self.base = base
        self.ins = ins
        self.status = status
    }

    var answerToReset: AnswerToReset { base.answerToReset }
    var limits: LinkLimits { base.limits }

    func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        command.dropFirst().first == ins ? status.bytes : try base.exchange(command)
    }

    func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] { try base.control(code, input) }
    func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset { try base.reset(kind) }
    func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R {
        try base.withTransaction(body)
    }
}

/// Answers with a function of the command.
final class AnsweringLink: CardLink {
    private let answer: ([UInt8]) -> [UInt8]
    let limits: LinkLimits
    let answerToReset = AnswerToReset([0x3B, 0x80, 0x80, 0x01, 0x01])

    init(limits: LinkLimits = .extended, _ answer: @escaping ([UInt8]) -> [UInt8]) {
        self.answer = answer
        self.limits = limits
    }

    func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] { answer(command) }
    func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] {
        throw CardError(.unsupported, during: "reader control")
    }
    func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset { answerToReset }
    func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R { try body() }
}
