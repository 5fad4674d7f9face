import Octets
import Testing

@testable import PassportSimulator
@testable import Trust

struct DocumentTypeRuleTests {
    private func verdict(types: [String]?, zone: String? = nil, value: [UInt8]? = nil) throws -> Verdict? {
        var chain = try Chain()
        if let zone { chain.zone = zone }
        let list =
            value
            ?? types.map { DER.sequence([DER.encode(integer: 0), DER.setOf($0.map(DER.printableString))]) }
        if let list {
            chain.signer.builder.extensions.append(
                Chain.extensionField([0x67, 0x81, 0x08, 0x01, 0x01, 0x06, 0x02], list))
        }
        return try chain.report()[.documentType]
    }

    // ICAO 9303-5 §4.2.2, with code ID and the check digits that belong to it.
    private static let card =
        "IDUTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<"

    @Test(arguments: [(["P"], true), (["ID", "P"], true), (["PP"], false), (["I"], false), (["V", "AB"], false)])
    func `a passport's code must be listed`(types: [String], holds: Bool) throws {
        #expect(
            try verdict(types: types)
                == (holds ? .passed : .failed(.documentTypeDiffers(document: "P", listed: types))))
    }

    @Test(arguments: [(["I"], true), (["ID"], true), (["I<"], true), (["P", "A"], false), (["IR"], false)])
    func `one letter stands for all codes that begin with it`(types: [String], holds: Bool) throws {
        #expect(try verdict(types: types, zone: Self.card)?.holds == holds)
    }

    @Test func `a certificate without a list offers nothing to check`() throws {
        #expect(try verdict(types: nil) == .notOffered)
    }

    /// Document signers of Indonesia: no version, and no set around the types.
    @Test func `types in the sequence itself are read`() throws {
        let value = DER.sequence([DER.printableString("P")])
        #expect(try verdict(types: nil, value: value) == .passed)
        #expect(try verdict(types: nil, zone: Self.card, value: value)?.isFailure == true)
    }
}
