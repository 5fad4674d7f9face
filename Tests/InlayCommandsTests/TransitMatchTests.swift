import ChipSimulation
import Foundation
import Testing
import TransitCardSimulator

@testable import InlayCommands

/// Which files are of one card, and what is told of several. All saves are synthetic.
@Suite struct TransitMatchTests {
    /// The new issue of a card that a machine sold; every card that it sells in a row has this record.
    private static let issue = "08070000348101010000DC0500000100"
    private static let ride3 = "1601000234820101030D0C0500000300"
    private static let ride5 = "1601000234830101030D3C0400000500"
    private static let ride7 = "1601000234840101030D6C0300000700"
    private static let shop2 = "C84600003482633E0102280500000200"
    private static let otherRide3 = "16010002348201010106140500000300"
    private static let gateIn = "2000E33D2005348C2003B20000000000"

    private func save(
        _ history: [String], gates: [String] = [], idm: String? = nil, brand: String? = nil, more: String = ""
    ) -> String {
        let blocks = [("090F", history), ("108F", gates)].flatMap { service, blocks in
            blocks.enumerated().map {
                #"{"service":"\#(service)","number":\#($0.offset),"data":"\#($0.element)"}"#
            }
        }
        let quoted = [idm, brand].map { $0.map { "\"\($0)\"" } ?? "null" }
        return #"{"schema":"inlay.transit/1","source":"live",\#(more)"cards":[{"card":1,"system":"0003","#
            + #""idm":\#(quoted[0]),"brand":\#(quoted[1]),"blocks":[\#(blocks.joined(separator: ","))]}]}"#
    }

    /// Runs `decode` over the saves, written in this order.
    private func decode(_ saves: [String], _ words: String..., use: (CommandRun) throws -> Void) throws {
        try TemporaryFolder.use { folder in
            var paths: [String] = []
            for (index, text) in saves.enumerated() {
                let path = "\(folder)/\(index).json"
                try PrivateFile.write(Array(text.utf8), to: path, overwriting: true)
                paths.append(path)
            }
            try use(CommandRun(["transit", "decode"] + paths + words))
        }
    }

    private func json(_ run: CommandRun) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    }

    private func cards(_ run: CommandRun) throws -> [[String: Any]] {
        try #require(try json(run)["cards"] as? [[String: Any]])
    }

    /// How many files each card has.
    private func files(_ saves: [String]) throws -> [Int] {
        var found: [Int] = []
        try decode(saves, "--json") { run in
            found = try cards(run).map { ($0["files"] as? [Any])?.count ?? 0 }
        }
        return found
    }

    // MARK: - One card or two

    @Test func `a gate record in common makes no card of two`() throws {
        let ann = save([Self.ride5, Self.ride3], gates: [Self.gateIn])
        let bob = save(["1601000234840101030D6C0300002700"], gates: [Self.gateIn])
        #expect(try files([ann, bob]) == [1, 1])
    }

    @Test func `the first record in common, or one other, makes no card of two`() throws {
        #expect(try files([save([Self.ride3, Self.issue]), save([Self.shop2, Self.issue])]) == [1, 1])
        #expect(try files([save([Self.ride5, Self.ride3]), save([Self.ride3])]) == [1, 1])
    }

    @Test func `two records in common make one card, unless one number has two records`() throws {
        let old = save([Self.ride5, Self.ride3, Self.issue])
        #expect(try files([save([Self.ride7, Self.ride5, Self.ride3]), old]) == [2])
        #expect(try files([save([Self.ride7, Self.ride5, Self.otherRide3]), old]) == [1, 1])
        #expect(try files([save([Self.ride5, Self.otherRide3, Self.issue]), old]) == [1, 1])
    }

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]])
    func `a file without IDm never joins two cards whose IDm differ`(order: [Int]) throws {
        let blocks = [Self.ride7, Self.ride5, Self.ride3]
        let saves = [
            save(blocks, idm: "0101010101010101"), save(blocks, idm: "0202020202020202"), save(blocks),
        ]
        #expect(try files(order.map { saves[$0] }) == [1, 1, 1], "it fits both, so it proves nothing")
        #expect(try files([saves[0], saves[2]]) == [2])
        // Nor do several such files that hang together.
        let far = [Self.ride7, Self.ride5]
        #expect(try files(order.map { saves[$0] } + [save(far)]).count > 1)
    }

    @Test func `one IDm is one card without a record in common`() throws {
        let idm = "0101010101010101"
        #expect(try files([save([Self.ride7], idm: idm), save([Self.issue], idm: idm)]) == [2])
    }

    // MARK: - Merging on request

    @Test func `files of different cards are not merged on request either`() throws {
        let pairs = [
            (save([Self.ride7], idm: "0101010101010101"), save([Self.ride3], idm: "0202020202020202"), "IDm differ"),
            (save([Self.ride7], brand: "suica"), save([Self.ride3], brand: "pasmo"), "issuers differ"),
            (save([Self.ride5, Self.ride3]), save([Self.ride5, Self.otherRide3]), "records #3 differ"),
        ]
        for (one, two, reason) in pairs {
            for saves in [[one, two], [two, one]] {
                try decode(saves, "--merge") { run in
                    #expect(run.code == .wrongKind && run.output.isEmpty)
                    #expect(run.errors.contains("different cards") && run.errors.contains(reason), "\(run.errors)")
                    #expect(run.errors.contains("leave --merge out"))
                }
                #expect(try files(saves) == [1, 1])
            }
        }
        try decode([save([Self.ride7]), save([Self.ride3])], "--merge", "--json") { run in
            let found = try cards(run)
            #expect(found.count == 1)
        }
    }

    // MARK: - With a reading

    private func read(with text: String) throws -> CommandRun {
        try TemporaryFolder.use { folder in
            let path = "\(folder)/save.json"
            try PrivateFile.write(Array(text.utf8), to: path, overwriting: true)
            return CommandRun(
                ["transit", "read", "--reader", "sim:suica", "--with", path, "--json"],
                house: .test(simulators: SimulatorEntry.all))
        }
    }

    @Test func `a save is taken with a reading only when something shows that it is of the card`() throws {
        let records = try #require(try cards(read(with: save([Self.issue]))).first?["history"] as? [[String: Any]])
        let blocks = records.compactMap { $0["block"] as? String }
        #expect(blocks.count == 20)
        let stranger = try read(with: save(["16010002348CE336E33D840300003200"]))
        #expect(
            stranger.errors.contains("another card") && stranger.errors.contains("#50, which the card has not reached"))
        let unproven = try read(with: save([Self.issue]))
        #expect(unproven.errors.contains("nothing shows that it is of this card"))
        #expect(unproven.errors.contains("--show-idm"))
        let older = try read(with: save(Array(blocks.suffix(2)) + [Self.issue]))
        #expect(older.errors.isEmpty)
        #expect((try cards(older).first?["history"] as? [Any])?.count == 21)
        for left in [stranger, unproven] {
            #expect((try cards(left).first?["history"] as? [Any])?.count == 20)
        }
    }

    // MARK: - What is told of files

    @Test(arguments: [
        [ride3, ride5, ride7],
        ["1601000234830101030DBC0200000100", "1601000234820101030D84030000FFFF", "1601000234810101030D4C040000FDFF"],
    ])
    func `records whose numbers do not fall have no amounts, whatever the format`(blocks: [String]) throws {
        let fareBot = TransitDumps.fareBot(blocks)
        for text in [save(blocks), fareBot, blocks.joined(separator: "\n")] {
            try decode([text], "--json") { run in
                let card = try #require(try cards(run).first)
                let history = try #require(card["history"] as? [[String: Any]])
                #expect(history.prefix(2).allSatisfy { $0["change"] is NSNull }, "\(text)")
                #expect((history[0]["changeReason"] as? String)?.hasPrefix("outOfOrder") == true)
                let findings = try #require(card["findings"] as? [[String: Any]])
                #expect(findings.contains { $0["kind"] as? String == "outOfOrder" })
            }
        }
    }

    @Test func `a reading that was broken off is still so in its save`() throws {
        let more = #""complete":false,"interruption":{"message":"the card was taken away"},"#
        let text = save([Self.ride7, Self.ride5], more: more)
        try decode([text], "--json") { run in
            let document = try json(run)
            #expect(document["complete"] as? Bool == false)
            let told = (document["interruption"] as? [String: Any])?["message"] as? String
            #expect(told?.hasSuffix("broken off: the card was taken away") == true)
        }
        try decode([text]) { run in #expect(run.errors.contains("broken off: the card was taken away")) }
        try decode([save([Self.ride7, Self.ride5])], "--json") { run in
            let document = try json(run)
            #expect(document["complete"] as? Bool == true)
        }
    }

    @Test func `whether the card is inside does not depend on the order of the files`() throws {
        // An exit at 20:03 on 2026-04-12, and an entry at 20:30 after it.
        let exit = Self.gateIn
        let entry = "A000E33D2005348C2030000000000000"
        let saves = [
            save([Self.ride7, Self.ride5], gates: [exit]), save([Self.ride7, Self.ride5], gates: [entry, exit]),
        ]
        for order in [saves, saves.reversed()] {
            try decode(order) { run in
                #expect(run.output.contains("inside when it was read: entered at"), "\(run.output)")
                #expect(!run.output.contains("inside now"))
            }
        }
    }

    // MARK: - Folders, spreadsheets, days

    @Test func `folders in a folder are read, links to folders and to nowhere are named`() throws {
        try TemporaryFolder.use { folder in
            let files = FileManager.default
            try files.createDirectory(atPath: "\(folder)/a/b", withIntermediateDirectories: true)
            try PrivateFile.write(Array(TransitDumps.fareBot().utf8), to: "\(folder)/a/b/card.json", overwriting: false)
            try files.createSymbolicLink(atPath: "\(folder)/a/round", withDestinationPath: folder)
            try files.createSymbolicLink(atPath: "\(folder)/a/gone", withDestinationPath: "\(folder)/missing")
            let run = CommandRun("transit", "decode", folder, "--json")
            #expect(run.code == .done)
            #expect(try cards(run).first?["files"] as? [String] == ["\(folder)/a/b/card.json"])
            #expect(run.errors.contains("a/round: passed over, a link to a folder"))
            #expect(run.errors.contains("a/gone: passed over, a link that leads nowhere"))
            var deep = folder
            for _ in 0..<12 { deep += "/d" }
            try files.createDirectory(atPath: deep, withIntermediateDirectories: true)
            #expect(CommandRun("transit", "decode", folder).errors.contains("folders deep"))
        }
    }

    @Test func `CSV tells cards by name and file`() throws {
        let money = CommandRun(
            ["transit", "read", "--reader", "sim:money", "--csv"], house: .test(simulators: SimulatorEntry.all))
        for name in ["Rakuten Edy", "nanaco", "WAON"] { #expect(money.output.contains(",\(name),")) }
        try decode([save([Self.ride5, Self.ride3]), save([Self.shop2])], "--csv") { run in
            let rows = run.output.components(separatedBy: "\r\n").filter { !$0.isEmpty }
            #expect(rows[0].hasSuffix(",name,file"))
            #expect(rows.dropFirst().map { $0.components(separatedBy: "/").last } == ["0.json", "0.json", "1.json"])
        }
    }

    @Test func `records without a day that days leave out are counted`() throws {
        let words = ["transit", "decode", Self.ride7]
        let undated = ["16010002345E0101030D3C0400000500", "1601000235FF0101030D0C0500000300"]
        for more in [[], ["--csv"], ["--json"]] {
            let run = CommandRun(words + undated + ["--from", "2026-01-01"] + more)
            #expect(run.errors.contains("2 records without a valid day"), "\(run.errors)")
            #expect(CommandRun(words + undated + more).errors.isEmpty)
        }
    }

    // MARK: - Files that are refused

    @Test func `a block that is there twice, or whose number is none, is refused with its place`() throws {
        let twice = save([Self.ride5, Self.ride3]).replacing(#""number":1"#, with: #""number":0"#)
        try decode([twice]) { run in
            #expect(run.code == .malformedData && run.output.isEmpty)
            #expect(run.errors.contains("blocks[1].number: block 0 of service 090F is there twice"), "\(run.errors)")
        }
        let fareBot = TransitDumps.fareBot([Self.ride5, Self.ride3])
        for (address, message) in [("0", "twice"), ("0.5", "from 0 to 65535"), ("70000", "from 0 to 65535")] {
            try decode([fareBot.replacing(#""address":1"#, with: #""address":\#(address)"#)]) { run in
                #expect(run.code == .malformedData && run.errors.contains(message), "\(run.errors)")
            }
        }
        try decode([save([Self.ride5]).replacing(#""number":0"#, with: #""number":70000"#)]) { run in
            #expect(run.code == .malformedData && run.errors.contains("from 0 to 65535"))
        }
    }

    @Test(arguments: [
        ("hello world", "neither JSON, XML"), ("[]", "the list: neither"), (#"{"cards":[]}"#, "cards: neither"),
        (#"{"schema":"inlay.transit/99"}"#, "a newer inlay wrote it"),
        (#"{"schema":"inlay.passport/1"}"#, "not a document about a transit card"),
    ])
    func `what is no dump is told once, with what was looked for`(text: String, words: String) throws {
        try decode([text]) { run in
            #expect(run.code == .malformedData && run.errors.contains(words), "\(run.errors)")
            #expect(run.errors.components(separatedBy: words).count == 2, "\(run.errors)")
        }
    }

    @Test func `a block that is there twice is refused in XML and Flipper files as well`() throws {
        let xml = TransitDumps.xml.replacing(#"address="1""#, with: #"address="0""#)
        let flipper = TransitDumps.flipper().replacing("Block index 01", with: "Block index 00")
        for text in [xml, flipper] {
            try decode([text]) { run in
                #expect(run.code == .malformedData && run.errors.contains("of service 090F is there twice"))
            }
        }
    }

    @Test func `a day in another form and a day that there is not are two errors`() {
        let words = ["transit", "decode", Self.ride3, "--from"]
        #expect(CommandRun(words + ["9.4.2026"]).errors.contains("written YYYY-MM-DD"))
        #expect(CommandRun(words + ["2026-02-30"]).errors.contains("there is no day 2026-02-30"))
    }
}
