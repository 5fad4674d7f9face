import LDS
import Testing

@Suite struct MRZDocumentTypeTests {
    @Test(
        arguments: [
            (Sample.td3, "passport"), (Sample.edited(Sample.td3, "P<UTO", "PDUTO"), "diplomatic passport"),
            (Sample.edited(Sample.td3, "P<UTO", "PXUTO"), "passport"),
            (Sample.edited(Sample.td3, "P<UTO", "X<UTO"), nil),
            (Sample.td2, "identity card"), (Sample.edited(Sample.td1, "I<UTO", "ACUTO"), "crew member certificate"),
            (Sample.edited(Sample.td1, "I<UTO", "IPUTO"), "passport card"), (Sample.belgian, "identity card"),
            (Sample.edited(Sample.td1, "I<UTO", "CRUTO"), "official travel document"),
            (Sample.edited(Sample.td1, "I<UTO", "X<UTO"), nil), (Sample.visaA, "visa"), (Sample.visaB, "visa"),
        ] as [(String, String?)])
    func `the code of a document has a name`(text: String, name: String?) throws {
        #expect(try MRZ(parsing: text).documentTypeName == name)
    }
}
