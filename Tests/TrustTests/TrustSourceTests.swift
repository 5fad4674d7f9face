import CardCrypto
import Octets
import PassportSimulator
import Testing

@testable import Trust

struct TrustSourceTests {
    private func parse(_ bytes: [UInt8]) -> TrustSource { TrustSource(parsing: bytes, named: "file") }

    private func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = (Array(group) + [0, 0]).prefix(3).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            text += [18, 12, 6, 0].map { alphabet[Int(bits >> UInt32($0) & 63)] }.prefix(group.count + 1)
            text += Array(repeating: UInt8(ascii: "="), count: 3 - group.count)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private struct Parts {
        let certificate: [UInt8]
        let list: [UInt8]
        let master: [UInt8]

        init() throws {
            let state = try Utopia.state()
            certificate = state.countryCertificate
            list = try state.revocationList(revoking: [[5]], since: Utopia.issued, issued: Utopia.issued, next: nil)
            master = try state.masterListSigner().masterList(of: [certificate], at: Utopia.issued)
        }
    }

    @Test func `DER objects are told apart, one or many in a file`() throws {
        let parts = try Parts()
        let source = parse(parts.certificate + parts.list + parts.master + parts.certificate)
        #expect(source.format == .der)
        #expect(source.certificates == [parts.certificate, parts.certificate])
        #expect(source.revocationLists == [parts.list])
        #expect(source.masterLists.map(\.encoded) == [parts.master])
        #expect(source.skipped.isEmpty)
    }

    @Test func `PEM blocks are told apart, and keys passed over`() throws {
        let parts = try Parts()
        let text = [
            ("CERTIFICATE", parts.certificate), ("X509 CRL", parts.list), ("CMS", parts.master),
            ("PRIVATE KEY", [1, 2, 3]),
        ].map { label, der in "-----BEGIN \(label)-----\n\(base64(der))\n-----END \(label)-----\n" }.joined()
        let source = parse(Array(text.utf8))
        #expect(source.format == .pem)
        #expect(source.certificates == [parts.certificate])
        #expect(source.revocationLists == [parts.list])
        #expect(source.masterLists.count == 1)
        #expect(source.skipped == [.otherContent: 1])
    }

    @Test(arguments: ["pkdMasterListContent", "CscaMasterListData"])
    func `LDIF values are told apart`(attribute: String) throws {
        let parts = try Parts()
        let folded = base64(parts.master).enumerated().map { $0 % 70 == 69 ? "\($1)\r\n " : "\($1)" }.joined()
        let text =
            "version: 1\r\n\r\ndn: o=ml,c=UT\r\n\(attribute):: \(folded)\r\n\r\n"
            + "dn: o=crl,c=UT\r\ncertificateRevocationList;binary:: \(base64(parts.list))\r\n\r\n"
            + "dn: o=csca,c=UT\r\nuserCertificate;binary:: \(base64(parts.certificate))\r\nuserCertificate:: !\r\n"
        let source = parse(Array(text.utf8))
        #expect(source.format == .ldif)
        #expect(source.certificates == [parts.certificate])
        #expect(source.revocationLists == [parts.list])
        #expect(source.masterLists.map(\.encoded) == [parts.master])
        #expect(source.skipped == [.malformed: 1])
    }

    @Test func `a bag of certificates that nobody signed is a file of certificates`() throws {
        let certificate = try Utopia.state().countryCertificate
        // PKCS #7 with certificates only, as "openssl crl2pkcs7 -nocrl" makes it (RFC 5652 §5.1, degenerate).
        let data = DER.sequence([
            DER.encode(integer: 1), DER.setOf([]),
            DER.sequence([DER.encode(ObjectIdentifier("1.2.840.113549.1.7.1")!)]),
            TLV.encode(0xA0, certificate), DER.setOf([]),
        ])
        let bag = DER.sequence([DER.encode(ObjectIdentifier("1.2.840.113549.1.7.2")!), TLV.encode(0xA0, data)])
        #expect(parse(bag).certificates == [certificate])
    }

    @Test(arguments: [[], [0x30], [0x30, 0x00], [0x04, 0x01, 0x00], [0x30, 0x82, 0xFF, 0xFF], Array("hello".utf8)])
    func `what is none of these is empty`(bytes: [UInt8]) {
        #expect(parse(bytes).isEmpty)
        #expect(parse(bytes).skipped == (bytes.isEmpty ? [:] : [.malformed: 1]))
    }

    @Test func `a file that is cut off keeps what is whole`() throws {
        let parts = try Parts()
        let bytes = parts.certificate + parts.list
        for count in 0..<bytes.count {
            let source = parse(Array(bytes.prefix(count)))
            #expect(source.certificates.count == (count < parts.certificate.count ? 0 : 1), "\(count)")
            #expect(source.revocationLists.isEmpty)
        }
    }
}
