import CardCrypto
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
