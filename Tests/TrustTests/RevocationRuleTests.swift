import CardCrypto
import InlaySeams
import Octets
import Testing

@testable import PassportSimulator
@testable import Trust

struct RevocationRuleTests {
    private func verdict(at day: Int = 200, _ change: (inout Chain) throws -> Void) throws -> Verdict? {
        var chain = try Chain()
        try change(&chain)
        return try chain.report(at: Chain.moment(day))[.revocation]
    }

    // The signer has serial number 2, the CSCA 1.
    @Test func `good, revoked, unknown and expired are told apart`() throws {
        #expect(try verdict { _ in } == .notDone(.noRevocationList))
        #expect(try verdict { $0.revocationLists = [try $0.revocationList([[3], [5]])] } == .passed)
        #expect(try verdict { $0.revocationLists = [try $0.revocationList([])] } == .passed)
        #expect(
            try verdict { $0.revocationLists = [try $0.revocationList([[3], [2]], date: 15)] }
                == .failed(.revoked(certificate: "document signer", on: Chain.moment(15), reason: nil)))
        #expect(
            try verdict(at: 401) { $0.revocationLists = [try $0.revocationList([[3]])] }
                == .notDone(.revocationListExpired(on: Chain.moment(400))))
        #expect(try verdict(at: 400) { $0.revocationLists = [try $0.revocationList([[3]])] } == .passed)
        #expect(try verdict(at: 2900) { $0.revocationLists = [try $0.revocationList([[3]], next: nil)] } == .passed)
    }

    @Test func `an expired list still revokes, and the reason is told`() throws {
        let found = try verdict(at: 1000) { $0.revocationLists = [try $0.revocationList([[2]], reason: 1)] }
        #expect(found == .failed(.revoked(certificate: "document signer", on: Chain.moment(15), reason: 1)))
        #expect(found?.explanation?.contains("the key was compromised") == true)
    }

    @Test func `revoked is revoked, also as of a day before`() throws {
        let found = try verdict(at: 30) { $0.revocationLists = [try $0.revocationList([[2]], issued: 300, date: 290)] }
        #expect(found?.isFailure == true)
    }

    @Test func `a revoked CSCA takes its signers with it`() throws {
        #expect(
            try verdict { $0.revocationLists = [try $0.revocationList([[1]])] }
                == .failed(.revoked(certificate: "CSCA", on: Chain.moment(15), reason: nil)))
    }

    @Test func `a list that no trusted CSCA signed shows nothing`() throws {
        let other = try Chain.key(40)
        #expect(
            try verdict { $0.revocationLists = [try $0.revocationList([[2]], key: other)] }
                == .notDone(.revocationListUnusable(.issuerUnknown)))
        // It names the trusted key, which did not sign it.
        #expect(
            try verdict {
                let named = [CertificateExtensions.authorityKeyIdentifier($0.country.key.identifier)]
                $0.revocationLists = [try $0.revocationList([[2]], extensions: named, key: other)]
            } == .notDone(.revocationListUnusable(.signature(.invalid(.signature)))))
    }

    @Test func `a CSCA without cRLSign signs no list`() throws {
        #expect(
            try verdict {
                $0.country.setKeyUsage(0x04)
                $0.revocationLists = [try $0.revocationList([[2]])]
            } == .notDone(.revocationListUnusable(.keyUsage)))
    }

    @Test(arguments: [UInt8(27), 28]) func `a list for some certificates only shows nothing`(arc: UInt8) throws {
        // deltaCRLIndicator and issuingDistributionPoint (RFC 5280 §5.2.4, §5.2.5) are critical.
        let value = arc == 27 ? DER.encode(integer: 1) : DER.sequence([])
        #expect(
            try verdict {
                $0.revocationLists = [
                    try $0.revocationList(
                        [[2]], extensions: [Chain.extensionField([0x55, 0x1D, arc], isCritical: true, value)])
                ]
            } == .notDone(.revocationListUnusable(.partial)))
    }

    @Test func `a list of another country is not looked at`() throws {
        #expect(
            try verdict {
                let foreign = try Chain.authority(50, country: "XX")
                $0.others = [try foreign.builder.signed(with: foreign.key)]
                $0.revocationLists = [
                    try $0.revocationList([[2]], issuer: foreign.builder.subject, key: foreign.key)
                ]
            } == .notDone(.noRevocationList))
    }

    @Test func `another state's CSCA signs no list of this country`() throws {
        #expect(
            try verdict {
                let foreign = try Chain.authority(50, country: "XX")
                $0.others = [try foreign.builder.signed(with: foreign.key)]
                $0.revocationLists = [try $0.revocationList([[2]], key: foreign.key)]
            } == .notDone(.revocationListUnusable(.issuerUnknown)))
    }

    @Test func `a newer key of the country may sign the list, and its name may have changed`() throws {
        func list(_ chain: inout Chain, _ serial: [UInt8], named: Bool) throws {
            let newer = try Chain.authority(60, name: "CSCA renamed")
            chain.others = [try newer.builder.signed(with: newer.key)]
            let former = TLV.encode(0xA4, chain.country.builder.subject)
            let extensions =
                [CertificateExtensions.authorityKeyIdentifier(newer.key.identifier)]
                + (named ? [Chain.extensionField([0x55, 0x1D, 18], DER.sequence([former]))] : [])
            chain.revocationLists = [
                try chain.revocationList(
                    [serial], extensions: extensions, issuer: newer.builder.subject, key: newer.key)
            ]
        }
        #expect(try verdict { try list(&$0, [9], named: true) } == .passed)
        #expect(try verdict { try list(&$0, [9], named: false) } == .warning([.revocationListOfOtherName]))
        for named in [true, false] {
            #expect(try verdict { try list(&$0, [2], named: named) }?.isFailure == true)
        }
    }

    @Test func `of two lists of the country the one under the issuer's name counts`() throws {
        // Another CSCA of the country, as Hong Kong beside China, revoked a serial number that is ours by chance.
        #expect(
            try verdict {
                let sister = try Chain.authority(70, name: "Sister")
                $0.others = [try sister.builder.signed(with: sister.key)]
                $0.revocationLists = [
                    try $0.revocationList([[9]]),
                    try $0.revocationList([[2]], issuer: sister.builder.subject, key: sister.key),
                ]
            } == .passed)
    }

    @Test(arguments: [
        ([0x00, 0xFE], [0xFE]), ([0xFE], [0x00, 0xFE]), ([0x00], [0x00]), ([0x00, 0x00, 0x07], [0x07]),
    ])
    func `a serial number is found however its sign is written`(listed: [UInt8], owned: [UInt8]) throws {
        let list = try RevocationList(parsing: Chain().revocationList([listed]))
        #expect(list.entry(of: owned) != nil)
        #expect(list.entry(of: owned + [1]) == nil)
    }
}
