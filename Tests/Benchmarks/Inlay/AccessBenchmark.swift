import CBareOpenSSL
import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import InlaySeams
import LDS
import Octets
import PassportSimulator

/// The terminal's side of PACE and Chip Authentication, beside the point arithmetic that they cannot do without. The
/// chip's answers are recorded once and replayed, so that only the terminal is timed.
enum AccessBenchmark {
    private static let rounds = 100

    static func run(_ names: [String]) throws {
        print("processor time of the terminal over bare OpenSSL, smallest of 5 runs of \(rounds)")
        for curve in NamedCurve.allCases where names.isEmpty || names.contains(curve.name) {
            let id = curve.standardizedDomainParameterID
            let pace = try pace(curve, "access=pace&pace=gm,aes128,\(id)")
            let chip = try chipAuthentication(curve, "access=pace&ca=aes128,\(id)")
            print(curve.name, "PACE", text(pace), " Chip Authentication", text(chip))
        }
        for setting in ["rsa1024,sha1", "rsa2048,sha256", "rsa4096,sha512", "p256,sha256", "bp512,sha512"]
        where names.isEmpty || names.contains(setting) {
            print(setting, " Active Authentication", text(try activeAuthentication(setting)))
        }
    }

    private static func text(_ ratio: Double) -> String { "\((ratio * 100).rounded() / 100)" }

    private static func openSSLName(_ curve: NamedCurve) -> String {
        curve == .secp192r1 ? "prime192v1" : curve == .secp256r1 ? "prime256v1" : curve.name
    }

    private static func pace(_ curve: NamedCurve, _ settings: String) throws -> Double {
        let (chip, document) = try PassportSimulator.make(name: "passport", settingsText: settings, random: .seeded(1))
        guard let bytes = document.files[.cardAccess],
            let configuration = PACEConfiguration.usable(in: try EFCardAccess(parsing: bytes).securityInfos).first,
            let can = document.cardAccessNumber
        else { return .nan }
        func access() -> PACE {
            PACE(
                configuration: configuration, password: .cardAccessNumber, secret: SecretBytes(can.utf8),
                random: .seeded(5))
        }
        var lines: [ScriptedLink.Line] = []
        let recorder = TracingLink(SimulatedLink(chip)) { exchange in
            if case .answer(let answer) = exchange.outcome {
                lines.append(.init(command: exchange.command, answer: answer))
            }
        }
        _ = try access().open(LinkChannel(recorder))
        return try ratio {
            for _ in 0..<rounds { _ = try access().open(LinkChannel(ScriptedLink(lines))) }
        } over: {
            _ = bare_pace(openSSLName(curve), Int32(rounds))
        }
    }

    private static func chipAuthentication(_ curve: NamedCurve, _ settings: String) throws -> Double {
        let (_, document) = try PassportSimulator.make(name: "passport", settingsText: settings, random: .seeded(1))
        guard let bytes = document.files[.dg14],
            let key = ChipAuthenticationKey.usable(in: try EFDG14(parsing: bytes).securityInfos).first
        else { return .nan }
        // The answers say nothing that the terminal computes with.
        let channel = LinkChannel(AgreeableLink())
        return try ratio {
            for _ in 0..<rounds { _ = try ChipAuthentication(key, random: .seeded(5)).run(on: channel, over: channel) }
        } over: {
            _ = bare_chip_authentication(openSSLName(curve), Int32(rounds))
        }
    }

    /// The key read from EF.DG15, and a signature judged with it.
    private static func activeAuthentication(_ setting: String) throws -> Double {
        let (chip, document) = try PassportSimulator.make(
            name: "passport", settingsText: "access=plain&aa=\(setting)", random: .seeded(1))
        let channel = LinkChannel(SimulatedLink(chip))
        _ = try channel.transmit(CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x0C, data: [0xA0, 0, 0, 2, 0x47, 0x10, 1]))
        guard let bytes = document.files[.dg15] else { return .nan }
        let info = try EFDG15(parsing: bytes).publicKey.encoded
        let evidence = try ActiveAuthentication(publicKey: PublicKey(subjectPublicKeyInfo: info), random: .seeded(5))
            .run(on: channel).evidence
        guard let signature = evidence.signature else { return .nan }
        let challenge = evidence.challenge
        let digest = setting.hasSuffix("sha1") ? DigestAlgorithm.sha1 : setting.hasSuffix("512") ? .sha512 : .sha256
        if setting.hasPrefix("rsa") {
            return try ratio {
                for _ in 0..<rounds {
                    let key = try PublicKey(subjectPublicKeyInfo: info)
                    guard try MessageRecoverySignature(signature, over: challenge, key: key) != nil else { return }
                }
            } over: {
                _ = bare_recover(
                    info, info.count, Int32(8 * digest.byteCount), signature, signature.count, Int32(rounds))
            }
        }
        let half = signature.count / 2
        let der = DER.sequence([
            DER.encode(unsigned: Array(signature.prefix(half))), DER.encode(unsigned: Array(signature.suffix(half))),
        ])
        return try ratio {
            for _ in 0..<rounds {
                let key = try PublicKey(subjectPublicKeyInfo: info)
                guard try key.ecdsaForm(of: signature, over: challenge, digest: digest) != nil else { return }
            }
        } over: {
            for _ in 0..<rounds {
                let key = bare_key_make(info, info.count)
                _ = bare_verify(key, Int32(8 * digest.byteCount), 0, der, der.count, challenge, challenge.count)
                bare_key_free(key)
            }
        }
    }

    private static func ratio(_ ours: () throws -> Void, over bare: () -> Void) throws -> Double {
        var times = (UInt64.max, UInt64.max)
        for _ in 0..<5 {
            var start = bare_processor_time()
            try ours()
            times.0 = min(times.0, bare_processor_time() - start)
            start = bare_processor_time()
            bare()
            times.1 = min(times.1, bare_processor_time() - start)
        }
        return Double(times.0) / Double(max(times.1, 1))
    }
}

/// Answers 9000 to everything.
private final class AgreeableLink: CardLink {
    let answerToReset = AnswerToReset([0x3B, 0x80, 0x80, 0x01, 0x01])
    let limits = LinkLimits.extended
    func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] { [0x90, 0x00] }
    func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] {
        throw CardError(.unsupported, during: "reader control")
    }
    func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset { answerToReset }
    func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R { try body() }
}
