import Foundation
import LDS
import Octets
import TestSupport
import Testing

@testable import InlayCommands

@Suite struct FileDecoderTests {
    private static func hexText(_ bytes: [UInt8]) -> String { Hex.string(bytes) }

    private static func decode(_ kind: String, _ bytes: [UInt8], _ options: [String] = []) -> CommandRun {
        CommandRun(["decode", kind, hexText(bytes)] + options, width: 160)
    }

    private static let date = CalendarDate(year: 2020, month: 2, day: 29)

    /// A kind, a file, and what must be said about it.
    static let cases: [(String, [UInt8], [String])] = [
        (
            "com", hex("60 14 5F01 04 30313038 5F36 06 313530303030 5C 02 61 75"),
            ["0 60  EF.COM", "2   5F01  LDS version  0108, version 1.8", "version 15.0.0", "61 (EF.DG1), 75 (EF.DG2)"]
        ),
        (
            "card-access", hex("31 14 30 12 060A 04007F00070202040202 020102 02010D"),
            [
                "PACEInfo  id-PACE-ECDH-GM-AES-CBC-CMAC-128, version 2, brainpoolP256r1 (13)",
                "4     06  OBJECT IDENTIFIER  id-PACE-ECDH-GM-AES-CBC-CMAC-128 (0.4.0.127.0.7.2.2.4.2.2)",
            ]
        ),
        (
            "dir", hex("61 09 4F 07 A0000002471001 61 0B 4F 09 E80704007F00070302 61 09 4F 07 A0000002480200"),
            ["A0000002471001, passport (LDS1)", "E80704007F00070302, eID", "ISO/IEC 18013 driving licence", "13   4F"]
        ),
        (
            "dir", hex("61 09 4F 07 A0000002472001 61 0B 4F 09 E80704007F00070302 0000"),
            ["travel records (LDS2)", "padding  2 bytes", "deviation: 2 bytes behind the end"]
        ),
        (
            "atr-info",
            EFATRInfo(cardCapabilities: [0x86, 0x21, 0xC0], maximumCommandLength: 1000, maximumResponseLength: 2000)
                .encoded(),
            [
                "8621C0, extended length, command chaining", "1000",
                "2000",
            ]
        ),
        // Row 34 (OpenSC #2220).
        (
            "atr-info", hex("80 43 01 B8 46 04 01020304"),
            ["0 category  80, objects follow", "1 43  card service data  B8", "4 46  pre-issuing data  01020304"]
        ),
        (
            "dg", EFDG11(name: "MÜLLER<<JÖRG", otherNames: ["A", "B"], dateOfBirth: date, address: "X<Y").encoded(),
            ["full name  MÜLLER<<JÖRG", "2020-02-29", "other name  A", "number of names  2", "permanent address  X<Y"]
        ),
        (
            "dg",
            EFDG12(issuingAuthority: "OFFICE", dateOfIssue: date, personalisationTime: "20200229123456").encoded(),
            ["issuing authority  OFFICE", "date of issue  2020-02-29", "2020-02-29 12:34:56"]
        ),
        (
            "dg", EFDG2(FaceRecord([FaceRecord.Face(image: hex("FFD8FFE0 0102 FFD9"), width: 3, height: 4)])).encoded(),
            ["biometric type  2, face", "format  \"FAC\"", "width in pixels  3", "image  JPEG, 8 bytes"]
        ),
        (
            "dg",
            EFDG2(FaceDataBlock([FaceRepresentation(image: hex("FFD8FFE0 0102 FFD9"), width: 3, height: 4)])).encoded(),
            ["face image data block", "year  2019", "image format", "code  2, JPEG", "width in pixels  3"]
        ),
        ("dg", hex("6D 03 010203"), ["6D  EF.DG13, optional details  010203"]),
        ("dg", hex("6D 04 04 02 0102"), ["2   04  2 bytes  0102"]),
        (
            "seal", hex("DC03D9C5D9CAC8A73A990F71346ECF47FB06"),
            ["residence permit", "UTO, Utopia (specimen)", "2023-07-26"]
        ),
    ]

    @Test(arguments: cases)
    func `a file is shown as a tree of names, values and offsets`(kind: String, bytes: [UInt8], expected: [String]) {
        let run = Self.decode(kind, bytes)
        #expect(run.code == .done)
        #expect(run.errors.isEmpty)
        for text in expected { #expect(run.output.contains(text), "\(text) in \(run.output)") }
    }

    @Test(arguments: cases)
    func `JSON has the same`(kind: String, bytes: [UInt8], expected: [String]) throws {
        let run = Self.decode(kind, bytes, ["--json"])
        #expect(run.code == .done)
        let program = "import json, sys; d = json.load(sys.stdin); print(d['schema'], d['kind'], d['bytes'])"
        #expect(try Python.run(program, input: run.output) == "inlay.decode/1 \(kind) \(Self.hexText(bytes))\n")
    }

    @Test func `fingers and irises are shown field by field`() {
        let finger = FingerRecord.Finger(image: hex("FFA0FFA4"), position: 7, width: 300, height: 400)
        let eye = IrisRecord.Eye(identifier: 2, images: [IrisRecord.Image(image: [1, 2])])
        let files = [
            EFDG3(
                BiometricTemplates([
                    BiometricTemplate(
                        header: [DataObject(0x81, [8])], data: FingerRecord([finger], compression: 2).encoded())
                ])
            ).encoded(),
            EFDG4(
                BiometricTemplates([
                    BiometricTemplate(
                        header: [DataObject(0x81, [16])],
                        data: IrisRecord([eye], imageFormat: 16, width: 163, height: 149).encoded())
                ])
            ).encoded(),
        ]
        let fingers = Self.decode("dg", files[0]).output
        for text in [
            "biometric type  8, finger", "position  7, left index", "compression  2, WSQ", "image  WSQ, 4 bytes",
        ] {
            #expect(fingers.contains(text), "\(text)")
        }
        let irises = Self.decode("dg", files[1]).output
        for text in ["biometric type  16, iris", "eye  2, left", "colours, JPEG 2000", "width in pixels  163"] {
            #expect(irises.contains(text), "\(text)")
        }
    }

    @Test func `the zone is shown field by field, with what each check digit is worth`() throws {
        let zone = try MRZ(
            parsing: "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<19")
        let run = Self.decode("dg", EFDG1(zone).encoded())
        for text in [
            "5     document code  P<  passport", "7     issuing state  UTO  Utopia (specimen)",
            "49     document number  L898902C3", "58     check digit of the document number  6  valid",
            "92     composite check digit  9  wrong", "deviation: line 2, column 44",
        ] { #expect(run.output.contains(text), "\(text) in \(run.output)") }
    }

    @Test func `a security object says what it signs and who signed`() throws {
        let sod = try #require(SimulatedPassport.files[.sod])
        let run = Self.decode("sod", sod)
        #expect(run.code == .done)
        for text in [
            "not verified here", "id-icao-ldsSecurityObject (2.23.136.1.1.1)", "LDS security object  version",
            "digests             SHA-256", "DG1", "DG14", "certificate         CN=Document Signer 1,O=Utopia,C=UT",
            "id-signedData", "OBJECT IDENTIFIER  countryName (2.5.4.6)",
        ] { #expect(run.output.contains(text), "\(text)") }
        let document = Self.decode("sod", sod, ["--json"])
        #expect(document.output.contains("\"dataGroupHashes\""))
    }

    // MARK: - What is broken

    @Test(arguments: [
        ("com", "60 14 5F01 04 30313038", "EF.COM"), ("com", "61 00", "EF.COM"), ("dg", "61 05 5F1F 02 4142", "EF.DG1"),
        ("sod", "77 02 0500", "EF.SOD"), ("card-access", "30 00", "EF.CardAccess"),
        ("dg", "7502", "EF.DG2"), ("dg", "75 05 7F61 02 0500", "EF.DG2"),
    ])
    func `a broken file is shown as far as it goes, with one fault`(kind: String, text: String, file: String) {
        let run = Self.decode(kind, hex(text))
        #expect(run.code == .malformedData)
        #expect(run.errors.contains("inlay: \(file)"), "\(run.errors)")
        let document = Self.decode(kind, hex(text), ["--json"])
        #expect(document.code == .malformedData)
        #expect(document.output.contains("\"fault\""))
    }

    @Test func `what is no file of a passport is refused`() {
        for text in ["6400", "FF", "1F"] {
            let run = Self.decode("dg", hex(text))
            #expect(run.code == .malformedData)
            #expect(run.output.isEmpty)
        }
    }

    @Test func `depth and number of objects are bounded`() {
        let deep = (0..<200).reduce([UInt8]()) { inner, _ in TLV.encode(0x7F60, inner) }
        #expect(Self.decode("dg", TLV.encode(0x75, deep)).code == .malformedData)
        let many = TLV.encode(
            0x6B,
            [UInt8]([[0x04, 0x00]].joined(separator: [])) + Array(repeatElement([0x04, 0x00], count: 9000).joined()))
        let run = Self.decode("dg", many)
        #expect(run.code == .malformedData)
        #expect(run.output.count < 1_000_000)
    }

    @Test func `text of a stranger cannot act on the terminal`() {
        let file = EFDG11(name: "\u{1B}[2J\u{202E}evil\u{9B}1m", address: "\u{7}\u{0}").encoded()
        let run = CommandRun(["decode", "dg", Self.hexText(file)], isTerminal: true)
        for scalar in ["\u{1B}[2J", "\u{202E}", "\u{9B}", "\u{7}"] { #expect(!run.output.contains(scalar)) }
        #expect(run.output.contains("evil"))
    }

    @Test func `any byte may be wrong without harm`() {
        let image = hex("FFD8FFE0 0102 FFD9")
        let files: [[UInt8]] = [
            EFDG2(FaceRecord([FaceRecord.Face(image: image)])).encoded(),
            EFDG2(FaceDataBlock([FaceRepresentation(image: image, width: 1, height: 2)])).encoded(),
            EFDG11(name: "A", otherNames: ["B"], dateOfBirth: Self.date).encoded(),
            hex("31 14 30 12 060A 04007F00070202040202 020102 02010D"),
        ]
        for file in files {
            let id = file[0] == 0x31 ? FileID.cardAccess : FileID(tag: Tag(UInt32(file[0]))) ?? .dg1
            for index in file.indices {
                for value in [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8] {
                    var bytes = file
                    bytes[index] = value
                    _ = FileDecoder.explain(bytes, as: id)
                }
                _ = FileDecoder.explain(Array(file.prefix(index)), as: id)
            }
        }
    }

    // MARK: - Corpus

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `every file of the corpus is explained, and only one is broken`() throws {
        var broken: [String] = []
        var count = 0
        for (folder, kind) in [
            ("dg/com", "com"), ("dg/dg1", "dg"), ("dg/dg2", "dg"), ("dg/dg7", "dg"), ("dg/dg11", "dg"),
            ("dg/dg12", "dg"),
            ("dg/dg14", "dg"), ("dg/dg15", "dg"), ("dg/dg16", "dg"), ("tsemrtd", "dg"), ("cardaccess", "card-access"),
            ("cardsecurity", "card-security"), ("sod", "sod"), ("sod_negative", "sod"), ("jmrtd/loes2006", "dg"),
        ] {
            for path in try Corpus.files(in: folder) {
                let isSOD = path.hasSuffix("011D.bin")
                let run = CommandRun(["decode", isSOD ? "sod" : kind, try Corpus.path(path)])
                count += 1
                if run.code != .done { broken.append(path) }
                #expect(!run.output.isEmpty, "\(path)")
            }
        }
        print("decode: \(count) files of the corpus explained")
        #expect(broken == ["dg/dg1/UTO_bad_length.bin"])
    }

    @Test(
        .enabled(if: Corpus.isThere, Corpus.notice),
        arguments: [
            ("bsi_tr03105_5/Datagroup2.bin", "the record tells 337 x 449 pixels, the image has 413 x 531"),
            ("dg/dg2/gmrtd_specimen_5181.bin", "image is declared as JPEG 2000 and is JPEG"),
            ("dg/dg7/count_2bytes.bin", "not encoded in the canonical way"),
            ("dg/dg16/count_mismatch.bin", "number of persons: 3 declared, 2 found"),
            ("dg/com/lds_5char_version.bin", "LDS version: 4 digits are expected"),
            ("dg/com/unicode_short.bin", "Unicode version: 6 digits are expected"),
            ("dg/com/DG_list_a.bin", "tag list of EF.COM: not a valid tag"),
        ])
    func `malformed files have their finding`(path: String, finding: String) throws {
        let run = CommandRun(
            ["decode", path.contains("/com/") ? "com" : "dg", try Corpus.path(path)], width: 200)
        #expect(run.output.contains("deviation: \(finding)"), "\(run.output)")
    }
}
