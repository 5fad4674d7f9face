import EMRTD
import ISO7816
import LDS

extension EMRTDPlan {
    /// Class L2: the session must end where the standard says so.
    static let sessions: [TestPlan.Step] =
        [("ISO7816_C_16", AccessPolicy.Preference.bac, Requirement.basicAccess), ("ISO7816_P_3", .pace, .pace)].map {
            (identifier: String, access: AccessPolicy.Preference, requirement: Requirement) in
            TestPlan.Step(
                "a plain command ends the session", case: TestCase(identifier, .inferred),
                requires: [.key, requirement], safety: .spoilsSession
            ) { subject throws(CardError) in
                let channel = try subject.open(access)
                let plain = try subject.send(select(.com))
                guard plain.data.isEmpty else { return .failed("\(plain.data.count) bytes came in plain form") }
                do throws(CardError) {
                    let after = try channel.transmit(protectedSelect(FileID.com.fileIdentifier))
                    return .failed("the session goes on: \(after.status)")
                } catch {
                    guard case .secureMessagingBroken = error.code else { throw error }
                    return .passed
                }
            }
        } + [
            TestPlan.Step(
                "a command without MAC is refused and ends the session", case: TestCase("ISO7816_C_12", .inferred),
                requires: [.key, .basicAccess], safety: .spoilsSession
            ) { subject throws(CardError) in
                _ = try subject.open(.bac)
                // DO97 alone, without DO8E.
                return Expectation.checkingError(
                    try subject.send([0x0C, 0xB0, 0x9E, 0x00, 0x03, 0x97, 0x01, 0x01, 0x00]))
            },
            TestPlan.Step(
                "a command with a wrong MAC is refused", case: TestCase("ISO7816_C_18", .published),
                requires: [.key, .basicAccess], safety: .spoilsSession
            ) { subject throws(CardError) in
                _ = try subject.open(.bac)
                let command: [UInt8] =
                    [0x0C, 0xB0, 0x9E, 0x00, 0x0D, 0x97, 0x01, 0x01, 0x8E, 0x08] + [UInt8](repeating: 0x5A, count: 8)
                    + [0x00]
                return Expectation.status(try subject.send(command), 0x6988, 0x6982)
            },
        ]

    /// Class L3: an authentication that must fail, and a good one behind it.
    static let failures: [TestPlan.Step] = [
        TestPlan.Step(
            "a wrong BAC cryptogram is refused, and the right key opens afterwards",
            case: TestCase("ISO7816_C_3", .inferred), requires: [.key, .basicAccess], effect: .authenticates,
            safety: .failsAccess
        ) { subject throws(CardError) in
            _ = try subject.selectPlain()
            let challenge = try subject.send([0x00, 0x84, 0x00, 0x00, 0x08])
            guard challenge.status == .success else { return Expectation.status(challenge, .success) }
            let wrong = [UInt8](repeating: 0xA5, count: 40)
            let answer = try subject.send([0x00, 0x82, 0x00, 0x00, 0x28] + wrong + [0x28])
            let outcome = Expectation.refusal(answer)
            _ = try subject.open(.bac)
            return outcome
        }
    ]
}
