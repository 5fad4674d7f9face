import CardCrypto
import Octets
import Testing

@testable import PassportSimulator
@testable import Trust

struct ChainRuleTests {
    private func verdict(_ chain: Chain) throws -> Verdict? { try chain.report()[.chain] }

    @Test func `a signer that a trusted CSCA issued passes, and the CSCA is shown`() throws {
        let chain = try Chain()
        let report = try chain.report()
        #expect(report[.chain] == .passed)
        #expect(report.countrySigner?.der == (try chain.countryCertificate()))
        let facts = report.findings.first { $0.check == .chain }?.evidence ?? []
        #expect(facts.map(\.name) == ["issuer", "CSCA", "CSCA SHA-256"])
    }

    @Test func `without anchors, or without the right one, the issuer is not known`() throws {
        var chain = try Chain()
        chain.trustsCountry = false
        #expect(try verdict(chain) == .notDone(.noAnchors))
        let other = try Chain.authority(7, name: "Another")
        chain.others = [try other.builder.signed(with: other.key)]
        #expect(try verdict(chain) == .notDone(.issuerUnknown(country: "UT")))
    }

    @Test func `a signer that names a trusted key which did not sign it fails`() throws {
        var chain = try Chain()
        let pretended = try Chain.authority(7)
        chain.trustsCountry = false
        chain.others = [try pretended.builder.signed(with: pretended.key)]
        chain.signer.put(35, DER.sequence([TLV.encode(0x80, pretended.key.identifier)]))
        #expect(try verdict(chain) == .failed(.issuerSignature(.invalid(.signature))))
    }

    @Test func `of several CSCAs with one name the key decides`() throws {
        var chain = try Chain()
        chain.others = try (10..<14).map { seed in
            let other = try Chain.authority(UInt64(seed))
            return try other.builder.signed(with: other.key)
        }
        #expect(try verdict(chain) == .passed)
        chain.signer.remove(35)
        #expect(try verdict(chain) == .warning([.issuerFoundByTrying]))
    }

    @Test func `an issuer's name in another spelling is told, the key fits`() throws {
        var chain = try Chain()
        chain.signer.builder.issuer = Chain.name("UT", "A former name")
        #expect(try verdict(chain) == .warning([.issuerNameDiffers]))
        chain.signer.builder.issuer = Chain.name("ut", "csca")
        #expect(try verdict(chain) == .passed)
    }

    @Test func `a CSCA of another country is found by its key only`() throws {
        var chain = try Chain()
        chain.signer.builder.issuer = Chain.name("XX", "CSCA")
        #expect(try verdict(chain) == .warning([.issuerNameDiffers]))
        chain.signer.remove(35)
        #expect(try verdict(chain) == .notDone(.issuerUnknown(country: "XX")))
    }

    // MARK: - Link certificates

    /// A chain whose CSCA is new: an old one vouches for it in a link certificate.
    private func renewed(_ change: (inout Chain.Part) -> Void = { _ in }) throws -> (Chain, old: [UInt8], link: [UInt8])
    {
        let chain = try Chain()
        let old = try Chain.authority(30)
        var link = chain.country
        link.put(35, DER.sequence([TLV.encode(0x80, old.key.identifier)]))
        link.builder.issuer = old.builder.subject
        change(&link)
        return (chain, try old.builder.signed(with: old.key), try link.builder.signed(with: old.key))
    }

    @Test func `a link certificate in the store is an anchor like its root`() throws {
        var (chain, old, link) = try renewed()
        chain.trustsCountry = false
        chain.others = [old, link]
        #expect(try verdict(chain) == .passed)
        chain.others = [link]
        #expect(try verdict(chain) == .warning([.anchorIssuerUnknown]))
    }

    @Test func `a link certificate in the document leads to an old root`() throws {
        var (chain, old, link) = try renewed()
        chain.trustsCountry = false
        chain.others = [old]
        #expect(try verdict(chain) == .notDone(.issuerUnknown(country: "UT")))
        chain.companions = [link]
        #expect(try verdict(chain) == .warning([.linkFromDocument]))
        #expect(try chain.report().countrySigner?.der == old)
    }

    @Test func `a link certificate to another name must announce it`() throws {
        func change(_ link: inout Chain.Part) { link.builder.subject = Chain.name("UT", "Renamed") }
        var (chain, old, link) = try renewed(change)
        chain.trustsCountry = false
        chain.others = [old]
        chain.companions = [link]
        #expect(try verdict(chain) == .failed(.pathTooLong))
        (_, _, link) = try renewed { link in
            change(&link)
            link.builder.extensions.append(
                Chain.extensionField([0x67, 0x81, 0x08, 0x01, 0x01, 0x06, 0x01], [0x05, 0x00]))
        }
        chain.companions = [link]
        #expect(try verdict(chain) == .warning([.issuerNameDiffers, .linkFromDocument]))
    }

    @Test func `a link to another country, or a companion that is no authority, leads nowhere`() throws {
        var (chain, old, link) = try renewed { $0.builder.subject = Chain.name("XX", "CSCA") }
        chain.trustsCountry = false
        chain.others = [old]
        chain.companions = [link]
        #expect(try verdict(chain) == .failed(.pathTooLong))
        (_, _, link) = try renewed {
            $0.remove(19)
            $0.setKeyUsage(0x80)
        }
        chain.companions = [link]
        #expect(try verdict(chain) == .notDone(.issuerUnknown(country: "UT")))
    }

    @Test func `what a document brings along does not help the next document`() throws {
        var (chain, old, link) = try renewed()
        chain.trustsCountry = false
        chain.others = [old]
        let authentication = PassiveAuthentication(anchors: try chain.store())
        let without = try chain.files()
        chain.companions = [link]
        let with = try chain.files()
        for _ in 0..<2 {
            #expect(
                authentication.examine(without, at: Chain.moment(200))[.chain]
                    == .notDone(.issuerUnknown(country: "UT")))
            #expect(authentication.examine(with, at: Chain.moment(200))[.chain] == .warning([.linkFromDocument]))
        }
    }

    @Test func `a companion that does not say that it is an authority is no link`() throws {
        var (chain, old, link) = try renewed {
            $0.remove(19)
            $0.remove(15)
        }
        chain.trustsCountry = false
        chain.others = [old]
        chain.companions = [link]
        #expect(try verdict(chain) == .notDone(.issuerUnknown(country: "UT")))
    }

    @Test func `a CSCA signs no document itself`() throws {
        var chain = try Chain()
        chain.signer = chain.country
        #expect(try verdict(chain) == .failed(.signedByAuthority))
    }

    // MARK: - Damage

    @Test func `an anchor that its own key did not sign is damaged`() throws {
        var chain = try Chain()
        let signer = try chain.documentSigner()
        var certificate = try chain.countryCertificate()
        // One day more of validity.
        let date = try #require(certificate.firstRange(of: Array("231114".utf8)))
        certificate[date.lowerBound + 5] += 1
        chain.trustsCountry = false
        chain.others = [certificate]
        #expect(try Certificate(parsing: signer.certificate).isSigned(by: chain.country.key.publicKey) == .valid)
        #expect(try verdict(chain) == .failed(.damagedAnchor))
    }
}
