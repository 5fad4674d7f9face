import Foundation
import Octets
import Testing

@testable import InlayCommands

@Suite struct TraceImportTests {
    private static let pcscd = """
        00000031 [1946149872] winscard.c:1610:SCardTransmit() Send Protocol: T=1
        00000012 [1946149872] APDU: 00 A4 04 0C 07 A0 00 00 02 47 10 01\u{20}
        00000018 [1946149872] ifdhandler.c:1303:IFDHTransmitToICC() usb:08e6/3437 (lun: 0)
        00021547 [1946149872] SW: 90 00\u{20}
        00000100 APDU: 00 84 00 00 08\u{20}
        00011547 \u{1B}[36mSW: 01 02 03 04 05 06 07 08 90 00\u{1B}[0m
        00000100 APDU: 00 B0 81 00 00\u{20}
        """

    /// As pcsc-tools print it: sixteen bytes on a line, and the words behind the last.
    private static let scriptor = """
        Using T=1 protocol
        > RESET
        < OK: 3B 85 80 01 80 73 C8 21 10 0E\u{20}
        > 00 A4 04 0C 07 A0 00 00 02 47 10 01
        < 6F 10 84 08 A0 00 00 01 51 00 00 00 A5 04 9F 65\u{20}
        01 FF 90 00 : Normal processing.
        > 00 84 00 00 08\u{20}
        < 6D 00 : Instruction code not supported or invalid.
        """

    private static let openSC = """
        0x7fd4 17:20:53.811 [opensc-tool] reader-pcsc.c:285:pcsc_transmit:
        Outgoing APDU (12 bytes):
        00 A4 04 0C 07 A0 00 00 02 47 10 01 .........G..
        0x7fd4 17:20:53.811 [opensc-tool] reader-pcsc.c:213:pcsc_internal_transmit: called
        0x7fd4 17:20:53.815 [opensc-tool] reader-pcsc.c:294:pcsc_transmit:
        Incoming APDU (20 bytes):
        6F 10 84 08 A0 00 00 01 51 00 00 00 A5 04 9F 65 o.......Q......e
        01 FF 90 00 ....
        """

    private static let tool = """
        Using reader with a card: Reader 00 00
        Sending: 00 A4 04 00 09 A0 00 00 03 08 00 00 10 00
        Received (SW1=0x90, SW2=0x00):
        61 11 4F 06 00 00 10 00 01 00 79 07 4F 05 A0 00 a.O.......y.O...
        00 03 08 ...
        Sending: 00 A4 00 0C
        Received (SW1=0x6A, SW2=0x82)
        """

    private static let globalPlatform = """
        # SCardConnect("Reader 00 00", T=*) -> T=1, 3B8580018073C821100E
        A>> T=1 (4+0000) 00A40400 00
        A<< (0018+2) (26ms) 6F108408A000000151000000A5049F6501FF 9000
        [DEBUG] GlobalPlatform - Auto-detected ISD: A000000151000000
        A>> T=1 (4+0008) 80500000 08 EC255ADBCDB6C751 00
        A<< (0000+2) (61ms) 6982
        """

    private static let gmrtd = """
        {"document": {"apduLog": {"entries": [
          {"desc": "SELECT", "tx": "AKQEDAegAAACRxAB", "rx": "kAA=", "durMs": 12, "startTime": "2026-01-01T00:00:00Z"},
          {"desc": "READ", "tx": "ALCBAAA=", "rx": "YQGQAA==",
           "child": {"desc": "SM", "tx": "DLCBAA0=", "rx": "hwGQAA=="}, "startTime": "2026-01-01T00:00:01Z"}
        ]}}}
        """

    private static let proxmarkAPDU = """
        [usb] pm3 --> hf 14a apdu -s -k -d 00A4040C07A0000002471001
        [+] >>>>[sel keep] 00 A4 04 0C 07 A0 00 00 02 47 10 01
        [+] <<<< 90 00
        [+] <<< status: 90 00 - Command successfully executed
        """

    private static let proxmarkList = """
              Start |        End | Src | Data (! denotes parity error)                        | CRC | Annotation
        ------------+------------+-----+------------------------------------------------------+-----+-----------
                  0 |        992 | Rdr |52(7)                                                 |     | WUPA
               2228 |       4596 | Tag |04  00                                                |     |
            6468352 |    6477728 | Rdr |03  00  B2  01  14  00  09  CB                        | A ok| READ RECORD
            6512324 |    6518212 | Tag |03  6A  82  4F  75                                    |     |
            6864512 |    6873888 | Rdr |12  00  A4  09  00  2A  73                            | A ok| SELECT
            6900000 |    6900100 | Tag |A2  E6  D7                                            |     |
            6910000 |    6910100 | Rdr |03  02  3F  00  AA  BB                                | A ok|
            6912196 |    6946820 | Tag |03  85  17  00  02                                    |     |
                    |            |     |90  00  EA  30                                        | A ok|
        """

    private static let logs: [(String, ForeignLog.Kind, [String])] = [
        (
            pcscd, .pcscd,
            ["00A4040C07A0000002471001 9000", "0084000008 01020304050607089000", "00B0810000 -"]
        ),
        (
            openSC, .opensc,
            ["00A4040C07A0000002471001 6F108408A000000151000000A5049F6501FF9000"]
        ),
        (
            tool, .opensc,
            [
                "00A4040009A000000308000010" + "00 61114F06000010000100" + "79074F05A000000308" + "9000",
                "00A4000C 6A82",
            ]
        ),
        (
            globalPlatform, .globalPlatformPro,
            [
                "00A4040000 6F108408A000000151000000A5049F6501FF9000", "8050000008EC255ADBCDB6C75100 6982",
            ]
        ),
        (gmrtd, .gmrtd, ["00A4040C07A0000002471001 9000", "0CB081000D 87019000"]),
        (
            scriptor, .scriptor,
            ["00A4040C07A0000002471001 6F108408A000000151000000A5049F6501FF9000", "0084000008 6D00"]
        ),
        (proxmarkAPDU, .proxmark3, ["00A4040C07A0000002471001 9000"]),
        (proxmarkList, .proxmark3, ["00B2011400 6A82", "00A40900023F00 851700029000"]),
    ]

    @Test(arguments: logs)
    func `the log of another program gives its exchanges`(text: String, kind: ForeignLog.Kind, wanted: [String]) throws
    {
        #expect(ForeignLog.kind(of: text) == kind)
        let log = try ForeignLog.read(text, as: kind)
        let found = log.entries.map { entry in
            Hex.string(entry.command) + " " + (entry.answer.map { Hex.string($0) } ?? "-")
        }
        #expect(found == wanted)
    }

    /// A report from any of these programs is a card again.
    @Test(arguments: logs)
    func `the log of another program is imported and answers as a card`(
        text: String, kind: ForeignLog.Kind, wanted: [String]
    ) throws {
        try TemporaryFolder.use { folder in
            try text.write(toFile: "\(folder)/log", atomically: true, encoding: .utf8)
            let imported = CommandRun("trace", "import", "\(folder)/log", "--out", "\(folder)/trace")
            #expect(imported.code == .done, "\(imported.errors)")
            let pairs = wanted.map { $0.split(separator: " ").map(String.init) }.filter { $0[1] != "-" }
            let run = CommandRun(
                ["apdu", "--any-status", "--reader=replay:\(folder)/trace"] + pairs.map { $0[0] }, width: 200)
            #expect(run.code == .done, "\(kind): \(run.errors)")
            for pair in pairs {
                let (data, status) = (String(pair[1].dropLast(4)), String(pair[1].suffix(4)))
                let answer = data.isEmpty ? status : "\(data) \(status)"
                #expect(run.output.contains("> \(pair[0])\n< \(answer)"), "\(kind): \(run.output)")
            }
        }
    }

    @Test func `what the card said when it was powered comes along`() throws {
        let log = try ForeignLog.read(Self.globalPlatform, as: .globalPlatformPro)
        #expect(log.answerToReset == [0x3B, 0x85, 0x80, 0x01, 0x80, 0x73, 0xC8, 0x21, 0x10, 0x0E])
    }

    @Test func `a foreign report is replayed as a reader`() throws {
        try TemporaryFolder.use { folder in
            try Self.globalPlatform.write(toFile: "\(folder)/gp.log", atomically: true, encoding: .utf8)
            let imported = CommandRun("trace", "import", "\(folder)/gp.log", "--out", "\(folder)/gp.trace")
            #expect(imported.code == .done, "\(imported.errors)")
            #expect(imported.output.contains("2 exchanges of GlobalPlatformPro"))
            let script = "00 A4 04 00 00 => 6F .. 9000\ncapture isd tlv 6F/84\nprint $isd $atr\n"
            let run = CommandRun(
                "run", "-", "--reader=replay:\(folder)/gp.trace", house: .test(input: script))
            #expect(run.code == .done, "\(run.errors)")
            #expect(run.output.contains("A000000151000000 3B8580018073C821100E"))
            let other = CommandRun("apdu", "00A4040C00", "--reader=replay:\(folder)/gp.trace")
            #expect(other.code == .cardError)
        }
    }

    @Test(arguments: [
        ("00000012 APDU: 00 A4 0G\n00000012 SW: 90 00", "line 1, column 23"),
        ("Outgoing APDU (12 bytes):\n00 A4 04\n", "line 1, column 1"),
        ("A>> T=1 (4+0000) 00A404 0\nA<< (0000+2) (2ms) 9000", "line 1, column 25"),
        ("{\"entries\": [\n {\"tx\": \"AA==\", ]}", "line 2"),
        ("  1 | 2 | Rdr |30  04  AA  BB   |  ok | READ\n  3 | 4 | Tag |01  02 |  | ", "line 1, column 1"),
    ])
    func `a log that cannot be read names the place`(text: String, place: String) {
        let run = CommandRun("trace", "import", "-", house: .test(input: text))
        #expect(run.code == .malformedData)
        #expect(run.errors.contains(place), "\(run.errors)")
    }

    @Test func `hostile logs end in exchanges or in a place`() {
        var state: UInt64 = 42
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        for (text, kind, _) in Self.logs {
            for _ in 0..<300 {
                var scalars = Array(text.unicodeScalars)
                if random(3) == 0 { scalars = Array(scalars.prefix(random(scalars.count))) }
                for _ in 0..<random(8) where !scalars.isEmpty {
                    scalars[random(scalars.count)] = ["0", "Z", "|", "(", ")", "\n", "\"", "{", "\u{202E}"][random(9)]
                }
                let changed = String(String.UnicodeScalarView(scalars))
                let lines = changed.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
                do throws(ForeignLog.Malformed) {
                    let log = try ForeignLog.read(changed, as: kind)
                    #expect(log.entries.allSatisfy { ($0.answer?.count ?? 2) >= 2 })
                } catch {
                    #expect((1...lines).contains(error.line) && error.column >= 1 && !error.message.isEmpty)
                }
            }
        }
    }

    // MARK: - What a trace does not hold

    /// Two programs at once, then the thread of the first again for a third.
    private static let shared = """
        00000031 [1111] winscard.c:1610:SCardTransmit() Send Protocol: T=1
        00000012 [1111] APDU: 00 A4 04 0C 00
        00000012 [2222] APDU: 00 CA 00 00 00
        00000012 [2222] SW: 6D 00
        00000012 [1111] SW: 90 00
        00000012 [1111] APDU: 00 84 00 00 08
        00000012 [1111] SW: 69 85
        00000012 [1111] winscard_svc.c:339:ContextThread() Thread is stopping: dwClientID=8
        00000012 [1111] APDU: 00 B0 00 00 00
        00000012 [1111] SW: 69 82
        """

    @Test func `programs in one log are told apart, and one is chosen`() throws {
        let run = CommandRun("trace", "import", "-", house: .test(input: Self.shared))
        #expect(run.code == .wrongUse && run.output.isEmpty)
        let words = run.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains("3 programs: 1: 2 commands, the first 00A4040C; 2: 1 command, the first 00CA0000"),
            "\(words)")
        #expect(words.contains("--client"))
        let first = CommandRun("trace", "import", "-", "--client=1", house: .test(input: Self.shared))
        #expect(first.code == .done && first.output.contains("0084000008") && !first.output.contains("00CA"))
        #expect(first.errors.contains("left out: 2 × commands of other programs"), "\(first.errors)")
        let all = CommandRun("trace", "import", "-", "--client=all", house: .test(input: Self.shared))
        #expect(all.output.contains("00CA000000\",\"answer\":\"6D00"), "\(all.output)")
        for wrong in ["0", "4", "x"] {
            let run = CommandRun("trace", "import", "-", "--client", wrong, house: .test(input: Self.shared))
            #expect(run.code == .wrongUse, "\(wrong)")
        }
    }

    @Test func `what is left out is counted, with the reason`() throws {
        let text = """
              Start |        End | Src | Data (! denotes parity error)                  | CRC | Annotation
                  0 |        992 | Rdr |26(7)                                            |     | REQA
               2228 |       4596 | Tag |04  00                                           |     |
             100000 |     104000 | Rdr |30  04  26  EE                                   |  ok | READBLOCK(4)
             105000 |     125000 | Tag |01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 AA BB | ok |
             200000 |     204000 | Rdr |02 00 B2 01 14 00 11 22                          |  ok |
             205000 |     207000 | Tag |F2 01 91 40                                      |  ok | WTX
             208000 |     209000 | Rdr |F2 01 91 40                                      |  ok | WTX
             210000 |     225000 | Tag |02 6A 82 33 44                                   |  ok |

            """
        let run = CommandRun("trace", "import", "-", "--json", house: .test(input: text))
        #expect(run.code == .done, "\(run.errors)")
        let document = try JSONReader.value(Array(run.output.utf8))
        #expect(document["exchanges"] == 1)
        let left = document["leftOut"]?.elements ?? []
        #expect(
            left.contains { $0["count"] == 4 && $0["what"]?.string?.contains("memory chips") == true }
                && left.contains { $0["count"] == 2 && $0["what"]?.string?.contains("without data") == true }, "\(left)"
        )
        #expect(run.errors.contains("left out: 4 ×"), "\(run.errors)")
    }

    @Test func `a program, and what is a trace already, are no logs`() throws {
        let binary = "\u{7F}ELF\0\0A>> A<< Outgoing APDU"
        let run = CommandRun("trace", "import", "-", house: .test(input: binary))
        #expect(run.code == .malformedData && run.errors.contains("is no text"), "\(run.errors)")
        let trace = CommandRun("trace", "import", "-", "--client=all", house: .test(input: Self.shared)).output
        let again = CommandRun("trace", "import", "-", house: .test(input: trace))
        #expect(again.code == .malformedData && again.errors.contains("is a trace already"), "\(again.errors)")
    }

    @Test func `what scriptor could not do leaves no answer`() throws {
        let log = try ForeignLog.read("> RESET\n< KO: No smart card inserted.\n> 00 A4 00 00\n", as: .scriptor)
        #expect(log.entries.count == 1 && log.entries[0].answer == nil)
        #expect(throws: ForeignLog.Malformed.self) { try ForeignLog.read("> 00 A4 0\n", as: .scriptor) }
        #expect(ForeignLog.kind(of: "> 00 A4 00 00\n") == nil)
    }
}
