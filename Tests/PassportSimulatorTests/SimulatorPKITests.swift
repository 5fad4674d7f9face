import CardCrypto
import InlaySeams
import Octets
import TestSupport
import Testing

@testable import PassportSimulator

struct SimulatorPKITests {
    private func pki(_ text: String = "", at moment: Moment? = nil) throws -> SimulatorPKI {
        var settings = PassportSettings()
        try settings.apply(text)
        return try SimulatorPKI(settings, at: moment)
    }

    private func body(_ member: SimulatorPKI.Member) throws -> CVCertificate {
        var reader = TLVReader(member.certificate, in: "certificate")
        var contents = try reader.next(0x7F21).contents("certificate")
        return try CVCertificate(body: contents.next(0x7F4E))
    }

    @Test func `the same settings make the same members`() throws {
        let (first, second, other) = (try pki(), try pki(), try pki("seed=2"))
        #expect(first.members.map(\.certificate) == second.members.map(\.certificate))
        #expect(first.authority.certificate != other.authority.certificate)
        #expect(Set(first.members.map(\.name)).count == 8)
    }

    @Test func `names, roles and dates`() throws {
        let pki = try pki(at: Moment(isoDate: "2026-05-04"))
        #expect(
            try pki.members.map { try body($0).role } == [
                .authority, .authority, .domesticVerifier, .inspectionSystem, .foreignVerifier, .inspectionSystem,
                .domesticVerifier, .inspectionSystem,
            ])
        #expect(try body(pki.authority).effective.digits == [2, 4, 0, 1, 0, 1])
        #expect(try body(pki.link).effective.digits == [2, 6, 0, 5, 0, 4])
        #expect(try body(pki.domestic.terminal).expiry.digits == [2, 6, 0, 6, 0, 3])
        for member in pki.members {
            #expect(CVCertificate.isReference(Array(member.reference.utf8)))
            #expect(try body(member).holderReference == Array(member.reference.utf8))
        }
        #expect(try body(pki.foreign.terminal).authorityReference == Array(pki.foreign.verifier.reference.utf8))
    }

    @Test func `only authorities tell their domain parameters`() throws {
        let pki = try pki("ta=p384,sha384")
        for member in pki.members {
            guard case .curve(let curve, _) = try body(member).publicKey.material else {
                Issue.record("\(member.name)")
                continue
            }
            #expect(curve == (try body(member).role == .authority ? .secp384r1 : nil))
        }
    }

    @Test(.enabled(if: OpenSSLTool.isThere, "the openssl program is not there"), arguments: ["ta=on", "ta=rsa1024"])
    func `private keys are such as other programs read`(text: String) throws {
        let tool = try OpenSSLTool()
        defer { tool.remove() }
        for member in try pki(text).members {
            try tool.write(member.privateKey.exposed(), to: member.name)
            try tool.expectSuccess("pkey", "-inform", "DER", "-in", member.name, "-check", "-noout")
        }
    }
}
