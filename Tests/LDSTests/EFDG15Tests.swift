import LDS
import Octets
import TestSupport
import Testing

@Suite struct EFDG15Tests {
    @Test func `the key is read and written back`() throws {
        let bytes = hex("6F 1A 30 18 30 13 0607 2A8648CE3D0201 0608 2A8648CE3D030107 0301 00")
        let file = try EFDG15(parsing: bytes)
        #expect(file.publicKey.algorithm.algorithm == ObjectIdentifier("1.2.840.10045.2.1"))
        #expect(file.publicKey.algorithm.parameters == hex("0608 2A8648CE3D030107"))
        #expect(file.publicKey.algorithm.standardizedDomainParameterID == nil)
        #expect(file.publicKey.publicKey.isEmpty)
        #expect(file.warnings.isEmpty)
        #expect(file.encoded() == bytes)
        #expect(EFDG15(file.publicKey).encoded() == bytes)
        #expect(SubjectPublicKeyInfo(algorithm: file.publicKey.algorithm, publicKey: []) == file.publicKey)
        expectRefusals(of: EFDG15.self, around: bytes)
        try expectTrailingBytesToBeTold(of: EFDG15.self, behind: bytes)
    }

    /// Without an algorithm, with an empty one, with unused bits, with an OCTET STRING, with too much in any part.
    @Test(arguments: [
        "6F 02 30 00", "6F 09 30 07 30 02 0600 0301 00", "6F 0A 30 08 30 03 060100 0301 04",
        "6F 0A 30 08 30 03 060100 0401 00", "6F 0C 30 0A 30 03 060100 0301 00 0500",
        "6F 0E 30 0C 30 07 060100 0500 0500 0301 00",
    ])
    func `what is no key is refused`(text: String) {
        #expect(throws: ParseError.self) { try EFDG15(parsing: hex(text)) }
    }

    @Test func `bytes behind the key are told`() throws {
        let file = try EFDG15(parsing: hex("6F 0C 30 08 30 03 060100 0301 00 0500"))
        #expect(file.warnings == [.trailingBytes(2), .otherEncoding])
        #expect(file.encoded() == hex("6F 0A 30 08 30 03 060100 0301 00"))
    }

    @Test(arguments: [(0, 0), (13, 13), (300, 300)])
    func `a standardised set of parameters has its number`(id: Int, expected: Int) throws {
        let algorithm = AlgorithmIdentifier(standardizedDomainParameters: id)
        #expect(algorithm.standardizedDomainParameterID == expected)
        #expect(algorithm.algorithm.dotted == "0.4.0.127.0.7.1.2")
        #expect(AlgorithmIdentifier(algorithm.algorithm).standardizedDomainParameterID == nil)
    }

    @Test(
        .enabled(if: Corpus.isThere, Corpus.notice),
        arguments: [
            ("dg/dg15/NZ_RSA1792.bin", "1.2.840.113549.1.1.1"), ("dg/dg15/BSI_RSA1024_a.bin", "1.2.840.113549.1.1.1"),
            ("dg/dg15/BSI_RSA1024_b.bin", "1.2.840.113549.1.1.1"),
            ("dg/dg15/EC_bp256_explicit.bin", "1.2.840.10045.2.1"),
            ("bsi_tr03105_5/Datagroup15.bin", "1.2.840.113549.1.1.1"),
            ("jmrtd/bsi2008/Datagroup15.bin", "1.2.840.113549.1.1.1"),
            ("jmrtd/loes2006/ef010F.bin", "1.2.840.113549.1.1.1"),
        ])
    func `keys of the corpus come back byte for byte`(path: String, algorithm: String) throws {
        let bytes = try Corpus.file(path)
        let file = try EFDG15(parsing: bytes)
        #expect(file.publicKey.algorithm.algorithm.dotted == algorithm)
        #expect(file.warnings.isEmpty)
        #expect(file.encoded() == bytes)
    }

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `the key files beside the reference set are the keys of its groups`() throws {
        let aa = try SubjectPublicKeyInfo(parsing: Corpus.file("bsi_tr03105_5/DG15_pk.bin"))
        #expect(try EFDG15(parsing: Corpus.file("bsi_tr03105_5/Datagroup15.bin")).publicKey == aa)
        let ca = try SubjectPublicKeyInfo(parsing: Corpus.file("bsi_tr03105_5/DG14_pk.bin"))
        let dg14 = try EFDG14(parsing: Corpus.file("bsi_tr03105_5/Datagroup14.bin"))
        #expect(dg14.securityInfos.chipAuthenticationPublicKeys.map(\.publicKey) == [ca])
    }
}
