import ISO7816

/// Gives answers in order, whatever is sent, and keeps what was sent.
final class RecordingLink: CardLink {
    private var answers: ArraySlice<[UInt8]>
    private(set) var sent: [[UInt8]] = []
    let limits = LinkLimits.extended
    let answerToReset = AnswerToReset([0x3B, 0x80, 0x80, 0x01, 0x01])

    init(answers: [[UInt8]]) { self.answers = answers[...] }

    func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        sent.append(command)
        guard let answer = answers.popFirst() else { throw CardError(.noAnswer, during: "exchange") }
        return answer
    }

    func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] {
        throw CardError(.unsupported, during: "reader control")
    }

    func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset { answerToReset }

    func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R { try body() }
}
