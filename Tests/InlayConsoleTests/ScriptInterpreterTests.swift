import ChipSimulation
import CommandPresets
import ISO7816
import Octets
import Testing

@testable import InlayConsole

@Suite struct ScriptInterpreterTests {
    // MARK: - Bytes

    /// OpenSC #1716, #1044, #1669 and field report B57: bytes were dropped, changed and added.
    @Test(arguments: [
        "00 A4 00 04 02 3F 00", "00:a4:00:04:02:3f:00", "00A40004 023F00", "0x00 0xA4 0x0004 0x023F00",
        "send 00A4 0004 02 3F00", "00A40004 Lc 3F00", "00 A4 00 04 \\\n  02 3F 00", "00A40004023F00;",
        "SEND 00a40004023f00 # comment",
    ])
    func `exactly the bytes that are written are sent, once`(text: String) throws {
        let run = try ScriptRun(text)
        #expect(run.hex == ["00A40004023F00"])
        #expect(run.failure == nil)
    }

    @Test(arguments: [
        ("00 CA 00 6E Le", "00CA006E00"),
        ("00 CA 00 6E Le(16)", "00CA006E10"),
        ("00 CA 00 6E Le(256)", "00CA006E00"),
        ("00 CA 00 6E Le(300)", "00CA006E00012C"),
        ("00 CA 00 6E Le(65536)", "00CA006E000000"),
        ("00 A4 04 00 Lc A000 Le", "00A4040002A00000"),
        ("00 A4 04 00 Lc \"1PAY\" Le", "00A404000431504159" + "00"),
        ("00 CB 3F FF Lc tlv(5C, 5FC102) Le", "00CB3FFF055C035FC10200"),
        ("00 CB 3F FF Lc tlv(7F49, tlv(81, 01)) ", "00CB3FFF067F49" + "03810101"),
        ("00 B0 u16(300) u8(4)", "00B0012C04"),
        ("00 B0 00 00 Lc A0 Le(300)", "00B00000000001A0012C"),
        ("00 D6 u16le(0x1234) u24le(1)", "00D63412010000"),
        ("set x = 01 02 03 04 05\n 00 B0 $x[1..2] $x[4]", "00B0020305"),
        ("set x = 01 02 03\n 00 B0 $x[1..] $x[0..0]", "00B0020301"),
        ("number n = 2 * (3 + 4) - 1\n 00 B0 00 u8($n)", "00B0000D"),
        ("set x = 01 00\n number n = $x + len($x)\n 00 B0 u16($n)", "00B00102"),
    ])
    func `literals, lengths and numbers become bytes`(text: String, sent: String) throws {
        let run = try ScriptRun(text)
        #expect(run.hex == [sent])
    }

    @Test func `data of more than 255 bytes makes the lengths extended`() throws {
        let run = try ScriptRun("set x = \(String(repeating: "AB", count: 256))\n00 D6 00 00 Lc $x Le")
        #expect(run.hex == ["00D60000000100" + String(repeating: "AB", count: 256) + "0000"])
    }

    @Test(arguments: [
        ("00 B0 $x", 1, 7, "was not set"), ("00 B0 00 u8(256)", 1, 10, "does not fit"),
        ("00 B0 00 u8(1 - 2)", 1, 10, "does not fit"), ("00 A4 00 0C Lc", 1, 13, "nothing behind Lc"),
        ("00 A4 00 0C Le(0)", 1, 13, "from 1 to 65536"), ("00 A4 00 0C Le 00", 1, 16, "behind Le"),
        ("set x = 01\n00 B0 00 $x[1]", 2, 10, "numbered from 0"),
        ("number n = 1\n00 B0 00 $n", 2, 10, "is a number and not bytes"),
        ("set x = 00\n02 $x", 2, 1, "no command APDU"),
        ("number n = 281474976710656 * 281474976710656", 1, 28, "too large"), ("expect 9000", 1, 1, "nothing was sent"),
        ("set sw = 9000", 1, 1, "follows the replies"), ("repeat 2000000 { }", 1, 1, "not from 0 to"),
        ("cat nothing", 1, 1, "no file of this name"), ("cd nowhere", 1, 1, "no folder has this name"),
        ("fetch", 1, 1, "no reply yet"),
    ])
    func `what cannot be done is told with its place, and nothing is sent`(
        text: String, line: Int, column: Int, words: String
    ) throws {
        let run = try ScriptRun(text)
        #expect(run.error?.line == line)
        #expect(run.error?.column == column)
        #expect(run.error?.message.contains(words) == true, "\(run.error?.message ?? "no error")")
        #expect(run.sent.isEmpty)
    }

    /// pyscard #36: three bytes went to the reader as if they were a command.
    @Test func `what is no command is refused, and the way to send it named`() throws {
        let error = #expect(throws: ScriptError.self) { try Script(parsing: "02 20 05") }
        #expect(error?.hint.contains("frame 02 20 05") == true)
    }

    // MARK: - Expectations

    private static let answers = [("0084000008", "0102030405060708 9000"), ("00200080", "63C2"), ("00A4000C", "9000")]

    @Test(
        arguments: [
            ("0084000008 => 9000", true), ("0084000008 => ??*8 9000", true), ("0084000008 => ??*7 9000", false),
            ("0084000008 => 01 .. 9000", true), ("0084000008 => 02 .. 9000", false), ("0084000008 => .. 08 9000", true),
            ("0084000008 => 0? .. ?? 9000", true), ("0084000008\nexpect data 0102030405060708", true),
            ("0084000008\nexpect data 9000", false), ("0084000008\nexpect length 8", true),
            ("0084000008\nexpect length > 8", false), ("0084000008\nexpect length >= 8", true),
            ("0084000008\nexpect sw 9000", true), ("00200080 => 63C?", true), ("00200080 => 9000 / 63 C?", true),
            ("00200080 => 9000", false), ("00200080\nexpect not 9000", true), ("00200080\nexpect sw 63 C3", false),
            ("0084000008\nset x = 01\nexpect $x .. 9000", true), ("0084000008\nset x = 02\nexpect $x .. 9000", false),
            ("0084000008\ncapture c\nexpect $c is \"\\x01\" ..", true), ("number n = 3\nexpect $n = 3", true),
            ("number n = 3\nexpect $n < 3", false), ("number n = 3\nexpect $n + 1 <= 4", true),
        ] as [(String, Bool)])
    func `an expectation is met or ends the script with its line`(text: String, isMet: Bool) throws {
        let run = try ScriptRun(text + "\n00A4000C", answers: Self.answers)
        #expect((run.unmet == nil) == isMet)
        #expect((run.hex.last == "00A4000C") == isMet)
        if let unmet = run.unmet { #expect(unmet.line == text.split(separator: "\n").count) }
    }

    /// Both sides of a comparison are numbers of any form; an answer of a card is 0102030405060708.
    @Test(
        arguments: [
            ("3 < 4", true), ("4 < 3", false), ("0x10 = 16", true), ("$n > 2", true), ("2 < $n", true),
            ("($n) = 3", true),
            ("($n + 1) * 2 = 8", true), ("2 * ($n + 1) = 0x08", true), ("len($data) = 8", true),
            ("8 >= len($data)", true),
            ("len($data[2..]) + 2 = len($data)", true), ("$data[0..1] = 258", true), ("258 = $data[0..1]", true),
            ("$data[$n] = 4", true), ("$data[0..$n - 1] = 0x010203", true), ("little($data[0..1]) = 0x0201", true),
            ("0x0201 = little($data[0..1])", true), ("little($data[1] $data[0]) = 0x0102", true),
            ("little(F6 0D) = 3574", true), ("big(0D F6) = 3574", true), ("$data[0] + 1 = $data[1]", true),
            ("$n-1 = 2", true), ("not 3 < $n", true), ("length = 8", true), ("length > $n", true),
            ("length len($data)", true), ("$data[0..1] is 01 02", true), ("$data[0..1] is 01 03", false),
            ("data $data[0..1] ..", true), ("data u8(1) u16(0x0203) ..", true), ("data tlv(01, 03) ..", false),
            ("10 9000", false), ("0102030405060708 9000", true), ("$data 9000", true), ("data {first:1} .. 08", true),
        ] as [(String, Bool)])
    func `numbers of every form are compared on either side, in expect and in if`(text: String, holds: Bool) throws {
        let start = "0084000008\nnumber n = 3\n"
        let expected = try ScriptRun(start + "expect \(text)", answers: Self.answers)
        #expect(expected.error == nil && (expected.unmet == nil) == holds, "\(expected.error?.message ?? "")")
        let chosen = try ScriptRun(start + "if \(text) { print \"yes\" } else { print \"no\" }", answers: Self.answers)
        #expect(chosen.text == [holds ? "yes" : "no"])
        // What it says of itself means the same again.
        for case .expectation(let words, _) in expected.events.map(\.kind) {
            let again = try ScriptRun(start + "expect \(words)", answers: Self.answers)
            #expect(again.error == nil && (again.unmet == nil) == holds, "\(words)")
        }
    }

    @Test(
        arguments: [
            ("$data[0..1]", 258), ("little($data[0..2])", 0x030201), ("len($data) * (2 + 1)", 24), ("7-2", 5),
            ("$n*$n", 9), ("big(01 00)", 256), ("len(u16(1) $data)", 10), ("little(u16le(300))", 300),
        ] as [(String, Int)])
    func `numbers stand in set, in loops, in print and in lengths alike`(text: String, value: Int) throws {
        let start = "0084000008\nnumber n = 3\n"
        let run = try ScriptRun(
            start
                + """
                number m = \(text)
                print $m
                print (\(text))
                for i in \(text)..\(text) { print $i }
                number turns = 0
                repeat \(text) { number turns = $turns + 1 }
                print $turns
                set bytes = u32(\(text))
                print big($bytes)
                """, answers: Self.answers)
        #expect(run.error == nil, "\(run.error?.message ?? "")")
        var expected = [String(value), String(value), String(value), String(value), String(value)]
        if value > 100_000 { expected = expected.map { $0 } }
        #expect(run.text == expected)
    }

    @Test(arguments: [
        ("0084000008\nfetch", "nothing to fetch: 9000"), ("repeat 0 { stop }", "repeat 0"),
        ("for i in 2..0 { stop }", "2..0 holds no number"),
    ])
    func `a statement that finds nothing to do says so, and is no failure`(text: String, words: String) throws {
        let run = try ScriptRun(text + "\nprint \"on\"", answers: Self.answers)
        #expect(run.failure == nil && run.text == ["on"])
        #expect(
            run.events.contains { if case .nothingDone(let said) = $0.kind { said.contains(words) } else { false } })
    }

    @Test func `a failed expectation says what was expected and what came`() throws {
        let run = try ScriptRun("# a PIN\n00 20 00 80 => 9000 / 63C0", answers: Self.answers)
        #expect(run.unmet?.line == 2)
        #expect(run.unmet?.words == "expected 9000 / 63C0, got 63C2, failed, 2 tries left")
    }

    @Test func `bytes of a reply are remembered by name`() throws {
        let run = try ScriptRun(
            """
            0084000008 => 01 {next:2} .. {last:1} 9000
            print $next $last $data $sw
            00 82 00 00 Lc $next $last
            """, answers: Self.answers)
        #expect(run.text == ["0203 08 0102030405060708 9000"])
        #expect(run.hex.last == "00820000" + "03020308")
    }

    @Test func `a data object is taken out of a reply by its path`() throws {
        let run = try ScriptRun(
            "00A4040000 => 9000\ncapture aid tlv 6F/84\nprint $aid\ncapture gone tlv 6F/85",
            answers: [("00A4040000", "6F078405A000000001 9000")])
        #expect(run.text == ["A000000001"])
        #expect(run.error?.line == 4)
    }

    // MARK: - Control

    @Test func `loops, choices and stop do what they say`() throws {
        let run = try ScriptRun(
            """
            for n in 1..3 { 00 B0 00 u8($n) }
            for key in A0, B0 B1 { 00 20 00 00 Lc $key }
            repeat 2 { 00 84 00 00 08 }
            if sw 9000 { print "yes" } else { print "no" }
            if sw 6??? { print "error" } else if sw 9000 { print "done" }
            stop
            00 FF 00 00
            """, answers: Self.answers)
        #expect(
            run.hex == [
                "00B00001", "00B00002", "00B00003", "0020000001A0", "0020000002B0B1", "0084000008", "0084000008",
            ])
        #expect(run.text == ["yes", "done"])
        #expect(run.failure == nil)
    }

    @Test func `else may stand on the next line`() throws {
        let run = try ScriptRun(
            "00A4000C\nif 6A82 {\nprint \"gone\"\n}\nelse {\nprint \"there\"\n}", answers: Self.answers)
        #expect(run.text == ["there"])
    }

    @Test func `turns of a loop count, also when there is nothing in it`() throws {
        let run = try ScriptRun("repeat 1000000 { repeat 1000000 { } }")
        guard case .script = run.failure else {
            Issue.record("not ended")
            return
        }
    }

    @Test func `a user who gives up ends a loop`() throws {
        let run = try ScriptRun("repeat 1000000 { 00840000 }") { $0.isCancelled = true }
        guard case .cancelled(line: 1) = run.failure else {
            Issue.record("not cancelled")
            return
        }
        #expect(run.sent.isEmpty)
    }

    @Test func `reset restarts the card, and a lost card ends the script with its line`() throws {
        let link = FaultyLink(SimulatedLink(TableChip(Self.answers)), faults: [2: .removeCard])
        let run = try ScriptRun("00A4000C\nreset cold\ntransaction {\n00A4000C\n}", link: link)
        guard case .card(let error, line: 4) = run.failure else {
            Issue.record("no card error in line 4")
            return
        }
        #expect(error.code == .cardRemoved)
        let resets = run.events.filter { if case .reset(.cold, _) = $0.kind { true } else { false } }
        #expect(resets.count == 1)
    }

    @Test func `a reset is of the kind that was asked for, and a transaction holds what stands in it and ends with it`()
        throws
    {
        let link = NotingLink(SimulatedLink(TableChip(Self.answers)))
        let run = try ScriptRun(
            "reset cold\nreset warm\ntransaction {\n00A4000C\n}\ntransaction {\n00200080 => 9000\n}\n00A4000C",
            link: link)
        // What fails in it ends the script, and the transaction too.
        #expect(run.unmet?.line == 7)
        #expect(link.notes == ["cold", "warm", "begin", "00A4000C", "end", "begin", "00200080", "end"])
        let resets = run.events.compactMap { event -> ResetKind? in
            if case .reset(let kind, _) = event.kind { kind } else { nil }
        }
        #expect(resets == [.cold, .warm])
    }

    // MARK: - Files

    /// Files that a script read.
    private static func files(_ run: ScriptRun) -> [String] {
        run.events.compactMap { event -> String? in
            if case .file(let file, let bytes) = event.kind { "\(file.name) \(Hex.string(bytes))" } else { nil }
        }
    }

    /// Field report B06, for files: a T=0 card holds everything back, and the file is read to its end and once.
    @Test func `a file whose bytes a card holds back with 61 00 is read to its end`() throws {
        let file = "0481FD" + String(repeating: "AB", count: 253)
        let run = try ScriptRun(
            "cd /\ncat EF.CardAccess",
            answers: [
                ("00A4000C023F00", "9000"), ("00A4020C02011C", "9000"), ("00B0000000", "6100"),
                ("00C0000000", file + "9000"),
            ])
        #expect(run.failure == nil)
        #expect(Self.files(run) == ["EF.CardAccess " + file])
        #expect(run.hex.dropFirst(2) == ["00B0000000", "00C0000000"])
    }

    @Test(arguments: [
        ("EF.DIR", "00A4020C022F00", "61094F07A0000002471001610B4F09E80704007F00070302"),
        ("EF.ATR/INFO", "00A4020C022F01", "47038401607F66080202080002022000"),
    ])
    func `a file of several objects is read to its end`(name: String, select: String, contents: String) throws {
        let run = try ScriptRun(
            "cat \(name)\nexpect data \(contents)",
            answers: [(select, "9000"), ("00B0000000", contents + "6282")])
        #expect(run.failure == nil)
        #expect(Self.files(run) == ["\(name) \(contents)"])
    }

    @Test func `a file that only its identifier names is read to its end`() throws {
        let run = try ScriptRun(
            "cat 2F05", answers: [("00A4020C022F05", "9000"), ("00B00000DF", "8001AA8102BBBB6282")])
        #expect(Self.files(run) == ["2F05 8001AA8102BBBB"])
    }

    @Test func `a long file of several objects ends where the card says so`() throws {
        let start = "8081FD" + String(repeating: "01", count: 253)
        let run = try ScriptRun(
            "cat EF.DIR",
            answers: [("00A4020C022F00", "9000"), ("00B0000000", start + "9000"), ("00B0010000", "6B00")])
        #expect(run.failure == nil)
        #expect(Self.files(run) == ["EF.DIR " + start])
    }

    @Test func `a card that refuses a length is asked for less`() throws {
        let run = try ScriptRun(
            "cat EF.CardAccess",
            answers: [
                ("00A4020C02011C", "9000"), ("00B0000000", "6700"), ("00B00000C0", "6700"), ("00B00000A0", "6700"),
                ("00B0000080", "3103020101 9000"),
            ])
        #expect(run.failure == nil)
        #expect(Self.files(run) == ["EF.CardAccess 3103020101"])
        let never = try ScriptRun(
            "cat EF.CardAccess",
            answers: [("00A4020C02011C", "9000")]
                + ["00", "C0", "A0", "80", "40", "10"].map { ("00B00000\($0)", "6700") })
        guard case .card(let error, line: 1) = never.failure else {
            Issue.record("no card error")
            return
        }
        #expect(error.code == .unexpectedStatus(0x6700))
        // By SELECT at every length, and by its short identifier, as a document is read.
        #expect(never.sent.count < 40)
    }

    /// Cards with files or objects that a standard names: `ls`, `cd`, `cat` for each of them.
    @Test(arguments: [
        (
            "piv", "CHUID", ["00A404000BA00000030800001000010000 9000", "00CB3FFF055C035FC10200 5302FE009000"],
            "CHUID 5302FE00"
        ),
        (
            "openpgp", "Status", ["00A4040006D2760001240100 9000", "00CA00C400 007F7F7F0300039000"],
            "Status 007F7F7F030003"
        ),
        // A Type 4 tag: a length in front of the message, which has to be read by that length.
        (
            "ndef", "NDEF",
            ["00A4040007D276000085010100 9000", "00A4000C02E104 9000", "00B00000DF 0003D00000FFFF9000"],
            "NDEF 0003D00000"
        ),
        (
            "ndef", "CC",
            [
                "00A4040007D276000085010100 9000", "00A4000C02E103 9000",
                "00B00000DF 000F20003B00340406E1040080000000009000",
            ],
            "CC 000F20003B00340406E10400800000"
        ),
    ])
    func `a card with named files is gone through by their names`(
        folder: String, name: String, card: [String], file: String
    ) throws {
        let answers = card.map { line -> (String, String) in
            let parts = line.split(separator: " ").map(String.init)
            return (parts[0], parts[1])
        }
        let run = try ScriptRun("cd \(folder)\nls\ncat \(name.lowercased())", answers: answers)
        #expect(run.failure == nil)
        #expect(Self.files(run) == [file])
        let listed = run.events.compactMap { event -> CardFolder? in
            if case .folder(let folder, _) = event.kind { folder } else { nil }
        }
        #expect(listed.map(\.name) == [folder])
        #expect(listed.first?.files.contains { $0.name == name } == true)
        #expect(run.interpreter.folder?.name == folder)
    }

    // MARK: - fetch

    /// OpenSC #1044: 61xx was swallowed. Here it is shown, and fetched only on request.
    @Test func `an announced rest is shown, and fetched on request only`() throws {
        let answers = [("00CA006E00", "AA 6102"), ("00C0000002", "BBCC 9000")]
        let plain = try ScriptRun("00 CA 00 6E 00", answers: answers)
        #expect(plain.hex == ["00CA006E00"])
        let fetched = try ScriptRun("00 CA 00 6E 00\nfetch\nexpect AABBCC 9000", answers: answers)
        #expect(fetched.hex == ["00CA006E00", "00C0000002"])
        #expect(fetched.failure == nil)
    }

    /// Field report B06: 61 00 are 256 bytes or more, fetched with one GET RESPONSE of Le 00.
    @Test func `61 00 is fetched once with Le 00`() throws {
        let zeros = String(repeating: "00", count: 256)
        let run = try ScriptRun(
            "00B0000000\nfetch\nexpect length 256\n00B0010000 => 6B00",
            answers: [("00B0000000", "6100"), ("00C0000000", zeros + "9000"), ("00B0010000", "6B00")])
        #expect(run.failure == nil)
        #expect(run.hex == ["00B0000000", "00C0000000", "00B0010000"])
    }

    /// GlobalPlatformPro #124: 6310 of GET STATUS means more, asked for with P2 bit 1.
    @Test func `6310 of GET STATUS is continued with the next occurrence`() throws {
        let run = try ScriptRun(
            "80 F2 40 02 02 4F 00 00\nfetch\nexpect 01 02 9000",
            answers: [("80F24002024F0000", "01 6310"), ("80F24003024F0000", "02 9000")])
        #expect(run.failure == nil)
        #expect(run.hex == ["80F24002024F0000", "80F24003024F0000"])
    }

    @Test func `a wrong Le is repeated with the right one, frames of a DESFire are joined`() throws {
        let run = try ScriptRun(
            "00 CA 00 65 00\nfetch\nexpect 0102 9000\n90 60 00 00 00\nfetch\nexpect data AABB",
            answers: [
                ("00CA006500", "6C02"), ("00CA006502", "0102 9000"), ("9060000000", "AA 91AF"),
                ("90AF000000", "BB 9100"),
            ])
        #expect(run.failure == nil)
        #expect(run.hex == ["00CA006500", "00CA006502", "9060000000", "90AF000000"])
    }

    /// node-pcsclite #103: another program sent a command between the parts of an answer.
    @Test func `an answer that another program interrupted is told as that`() throws {
        let run = try ScriptRun(
            "90 60 00 00 00\nfetch", answers: [("9060000000", "AA 91AF"), ("90AF000000", "911C")])
        #expect(run.error?.line == 2)
        #expect(run.error?.message.contains("another program") == true)
        #expect(run.error?.hint.contains("transaction") == true)
    }

    /// swsim #4: a GSM card says 9Fxx where others say 61xx.
    @Test func `9Fxx of a GSM card is fetched too`() throws {
        let run = try ScriptRun(
            "A0 A4 00 00 02 2F E2 => 9F0F\nfetch\nexpect length 15",
            answers: [("A0A40000022FE2", "9F0F"), ("A0C000000F", "0000000A2FE2040000000001020000 9000")])
        #expect(run.hex == ["A0A40000022FE2", "A0C000000F"])
    }

    /// A card that announces data for ever is left after a bounded number of commands.
    @Test func `data without end is given up`() throws {
        let run = try ScriptRun("00CA000000\nfetch", answers: [("00CA000000", "6101"), ("00C0000001", "00 6101")])
        guard case .card(let error, line: 2) = run.failure else {
            Issue.record("no card error")
            return
        }
        #expect(error.code == .malformedResponse)
        #expect(run.sent.count < 600)
    }

    // MARK: - Frames, presets, secure messaging

    @Test func `a frame's answer is bytes, four bits or silence`() throws {
        let run = try ScriptRun(
            """
            frame 30 00 => 04 ??*15
            frame A2 04 00 00 00 00 => ACK
            frame A2 02 00 00 00 00 => NAK / NAK4
            frame 60 => none
            """
        ) {
            $0.frames = [
                [0x30, 0x00]: .bytes([0x04] + [UInt8](repeating: 0, count: 15)), [0xA2, 4, 0, 0, 0, 0]: .nibble(0xA),
                [0xA2, 2, 0, 0, 0, 0]: .nibble(0x0),
            ]
        }
        #expect(run.failure == nil)
        #expect(run.sent.isEmpty)
    }

    @Test func `a preset runs step by step, and another answer than expected ends the script`() throws {
        let text = """
            preset test.two
            title  Two steps
            for    piv
            effect readsOnly
            source a test
            ask    n u8 "a number"
            send   00 CA 00 {n}
            reply  {first:1} 90 00
            send   00 CB 00 {first}
            reply  90 00 / 6A 82
            """
        func run(_ last: String) throws -> ScriptRun {
            try ScriptRun(
                "set n = 05\npreset test.two n=$n\nprint $sw",
                answers: [("00CA0005", "07 9000"), ("00CB0007", last)]
            ) { host in
                if let presets = try? PresetText.presets(text) { host.presets = CommandPresetCatalog(presets) }
            }
        }
        let good = try run("6A82")
        #expect(good.hex == ["00CA0005", "00CB0007"])
        #expect(good.text == ["6A82"])
        let bad = try run("6985")
        #expect(bad.unmet?.line == 2)
        #expect(try ScriptRun("preset nothing").failure != nil)
    }

    @Test func `commands go through the secure channel until it is switched off`() throws {
        let chip = TableChip(Self.answers)
        let run = try ScriptRun(
            "secure pace\n0084000008 => 9000\nsecure off\n0084000008 => 9000", link: SimulatedLink(chip))
        #expect(run.failure == nil)
        #expect(run.host.opened == [.pace])
        let protected = run.events.compactMap { event -> Bool? in
            if case .exchange(let exchange) = event.kind { exchange.isProtected } else { nil }
        }
        #expect(protected == [true, false])
        // Powered once for the link, and once more so that nothing stays open.
        #expect(chip.resets == 2)
    }

    @Test func `a channel that protects nothing is none for secure, and nothing is sent over it`() throws {
        let run = try ScriptRun("secure bac\n0084000008 => 9000", answers: Self.answers) { host in
            host.protected = LinkChannel(host.link)
        }
        #expect(run.failure != nil)
        #expect(run.sent.isEmpty)
    }
}

/// Notes what a script does to a card: commands, resets, and when it has the card for itself.
private final class NotingLink: CardLink {
    private let base: any CardLink
    private(set) var notes: [String] = []

    init(_ base: any CardLink) { self.base = base }

    var answerToReset: AnswerToReset { base.answerToReset }
    var limits: LinkLimits { base.limits }
    func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        notes.append(Hex.string(command))
        return try base.exchange(command)
    }
    func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] { try base.control(code, input) }
    func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset {
        notes.append(kind == .cold ? "cold" : "warm")
        return try base.reset(kind)
    }
    func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R {
        notes.append("begin")
        defer { notes.append("end") }
        return try base.withTransaction(body)
    }
}
