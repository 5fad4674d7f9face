import Foundation
import PassportSimulator
import Testing

/// The index of public reports: which personas stand for which. What must happen with each is in `PersonaTests` and
/// `DocumentPersonaTests`.
struct HardCaseTests {
    static let cases: [(number: Int, title: String, personas: [String])] = [
        (1, "SELECT of the master file is unknown", ["no-mf-select", "card-access-p1-00"]),
        (2, "forms of SELECT for the master file", ["mf-select-idle", "mf-select-6a86"]),
        (3, "EF.DIR is protected", ["dir-protected"]),
        (4, "master file under secure messaging", ["mf-6882"]),
        (5, "no passport application, no EF.COM", ["eid-only", "no-com"]),
        (6, "unknown tags in EF.COM", ["com-unknown-tags"]),
        (7, "data object 84 required", ["requires-84", "refuses-84"]),
        (8, "several curves", ["two-curves"]),
        (9, "AES-256", ["aes256-p384"]),
        (10, "leading zeros", ["leading-zero"]),
        (11, "PACEInfo without parameters, unknown entries", ["no-parameter-id", "unknown-info"]),
        (12, "integrated mapping", ["im-p521", "im-and-gm"]),
        (13, "PACE only", ["pace-only-6a88", "pace-only-6985", "pace-only-6982"]),
        (14, "PACE fails, BAC works", ["pace-fails"]),
        (15, "EF.CardAccess weakened", ["weakened"]),
        (16, "PACE over DH, PIN not taken", ["dh-no-pin"]),
        (17, "initial vector and padding of CAM", ["cam"]),
        (18, "CAM with another key", ["cam-copied"]),
        (19, "BAC answer not checked", ["bac-wrong-mac", "bac-wrong-number", "bac-swapped"]),
        (20, "Le of EXTERNAL AUTHENTICATE", ["bac-le-00"]),
        (21, "wrong key, growing delay", ["slows-down"]),
        (22, "long and short numbers", ["long-number", "long-number-counted", "short-number"]),
        (23, "filler as check digit", ["filler-digit"]),
        (24, "6988 behind DG3", ["busy-6988"]),
        (25, "6Cxx and 6B00", ["plain-6c", "plain-6c-dropped", "long-6b00"]),
        (26, "at most 192 bytes", ["plain-6700"]),
        (27, "extended length refused", ["extended-refused", "extended-refused-kept", "extended-refused-counted"]),
        (28, "wrong MAC at the end", ["wrong-mac-at-end"]),
        (29, "wrong padding at the end", ["padding-at-end"]),
        (30, "short and empty answers", ["le-minus-one", "zero-bytes"]),
        (31, "limits of readers", ["reader-261", "reader-silent"]),
        (32, "lengths in EF.DG2", ["face-length-plus", "face-length-minus", "face-padding"]),
        (33, "ISO/IEC 39794-5, several faces", ["face-39794", "two-faces"]),
        (34, "offsets above 32767", ["long-file"]),
        (35, "long signatures", ["aa-6c", "aa-61", "aa-truncated", "aa-empty"]),
        (36, "ECDSA in DER, hash not told", ["aa-der", "aa-p384-sha256"]),
        (37, "RSA trailers", ["aa-33cc", "aa-b4", "aa-refused"]),
        (38, "Chip Authentication inferred", ["ca-no-info"]),
        (39, "key identifiers of Chip Authentication", ["ca-keyid-195", "ca-6a88", "ca-6f00"]),
        (40, "SET OF not sorted", ["unsorted-dg14"]),
        (41, "key not covered by EF.SOD", ["replaced-key"]),
        (42, "EF.SOD in BER", ["sod-ber"]),
        (43, "content types", ["sod-type-old", "sod-type-national", "sod-type-data"]),
        (44, "names of the signer", ["sod-issuer-reversed", "sod-issuer-strings"]),
        (45, "explicit parameters", ["explicit-curves"]),
        (46, "RSASSA-PSS", ["sod-pss"]),
        (47, "SHA-224", ["sha224"]),
        (48, "signature that does not hold", ["bad-p224"]),
        (49, "signed attributes not sorted", ["sod-unsorted"]),
        (50, "content of an unsigned list", ["sod-tampered"]),
        (51, "negative serial numbers", ["negative-serial"]),
        (52, "unknown state", ["unknown-state", "other-state"]),
        (53, "LDIF", ["listed-in-ldif"]),
        (54, "revocation", ["revocable"]),
        (55, "EF.DG11", ["dg11-other-names", "dg11-packed-date", "dg11-empty", "dg13-options"]),
        (56, "carry of the counter", ["counter-carry", "counter-sign"]),
        (57, "6987 in the middle", ["session-6987", "session-6988"]),
    ]

    @Test func `each of the 57 cases is a persona, and each has a row that says what must happen`() {
        #expect(Self.cases.map(\.number) == Array(1...57))
        let tested = PersonaTests.tested.union(DocumentPersonaTests.tested)
        for (number, title, personas) in Self.cases {
            #expect(!personas.isEmpty)
            for name in personas {
                #expect(Persona.all.contains { $0.name == name }, "\(number) \(title): \(name)")
                #expect(tested.contains(name), "\(number) \(title): \(name)")
            }
        }
        // And nobody is forgotten.
        #expect(Set(Persona.all.map(\.name)) == tested)
    }

    /// What is done for one report is done for every chip that does the same.
    @Test func `no source of the product knows a persona by its name`() throws {
        let sources = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            count += 1
            let text = try String(contentsOf: file, encoding: .utf8)
            // The names of one plain word may be words of a text; as a name they stand behind “passport/”.
            for name in Persona.all.map(\.name) {
                let isKnown = text.contains("passport/\(name)") || name.contains("-") && text.contains("\"\(name)\"")
                #expect(!isKnown, "\(name) in \(file.lastPathComponent)")
            }
        }
        #expect(count > 300)
    }
}
