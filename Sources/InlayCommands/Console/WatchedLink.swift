import ISO7816

/// Notices that the card went away, whoever spoke to it: until a restart connects to what lies there then.
final class WatchedLink: CardLink {
    private let base: any CardLink
    /// The card went away, and nothing was connected to since.
    private(set) var isGone = false
    /// How often cards came and went when the card at hand was connected to.
    private var insertionAtHand: Int?

    init(_ base: any CardLink) {
        self.base = base
        insertionAtHand = try? base.insertion()
    }

    /// Looks whether the card was taken away, without a command to it.
    func look() {
        guard !isGone, let now = try? base.insertion() else { return }
        isGone = insertionAtHand.map { $0 != now } ?? false
    }

    var answerToReset: AnswerToReset { base.answerToReset }
    var limits: LinkLimits { base.limits }

    func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        try watched { () throws(CardError) in try base.exchange(command) }
    }

    func exchangeInClosing(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        try watched { () throws(CardError) in try base.exchangeInClosing(command) }
    }

    func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] {
        try watched { () throws(CardError) in try base.control(code, input) }
    }

    func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset {
        let answer = try watched { () throws(CardError) in try base.reset(kind) }
        isGone = false
        insertionAtHand = try? base.insertion()
        return answer
    }

    func insertion() throws(CardError) -> Int { try watched { () throws(CardError) in try base.insertion() } }

    func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R {
        try watched { () throws(CardError) in try base.withTransaction(body) }
    }

    private func watched<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R {
        do throws(CardError) {
            return try body()
        } catch {
            if error.code == .cardRemoved || error.code == .noCard { isGone = true }
            throw error
        }
    }
}
