import CardCrypto
import ISO7816
import Octets
import TestSupport

@testable import PassportSimulator

/// Terminal Authentication from the terminal's side (9303-11 §7.1).
extension Terminal {
    static func setVerificationKey(_ reference: String) -> CommandAPDU {
        CommandAPDU(ins: 0x22, p1: 0x81, p2: 0xB6, data: TLV.encode(0x83, Array(reference.utf8)))
    }

    static func setTerminal(_ reference: String) -> CommandAPDU {
        CommandAPDU(ins: 0x22, p1: 0x81, p2: 0xA4, data: TLV.encode(0x83, Array(reference.utf8)))
    }

    static func verifyCertificate(_ certificate: [UInt8]) -> CommandAPDU {
        var reader = TLVReader(certificate, in: "certificate")
        return CommandAPDU(ins: 0x2A, p2: 0xBE, data: Array((try? reader.next(0x7F21))?.value ?? []))
    }

    static let getChallenge = CommandAPDU(ins: 0x84, expected: .upTo(8))

    /// Sends certificates, each behind the name of its issuer's key.
    func send(_ members: [SimulatorPKI.Member], issuer: SimulatorPKI.Member) throws {
        var issuer = issuer
        for member in members {
            try success(Self.setVerificationKey(issuer.reference))
            try success(Self.verifyCertificate(member.certificate))
            issuer = member
        }
    }

    /// The signature of a terminal for a challenge.
    func signature(
        _ member: SimulatorPKI.Member, _ setting: TerminalAuthenticationSetting, over message: [UInt8]
    ) throws -> CommandAPDU {
        guard let algorithm = CVAlgorithm(setting) else { throw Unexpected(command: "82", answer: "no algorithm") }
        let key = try PrivateKey(pkcs8: member.privateKey.exposed())
        let signature = try key.sign(message, algorithm: algorithm.signature, random: random)
        return CommandAPDU(ins: 0x82, data: signature)
    }

    /// MSE:Set AT to EXTERNAL AUTHENTICATE.
    func authenticate(
        as member: SimulatorPKI.Member, _ setting: TerminalAuthenticationSetting, chip: [UInt8], ownKey: [UInt8]
    ) throws {
        try success(Self.setTerminal(member.reference))
        let challenge = try success(Self.getChallenge)
        try success(signature(member, setting, over: chip + challenge + ownKey))
    }
}
