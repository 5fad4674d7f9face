import EMRTD
import ISO7816
import LDS
import Octets

extension EMRTDPlan {
    /// Class L4: hostile input to the cryptography of PACE and Chip Authentication. The chip must refuse it, and open with the
    /// right key afterwards. Neither needs a secret for the PACE steps: what is refused comes before the password counts.
    static let hostileInput: [TestPlan.Step] = paceMapping + paceAgreement + chipAuthentication

    /// Step 2: a mapping key of ours (9303-11 §4.4.4.2).
    private static let paceMapping: [TestPlan.Step] = [
        ("P_41", HostileKey.otherSize), ("P_42", .zero), ("P_47", .notBelowPrime), ("P_48", .allZero),
        ("P_49", .offCurve), ("P_50", .wrongForm),
    ].map { (identifier: String, kind: HostileKey) in
        TestPlan.Step(
            "PACE refuses a mapping key \(kind.words)", case: TestCase("ISO7816_\(identifier)", .inferred),
            requires: [.mappingByKey], effect: .authenticates, safety: .hostileInput
        ) { subject throws(CardError) in
            guard let pace = try subject.paceParameters(), let key = kind.bytes(from: pace.key, isCurve: pace.isCurve)
            else { return .skipped("the parameters of this chip have no such key") }
            if let failed = try subject.begin(pace) { return failed }
            return try subject.afterwards(Expectation.refusal(try subject.authenticate(0x81, key)))
        }
    }

    /// Step 3: the ephemeral key, behind a mapping that went well.
    private static let paceAgreement: [TestPlan.Step] = [
        ("P_23", HostileKey.otherSize), ("P_24", .zero), ("P_29", .notBelowPrime), ("P_30", .offCurve),
        ("P_52", .wrongForm), ("P_53", .allZero),
    ].map { (identifier: String, kind: HostileKey) in
        TestPlan.Step(
            "PACE refuses an ephemeral key \(kind.words)",
            case: TestCase(
                "ISO7816_\(identifier)", ["P_24", "P_29", "P_30"].contains(identifier) ? .published : .inferred),
            requires: [.mappingByKey], effect: .authenticates, safety: .hostileInput
        ) { subject throws(CardError) in
            guard let pace = try subject.paceParameters(), let key = kind.bytes(from: pace.key, isCurve: pace.isCurve)
            else { return .skipped("the parameters of this chip have no such key") }
            if let failed = try subject.begin(pace) { return failed }
            let mapped = try subject.authenticate(0x81, pace.key)
            guard mapped.status == .success else { return Expectation.status(mapped, .success) }
            return try subject.afterwards(Expectation.refusal(try subject.authenticate(0x83, key)))
        }
    }

    /// Unit I: the old session lives on behind a refusal (9303-11 §6.2.4).
    private static let chipAuthentication: [TestPlan.Step] = [
        ("I_3", HostileKey.otherSize, true), ("I_7", .zero, true), ("I_13", .notBelowPrime, true),
        ("I_14", .offCurve, true), ("I_18", .otherSize, false), ("I_22", .zero, false), ("I_28", .notBelowPrime, false),
        ("I_29", .offCurve, false),
    ].map { (identifier: String, kind: HostileKey, inOneCommand: Bool) in
        TestPlan.Step(
            "Chip Authentication by \(inOneCommand ? "MSE:Set KAT" : "GENERAL AUTHENTICATE") refuses a key \(kind.words)",
            case: TestCase("ISO7816_\(identifier)", .published),
            requires: [.key, inOneCommand ? .chipAuthenticationInOneCommand : .chipAuthentication],
            effect: .authenticates, safety: .hostileInput
        ) { subject throws(CardError) in
            guard let chip = try subject.chipKey(), let key = kind.bytes(from: chip.publicKey, isCurve: chip.isCurve)
            else { return .skipped("the parameters of this chip have no such key") }
            let channel = try subject.open()
            let answer: ResponseAPDU
            if inOneCommand {
                answer = try channel.transmit(
                    CommandAPDU(ins: 0x22, p1: 0x41, p2: 0xA6, data: TLV.encode(0x91, key) + chip.reference))
            } else {
                let chosen = try channel.transmit(
                    CommandAPDU(
                        ins: 0x22, p1: 0x41, p2: 0xA4, data: TLV.encode(0x80, chip.protocolOID) + chip.reference))
                guard chosen.status == .success else { return Expectation.status(chosen, .success) }
                answer = try channel.transmit(
                    CommandAPDU(
                        ins: 0x86, data: TLV.encode(0x7C, TLV.encode(0x80, key)), expected: .asMuchAsPossible))
            }
            let outcome = Expectation.refusal(
                ResponseAPDU(data: answer.data == [0x7C, 0x00] ? [] : answer.data, status: answer.status))
            guard outcome == .passed else { return outcome }
            // Under the old keys, or secure messaging breaks here.
            let selected = try channel.transmit(protectedSelect(FileID.com.fileIdentifier))
            return Expectation.status(selected, .success)
        }
    }
}

extension TestSubject {
    /// Chooses PACE with the MRZ and asks for the nonce; nil when the chip answered as it should.
    func begin(_ pace: PACEParameters) throws(CardError) -> TestPlan.Outcome? {
        try restart()
        let set = TLV.encode(0x80, pace.protocolOID) + [0x83, 0x01, 0x01] + pace.reference
        let chosen = try send([0x00, 0x22, 0xC1, 0xA4, UInt8(truncatingIfNeeded: set.count)] + set)
        guard chosen.status == .success else { return Expectation.status(chosen, .success) }
        let nonce = try send([0x10, 0x86, 0x00, 0x00, 0x02, 0x7C, 0x00, 0x00])
        return nonce.status == .success ? nil : Expectation.status(nonce, .success)
    }

    /// One chained step of GENERAL AUTHENTICATE.
    func authenticate(_ tag: Tag, _ value: [UInt8]) throws(CardError) -> ResponseAPDU {
        let command = CommandAPDU(
            cla: 0x10, ins: 0x86, data: TLV.encode(0x7C, TLV.encode(tag, value)), expected: .asMuchAsPossible)
        return try LinkChannel(link).transmit(command)
    }

    /// The outcome, when the chip opens with the right key behind it; a chip that does not is a failure of its own.
    func afterwards(_ outcome: TestPlan.Outcome) throws(CardError) -> TestPlan.Outcome {
        if hasKey { _ = try openPACE() }
        return outcome
    }
}
