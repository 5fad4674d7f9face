import LDS
import Octets
import Testing

struct CertificateReferenceTests {
    @Test func `a reference has country, mnemonic and sequence number`() throws {
        let reference = try #require(CertificateReference("DECVCAEPASS00102"))
        #expect(reference.country == "DE" && reference.mnemonic == "CVCAEPASS" && reference.sequenceNumber == "00102")
        #expect(reference.description == "DECVCAEPASS00102")
        #expect(reference.bytes == Array("DECVCAEPASS00102".utf8))
    }

    /// Test certificates have such names (frankmorgner/openpace).
    @Test func `a short name is a reference without parts`() throws {
        let reference = try #require(CertificateReference("HSMCVCA"))
        #expect(reference.country == nil && reference.mnemonic == nil && reference.sequenceNumber == nil)
    }

    @Test func `letters of ISO 8859-1 are kept`() throws {
        let reference = try #require(CertificateReference("DEÜBER00001"))
        #expect(reference.bytes.count == 11 && reference.mnemonic == "ÜBER")
    }

    @Test(arguments: [
        "", "DECVCAEPASS001022", "DE\u{1F}CVCA00001", "DE\u{7F}CVCA00001", "DE\u{85}CVCA00001", "DE€00001",
    ])
    func `other texts are none`(text: String) {
        #expect(CertificateReference(text) == nil)
    }
}
