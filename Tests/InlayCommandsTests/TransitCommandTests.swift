import Foundation
import Testing

@testable import InlayCommands

/// `inlay transit decode` and `station`, and `inlay decode suica`.
@Suite struct TransitCommandTests {
    private func json(_ run: CommandRun) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    }

    private func cards(_ run: CommandRun) throws -> [[String: Any]] {
        try #require(try json(run)["cards"] as? [[String: Any]])
    }

    private func write(_ text: String, _ folder: String, _ name: String) throws -> String {
        let path = "\(folder)/\(name)"
        try PrivateFile.write(Array(text.utf8), to: path, overwriting: true)
        return path
    }

    @Test func `a dump becomes a table that fits 80 columns, whatever the script`() throws {
        try TemporaryFolder.use { folder in
            let path = try write(TransitDumps.flipper(), folder, "card.nfc")
            for language in ["en", "ja"] {
                for width in [80, 120] {
                    let run = CommandRun(["transit", "decode", path, "--language", language], width: width)
                    #expect(run.code == .done && run.errors.isEmpty)
                    let lines = run.output.split(separator: "\n").map(String.init)
                    for line in lines { #expect(TerminalText.width(line) <= width, "\(line)") }
                    let rows = lines.filter { $0.hasPrefix("2011-") }
                    #expect(rows.count == TransitDumps.history.count)
                    #expect(Set(rows.map { TerminalText.width($0) }).count == 1, "columns do not line up")
                }
            }
            let run = CommandRun("transit", "decode", path)
            #expect(run.output.hasPrefix("PASMO  balance 0 yen"))
            #expect(run.output.contains("東京テレポート → 新宿") && run.output.contains("-480"))
            #expect(run.output.contains("happened inside the gates"))
            #expect(run.output.contains("rides -1,530  purchases -970  charges +2,500"))
        }
    }

    @Test(arguments: [
        (["LANG": "ja_JP.UTF-8"], "残高"), (["LC_ALL": "en_US.UTF-8", "LANG": "ja_JP.UTF-8"], "balance"),
        (["LC_MESSAGES": "ja_JP.UTF-8", "LANG": "C"], "残高"), ([:], "balance"),
    ])
    func `the language is that of the locale`(environment: [String: String], word: String) {
        let run = CommandRun(["transit", "decode", TransitDumps.history[0]], environment: environment)
        #expect(run.code == .done && run.output.contains(word))
    }

    @Test func `days are chosen with from and to, and sums follow`() throws {
        let words = ["transit", "decode"] + TransitDumps.history
        let one = CommandRun(words + ["--from", "2011-06-14"])
        #expect(one.output.contains("2 records  purchases -970") && !one.output.contains("2011-06-13  "))
        let none = CommandRun(words + ["--to", "2010-01-01"])
        #expect(none.code == .done && none.output.contains("no record of these days"))
        #expect(CommandRun(words + ["--from", "2011-02-30"]).code == .wrongUse)
        let partial = try cards(CommandRun(words + ["--json", "--to", "2011-06-13"]))
        #expect((partial[0]["history"] as? [Any])?.count == 9 && partial[0]["blocks"] is NSNull)
    }

    @Test func `CSV begins with a byte order mark and holds every record`() throws {
        let run = CommandRun(["transit", "decode", "--csv"] + TransitDumps.history)
        #expect(run.code == .done)
        #expect(Array(run.output.utf8.prefix(3)) == [0xEF, 0xBB, 0xBF])
        let rows = run.output.components(separatedBy: "\r\n")
        #expect(rows.count == TransitDumps.history.count + 2 && rows.last == "")
        #expect(rows[3].contains(",-480,970,15,1601000216CD8205030DCA0300000F00"))
        #expect(CommandRun(["transit", "decode", "--csv", "--json"] + TransitDumps.history).code == .wrongUse)
    }

    @Test func `a save can be read back and merged without doubles`() throws {
        try TemporaryFolder.use { folder in
            let old = try write(TransitDumps.fareBot(Array(TransitDumps.history[4...])), folder, "old.json")
            let new = try write(TransitDumps.metrodroid(Array(TransitDumps.history[..<6])), folder, "new.json")
            let merged = CommandRun("transit", "decode", old, new, "--json")
            let card = try #require(try cards(merged).first)
            let changes = try #require(card["history"] as? [[String: Any]]).map { $0["change"] as? Int }
            #expect(changes == [-420, -550, -480, 1000, -370, -210, -210, 1000, -100, -160, 500])
            // IDm is not in the save, and a shared record shows that it is the same card.
            #expect(card["idm"] is NSNull && !merged.output.contains(TransitDumps.idm))
            let saved = try write(CommandRun("transit", "decode", new, "--json").output, folder, "saved.json")
            let again = try cards(CommandRun("transit", "decode", saved, old, "--json"))
            #expect(again.count == 1 && (again[0]["history"] as? [Any])?.count == 11)
            #expect(
                try cards(CommandRun("transit", "decode", saved, old, "--json", "--show-idm"))[0]["idm"] as? String
                    == TransitDumps.idm)
        }
    }

    @Test func `saves that do not meet show what is lost`() throws {
        try TemporaryFolder.use { folder in
            let old = try write(TransitDumps.fareBot(Array(TransitDumps.history[6...])), folder, "old.json")
            let new = try write(TransitDumps.fareBot(Array(TransitDumps.history[..<4])), folder, "new.json")
            let run = CommandRun("transit", "decode", new, old)
            #expect(run.output.contains("records are missing before 2011-06-13 #14: 5 numbers not accounted for"))
        }
    }

    @Test func `cards that nothing connects stay apart unless they are merged on request`() throws {
        try TemporaryFolder.use { folder in
            let one = try write(TransitDumps.history[..<3].joined(separator: "\n"), folder, "one.txt")
            let two = try write(TransitDumps.history[5...].joined(separator: "\n"), folder, "two.txt")
            #expect(try cards(CommandRun("transit", "decode", one, two, "--json")).count == 2)
            #expect(try cards(CommandRun("transit", "decode", one, two, "--json", "--merge")).count == 1)
        }
    }

    @Test func `a whole folder is taken at once, and what is no dump is passed over`() throws {
        try TemporaryFolder.use { folder in
            _ = try write(TransitDumps.flipper(), folder, "a.nfc")
            _ = try write(TransitDumps.fareBot(), folder, "b.json")
            _ = try write(TransitDumps.xml, folder, "c.xml")
            _ = try write("nothing to see here", folder, "README.txt")
            let run = CommandRun("transit", "decode", folder, "--json")
            #expect(run.code == .done && run.errors.contains("README.txt: passed over"))
            let card = try #require(try cards(run).first)
            #expect((card["files"] as? [Any])?.count == 3 && (card["history"] as? [Any])?.count == 11)
            #expect(card["brand"] as? String == "pasmo")

            _ = try write(String(TransitDumps.fareBot().dropLast(9)), folder, "d.json")
            let broken = CommandRun("transit", "decode", folder, "--json")
            #expect(broken.code == .malformedData && broken.errors.contains("d.json: octet"))
            #expect(try cards(broken).count == 1)
        }
        try TemporaryFolder.use { folder in
            _ = try write("nothing to see here", folder, "README.txt")
            #expect(CommandRun("transit", "decode", folder).code == .malformedData)
        }
    }

    @Test func `a ZIP file is taken as a folder is, and a damaged one is told`() throws {
        try TemporaryFolder.use { folder in
            let one = try write(TransitDumps.metrodroid(), folder, "one.json")
            let two = try write(TransitDumps.flipper(), folder, "two.nfc")
            let path = "\(folder)/export.zip"
            _ = try Python.run(
                """
                import zipfile
                with zipfile.ZipFile("\(path)", "w", zipfile.ZIP_DEFLATED) as z:
                    z.write("\(one)", "cards/one.json")
                    z.write("\(two)", "cards/two.nfc")
                    z.writestr("README.txt", "nothing to see here")
                """, input: "")
            let run = CommandRun("transit", "decode", path, "--json")
            #expect(run.code == .done && run.errors.contains("export.zip/README.txt: passed over"))
            let found = try cards(run)
            #expect(found.count == 1 && (found[0]["files"] as? [String])?.first == "\(path)/cards/one.json")
            #expect((found[0]["history"] as? [Any])?.count == 11 && found[0]["brand"] as? String == "pasmo")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            let cut = "\(folder)/cut.zip"
            try bytes.dropLast(30).write(to: URL(fileURLWithPath: cut))
            let damaged = CommandRun("transit", "decode", cut)
            #expect(damaged.code == .malformedData && damaged.errors.contains("damaged ZIP file"))
        }
    }

    @Test(arguments: [
        ["1601000216CD82"], ["1601000216CD8205030DCA0300000F0"], ["1601000216CD8205030DCA0300000F00", "16010002"],
    ])
    func `blocks of odd lengths are refused with their place`(words: [String]) {
        let run = CommandRun(["transit", "decode"] + words)
        #expect(run.code == .malformedData && run.output.isEmpty)
        #expect(run.errors.contains("octet") || run.errors.contains("character"))
    }

    @Test func `unknown codes are written down without anything about the card`() throws {
        try TemporaryFolder.use { folder in
            let path = "\(folder)/unknown.tsv"
            let words = ["transit", "decode", "16010002346E00010002D20400002AA0", "050D000F34E30D2B0000B60700002840"]
            #expect(CommandRun(words).output.contains("--unknown FILE"))
            let run = CommandRun(words + ["--unknown", path])
            #expect(run.code == .done)
            let table = try String(contentsOfFile: path, encoding: .utf8)
            #expect(
                table.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "\t" } } == [
                    "2-0-1", "2-0-2", "1-bus-0D2B",
                ])
            for secret in ["1234", "2026", "42", TransitDumps.idm] { #expect(!table.contains(secret)) }
            #expect(CommandRun(words + ["--unknown", path]).code == .wrongUse)
            #expect(CommandRun(words + ["--unknown", path, "--force"]).code == .done)
            // With its names filled in it is a table of the user's own.
            let named = try write(table.replacing("2-0-1\t", with: "2-0-1\t新しい駅"), folder, "mine.tsv")
            #expect(CommandRun(words + ["--stations", named]).output.contains("新しい駅 → 2-00-02h?"))
            let buses = try write("code\tname\toperator\n1-bus-0D2B\t\tある会社\n", folder, "buses.tsv")
            #expect(CommandRun(words + ["--stations", buses]).output.contains("ある会社"))
            let wrong = try write("code,name\n2-0-1,x\n", folder, "wrong.tsv")
            let refused = CommandRun(words + ["--stations", wrong])
            #expect(refused.code == .malformedData && refused.errors.contains("line 1"))
        }
    }

    @Test func `an Octopus is shown with both offsets, a card without a layout raw`() throws {
        let octopus =
            #"{"felica":{"systems":{"32776":{"services":{"279":{"blocks":[{"data":"00000164000000000000000000000021"}]}}}}}}"#
        try TemporaryFolder.use { folder in
            let run = CommandRun("transit", "decode", try write(octopus, folder, "octopus.json"))
            #expect(run.output.contains("-14.4 HKD (last used since 2017-10-01)"))
            #expect(run.output.contains("0.6 HKD (last used before 2017-10-01)"))
            let other = octopus.replacing("32776", with: "4660")
            let raw = CommandRun("transit", "decode", try write(other, folder, "other.json"))
            #expect(raw.code == .done && raw.output.contains("0117  0  00000164000000000000000000000021"))
        }
    }

    @Test func `text of a dump cannot act on the terminal`() throws {
        let named = "code\tname\n2-130-24\t\u{1B}[2Jx\u{202E}y\n"
        try TemporaryFolder.use { folder in
            let path = try write(named, folder, "mine.tsv")
            let run = CommandRun(
                ["transit", "decode", "16010002346E8218821BD20400002AA0", "--stations", path], isTerminal: true)
            #expect(!run.output.contains("\u{1B}[2J") && !run.output.contains("\u{202E}"))
        }
    }

    // MARK: - Station

    @Test func `a code is looked up for a day`() throws {
        #expect(CommandRun("transit", "station", "0-1-6", "--at", "2019-05-01").output.contains("田町"))
        let now = CommandRun("transit", "station", "0-01-06h", "--at", "2021-05-01")
        #expect(now.output.contains("高輪ゲートウェイ") && !now.output.contains("田町"))
        let both = CommandRun("transit", "station", "0-1-6", "--json")
        #expect(both.code == .done)
        let codes = try #require(try json(both)["codes"] as? [[String: Any]])
        #expect((codes[0]["candidates"] as? [[String: Any]])?.map { $0["name"] as? String } == ["高輪ゲートウェイ", "田町"])
    }

    @Test func `what is not known is shown as area, line and station (case B42)`() {
        let run = CommandRun("transit", "station", "2-0-27")
        #expect(run.code == .done && run.output.contains("area 2 line 00 station 1B"))
        let record = CommandRun("decode", "suica", "16010002346E8218821BD20400002AA0")
        #expect(record.output.contains("2026-03-14") && record.output.contains("1,234 yen"))
        #expect(record.output.contains("entry 2, exit 2") && record.output.contains("42"))
        #expect(!record.output.contains("日比野"))
        #expect(CommandRun("transit", "station", "0-2-253").output.contains("no station"))
    }

    @Test(arguments: [["x"], ["0-1"], ["9-1-1"], ["0-1-6", "--at", "2019-13-01"], []])
    func `malformed codes and days are wrong use`(words: [String]) {
        #expect(CommandRun(["transit", "station"] + words).code == .wrongUse)
    }

    @Test func `records are explained octet by octet`() throws {
        let run = CommandRun("decode", "suica", "C8C60000342E5541A9F5480000040E00 00000080000000000000000000000000")
        #expect(run.code == .done)
        for text in ["partly paid in cash", "10:42:02", "D3:", "D9:", "an unused slot"] {
            #expect(run.output.contains(text), "\(text)")
        }
        #expect(CommandRun("decode", "suica", "C8C60000").code == .malformedData)
        let document = try json(CommandRun("decode", "suica", "--json", "C8C60000342E5541A9F5480000040E00"))
        #expect((document["records"] as? [[String: Any]])?.first?["kind"] as? String == "purchase")
    }

    @Test func `amounts of the reported chain come out right (case B44)`() throws {
        let run = CommandRun(
            "transit", "decode", "--json", "1601000234C3030103053A1000000D00", "1402000034C303010000021100000B00",
            "1601000234C1030503014A0500000A00", "00000000000000000000000000000000")
        let card = try #require(try cards(run).first)
        let history = try #require(card["history"] as? [[String: Any]])
        #expect(history.map { $0["change"] as? Int } == [-200, 3000, nil])
        #expect(history.map { $0["serial"] as? Int } == [13, 11, 10])
        #expect(history[2]["changeReason"] as? String == "oldest: no record before it")
        #expect((card["findings"] as? [Any])?.isEmpty == true)
    }
}
