import CardIdentification
import Foundation
import ISO7816
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
        ("61045F1F0141", "emrtd", "EF.DG1, machine readable zone"), ("5F1F00", "emrtd", "MRZ"),
        ("7F490381015F", "iso7816", "public key"),
    ])
    func `the family says whose names are used`(bytes: String, family: String, name: String) {
        #expect(Self.decode("tlv", bytes, more: ["--family", family]).output.contains(name))
    }

    /// Every tag that more than one standard defines, with contents of each kind. The name of the first object follows
    /// from them, whatever family is at hand.
    @Test(arguments: [
        ("6F098407A0000002471001", "file control information"), ("6F053003020100", "EF.DG15"),
        ("6F00", "file control information"), ("6F07A5059F38029F1A", "file control information"),
        ("61045F1F0141", "EF.DG1"), ("61094F07A0000002471001", "application template"),
        ("60075F010430313037", "EF.COM"),
        ("6003800101", "dynamic number"), ("63067F6103020101", "EF.DG3"), ("6303800101", "wrapper"),
        ("65065B04413C3C42", "cardholder data"), ("6503020101", "EF.DG5"), ("6606730406022A03", "card data"),
        ("6703020101", "EF.DG7"), ("6703800101", "authentication data"), ("6803020101", "EF.DG8"),
        ("6803800101", "special user requirements"), ("6A03020101", "EF.DG10"), ("6A03800101", "login template"),
        ("6B035C015F", "EF.DG11"), ("6B03800101", "qualified name"), ("6C035C015F", "EF.DG12"),
        ("6C03800101", "cardholder image template"), ("6E023100", "EF.DG14"),
        ("6E084F06D27600012401", "application data"), ("7003020101", "EF.DG16"), ("70035A0141", "record"),
        ("77023000", "EF.SOD"),
        ("75067F6103020101", "EF.DG2"), ("76067F6103020101", "EF.DG4"),
    ])
    func `a tag that several define is named by what it holds`(bytes: String, name: String) throws {
        for family in [nil, "emrtd", "iso7816"] {
            let run = Self.decode("tlv", bytes, more: family.map { ["--family", $0] } ?? [])
            let first = try #require(run.output.split(separator: "\n").first)
            #expect(first.contains(name), "\(family ?? "none"): \(first)")
        }
    }

    /// What stands in an object is named by the object around it.
    @Test(arguments: [
        ("770A82020000940408010100", "", "response message template"), ("7C048002AABB", "emrtd", "encrypted nonce"),
        ("7C048002AABB", "piv", "witness"), ("7C028100", "", "challenge"),
        ("7F4E08 42 03 414243 5F2400", "", "certification authority reference"), ("4203414243", "", "issuer"),
        ("7F490381015F", "", "prime, or modulus"), ("A103810102", "", "biometric type"),
        ("66177315 06072A864886FC6B01 600A06082A864886FC6B0202", "", "card management type and version"),
        ("5309300748D4E739DA739C", "piv", "FASC-N"), ("5303710100", "piv", "certificate information"),
        ("6204C6028000", "", "PIN status"), ("620482024121", "", "file descriptor"),
        ("6E 0F 4F06D27600012401 7305 C003010203", "", "extended capabilities"),
    ])
    func `an object is named by the one around it`(bytes: String, family: String, name: String) {
        let run = Self.decode("tlv", bytes, more: family.isEmpty ? [] : ["--family", family])
        #expect(run.output.contains(name), "\(run.output)")
        #expect(!run.output.contains("deviation"), "\(run.output)")
        #expect(run.code == .done)
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

    // MARK: - Words that fit what is there

    @Test func `one digit is a slip of the hand for every kind, and no file`() {
        for kind in ["sw", "atr", "tlv", "apdu"] {
            let run = Self.decode(kind, "9")
            #expect(run.code == .wrongUse && run.errors.contains("a byte needs two digits"), "\(kind): \(run.errors)")
        }
        #expect(Self.decode("sw", "nofile").errors.contains("does not exist"))
    }

    /// EF.ATR/INFO and EF.DIR have no tag of their own, so what they hold has to tell.
    @Test(arguments: [
        ("atr-info", "61045F1F0141"), ("dir", "61045F1F0141"), ("dir", "6B035C015F"), ("atr-info", "6F053003020100"),
        ("com", "61045F1F0141"), ("sod", "61045F1F0141"), ("card-access", "61045F1F0141"),
    ])
    func `another file than was said is refused`(kind: String, bytes: String) {
        #expect(Self.decode(kind, bytes).code == .malformedData)
    }

    @Test(arguments: [("atr-info", "4301B8460401020304"), ("dir", "61094F07A0000002471001")])
    func `the file that was said is explained`(kind: String, bytes: String) {
        #expect(Self.decode(kind, bytes).code == .done)
    }

    @Test func `a command is explained in the words of its family, with its parameters, and without the secret`() {
        let desfire = Self.decode("apdu", "905A00000301020300", more: ["--family", "desfire"])
        #expect(desfire.output.contains("desfire.select)"), "\(desfire.output)")
        #expect(!Self.decode("apdu", "905A00000301020300").output.contains("desfire"))
        let select = Self.decode("apdu", "00A4040C07A0000002471001").output
        #expect(select.contains("by DF name; first or only; nothing comes back"), "\(select)")
        for verify in ["0020008108313233343536FFFF", "0024008108313233343536FFFF"] {
            let run = Self.decode("apdu", verify)
            #expect(run.output.contains("not shown") && !run.output.contains("313233"), "\(run.output)")
            #expect(!CommandRun("decode", "apdu", verify, "--json").output.contains("\"data\": \"3132"))
        }
    }

    @Test func `a known chip has the memory that it has, whatever its code stands for`() {
        let run = Self.decode("get-version", "0004040201000F03")
        let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("144 bytes of user memory; the code stands for 128 to 256 bytes"), "\(words)")
        let info = CommandRun("info", "--reader=sim:ntag213", house: .test(simulators: SimulatorEntry.all))
        #expect(info.output.contains("NTAG213 of NXP, 144 bytes of user memory"), "\(info.output)")
    }

    @Test func `records beyond any card are refused with the place`() throws {
        try TemporaryFolder.use { folder in
            let path = "\(folder)/history.bin"
            let record = hex("1601000224C8010A01200000A00F0000")
            try Data(Array(repeatElement(record, count: SuicaDecoder.limit + 1).joined())).write(
                to: URL(fileURLWithPath: path))
            let run = Self.decode("suica", path)
            #expect(run.code == .malformedData && run.output.isEmpty)
            #expect(run.errors.contains("65536"), "\(run.errors)")
        }
        #expect(Self.decode("suica", "16").errors.contains("1 byte is there"))
    }

    /// An attribute block of a Type 3 tag: sum right, sum wrong.
    @Test func `the attribute block of an NDEF tag is told by its sum`() throws {
        func explained(_ bytes: String) -> String? {
            let answer = "1D0701010A10F0E1D2C3000001" + bytes
            return FeliCaReply.explain(hex(answer), to: hex("100601010A10F0E1D2C3010B00018000"))?.lines
                .map(\.text.plain).joined(separator: "\n")
        }
        let right = try #require(explained("1004010009000000000001000010002F"))
        #expect(right.contains("an NDEF tag, version 1.0") && right.contains("144 bytes"), "\(right)")
        let wrong = try #require(explained("10040100090000000000010000100030"))
        #expect(!wrong.contains("NDEF"))
    }

    /// Six of eight random bytes can be letters by chance; a challenge is random.
    @Test(arguments: [
        ("0084000008", "5B5A2B5D9A9B4F40", false), ("00CA000000", "41434D4531320000", true),
        ("00CA000000", "414301014D453132", false), ("0084000008", "4142434445464748", false),
        ("00CA000000", "4142434445464748494A4B4C4D4E4F500150515253", true),
    ])
    func `random bytes are no text`(command: String, answer: String, isText: Bool) throws {
        let response = try ResponseAPDU(parsing: hex(answer + "9000"), during: "test")
        let view = ReplyView(response, to: hex(command), FamilyAtHand())
        #expect((view.text != nil) == isText)
    }
}

extension JSONValue {
    /// What is in a list.
    var elements: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
}
