import CardCrypto
import InlaySeams
import LDS
import Octets
import PassportSimulator
import Testing

@testable import Trust

/// Every bit of everything that a document rests on, flipped one by one.
struct MutationTests {
    /// What is flipped.
    enum Part: String, CaseIterable, CustomTestStringConvertible {
        case zone = "EF.DG1"
        case content = "the signed content"
        case attributes = "the signed attributes"
        case signature = "the signature"
        case signer = "the document signer's certificate"
        case country = "the CSCA's certificate"

        var testDescription: String { rawValue }
    }

    @Test(arguments: Part.allCases) func `no flipped bit leaves the verdict as it was`(part: Part) throws {
        let document = try Utopia.document()
        let genuine = document.files
        let anchor = try Certificate(parsing: document.countryCertificate)
        let authentication = PassiveAuthentication(anchors: TrustStore(anchors: [anchor]))
        let expected = authentication.examine(genuine, at: Utopia.moment)
        #expect(expected.conclusion(for: .authentic) == .holds)
        let passed = expected.findings.filter { $0.verdict == .passed }.map(\.check)
        #expect(passed.count >= 9)

        let range = try Self.range(of: part, document)
        for bit in range.lowerBound * 8..<range.upperBound * 8 {
            var (files, judge) = (genuine, authentication)
            switch part {
            case .zone: files[.dg1] = Self.flipped(genuine[.dg1], bit)
            case .content, .attributes, .signature, .signer: files[.sod] = Self.flipped(genuine[.sod], bit)
            case .country:
                // A certificate that cannot be read does not come into a store.
                guard
                    let changed = try? Certificate(parsing: Self.flipped(document.countryCertificate, bit))
                else { continue }
                judge = PassiveAuthentication(anchors: TrustStore(anchors: [changed]))
            }
            let report = judge.examine(files, at: Utopia.moment)
            let isNoticed = passed.contains { report[$0] != .passed }
            guard isNoticed, part == .country || report.conclusion(for: .authentic) != .holds else {
                Issue.record("bit \(bit % 8) of byte \(bit / 8)")
                return
            }
        }
    }

    @Test func `no flipped bit of a link certificate leads from the old key to the new`() throws {
        let (old, new) = (try Utopia.state(), try Utopia.state(seed: 2))
        let link = try old.linkCertificate(to: new)
        var signer = try new.documentSigner()
        signer.companions = [link]
        var files = LDSFiles([.dg1: try #require(Utopia.document().files[.dg1])])
        files[.sod] = try signer.securityObject(over: files, at: Utopia.issued)
        let authentication = PassiveAuthentication(
            anchors: TrustStore(anchors: [try Certificate(parsing: old.countryCertificate)]))
        let expected = authentication.examine(files, at: Utopia.moment)
        #expect(expected[.chain] == .warning([.linkFromDocument]))
        #expect(expected.conclusion(for: .authentic) == .holds)

        let sod = try #require(files[.sod])
        let range = try #require(sod.firstRange(of: Certificate(parsing: link).toBeSigned))
        for bit in range.lowerBound * 8..<range.upperBound * 8 {
            var changed = files
            changed[.sod] = Self.flipped(sod, bit)
            let report = authentication.examine(changed, at: Utopia.moment)
            guard report[.chain]?.holds == false, report.conclusion(for: .authentic) != .holds else {
                Issue.record("bit \(bit % 8) of byte \(bit / 8)")
                return
            }
        }
    }

    @Test func `no flipped bit of a revocation list leaves it believed`() throws {
        let (state, document) = (try Utopia.state(), try Utopia.document())
        let anchor = try Certificate(parsing: state.countryCertificate)
        let end = Moment(secondsSince1970: Utopia.moment.secondsSince1970 + 86_400)
        let signer = try Certificate(parsing: document.signerCertificate)
        for revoked in [[0x07], signer.serialNumber] {
            let der = try state.revocationList(
                revoking: [revoked], since: Utopia.issued, issued: Utopia.issued, next: end)
            func verdict(_ der: [UInt8]) -> Verdict? {
                guard let list = try? RevocationList(parsing: der) else { return nil }
                let origin = TrustOrigin(.user, name: "", imported: Utopia.moment)
                let store = TrustStore(
                    [TrustAnchor(anchor, from: origin)], revocationLists: [TrustedRevocationList(list, from: origin)])
                return PassiveAuthentication(anchors: store).examine(document.files, at: Utopia.moment)[.revocation]
            }
            let expected = verdict(der)
            #expect(revoked == [0x07] ? expected == .passed : expected?.isFailure == true)
            let range = try #require(der.firstRange(of: RevocationList(parsing: der).toBeSigned))
            for bit in range.lowerBound * 8..<range.upperBound * 8 {
                // One that cannot be read is not taken into a store; one that is not believed says neither yes nor no.
                guard let found = verdict(Self.flipped(der, bit)) else { continue }
                guard case .notDone = found else {
                    Issue.record("bit \(bit % 8) of byte \(bit / 8): \(found)")
                    return
                }
            }
        }
    }

    private static func flipped(_ bytes: [UInt8]?, _ bit: Int) -> [UInt8] {
        var bytes = bytes ?? []
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        return bytes
    }

    private static func range(of part: Part, _ document: PassportDocument) throws -> Range<Int> {
        let sod = try #require(document.files[.sod])
        let signed = try SignedData(parsing: EFSOD(parsing: sod).contentInfo)
        let signer = try #require(signed.signers.first)
        switch part {
        case .zone: return try #require(document.files[.dg1]).indices
        case .content:
            let content = try #require(signed.content)
            return try #require(sod.firstRange(of: content))
        case .attributes:
            let attributes = try #require(signer.signedAttributes)
            return try #require(sod.firstRange(of: attributes.received))
        case .signature: return try #require(sod.firstRange(of: signer.signature))
        case .signer:
            let certificate = try Certificate(parsing: document.signerCertificate)
            return try #require(sod.firstRange(of: certificate.toBeSigned))
        case .country:
            let certificate = try Certificate(parsing: document.countryCertificate)
            return try #require(certificate.der.firstRange(of: certificate.toBeSigned))
        }
    }
}
