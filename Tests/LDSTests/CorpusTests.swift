import LDS
import Octets
import TestSupport
import Testing

/// Every file of the corpus that is a file of an eMRTD: read, or refused for the reason that the index gives.
@Suite struct CorpusTests {
    private static let folders = [
        "bsi_tr03105_5", "cardaccess", "dg/com", "dg/dg1", "dg/dg2", "dg/dg7", "dg/dg11", "dg/dg12", "dg/dg14",
        "dg/dg15", "dg/dg16", "jmrtd/bsi2008", "jmrtd/loes2006", "jmrtd/dg2", "jmrtd/efcardsecurity", "tsemrtd", "face",
        "sod", "sod_negative", "cardsecurity",
    ]
    /// Keys, images and bare blocks, which other tests read; and a folder.
    private static let others = [
        "bsi_tr03105_5/DG14_pk.bin", "bsi_tr03105_5/DG14_sk.pkcs8", "bsi_tr03105_5/DG15_pk.bin",
        "bsi_tr03105_5/DG15_sk.pkcs8", "jmrtd/dg2/iso39794", "jmrtd/dg2/silver.jp2",
        "face/ICAO_39794_5_AP_AllFields.dat",
        "face/ICAO_39794_5_AP_MandFields.dat", "face/ISO19794_Test1_Data.bin",
    ]

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `every file of the corpus is read by the parser of its tag`() throws {
        var count = 0
        var refused: [String] = []
        for path in try Self.folders.flatMap({ try Corpus.files(in: $0) }) where !Self.others.contains(path) {
            count += 1
            let bytes = try Corpus.file(path)
            do {
                let (encoded, warnings) = try Self.roundTrip(bytes)
                let filling = warnings.compactMap { if case .trailingBytes(let count) = $0 { count } else { nil } }
                if !warnings.contains(.otherEncoding) {
                    #expect(encoded == Array(bytes.dropLast(filling.first ?? 0)), "\(path)")
                }
            } catch {
                refused.append(path)
            }
        }
        print("LDS: \(count) files of the corpus met")
        #expect(count >= 90)
        #expect(refused == ["dg/dg1/UTO_bad_length.bin"])
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
