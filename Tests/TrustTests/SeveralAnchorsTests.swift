import CardCrypto
import InlaySeams
import Octets
import Testing

@testable import PassportSimulator
@testable import Trust

/// Several certificates with one CSCA key: renewals, link certificates, and worse. One that is good is enough, in
/// whatever order they came.
struct SeveralAnchorsTests {
    /// What can be wrong with the other certificate of the key, whose serial number is 77.
    enum Fault: CaseIterable {
        case expired, notYetValid, otherUse, otherState, noCountry, revoked, linkWithoutIssuer
    }

    private static func other(_ chain: inout Chain, _ fault: Fault) throws -> [UInt8] {
        var part = chain.country
        part.builder.serialNumber = [77]
        switch fault {
        case .expired: part.builder.notAfter = Chain.moment(150)
        case .notYetValid: part.builder.notBefore = Chain.moment(250)
        case .otherUse: part.setKeyUsage(0x80)
        case .otherState:
            part.builder.subject = Chain.name("DE", "CSCA")
            part.builder.issuer = part.builder.subject
        case .noCountry:
            part.builder.subject = DER.sequence([
                DER.setOf([DER.sequence([DER.encode(oid("2.5.4.3")), DER.utf8String("CSCA")])])
            ])
            part.builder.issuer = part.builder.subject
        case .revoked: chain.revocationLists = [try chain.revocationList([[77]])]
        case .linkWithoutIssuer:
            let old = try Chain.authority(30)
            part.builder.issuer = old.builder.subject
            part.put(35, DER.sequence([TLV.encode(0x80, old.key.identifier)]))
            return try part.builder.signed(with: old.key)
        }
        return try part.builder.signed(with: chain.country.key)
    }

    @Test(arguments: Fault.allCases, [true, false])
    func `the good one of two certificates of the CSCA's key counts`(fault: Fault, isFirst: Bool) throws {
        var chain = try Chain()
        let good = try chain.countryCertificate()
        let other = try Self.other(&chain, fault)
        chain.trustsCountry = false
        chain.others = isFirst ? [other, good] : [good, other]
        let report = try chain.report()
        #expect(report.conclusion(for: .authentic) == .holds)
        #expect(report.countrySigner?.der == good)
        #expect(report[.chain] == .passed)
    }

    @Test(arguments: [Fault.expired, .notYetValid, .otherUse, .otherState, .revoked])
    func `the other one alone fails`(fault: Fault) throws {
        var chain = try Chain()
        let other = try Self.other(&chain, fault)
        chain.trustsCountry = false
        chain.others = [other]
        if fault == .revoked {
            // Its list is signed by its own key.
            #expect(try chain.report()[.revocation]?.isFailure == true)
        }
        guard case .failed = try chain.report().conclusion(for: .authentic) else {
            Issue.record("it holds")
            return
        }
    }

    @Test func `which of them is best depends on the day and on the document`() throws {
        var chain = try Chain()
        var german = chain.country
        german.builder.serialNumber = [78]
        german.builder.subject = Chain.name("DE", "CSCA")
        german.builder.issuer = german.builder.subject
        let good = try chain.countryCertificate()
        let expiring = try Self.other(&chain, .expired)
        let later = try Self.other(&chain, .notYetValid)
        chain.trustsCountry = false
        chain.others = [expiring, later, try german.builder.signed(with: german.key)]
        // One store, so that what is remembered of the signer is put to the test.
        let authentication = PassiveAuthentication(anchors: try chain.store())
        let files = try chain.files()
        for (day, serial) in [(100, 77), (300, 77), (100, 77)] {
            let report = authentication.examine(files, at: Chain.moment(day))
            #expect(report.conclusion(for: .authentic) == .holds)
            #expect(report.countrySigner?.serialNumber == [UInt8(serial)])
            #expect(report.countrySigner?.der == (day == 100 ? expiring : later))
        }
        #expect(authentication.examine(files, at: Chain.moment(200)).conclusion(for: .authentic) != .holds)
        #expect(good != expiring)
    }

    @Test func `a key that was compromised stays so in every certificate`() throws {
        var chain = try Chain()
        let good = try chain.countryCertificate()
        let other = try Self.other(&chain, .linkWithoutIssuer)
        var old = chain.country
        old.builder.serialNumber = [77]
        chain.trustsCountry = false
        chain.others = [good, try old.builder.signed(with: old.key), other]
        for (reason, isFailure) in [(UInt8(1), true), (2, true), (4, false)] {
            chain.revocationLists = [try chain.revocationList([[77]], reason: reason)]
            #expect(try chain.report()[.revocation]?.isFailure == isFailure)
        }
    }

    @Test func `a signer that was revoked stays so under every certificate of its CSCA`() throws {
        for fault in Fault.allCases where fault != .revoked {
            var chain = try Chain()
            let good = try chain.countryCertificate()
            let other = try Self.other(&chain, fault)
            chain.revocationLists = [try chain.revocationList([[2]])]
            chain.trustsCountry = false
            for others in [[good, other], [other, good]] {
                chain.others = others
                #expect(try chain.report()[.revocation]?.isFailure == true, "\(fault)")
            }
        }
    }

    // MARK: - Keys

    @Test func `an RSA key that can be factored fails, one that is short is told`() throws {
        for (key, signer) in [(RSAKeys.factorable, true), (RSAKeys.short, true), (RSAKeys.short, false)] {
            var chain = try Chain()
            let rsa = SigningKey(try PrivateKey(pkcs8: key), .rsaPKCS1(.sha256), .seeded(1))
            if signer {
                chain.signer = Chain.Part(
                    builder: chain.signer.builder.replacingKey(by: rsa.publicKey), key: rsa)
            } else {
                chain.country = Chain.Part(
                    builder: chain.country.builder.replacingKey(by: rsa.publicKey), key: rsa)
                chain.country.put(35, DER.sequence([TLV.encode(0x80, rsa.identifier)]))
                chain.country.put(14, DER.octetString(rsa.identifier))
                chain.signer.put(35, DER.sequence([TLV.encode(0x80, rsa.identifier)]))
            }
            let found = try chain.report()[.certificateUse]
            #expect(
                found
                    == (key == RSAKeys.short
                        ? .warning([.shortKey(certificate: signer ? "document signer" : "CSCA", bits: 1024)])
                        : .failed(.weakKey(bits: 512))))
        }
    }
}

extension CertificateBuilder {
    fileprivate func replacingKey(by key: PublicKey) -> CertificateBuilder {
        var copy = self
        copy.publicKey = key
        return copy
    }
}
