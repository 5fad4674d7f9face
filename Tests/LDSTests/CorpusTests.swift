import LDS
import Octets
import TestSupport
import Testing

/// Every file of the corpus that is a file of an eMRTD: read, or refused for the reason that the index gives.
@Suite struct CorpusTests {
    /// Folders of the corpus that this suite knows file by file.
    private static let folders = [
        "bsi_tr03105_5", "cardaccess", "cardsecurity", "dg", "face", "jmrtd", "tsemrtd", "sod", "sod_negative",
    ]

    /// Files that depart from the standard, and in what; all others have nothing to tell.
    private static let findings: [String: [String]] = [
        "cardaccess/Slovenia_multi_paceinfo.bin": ["2 bytes behind the end"],
        "cardaccess/nPA_new_testcard.bin": ["38 bytes behind the end"],
        "cardaccess/nPA_old_testcard.bin": ["PACEInfo: unknown version"],
        "dg/com/DG_list_a.bin": ["tag list of EF.COM: not a valid tag (at byte 0)"],
        "dg/com/lds_5char_version.bin": ["LDS version: 4 digits are expected (at byte 2)"],
        "dg/com/unicode_short.bin": ["Unicode version: 6 digits are expected (at byte 9)"],
        "dg/dg1/NLD_specimen_TD1.bin": ["line 2, column 30: composite check digit is wrong, 8 is expected"],
        "dg/dg14/FR_no_CAinfo.bin": [
            "ChipAuthenticationPublicKeyInfo: no offer of Chip Authentication names it"
        ],
        "dg/dg16/count_mismatch.bin": [
            "number of persons: 3 declared, 2 found", "not encoded in the canonical way",
        ],
        "dg/dg2/gmrtd_specimen_5181.bin": ["image is declared as JPEG 2000 and is JPEG"],
        "dg/dg7/count_2bytes.bin": ["not encoded in the canonical way"],
        "tsemrtd/EF_DG11.bin": ["object 5F17 is present but not listed"],
        "tsemrtd/EF_DG12.bin": ["tag list is missing"],
    ]

    /// Files that are refused, and why.
    private static let refusals: [String: String] = [
        "dg/dg1/UTO_bad_length.bin":
            "EF.DG1: 73 characters are no machine readable zone: 3 lines of 30, 2 of 36 or 2 of 44 are expected (at byte 5)"
    ]

    /// Parts of files, keys and images, each with its reader: nil for what is no matter of the LDS.
    private static let parts: [String: (@Sendable ([UInt8]) throws -> [UInt8])?] = [
        "bsi_tr03105_5/DG14_pk.bin": { try SubjectPublicKeyInfo(parsing: $0).encoded },
        "bsi_tr03105_5/DG15_pk.bin": { try SubjectPublicKeyInfo(parsing: $0).encoded },
        "bsi_tr03105_5/DG14_sk.pkcs8": nil, "bsi_tr03105_5/DG15_sk.pkcs8": nil,
        "face/ICAO_39794_5_AP_AllFields.dat": { try FaceDataBlock(parsing: $0).encoded() },
        "face/ICAO_39794_5_AP_MandFields.dat": { try FaceDataBlock(parsing: $0).encoded() },
        "face/ISO19794_Test1_Data.bin": { try FaceRecord(parsing: $0).encoded() },
        "jmrtd/dg2/iso39794/sample-39794-5-ed-1-v1.der": { try FaceDataBlock(parsing: $0).encoded() },
        "jmrtd/dg3/iso39794/sample-39794-4-ed-1-v1.der": { try FingerDataBlock(parsing: $0).encoded() },
        "jmrtd/dg4/iso39794/sample-39794-6-ed-1-v1.der": { try IrisDataBlock(parsing: $0).encoded() },
        "jmrtd/dg2/silver.jp2": { try image($0, .jp2) }, "jmrtd/wsq/fp.wsq": { try image($0, .wsq) },
        "jmrtd/wsq/sample_image.wsq": { try image($0, .wsq) },
    ]

    private static func image(_ bytes: [UInt8], _ format: ImageFormat) throws -> [UInt8] {
        try #require(ImageFormat.detect(bytes) == format)
        return bytes
    }

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `every file of the corpus is read or refused as the index says, and a new one is noticed`() throws {
        var files = 0
        var parts = 0
        var met: Set<String> = []
        for path in try Self.folders.flatMap({ try Corpus.filesBelow($0) }) {
            met.insert(path)
            let bytes = try Corpus.file(path)
            if let part = Self.parts[path] {
                parts += 1
                if let part { #expect(try part(bytes) == bytes, "\(path)") }
                continue
            }
            files += 1
            do {
                let (encoded, warnings) = try Self.roundTrip(bytes)
                #expect(Self.refusals[path] == nil, "\(path)")
                #expect(warnings.map(\.description) == Self.findings[path] ?? [], "\(path)")
                let filling = warnings.compactMap { if case .trailingBytes(let count) = $0 { count } else { nil } }
                let isCanonical = !warnings.contains(.otherEncoding)
                if isCanonical { #expect(encoded == Array(bytes.dropLast(filling.first ?? 0)), "\(path)") }
                // Parse, encode, parse: the same.
                #expect(try Self.roundTrip(encoded).encoded == encoded, "\(path)")
            } catch {
                #expect("\(error)" == Self.refusals[path], "\(path)")
            }
        }
        print("LDS: \(files) files and \(parts) parts of the corpus met")
        #expect(files >= 105 && parts == Self.parts.count)
        #expect(met.isSuperset(of: Self.parts.keys) && met.isSuperset(of: Self.findings.keys))
        #expect(met.isSuperset(of: Self.refusals.keys))
    }

    private static func roundTrip(_ bytes: [UInt8]) throws -> (encoded: [UInt8], warnings: [LDSWarning]) {
        var reader = ByteReader(bytes, in: "test")
        return switch try reader.tag() {
        case .set: try trip(EFCardAccess.self, bytes)
        case .sequence: try trip(EFCardSecurity.self, bytes)
        case 0x60: try trip(EFCOM.self, bytes)
        case 0x77: try trip(EFSOD.self, bytes)
        case 0x61: try trip(EFDG1.self, bytes)
        case 0x75: try trip(EFDG2.self, bytes)
        case 0x6B: try trip(EFDG11.self, bytes)
        case 0x6C: try trip(EFDG12.self, bytes)
        case 0x6E: try trip(EFDG14.self, bytes)
        case 0x6F: try trip(EFDG15.self, bytes)
        case 0x70: try trip(EFDG16.self, bytes)
        case 0x63: try BiometricDataGroup(.dg3, parsing: bytes).trip
        case 0x76: try BiometricDataGroup(.dg4, parsing: bytes).trip
        case 0x65: try DisplayedImages(.dg5, parsing: bytes).trip
        case 0x67: try DisplayedImages(.dg7, parsing: bytes).trip
        case let tag: throw ParseError(.unexpectedTag(expected: 0x61, found: tag), in: "test")
        }
    }

    private static func trip<File: LDSFile>(_: File.Type, _ bytes: [UInt8]) throws -> ([UInt8], [LDSWarning]) {
        let file = try File(parsing: bytes)
        return (file.encoded(), file.warnings)
    }
}

extension BiometricDataGroup {
    fileprivate var trip: ([UInt8], [LDSWarning]) { (encoded(), warnings) }
}

extension DisplayedImages {
    fileprivate var trip: ([UInt8], [LDSWarning]) { (encoded(), warnings) }
}
