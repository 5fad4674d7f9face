import ISO7816
import LDS
import Octets

extension EMRTDPlan {
    /// Class L5: commands of Terminal Authentication with nothing that the chip could accept (TR-03105-3.2, units J and K).
    /// A chip that accepts one all the same moves its date or its trust point for good, so they never run on a document in
    /// use.
    static let terminalAuthentication: [TestPlan.Step] = [
        step("a certificate of an authority that the chip does not know is refused", "J_2") {
            subject, channel throws(CardError) in
            let chosen = try channel.transmit(
                CommandAPDU(ins: 0x22, p1: 0x81, p2: 0xB6, data: TLV.encode(0x83, stranger)))
            let outcome = chosen.status == .success ? TestPlan.Outcome.passed : Expectation.refusal(chosen)
            guard outcome == .passed else { return outcome }
            return try closed(Expectation.refusal(try channel.transmit(verify)), channel)
        },
        step("a certificate is refused while no key is chosen", "J_25") { subject, channel throws(CardError) in
            try closed(Expectation.refusal(try channel.transmit(verify)), channel)
        },
        step("a certificate in plain form is refused and ends the session", "J_12") {
            subject, channel throws(CardError) in
            let plain = try LinkChannel(subject.link).transmit(verify)
            let outcome = Expectation.checkingError(plain)
            guard outcome == .passed else { return outcome }
            do throws(CardError) {
                let after = try channel.transmit(protectedSelect(FileID.com.fileIdentifier))
                return .failed("the session goes on: \(after.status)")
            } catch {
                guard case .secureMessagingBroken = error.code else { throw error }
                return .passed
            }
        },
        step("an EXTERNAL AUTHENTICATE in plain form is refused", "K_4") { subject, _ throws(CardError) in
            Expectation.checkingError(try LinkChannel(subject.link).transmit(authenticate))
        },
        step("an EXTERNAL AUTHENTICATE without a challenge is refused", "K_14") { subject, channel throws(CardError) in
            try closed(Expectation.refusal(try channel.transmit(authenticate)), channel)
        },
    ]

    private static func step(
        _ name: String, _ identifier: String,
        _ run: @escaping @Sendable (TestSubject, any CardChannel) throws(CardError) -> TestPlan.Outcome
    ) -> TestPlan.Step {
        TestPlan.Step(
            name, case: TestCase("ISO7816_\(identifier)", .published, from: .bsiPart32),
            requires: [.key, .terminalAuthentication], effect: .irreversible, safety: .changesChip
        ) { subject throws(CardError) in
            guard let channel = try subject.openChipAuthenticated() else {
                return .skipped("Chip Authentication, which must come before, did not go well")
            }
            return try run(subject, channel)
        }
    }

    /// The outcome, when fingerprints are still closed behind it.
    private static func closed(
        _ outcome: TestPlan.Outcome, _ channel: any CardChannel
    ) throws(CardError) -> TestPlan.Outcome {
        guard outcome == .passed else { return outcome }
        let selected = try channel.transmit(protectedSelect(FileID.dg3.fileIdentifier))
        guard selected.status == .success else { return .passed }
        let first = try channel.transmit(CommandAPDU(ins: 0xB0, expected: .upTo(1)))
        return first.data.isEmpty ? .passed : .failed("EF.DG3 can be read")
    }

    private static let stranger = Array("XXSTRANGER00001".utf8)
    /// A body that says nothing but whose it would be, and a signature that nobody made.
    private static let verify = CommandAPDU(
        ins: 0x2A, p1: 0x00, p2: 0xBE,
        data: TLV.encode(0x7F4E, TLV.encode(0x5F29, [0x00]) + TLV.encode(0x42, stranger))
            + TLV.encode(0x5F37, [UInt8](repeating: 0x5A, count: 64)))
    private static let authenticate = CommandAPDU(ins: 0x82, data: [UInt8](repeating: 0x5A, count: 64))
}
