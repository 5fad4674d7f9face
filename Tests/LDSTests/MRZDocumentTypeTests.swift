import LDS
import Testing

@Suite struct MRZDocumentTypeTests {
    @Test(
        arguments: [
            (Sample.td3, "passport"), (Sample.edited(Sample.td3, "P<UTO", "PDUTO"), "diplomatic passport"),
            (Sample.edited(Sample.td3, "P<UTO", "PXUTO"), "passport"),
            (Sample.edited(Sample.td3, "P<UTO", "X<UTO"), nil),
            (Sample.td2, "identity card"), (Sample.edited(Sample.td1, "I<UTO", "ACUTO"), "crew member certificate"),
            (Sample.edited(Sample.td1, "I<UTO", "IVUTO"), nil), (Sample.edited(Sample.td1, "I<UTO", "AIUTO"), nil),
            (Sample.edited(Sample.td2, "I<UTO", "ACUTO"), nil), (Sample.edited(Sample.td2, "I<UTO", "CVUTO"), nil),
            (Sample.edited(Sample.td1, "I<UTO", "IPUTO"), "passport card"), (Sample.belgian, "identity card"),
            (Sample.edited(Sample.td1, "I<UTO", "CRUTO"), "official travel document"),
            (Sample.edited(Sample.td1, "I<UTO", "X<UTO"), nil), (Sample.visaA, "visa"), (Sample.visaB, "visa"),
        ] as [(String, String?)])
    func `the code of a document has a name`(text: String, name: String?) throws {
        #expect(try MRZ(parsing: text).documentTypeName == name)
    }

    // 9303-4 §4.4 and 9303-8, PU.
    @Test(arguments: [
        ("PP", "national passport"), ("PE", "emergency passport"), ("PD", "diplomatic passport"),
        ("PO", "official or service passport"), ("PR", "travel document of a refugee"), ("PT", "passport of an alien"),
        ("PS", "travel document of a stateless person"), ("PL", "laissez-passer"), ("PM", "military passport"),
        ("PU", "emergency document of a single sheet"),
    ])
    func `the second letter of a passport has a meaning since 2026`(code: String, name: String) throws {
        #expect(try MRZ(parsing: Sample.edited(Sample.td3, "P<UTO", "\(code)UTO")).documentTypeName == name)
    }
}
