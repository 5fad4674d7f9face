import CardCrypto
import InlaySeams
import LDS
import Octets
import TestSupport
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
        #expect(
            try verdict(at: 110) { $0.revocationLists = [try $0.revocationList([[3]], next: nil)] }
                == .warning([.revocationListWithoutEnd]))
    }

    /// 9303-12 §4.1.5: a new list at least every 90 days.
    @Test func `a list that does not say when it ends is no longer the latest after 90 days`() throws {
        #expect(
            try verdict(at: 111) { $0.revocationLists = [try $0.revocationList([[3]], next: nil)] }
                == .notDone(.revocationListExpired(on: Chain.moment(110))))
    }

    @Test func `a list of the future shows nothing yet`() throws {
        #expect(
            try verdict(at: 200) { $0.revocationLists = [try $0.revocationList([[3]], issued: 300)] }
                == .notDone(.revocationListUnusable(.notYetIssued(Chain.moment(300)))))
        #expect(
            try verdict(at: 200) {
                $0.revocationLists = [try $0.revocationList([[2]]), try $0.revocationList([[3]], issued: 300)]
            }?.isFailure == true)
    }

    @Test func `the lists are those of the CSCA that was found, whatever the signer calls it`() throws {
        #expect(
            try verdict {
                $0.signer.builder.issuer = DER.sequence([
                    DER.setOf([DER.sequence([DER.encode(oid("2.5.4.3")), DER.utf8String("CSCA")])])
                ])
                $0.revocationLists = [try $0.revocationList([[2]])]
            }?.isFailure == true)
    }

    @Test func `a sister's list in force does not stand in for the issuer's that has run out`() throws {
        #expect(
            try verdict(at: 450) {
                let sister = try Chain.authority(70, name: "Sister")
                $0.others = [try sister.builder.signed(with: sister.key)]
                $0.revocationLists = [
                    try $0.revocationList([[9]]),
                    try $0.revocationList(
                        [[9]], issued: 420, next: 500, issuer: sister.builder.subject, key: sister.key),
                ]
            } == .notDone(.revocationListExpired(on: Chain.moment(400))))
    }

    /// Serial numbers are those of one CSCA; but the newest key of a CSCA tells about what older ones signed as well.
    @Test(arguments: [(20, false), (30, true)])
    func `of two CSCAs with one name the issuer's list counts, and a later one`(issued: Int, revokes: Bool) throws {
        let found = try verdict {
            let other = try Chain.authority(70)
            $0.others = [try other.builder.signed(with: other.key)]
            $0.revocationLists = [
                try $0.revocationList([[9]]), try $0.revocationList([[2]], issued: issued, key: other.key),
            ]
        }
        #expect(found?.isFailure == revokes)
    }

    @Test func `the serial number that the document names is looked up as well as the certificate's`() throws {
        func verdict(revoking serial: UInt8) throws -> Verdict? {
            var chain = try Chain()
            chain.revocationLists = [try chain.revocationList([[serial]])]
            var files = try chain.files()
            files[.sod] = nil
            let signer = DocumentSigner(
                key: chain.signer.key.key, algorithm: chain.signer.key.algorithm,
                certificate: try chain.signer.builder.signed(with: chain.country.key),
                issuer: chain.signer.builder.issuer, serialNumber: [33], digest: .sha256, random: .seeded(1),
                companions: [])
            files[.sod] = try signer.securityObject(over: files, at: chain.signedAt)
            return PassiveAuthentication(anchors: try chain.store()).examine(files, at: Chain.moment(200))[.revocation]
        }
        #expect(try verdict(revoking: 34)?.holds == true)
        #expect(try verdict(revoking: 33)?.isFailure == true)
        #expect(try verdict(revoking: 2)?.isFailure == true)
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

    /// deltaCRLIndicator, issuingDistributionPoint, and rules of entries (RFC 5280 §5.2.4, §5.2.5, §5.3); the first two
    /// must be critical and are understood without that.
    @Test(arguments: [true, false]) func `a list that is not complete shows nothing, and why is told`(isCritical: Bool)
        throws
    {
        let onlyUsers = DER.sequence([TLV.encode(0x81, [0xFF])])
        let indirect = DER.sequence([TLV.encode(0x84, [0xFF])])
        let kinds: [(arc: UInt8, value: [UInt8], RevocationList.Limitation)] = [
            (27, DER.encode(integer: 1), .delta), (28, DER.sequence([]), .partial), (28, onlyUsers, .partial),
            (28, indirect, .indirect),
        ]
        for (arc, value, limitation) in kinds {
            let found = try verdict {
                let rule = Chain.extensionField([0x55, 0x1D, arc], isCritical: isCritical, value)
                $0.revocationLists = [try $0.revocationList([[2]], extensions: [rule])]
            }
            #expect(found == .notDone(.revocationListUnusable(.limited(limitation))))
        }
    }

    @Test func `a critical rule that is not known makes a list useless, one that is not critical does not`() throws {
        let unknown = [UInt8]([0x2A, 0x03, 0x04])
        func found(_ isCritical: Bool, in entry: Bool) throws -> Verdict? {
            try verdict {
                let rule = Chain.extensionField(unknown, isCritical: isCritical, [0x05, 0x00])
                $0.revocationLists = [
                    try $0.revocationList(
                        [[9]], extensions: entry ? nil : [rule], details: entry ? [rule] : [])
                ]
            }
        }
        for entry in [true, false] {
            #expect(
                try found(true, in: entry)
                    == .notDone(.revocationListUnusable(.limited(.unknownRule(oid("1.2.3.4"))))))
            #expect(try found(false, in: entry)?.holds == true)
        }
        // certificateIssuer names another issuer for an entry.
        #expect(
            try verdict {
                let rule = Chain.extensionField([0x55, 0x1D, 29], isCritical: true, DER.sequence([]))
                $0.revocationLists = [try $0.revocationList([[2]], details: [rule])]
            } == .notDone(.revocationListUnusable(.limited(.indirect))))
    }

    @Test func `a list of a day when its CSCA was not in force shows nothing`() throws {
        #expect(
            try verdict {
                $0.country.builder.notAfter = Chain.moment(300)
                $0.revocationLists = [try $0.revocationList([[2]], issued: 301, next: 500)]
            } == .notDone(.revocationListUnusable(.issuerNotInForce(Chain.moment(301)))))
    }

    @Test func `a list that came after the signer's certificate had expired may leave it out`() throws {
        #expect(
            try verdict(at: 3150) { $0.revocationLists = [try $0.revocationList([[9]], issued: 3100, next: 3200)] }
                == .warning([.revocationListAfterExpiry]))
    }

    /// Two certificates hold the key that signed the list: the one that may not sign lists comes first.
    @Test func `of several certificates with one key the one that may sign lists counts`() throws {
        let found = try verdict {
            var old = $0.country
            old.builder.serialNumber = [77]
            old.setKeyUsage(0x04)
            $0.trustsCountry = false
            $0.others = [try old.builder.signed(with: old.key), try $0.countryCertificate()]
            $0.revocationLists = [try $0.revocationList([[2]])]
        }
        #expect(found == .failed(.revoked(certificate: "document signer", on: Chain.moment(15), reason: nil)))
    }

    /// The openssl program and this rule, on moments before, in and after the time of certificates and lists.
    @Test(.enabled(if: OpenSSLTool.isThere, "there is no openssl program"))
    func `at every moment openssl agrees on what passes and what is revoked`() throws {
        var chain = try Chain()
        let tool = try OpenSSLTool()
        defer { tool.remove() }
        for (name, der) in [
            ("country", try chain.countryCertificate()), ("signer", try chain.documentSigner().certificate),
        ] {
            try tool.write(der, to: name)
            try tool.expectSuccess("x509", "-inform", "DER", "-in", name, "-out", "\(name).pem")
        }
        for revoked in [false, true] {
            let list = try chain.revocationList([revoked ? [2] : [9]])
            chain.revocationLists = [list]
            try tool.write(list, to: "list")
            try tool.expectSuccess("crl", "-inform", "DER", "-in", "list", "-out", "list.pem")
            for day in [5, 9, 10, 19, 20, 21, 399, 400, 2999, 3000, 4001] {
                // Not at the last second itself, which RFC 5280 §4.1.2.5 counts in and openssl does not.
                let moment = Moment(secondsSince1970: Chain.moment(day).secondsSince1970 + 30)
                let theirs = try tool.run(
                    "verify", "-attime", "\(moment.secondsSince1970)", "-crl_check", "-CRLfile", "list.pem", "-CAfile",
                    "country.pem", "signer.pem")
                let report = try chain.report(at: moment)
                let isGood = report[.validity]?.holds == true && report[.revocation]?.holds == true
                // A list from after the moment asked about is refused by openssl; here it knows more, not less.
                if day >= 20 || revoked { #expect(isGood == (theirs.code == 0), "day \(day): \(theirs.text)") }
                #expect(theirs.text.contains("CRL has expired") == (day >= 400), "day \(day): \(theirs.text)")
                let isExpired =
                    report[.validity] == .failed(.expired(certificate: "document signer", on: Chain.moment(3000)))
                #expect(isExpired == (day >= 3000))
                if revoked {
                    // Having found that, openssl looks at nothing else.
                    #expect(report[.revocation]?.isFailure == true)
                    #expect(theirs.text.contains("certificate revoked"), "day \(day): \(theirs.text)")
                } else {
                    #expect(theirs.text.contains("certificate has expired") == isExpired, "day \(day): \(theirs.text)")
                    let expired = Verdict.notDone(.revocationListExpired(on: Chain.moment(400)))
                    #expect((report[.revocation] == expired) == (day >= 400))
                }
            }
        }
    }

    /// 9303-12 §7.1.4: the list is signed with the key in use now, and tells about the link certificate as well.
    @Test func `a revoked link certificate leads nowhere`() throws {
        var chain = try Chain()
        let newer = try Chain.authority(80)
        chain.signer = try Chain.signer(2, under: newer)
        var link = newer
        link.builder.issuer = chain.country.builder.subject
        link.builder.serialNumber = [81]
        link.put(35, DER.sequence([TLV.encode(0x80, chain.country.key.identifier)]))
        let linkDER = try link.builder.signed(with: chain.country.key)
        func report(revoking serial: [UInt8]) throws -> PassiveAuthenticationReport {
            var signing = chain
            signing.companions = [linkDER]
            signing.revocationLists = [try chain.revocationList([serial])]
            var files = LDSFiles()
            files[.dg1] = EFDG1(try MRZ(parsing: chain.zone)).encoded()
            let signer = DocumentSigner(
                key: chain.signer.key.key, algorithm: chain.signer.key.algorithm,
                certificate: try chain.signer.builder.signed(with: newer.key), issuer: chain.signer.builder.issuer,
                serialNumber: chain.signer.builder.serialNumber, digest: .sha256, random: .seeded(1),
                companions: [linkDER])
            files[.sod] = try signer.securityObject(over: files, at: chain.signedAt)
            return PassiveAuthentication(anchors: try signing.store()).examine(files, at: Chain.moment(200))
        }
        let good = try report(revoking: [9])
        #expect(good[.chain] == .warning([.linkFromDocument]))
        #expect(good[.revocation]?.holds == true)
        let bad = try report(revoking: [81])
        #expect(bad[.revocation] == .failed(.revoked(certificate: "link", on: Chain.moment(15), reason: nil)))
        #expect(bad.conclusion(for: .authentic) == .failed([.revocation]))
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
