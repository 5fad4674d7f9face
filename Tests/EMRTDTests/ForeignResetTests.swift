import EMRTD
import ISO7816
import LDS
import Testing

/// Another program resets the card in the middle: the step is done again in a new session.
@Suite struct ForeignResetTests {
    /// Resets the card before one exchange, and says so as PC/SC does.
    private final class ResetByAnother: CardLink {
        private let base: any CardLink
        private var left: Int

        init(_ base: any CardLink, before count: Int) {
            self.base = base
            left = count
        }

        var answerToReset: AnswerToReset { base.answerToReset }
        var limits: LinkLimits { base.limits }

        func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
            left -= 1
            if left == 0 {
                _ = try base.reset(.warm)
                throw CardError(.cardReset, during: "exchange")
            }
            return try base.exchange(command)
        }

        func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] { try base.control(code, input) }
        func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset { try base.reset(kind) }
        func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R {
            try base.withTransaction(body)
        }
    }

    @Test(arguments: ["passport-pace", "passport-bac"], [20, 30, 45])
    func `a read goes on behind a reset by another program`(name: String, exchange: Int) throws {
        let desk = try Desk("", name: name, limits: .short)
        let reading = try desk.read { ResetByAnother($0, before: exchange) }
        #expect(reading.interruption == nil)
        #expect(reading.access.renewals == 1)
        #expect(reading.agrees(with: desk.document))
        #expect(reading.files.ids.count > 3)
    }
}
