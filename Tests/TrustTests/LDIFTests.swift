import Octets
import Testing

@testable import Trust

struct LDIFTests {
    private func values(_ text: String) -> [String] {
        var found: [String] = []
        LDIF.read(Array(text.utf8)) { value in
            switch value {
            case .certificate(let bytes): found.append("certificate " + String(decoding: bytes, as: UTF8.self))
            case .revocationList(let bytes): found.append("list " + String(decoding: bytes, as: UTF8.self))
            case .masterList(let bytes): found.append("master " + String(decoding: bytes, as: UTF8.self))
            case .unreadable: found.append("unreadable")
            }
        }
        return found
    }

    // "foobar" is Zm9vYmFy (RFC 4648 §10).
    @Test(arguments: [
        ("pkdMasterListContent:: Zm9vYmFy", "master foobar"),
        ("PKDMASTERLISTCONTENT::Zm9vYmFy", "master foobar"),
        ("CscaMasterListData:: Zm9vYmFy", "master foobar"),
        ("cscaMasterListData;binary:: Zm9vYmFy", "master foobar"),
        ("userCertificate;binary:: Zm9vYmFy", "certificate foobar"),
        ("cACertificate:: Zm9vYmFy", "certificate foobar"),
        ("certificateRevocationList;binary:: Zm9vYmFy", "list foobar"),
        ("userCertificate;binary:: Zm9v\n YmFy", "certificate foobar"),
        ("userCertificate;binary::\n Zm\n 9v\n  Ym\n Fy", "certificate foobar"),
        ("userCertificate;binary: Zm9vYmFy", "unreadable"),
        ("userCertificate;binary:: Zm9vYmF", "certificate fooba"),
        ("userCertificate;binary:: Zm9vY", "unreadable"),
        ("userCertificate;binary::", "unreadable"),
        ("userCertificate;binary:< file:///etc/passwd", "unreadable"),
    ])
    func `a value is found in every spelling`(line: String, value: String) {
        let text = "version: 1\n\ndn:: Yz1VVA==\nobjectClass: top\n\(line)\nc: UT\n"
        #expect(values(text) == [value])
        #expect(
            values(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")) == [value])
        #expect(LDIF.isLikely(Array(text.utf8)))
    }

    @Test func `entries, comments and folded lines of other attributes are told apart`() {
        let text = """
            # a comment that goes on
             userCertificate:: Zm9v
            version: 1

            dn: c=UT
            description: folded
             userCertificate:: Zm9v
            userCertificate;binary:: Zm9v
            userCertificate;binary:: YmFy

            dn: c=UO
            certificateRevocationList;binary:: Zm9vYmFy
            """
        #expect(values(text) == ["certificate foo", "certificate bar", "list foobar"])
    }

    @Test(arguments: [("add", 1), ("delete", 0), ("modify", 0), ("moddn", 0)])
    func `only records that add an entry count`(change: String, count: Int) {
        #expect(values("dn: c=UT\nchangetype: \(change)\nuserCertificate:: Zm9v\n\ndn: c=UO\n").count == count)
    }

    @Test(arguments: ["", "\n\n", "-----BEGIN CERTIFICATE-----\n", "0\u{82}", "name: value\n", "dnx: y"])
    func `other files are not taken for LDIF`(text: String) {
        #expect(!LDIF.isLikely(Array(text.utf8)))
        #expect(values(text).isEmpty)
    }

    @Test func `a byte order mark does not hide the first line`() {
        #expect(LDIF.isLikely([0xEF, 0xBB, 0xBF] + Array("dn: c=UT\n".utf8)))
    }

    @Test func `no cut and no changed octet is fatal`() {
        let text = Array("version: 1\n\ndn: c=UT\nuserCertificate;binary:: Zm9v\n YmFy\n\ndn: c=UO\n".utf8)
        for count in text.indices {
            LDIF.read(Array(text.prefix(count))) { _ in }
            for octet: UInt8 in [0, 0x0A, 0x20, 0x3A, 0xFF] {
                var changed = text
                changed[count] = octet
                _ = LDIF.isLikely(changed)
                LDIF.read(changed) { _ in }
            }
        }
    }
}
