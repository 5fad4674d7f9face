import Foundation
import Octets
import TestSupport
import Testing

@testable import InlayCommands

/// Explanations after reports from the field: row numbers are those of the list of public issues.
@Suite struct ExplainerTests {
    private static func decode(_ words: String..., more: [String] = []) -> CommandRun {
        CommandRun(["decode"] + words + more)
    }

    private static func document(_ words: String...) throws -> JSONValue {
        try JSONReader.value(Array(CommandRun(["decode", "--json"] + words).output.utf8)[...])
    }

    // MARK: - ATR

    /// B05, row 29: Y is a bit mask, not a count.
    @Test func `interface bytes follow the mask, and capabilities are read`() throws {
        let run = Self.decode("atr", "3BFD1300008131FE158073C021C057597562694B657940")
        for line in [
            "TA1                 13", "TB1                 00", "TC1                 00", "TD1                 81",
            "TA3                 FE  blocks of at most 254 bytes", "TB3                 15",
            "80 73 C0 21 C0 57 59 75 62 69 4B 65 79", "extended length, command chaining",
            "TCK                 40  right",
        ] { #expect(run.output.contains(line), "\(line)") }
        #expect(run.output.contains("protocols           T=1\n"))
        #expect(!run.output.contains("deviation"))
    }

    /// Row 27: the object in front of the status is cut off.
    @Test func `an object that is too short is told, and the rest is explained to the end`() {
        let run = Self.decode("atr", "3F6A000000640150010C820101A9")
        #expect(run.output.contains("64  4 bytes  pre-issuing data  0150010C"))
        #expect(run.output.contains("status              01 01 A9"))
        #expect(run.output.contains("too short"))
    }

    /// Row 28: what stands behind the check byte is no part of it; one protocol is named once.
    @Test func `bytes behind the end are told apart, and a protocol stands once`() {
        let run = Self.decode("atr", "3B84800101112003369000")
        #expect(run.output.contains("TCK                 36  right"))
        #expect(run.output.contains("behind the end      90 00"))
        #expect(Self.decode("atr", "3BF01100FF01").output.contains("protocols           T=1\n"))
    }

    /// Row 30.
    @Test func `a check byte of 00 is shown`() {
        #expect(Self.decode("atr", "3B81018000").output.contains("TCK                 00  right"))
    }

    /// Rows 18 and 19: the name is the reader's word, and only for a family.
    @Test(arguments: [
        ("3B8F8001804F0CA0000003060300030000000068", "MIFARE Ultralight or a relative (NTAG)"),
        ("3B8F8001804F0CA0000003060B00140000000077", "ICODE SLI"),
        ("3B8F8001804F0CA00000030611003B0000000042", "FeliCa"),
        ("3B8F8001804F0CA000000306030 03A0000000051", "MIFARE Ultralight C"),
        ("3B8F8001804F0CA00000030603FF200000000 0B4", "SAK 20"),
    ])
    func `a memory card is named as the reader names it`(atr: String, name: String) {
        let run = Self.decode("atr", atr)
        #expect(run.code == .done)
        let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains(name))
        #expect(words.contains("as the reader says"))
        #expect(run.output.contains("the PC/SC workgroup"))
        #expect(run.output.contains("right"))
    }

    @Test(.enabled(if: corpus != nil, "INLAY_CORPUS names no folder"))
    func `every card name of the corpus is known, and its example reads to the last byte`() throws {
        let folder = try #require(Self.corpus) + "/tags"
        let names = try String(contentsOfFile: folder + "/atr_card_names.tsv", encoding: .utf8).split(separator: "\n")
        var count = 0
        for line in names.dropFirst() {
            let fields = line.split(separator: "\t")
            let document = try Self.document("atr", String(fields[2]))
            #expect(document["storageCard"]?["name"]?.string != nil, "\(line)")
            #expect(document["deviations"] == .array([]), "\(line)")
            count += 1
        }
        print("corpus: \(count) names of memory cards")
        #expect(count >= 60)
    }

    private static let corpus = ProcessInfo.processInfo.environment["INLAY_CORPUS"]

    // MARK: - TLV

    /// B08: three tag bytes. B10: long lengths are big-endian.
    @Test func `long tags and long lengths are read as they are meant`() throws {
        let three = try Self.document("tlv", "9F816E0100")
        #expect(three["objects"]?.elements?.first?["tag"]?.string == "9F816E")
        let value = (0..<258).map { UInt8($0 % 251) }
        let long = try Self.document("tlv", "04820102" + Hex.string(value))
        let object = try #require(long["objects"]?.elements?.first)
        #expect(object["length"]?.int == 258)
        #expect(object["value"]?.string == Hex.string(value))
        #expect(long["objects"]?.elements?.count == 1)
    }

    /// Row 35: FCI of an eUICC with an object that holds no objects.
    @Test func `what is no data object inside is opaque, and the rest goes on`() throws {
        let fci = """
            6f81898408a000000151000000a57d736e06072a864886fc6b01600b06092a864886fc6b020202630906072a864886fc6b03640b0609
            2a864886fc6b048000640b06092a864886fc6b040255640b06092a864886fc6b048107650aaacaaddedfedacadeeee6618060a2b0601
            04012a026e0103060a5354333349314d3202029f6e060077810302029f6501ff
            """
        let run = Self.decode("tlv", fci)
        #expect(run.code == .done)
        #expect(run.output.contains("84  8 bytes  application identifier  A000000151000000"))
        #expect(run.output.contains("AACAADDEDFEDACADEEEE"))
        #expect(run.output.contains("9F6E  6 bytes  application production life cycle data  007781030202"))
        #expect(run.output.contains("9F65  1 byte  longest data field of a command  FF"))
        #expect(run.output.contains("deviation: the contents of 65 are no data objects"))
    }

    /// Row 34: EF.ATR with a category byte in front.
    @Test func `EF ATR with a category byte is read`() {
        let run = Self.decode("tlv", "80 43 01 B8 46 04 01 02 03 04")
        #expect(run.code == .done)
        #expect(run.output.contains("43  1 byte  card service data  B8"))
        #expect(run.output.contains("46  4 bytes  pre-issuing data"))
    }

    @Test func `what could be read stands in front of the bad byte`() {
        let run = Self.decode("tlv", "8402A00050 05 4142")
        #expect(run.code == .malformedData)
        #expect(run.output.contains("84  2 bytes  DF name  A000"))
        #expect(run.output.contains("50054142  not understood from here on"))
        #expect(run.errors.contains("at byte 6"))
        #expect(Self.decode("tlv", "6F10").code == .malformedData)
    }

    @Test(arguments: [
        ("70059F3602000A", "emv", "application transaction counter"),
        ("E003C00100", "globalplatform", "key information"),
        ("5302FE00", "piv", "data"), ("620482024121", "sim", "file descriptor"),
        ("61035F1F00", "emrtd", "EF.DG1, machine readable zone"), ("5F1F00", "emrtd", "MRZ"),
        ("7F490381015F", "iso7816", "public key"),
    ])
    func `the family says whose names are used`(bytes: String, family: String, name: String) {
        #expect(Self.decode("tlv", bytes, more: ["--family", family]).output.contains(name))
    }

    /// Where EF.DIR names a passport, 61 is the template around it; EF.DG1 has the same tag inside of the passport.
    @Test func `an application template of EF DIR is no data group`() {
        let run = Self.decode("tlv", "61094F07A0000002471001 610B4F09E80704007F00070302")
        #expect(run.output.contains("61  9 bytes  application template"))
        #expect(run.output.contains("61  11 bytes  application template"))
        #expect(run.output.contains("4F  9 bytes  application identifier  E80704007F00070302"))
    }

    /// Row 34, the other form: objects whose tag and length share a byte, behind a category.
    @Test func `COMPACT-TLV objects behind a category byte are read to the end`() {
        let run = Self.decode("historical", "80 31 B8 46 01020304 0506 73 C021C0")
        #expect(run.code == .done)
        for line in ["31  1 byte  card service data  B8", "46  6 bytes  initial access data  010203040506"] {
            #expect(run.output.contains(line), "\(line): \(run.output)")
        }
        #expect(run.output.contains("extended length, command chaining"))
    }

    @Test func `SIMPLE-TLV and historical bytes have kinds of their own`() {
        #expect(Self.decode("simple-tlv", "01 02 AABB 02 FF0001 CC").output.contains("02  1 byte  CC"))
        #expect(Self.decode("simple-tlv", "01 05 AABB").code == .malformedData)
        #expect(Self.decode("simple-tlv", "00 00").code == .malformedData)
        #expect(Self.decode("historical", "8073C021C0").output.contains("card capabilities  C021C0"))
    }

    /// Every input ends in an explanation or in an error with a place inside of it.
    @Test func `fuzzed objects and answers to reset end clearly`() throws {
        var state: UInt64 = 0xD1B5_4A32_D192_ED03
        func random(_ limit: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(limit))
        }
        let seeds = [
            "6F108408A000000151000000A5049F6501FF", "3BFD1300008131FE158073C021C057597562694B657940", "9F816E0100",
            "3B8F8001804F0CA0000003060300030000000068", "30143012060A04007F00070202040202020102 02010D",
        ].map { hex($0) }
        for index in 0..<3000 {
            var bytes = seeds[index % seeds.count]
            for _ in 0...random(4) {
                guard !bytes.isEmpty else { break }
                switch random(3) {
                case 0: bytes[random(bytes.count)] = UInt8(random(256))
                case 1: bytes.remove(at: random(bytes.count))
                default: bytes.insert(UInt8(random(256)), at: random(bytes.count + 1))
                }
            }
            let tree = TLVDecoder.explain(bytes)
            if let fault = tree.fault { #expect((0...bytes.count).contains(fault.offset)) }
            let simple = FlatTLVDecoder.explainSimple(bytes)
            if let fault = simple.fault { #expect((0...bytes.count).contains(fault.offset)) }
            _ = FlatTLVDecoder.explainHistorical(bytes)
            if (2...33).contains(bytes.count) { #expect(throws: Never.self) { try ATRDecoder.explain(bytes) } }
        }
    }

    // MARK: - Status words, versions, production data

    /// Rows 26, 37, 39, 50 and the readers' answers.
    @Test(arguments: [
        ("6310", "globalplatform", "more data: send GET STATUS again"), ("911C", "desfire", "command not known here"),
        ("91AF", "desfire", "more follows"), ("9F0F", "sim", "15 bytes can be fetched"),
        ("6A88", "emrtd", "PACE in place of BAC"), ("6A82", "type2", "the reader does not go that far"),
        ("6985", "fido", "a touch is needed"), ("63C1", "eid", "suspended"), ("9804", "sim", "access not granted"),
    ])
    func `a status word has the words of its family`(status: String, family: String, words: String) {
        for more in [["--family", family], []] {
            let output = Self.decode("sw", status, more: more).output
            #expect(output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(words))
        }
    }

    @Test func `versions name the chip`() {
        #expect(Self.decode("get-version", "0004040201000F03").output.contains("NTAG213 of NXP"))
        #expect(Self.decode("get-version", "0053040201000F03").output.contains("Shanghai Feiju"))
        let three = Self.decode(
            "get-version", "04010133001A05 04010103001A05 0495910A5D6D80 9953673030 2020")
        #expect(three.output.contains("DESFire EV3"))
        #expect(three.output.contains("04 95 91 0A 5D 6D 80"))
        #expect(Self.decode("get-version", "0004").code == .malformedData)
    }

    /// Row 50 (swsim issue 4).
    @Test func `numbers of SIM cards are shown as digits`() {
        let card = Self.decode("iccid", "98 07 91 09 04 21 50 42 71 F1")
        #expect(card.code == .done && card.output.contains("8970199040120524171\n"))
        #expect(Self.decode("iccid", "98 07 91").code == .malformedData)
        #expect(
            Self.decode("iccid", "98 07 91 09 04 2A 50 42 71 F1").errors.contains("EF.ICCID has 10 bytes of digits"))
        #expect(Self.decode("imsi", "08 29 26 24 10 32 54 76 98").output.contains("262420123456789"))
        #expect(Self.decode("imsi", "09 29 26 24 10 32 54 76 98").code == .malformedData)
    }

    /// Row 36: 1039 is a day, 6A35 is none.
    @Test func `dates of card production are days, or are not`() {
        let run = Self.decode(
            "cplc", "9F7F2A4790D321470000000000103925201720050500000000000000000B996A35323031370000000000000000")
        #expect(run.output.contains("1039  2021-02-08"))
        #expect(run.output.contains("6A35  not a date"))
        #expect(run.code == .done)
        #expect(Self.decode("cplc", "9F7F2A4790").code == .malformedData)
    }
}

extension JSONValue {
    /// What is in a list.
    fileprivate var elements: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
}
