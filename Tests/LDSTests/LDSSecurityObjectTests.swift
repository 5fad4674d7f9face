import LDS
import Octets
import TestSupport
import Testing

@Suite struct LDSSecurityObjectTests {
    private static let sha256 = "30 0B 0609 608648016503040201"
    /// Version 1 with two digests of two bytes.
    private static let good =
        "30 34 020101 \(sha256) 30 10 3006 020101 0401AA 3006 020102 0401BB 30 0E 13 04 30313038 13 06 3135 2E302E30"

    private static func bytes(_ text: String) -> [UInt8] {
        var bytes = hex(text)
        bytes[1] = UInt8(bytes.count - 2)
        return bytes
    }

    @Test func `digests and versions are read and written back`() throws {
        let bytes = Self.bytes(Self.good)
        let object = try LDSSecurityObject(parsing: bytes)
        #expect(object.version == 1)
        #expect(object.isKnownVersion)
        #expect(object.hashAlgorithm.algorithm == ObjectIdentifier("2.16.840.1.101.3.4.2.1"))
        #expect(object.hashAlgorithm.parameters == nil)
        #expect(object.digests == [1: [0xAA], 2: [0xBB]])
        #expect(object.dataGroups == [.dg1, .dg2])
        #expect(object.ldsVersionInfo?.ldsVersion == "0108")
        #expect(object.warnings.isEmpty)
        #expect(object.encoded() == bytes)
        let made = LDSSecurityObject(
            hashAlgorithm: object.hashAlgorithm, dataGroupHashes: object.dataGroupHashes,
            ldsVersionInfo: object.ldsVersionInfo)
        #expect(made.encoded() == bytes)
    }

    @Test func `an object that is cut or has too much is refused`() {
        let bytes = Self.bytes(Self.good)
        for count in 0..<bytes.count {
            #expect(throws: ParseError.self) { try LDSSecurityObject(parsing: Array(bytes.prefix(count))) }
        }
        #expect(throws: ParseError(.trailingBytes(1), in: "LDSSecurityObject", at: bytes.count)) {
            try LDSSecurityObject(parsing: bytes + [0])
        }
        #expect(throws: ParseError.self) { try LDSSecurityObject(parsing: [0x31] + bytes.dropFirst()) }
    }

    @Test(arguments: [("0102", 2), ("01FF", -1), ("020100", 256)])
    func `an unknown version is kept and told`(integer: String, version: Int) throws {
        let object = try LDSSecurityObject(
            parsing: Self.bytes("30 00 02\(integer) \(Self.sha256) 30 08 3006 020101 0401AA"))
        #expect(object.version == version)
        #expect(!object.isKnownVersion)
        #expect(object.warnings == [.unknownVersion("LDSSecurityObject")])
    }

    @Test func `a hash algorithm with NULL parameters keeps them`() throws {
        let bytes = Self.bytes("30 00 020100 30 0D 0609 608648016503040201 0500 30 08 3006 020101 0401AA")
        let object = try LDSSecurityObject(parsing: bytes)
        #expect(object.hashAlgorithm.parameters == [0x05, 0x00])
        #expect(object.encoded() == bytes)
    }

    @Test func `a data group that is listed twice is refused`() {
        let bytes = Self.bytes("30 00 020100 \(Self.sha256) 30 10 3006 020101 0401AA 3006 020101 0401BB")
        #expect(throws: ParseError(.invalidValue("a data group is listed twice"), in: "LDSSecurityObject", at: 28)) {
            try LDSSecurityObject(parsing: bytes)
        }
    }

    @Test func `what version 1 lacks and groups that do not exist are told`() throws {
        let object = try LDSSecurityObject(
            parsing: Self.bytes("30 00 020101 \(Self.sha256) 30 08 3006 020111 0401AA"))
        #expect(object.warnings.contains(.missing("LDS version")))
        #expect(object.warnings.count == 2)
        #expect(object.digests == [17: [0xAA]])
        #expect(object.dataGroups.isEmpty)
    }

    @Test func `too many digests are refused`() {
        let entries = (0...LDSSecurityObject.limit).map {
            DER.sequence([DER.encode(integer: $0), DER.octetString([0xAA])])
        }
        let bytes = DER.sequence([DER.encode(integer: 0), hex(Self.sha256), DER.sequence(entries)])
        #expect(throws: ParseError.self) { try LDSSecurityObject(parsing: bytes) }
    }

    @Test(
        .enabled(if: Corpus.isThere, Corpus.notice),
        arguments: [
            ("sod/RU_ecdsa_sha1_explicit.bin", 0, "1.3.14.3.2.26", [1, 2, 3, 13, 14]),
            ("sod/GB_ecdsa_sha256_explicit_ldsv1.bin", 1, "2.16.840.1.101.3.4.2.1", [1, 2, 14]),
            ("sod/GB_rsapss_sha256.bin", 0, "2.16.840.1.101.3.4.2.1", [1, 2]),
            ("sod/DE_ecdsa_sha384_ldsv1.bin", 1, "2.16.840.1.101.3.4.2.2", [1, 2, 3, 14]),
            ("sod/NZ_rsa_sha256_BER_indefinite.bin", 0, "2.16.840.1.101.3.4.2.1", [1, 2, 12, 13, 14, 15]),
            ("sod/NZ_rsa_sha256_DER_normalised.bin", 0, "2.16.840.1.101.3.4.2.1", [1, 2, 12, 13, 14, 15]),
            ("sod/FR_rsa_sha256.bin", 0, "2.16.840.1.101.3.4.2.1", [1, 2, 3, 11, 12, 13, 14]),
            ("sod/MY_rsapss_signer_not_found.bin", 0, "2.16.840.1.101.3.4.2.1", [1, 2, 3, 11, 12, 14]),
            ("sod/SG_rsapss_ldsv1.bin", 1, "2.16.840.1.101.3.4.2.1", [1, 2, 3, 4, 13, 14]),
            ("sod/ID_rsapss_algprotection.bin", 0, "2.16.840.1.101.3.4.2.1", [1, 2, 3, 14, 15]),
            ("sod/BSI_ReferenceDataSet_HJP_rsapss.bin", 0, "2.16.840.1.101.3.4.2.1", [1, 2, 3, 14, 4]),
            ("sod/BSI_ReferenceDataSet_ETSI_rsapss_dg15.bin", 0, "2.16.840.1.101.3.4.2.1", [1, 2, 3, 14, 15, 4]),
            ("sod_negative/BSI_lds_v2.bin", 2, "2.16.840.1.101.3.4.2.1", [1, 2, 3, 14, 4]),
            ("sod_negative/BSI_lds_vminus1.bin", -1, "2.16.840.1.101.3.4.2.1", [1, 2, 3, 14, 4]),
            ("jmrtd/bsi2008/EF_SOD.bin", 0, "1.3.14.3.2.26", [1, 2, 3, 14]),
            ("jmrtd/loes2006/ef011D.bin", 0, "2.16.840.1.101.3.4.2.1", [1, 2, 15]),
        ])
    func `the signed content of the corpus is what the index tells`(
        path: String, version: Int, algorithm: String, groups: [Int]
    ) throws {
        let content = try Self.signedContent(of: EFSOD(parsing: Corpus.file(path)))
        let object = try LDSSecurityObject(parsing: content)
        #expect(object.version == version)
        #expect(object.isKnownVersion == (version == 0 || version == 1))
        #expect(object.hashAlgorithm.algorithm.dotted == algorithm)
        #expect(object.dataGroupHashes.map(\.number) == groups)
        #expect(object.warnings.contains(.otherEncoding) == (object.encoded() != content))
        #expect(object.encoded() == content)
        #expect((object.ldsVersionInfo != nil) == (version == 1))
    }

    /// eContent of a SignedData (RFC 5652 §5).
    private static func signedContent(of file: EFSOD) throws -> [UInt8] {
        var outer = TLVReader(file.contentInfo, in: "test", rules: .ber)
        var contentInfo = try outer.next(.sequence).contents("test")
        _ = try contentInfo.next(.objectIdentifier)
        var wrapped = try contentInfo.next(0xA0).contents("test")
        var signedData = try wrapped.next(.sequence).contents("test")
        _ = try signedData.next(.integer)
        _ = try signedData.next(.set)
        var encapsulated = try signedData.next(.sequence).contents("test")
        _ = try encapsulated.next(.objectIdentifier)
        var explicit = try encapsulated.next(0xA0).contents("test")
        return try explicit.next().octetString("test")
    }
}
