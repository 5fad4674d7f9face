import CardCrypto
import InlaySeams
import LDS
import Octets
import Testing

@testable import PassportSimulator
@testable import Trust

/// Numbers from a repeatable source, as the standard library wants them.
private struct Draw: RandomNumberGenerator {
    let source: RandomSource

    mutating func next() -> UInt64 { source.bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
}

/// Attempts to have a document called authentic although something was not checked, or is not what was signed.
struct AttackTests {
    private static func document() throws -> (document: PassportDocument, authentication: PassiveAuthentication) {
        let document = try Utopia.document()
        let anchor = try Certificate(parsing: document.countryCertificate)
        return (document, PassiveAuthentication(anchors: TrustStore(anchors: [anchor])))
    }

    @Test func `without any one of the files that were signed nothing is authentic`() throws {
        let (document, authentication) = try Self.document()
        #expect(authentication.examine(document.files, at: Utopia.moment).conclusion(for: .authentic) == .holds)
        for file in document.files.ids where file == .sod || file.dataGroupNumber != nil {
            var files = document.files
            files[file] = nil
            #expect(
                authentication.examine(files, at: Utopia.moment).conclusion(for: .authentic) != .holds, "\(file)")
        }
    }

    @Test func `a security object that is cut anywhere is not authentic`() throws {
        let (document, authentication) = try Self.document()
        let sod = try #require(document.files[.sod])
        for count in sod.indices {
            var files = document.files
            files[.sod] = Array(sod.prefix(count))
            let report = authentication.examine(files, at: Utopia.moment)
            guard report.conclusion(for: .authentic) != .holds, report[.signature]?.holds != true else {
                Issue.record("\(count) bytes")
                return
            }
        }
    }

    /// Octets changed, put in, taken out and moved, at random: what still holds is word for word what was signed.
    @Test(arguments: 0..<4) func `whatever is done to a security object, what holds is what was signed`(seed: UInt64)
        throws
    {
        let (document, authentication) = try Self.document()
        let sod = try #require(document.files[.sod])
        let genuine = try SignedData(parsing: EFSOD(parsing: sod).contentInfo)
        let signer = try Certificate(parsing: document.signerCertificate)
        var random = Draw(source: .seeded(seed))
        var held = 0
        for _ in 0..<1500 {
            var bytes = sod
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                case 2: bytes.remove(at: place)
                case 3:
                    let other = Int.random(in: 0..<bytes.count, using: &random)
                    bytes.swapAt(place, other)
                default:
                    let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
                    bytes.insert(contentsOf: bytes[place..<end], at: place)
                }
            }
            var files = document.files
            files[.sod] = bytes
            let report = authentication.examine(files, at: Utopia.moment)
            guard report[.signature]?.holds == true else {
                #expect(report.conclusion(for: .signature) != .holds)
                continue
            }
            held += 1
            let signed = try SignedData(parsing: EFSOD(parsing: bytes).contentInfo)
            #expect(signed.content == genuine.content)
            #expect(signed.signers.first?.signature == genuine.signers.first?.signature)
            // Whose key that is says the chain: what is changed around it keeps the signature, and breaks the chain.
            #expect(report.documentSigner?.publicKey.subjectPublicKey == signer.publicKey.subjectPublicKey)
            if report.conclusion(for: .authentic) == .holds {
                #expect(report.documentSigner?.toBeSigned == signer.toBeSigned)
            }
        }
        #expect(held < 1000, "a certificate is the larger part of it")
    }

    /// A document of another signer, put together from parts that are genuine each by itself.
    @Test func `parts of two genuine documents make no third`() throws {
        let (document, authentication) = try Self.document()
        let other = try Utopia.document { $0.documentNumber = "X1234567" }
        #expect(authentication.examine(other.files, at: Utopia.moment).conclusion(for: .authentic) == .holds)
        for file in document.files.ids where document.files[file] != other.files[file] {
            var files = document.files
            files[file] = other.files[file]
            #expect(
                authentication.examine(files, at: Utopia.moment).conclusion(for: .authentic) != .holds, "\(file)")
        }
    }

    /// CMS lets a signature cover the attributes or the content: attributes that were signed must not pass as content.
    @Test func `signed attributes are not taken for the content of another object`() throws {
        let (document, authentication) = try Self.document()
        let sod = try #require(document.files[.sod])
        let genuine = try SignedData(parsing: EFSOD(parsing: sod).contentInfo)
        let signer = try #require(genuine.signers.first)
        let attributes = try #require(signer.signedAttributes)
        let identifier = DER.sequence([
            DER.encode(integer: 1),
            DER.sequence([
                try Certificate(parsing: document.signerCertificate).issuer.der,
                TLV.encode(.integer, try Certificate(parsing: document.signerCertificate).serialNumber),
            ]),
            signer.digestAlgorithm.encoded(), signer.signatureAlgorithm.encoded(), DER.octetString(signer.signature),
        ])
        let content = DER.sequence([
            DER.encode(integer: 3), DER.setOf([signer.digestAlgorithm.encoded()]),
            DER.sequence([
                DER.encode(genuine.contentType),
                TLV.encode(0xA0, DER.octetString(attributes.signedOctets(.received))),
            ]),
            TLV.encode(0xA0, document.signerCertificate), DER.setOf([identifier]),
        ])
        var files = document.files
        files[.sod] = TLV.encode(
            0x77, DER.sequence([DER.encode(oid("1.2.840.113549.1.7.2")), TLV.encode(0xA0, content)]))
        let report = authentication.examine(files, at: Utopia.moment)
        // The signature itself is right, and that is why the structure must be looked at.
        #expect(report[.signature]?.holds == true)
        #expect(report[.securityObject]?.isFailure == true)
        #expect(report.conclusion(for: .hashes) != .holds)
        #expect(report.conclusion(for: .authentic) != .holds)
    }

    @Test func `as of any moment outside of the certificates' time nothing is authentic`() throws {
        let (document, authentication) = try Self.document()
        let signer = try Certificate(parsing: document.signerCertificate)
        for moment in [
            signer.notBefore.secondsSince1970 - 1, signer.notAfter.secondsSince1970 + 1, 0, Int(Int32.max) * 2,
        ] {
            let report = authentication.examine(document.files, at: Moment(secondsSince1970: moment))
            #expect(report.conclusion(for: .authentic) != .holds)
        }
    }

    /// What a batch remembers of a signer is not carried over to another moment, store or document.
    @Test func `a signer that was good is judged anew as of another day and by another store`() throws {
        let (document, authentication) = try Self.document()
        let signer = try Certificate(parsing: document.signerCertificate)
        let late = Moment(secondsSince1970: signer.notAfter.secondsSince1970 + 1)
        for (moment, holds) in [(Utopia.moment, true), (late, false), (Utopia.moment, true), (late, false)] {
            let report = authentication.examine(document.files, at: moment)
            #expect((report.conclusion(for: .authentic) == .holds) == holds)
        }
        let other = try Certificate(parsing: Utopia.document(seed: 9).countryCertificate)
        let elsewhere = PassiveAuthentication(anchors: TrustStore(anchors: [other]))
        #expect(elsewhere.examine(document.files, at: Utopia.moment).conclusion(for: .authentic) != .holds)
        // A zone of another state after one of the right one, by the same signer.
        var chain = try Chain()
        let judge = PassiveAuthentication(anchors: try chain.store())
        #expect(judge.examine(try chain.files(), at: Chain.moment(200))[.issuingState] == .passed)
        chain.zone = chain.zone.replacing("P<UTO", with: "P<FRA")
        #expect(
            judge.examine(try chain.files(), at: Chain.moment(200))[.issuingState]
                == .failed(.stateDiffers(document: "FRA", signer: "UT")))
        chain.zone = chain.zone.replacing("P<FRA", with: "P<UTO")
        #expect(judge.examine(try chain.files(), at: Chain.moment(200))[.issuingState] == .passed)
    }
}
