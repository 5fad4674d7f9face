import ChipSimulation
import Foundation
import ISO7816
import Testing
import TransitCardSimulator

@testable import InlayCommands

/// `inlay transit read` on simulated cards, which were written from the standard and not from the reader.
@Suite struct TransitReadCommandTests {
    private let house = House.test(simulators: SimulatorEntry.all)

    private func read(_ reader: String, _ words: String...) -> CommandRun {
        CommandRun(["transit", "read", "--reader", "sim:\(reader)"] + words, house: house)
    }

    private func card(_ run: CommandRun) throws -> [String: Any] {
        let document = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        return try #require((document["cards"] as? [[String: Any]])?.first)
    }

    private func findings(_ card: [String: Any]) -> [String] {
        (card["findings"] as? [[String: Any]] ?? []).compactMap { $0["kind"] as? String }
    }

    @Test func `a Suica is shown with brand, balance, times and places`() throws {
        let run = read("suica")
        #expect(run.code == .done && run.errors.isEmpty)
        #expect(run.output.hasPrefix("Suica  balance 3,574 yen  (simulated)"))
        #expect(run.output.contains("2026-04-12  19:40-20:03  ride") && run.output.contains("銀座 → 表参道"))
        #expect(!run.output.contains("disagree") && !run.output.contains("!"))
    }

    @Test(arguments: [
        ("suica", "suica", 20), ("pasmo", "pasmo", 0), ("icoca", "icoca", 0), ("suica-bus", "suica", 0),
        ("suica-empty", "suica", 0), ("suica-phone", "suica", 0), ("suica-4", "suica", 20), ("suica-15", "suica", 20),
        ("suica-edy", "suica", 20),
    ])
    func `every simulated card of the family is read whole`(reader: String, brand: String, records: Int) throws {
        let card = try card(read(reader, "--json"))
        #expect(card["brand"] as? String == brand)
        let history = try #require(card["history"] as? [[String: Any]])
        #expect(records == 0 || history.count == records)
        #expect(!findings(card).contains("lostRecords") && !findings(card).contains("balanceDiffers"))
        for entry in history.dropLast() { #expect(entry["change"] is Int, "\(entry)") }
    }

    @Test func `a charge in the middle of a ride, an open entry and rides in three regions are seen`() throws {
        #expect(findings(try card(read("pasmo", "--json"))).contains("insideRide"))
        #expect(findings(try card(read("suica-open", "--json"))) == ["openEntry"])
        #expect(read("suica-open").output.contains("inside now: entered at"))
        let icoca = try card(read("icoca", "--json"))
        let history = try #require(icoca["history"] as? [[String: Any]])
        let regions = Set(history.compactMap { ($0["from"] as? [String: Any])?["region"] as? Int })
        #expect(regions == [0, 1, 2])
    }

    @Test(arguments: [
        ("acr122u", true), ("acr122u-clone", true), ("pn532-64", true), ("acr1252u", true), ("acr1552u", true),
        ("rcs300", true), ("utrust3700f", true), ("rcs300-locked", false), ("rcs380", false), ("windows", false),
    ])
    func `the card is the same through every reader; only the issuer needs one that passes all commands on`(
        reader: String, tellsBrand: Bool
    ) throws {
        let run = read("suica?reader=\(reader)", "--json")
        #expect(run.code == .done)
        let card = try card(run)
        #expect(card["brand"] as? String == (tellsBrand ? "suica" : nil))
        #expect((card["history"] as? [Any])?.count == 20 && (card["gates"] as? [Any])?.count == 3)
        #expect(card["balance"] as? Int == 3574 && card["entry"] is [String: Any])
    }

    @Test(arguments: ["edy", "edy?reader=rcs380", "nanaco", "waon"])
    func `electronic money is shown as far as facts go`(reader: String) throws {
        let run = read(reader)
        #expect(run.code == .done && run.output.contains("balance "))
        let card = try card(read(reader, "--json"))
        #expect(
            card["layout"] as? String == String(reader.prefix { $0 != "?" })
                && (card["balances"] as? [Any])?.isEmpty == false)
    }

    @Test func `IDm is shown on request only, in text and JSON`() throws {
        let hidden = read("suica", "--json")
        let shown = read("suica", "--json", "--show-idm")
        let idm = try #require(try card(shown)["idm"] as? String)
        #expect(idm.count == 16 && !hidden.output.contains(idm))
        #expect(!read("suica").output.contains(idm) && read("suica", "--show-idm").output.contains(idm))
    }

    @Test func `a reading is put together with a save, which is its owner's alone`() throws {
        try TemporaryFolder.use { folder in
            let path = "\(folder)/save.json"
            #expect(read("suica", "--save", path, "--from", "2026-04-10").code == .done)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let merged = try card(read("suica", "--with", path, "--json"))
            #expect((merged["history"] as? [Any])?.count == 20)
            #expect(read("suica", "--save", path).code == .wrongUse)
            #expect(read("suica", "--with", "\(folder)/none.json").code == .wrongUse)
        }
    }

    @Test(arguments: ["pasmo", "suica-bus", "icoca"])
    func `a save of a stranger's card is left out, also when it holds no IDm`(reader: String) throws {
        try TemporaryFolder.use { folder in
            let path = "\(folder)/save.json"
            #expect(read("suica", "--save", path).code == .done)
            let run = read(reader, "--with", path, "--json")
            #expect(run.errors.contains("another card"))
            let alone = try #require(try card(read(reader, "--json"))["history"] as? [Any])
            #expect((try card(run)["history"] as? [Any])?.count == alone.count)
        }
    }

    @Test(arguments: ["edy", "nanaco", "waon"])
    func `events of cards with money are in the CSV too`(reader: String) throws {
        let events = try card(read(reader, "--json"))["transactions"] as? [Any] ?? []
        let lines = read(reader, "--csv").output.components(separatedBy: "\r\n").filter { !$0.isEmpty }
        #expect(lines.count == events.count + 1)
        #expect(Set(lines.map { $0.components(separatedBy: ",").count }).count == 1)
    }

    @Test func `a last day before the first one is wrong use`() {
        let run = read("suica", "--from", "2026-04-12", "--to", "2026-04-11")
        #expect(run.code == .wrongUse && run.output.isEmpty && run.errors.contains("--from"))
    }

    @Test func `a card that is no FeliCa card is told as such`() {
        let run = CommandRun("transit", "read", "--reader", "sim:passport", house: house)
        #expect(run.code == .wrongKind && run.output.isEmpty && run.errors.contains("another kind"))
    }

    @Test func `one cause has one exit code, whichever command meets it`() throws {
        try TemporaryFolder.use { folder in
            let script = "\(folder)/poll.inlay"
            try PrivateFile.write(Array("frame 06 00 FF FF 01 00\n".utf8), to: script, overwriting: false)
            for reader in ["passport", "suica?reader=plain"] {
                let code: ExitCode = reader == "passport" ? .wrongKind : .cardError
                #expect(read(reader).code == code)
                let run = CommandRun("run", script, "--reader", "sim:\(reader)", house: house)
                #expect(run.code == code, "\(run.errors)")
            }
        }
        let passport = CommandRun("passport", "read", "--reader", "sim:suica", house: house)
        #expect(passport.code == .wrongKind && passport.errors.contains("no passport"))
    }

    // MARK: - Several systems

    private func cards(_ run: CommandRun) throws -> [[String: Any]] {
        let document = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        return try #require(document["cards"] as? [[String: Any]])
    }

    @Test(arguments: [
        ("suica-edy", ["suica", "edy"], ["1", "0"]), ("suica-iruca", ["suica", "iruca"], ["0", "1"]),
        ("money", ["edy", "nanaco", "waon"], ["0", "0", "0"]), ("suica", ["suica", "suicaOwn"], ["0", "1"]),
        ("pasmo", ["suica", "common"], ["0", "1"]), ("suica-edy?reader=acr122u", ["suica", "edy"], ["1", "0"]),
        ("suica-edy?structure=off", ["suica", "edy"], ["1", "0"]), ("suica-edy?reader=rcs380", ["edy"], ["0"]),
    ])
    func `every system of a card is reported with its own IDm`(
        reader: String, layouts: [String], numbers: [String]
    ) throws {
        let cards = try cards(read(reader, "--json", "--show-idm"))
        #expect(cards.map { $0["layout"] as? String } == layouts && cards.allSatisfy { $0["card"] as? Int == 1 })
        #expect(cards.map { ($0["idm"] as? String)?.prefix(1).description } == numbers)
        #expect(Set(cards.compactMap { ($0["idm"] as? String)?.dropFirst(1).description }).count == 1)
    }

    @Test func `a card with two systems is shown whole, in text, CSV and as a save that can be read back`() throws {
        let run = read("suica-edy")
        #expect(run.output.hasPrefix("Suica  balance 3,574 yen"))
        #expect(
            run.output.contains("\nRakuten Edy  on the same card")
                && run.output.contains("2026-04-14  12:30:00  payment    540    1,960"))
        #expect(read("suica").output.contains("also on this card, not read: Suica's own system (86A7)"))
        let rows = read("suica-edy", "--csv").output.components(separatedBy: "\r\n")
        #expect(rows.count == 1 + 20 + 3 + 1)
        #expect(rows.filter { $0.hasSuffix(",0003,simulated,Suica,") }.count == 20)
        #expect(rows.filter { $0.hasSuffix(",FE00,simulated,Rakuten Edy,") }.count == 3)
        try TemporaryFolder.use { folder in
            let path = "\(folder)/save.json"
            #expect(read("suica-edy", "--save", path).code == .done)
            let saved = CommandRun("transit", "decode", path)
            #expect(saved.output.contains("Rakuten Edy  on the same card"))
            let again = try cards(read("suica-edy", "--with", path, "--json"))
            #expect(again.map { ($0["history"] as? [Any])?.count ?? ($0["transactions"] as? [Any])?.count } == [20, 3])
            let others = read("edy", "--with", path)
            #expect(others.code == .done && !others.errors.contains("another card"), "its Edy has the same records")
        }
    }

    @Test func `where a save was simulated or replayed is still said when it is decoded`() throws {
        try TemporaryFolder.use { folder in
            let (path, trace) = ("\(folder)/save.json", "\(folder)/trace.jsonl")
            #expect(read("suica", "--save", path, "--trace", trace, "--trace-secrets").code == .done)
            let text = CommandRun("transit", "decode", path)
            #expect(text.output.hasPrefix("Suica  balance 3,574 yen  (simulated)"))
            let decoded = try cards(CommandRun("transit", "decode", path, "--json"))
            #expect(decoded.allSatisfy { $0["origins"] as? [String] == ["simulated"] })
            let twice = "\(folder)/twice.json"
            #expect(CommandRun("transit", "decode", path, "--save", twice).code == .done)
            #expect(CommandRun("transit", "decode", twice).output.contains("(simulated)"))
            #expect(CommandRun("transit", "decode", path, "--csv").output.contains(",0003,simulated"))
            let replayed = CommandRun("transit", "read", "--reader", "replay:\(trace)", "--json", house: house)
            let origins = try cards(replayed).first?["origins"] as? [String]
            #expect(origins == ["replayed"], "\(replayed.errors)")
        }
    }

    @Test func `a part of a card is no save, and that is said with what helps`() throws {
        try TemporaryFolder.use { folder in
            let path = "\(folder)/part.json"
            let part = read("suica", "--json", "--from", "2026-04-10")
            try PrivateFile.write(Array(part.output.utf8), to: path, overwriting: false)
            for run in [read("suica", "--with", path), CommandRun("transit", "decode", path)] {
                #expect(run.code == .malformedData && run.output.isEmpty)
                #expect(run.errors.contains("only a part of the card") && run.errors.contains("--from or --to"))
                #expect(run.errors.contains("--save FILE"))
            }
        }
    }

    // MARK: - Faults

    /// A Suica with Edy on a reader from which it is taken away at an exchange.
    private static func house(_ reader: String, faults: [Int: Fault]) -> House {
        let name = reader == "acr122u" ? "ACS ACR122U 00 00" : "SONY FeliCa RC-S300/P 00 00"
        return .test(
            readers: FakeReaders(
                readers: [.loaded(name)],
                card: { _ in
                    let entry = TransitCardSimulator.entries.first { $0.name == "suica-edy" }
                    guard let card = try? entry?.make("reader=\(reader)") else {
                        return ScriptedLink([] as [ScriptedLink.Line])
                    }
                    return FaultyLink(SimulatedLink(card), faults: faults)
                }))
    }

    @Test(arguments: ["rcs300", "acr122u"])
    func `a card that is taken away at any exchange leaves what was read, marked incomplete`(reader: String) throws {
        var (silent, partial) = (0, 0)
        for place in 1...60 {
            let run = CommandRun("transit", "read", "--json", house: Self.house(reader, faults: [place: .removeCard]))
            if run.code == .done { break }
            #expect(run.code == .noCard, "\(place): \(run.errors)")
            let document = try #require(
                try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
            guard let cards = document["cards"] as? [[String: Any]] else {
                #expect(document["schema"] as? String == "inlay.error/1")
                silent += 1
                continue
            }
            #expect(document["complete"] as? Bool == false && document["interruption"] is [String: Any])
            #expect(cards.first?["layout"] as? String == "suica")
            partial += 1
        }
        #expect(silent > 2 && partial > 5, "\(silent) \(partial)")
    }

    @Test(arguments: [Fault.repeatAnswer, .truncate(to: 9), .status(0x9000), .status(0x6300), .append([0, 0])])
    func `a wrong answer at any exchange is told or made good, and never changes what is reported`(fault: Fault) throws
    {
        let truth = try card(CommandRun("transit", "read", "--json", house: Self.house("rcs300", faults: [:])))
        let blocks = try #require(truth["blocks"] as? [[String: Any]]).compactMap { $0["data"] as? String }
        for place in 1...40 {
            let run = CommandRun("transit", "read", "--json", house: Self.house("rcs300", faults: [place: fault]))
            let document = try #require(
                try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
            guard let found = (document["cards"] as? [[String: Any]])?.first else {
                #expect(run.code != .done && document["schema"] as? String == "inlay.error/1")
                continue
            }
            let read = (found["blocks"] as? [[String: Any]] ?? []).compactMap { $0["data"] as? String }
            #expect(Set(read).isSubset(of: blocks), "\(place)")
            if document["complete"] as? Bool == true, found["layout"] as? String == "suica" {
                #expect(read == blocks, "\(place)")
            }
        }
    }

    // MARK: - Terminals

    @Test(arguments: ["suica-edy", "icoca", "suica-bus", "suica-open", "money"])
    func `a terminal without UTF-8 gets codes for names, and no escapes`(reader: String) {
        for words in [["transit", "read", "--reader", "sim:\(reader)"], ["transit", "station", "0-1-6", "0-2-253"]] {
            let (results, notes) = (Collector(), Collector())
            let output = Output(
                results: results.sink(isTerminal: true, width: 80, isUTF8: false),
                notes: notes.sink(isTerminal: true, width: 80, isUTF8: false), environment: { _ in nil })
            let house = house
            #expect(Inlay.run(words + ["--no-color", "--language", "ja"], house: { house }, on: output) == .done)
            #expect(results.text.utf8.allSatisfy { $0 < 0x80 } && !results.text.contains("\\u{"), "\(results.text)")
            for line in results.text.split(separator: "\n") { #expect(line.utf8.count <= 80) }
        }
    }

    @Test(arguments: [30, 40, 60, 80, 120], ["en", "ja"])
    func `nothing is wider than the terminal, and figures stand in columns`(width: Int, language: String) throws {
        for reader in ["suica", "icoca", "suica-bus", "suica-open", "suica-edy", "money", "suica-empty"] {
            let words = ["transit", "read", "--reader", "sim:\(reader)", "--language", language]
            let run = CommandRun(words, house: house, width: width)
            #expect(run.code == .done)
            let lines = run.output.split(separator: "\n").map(String.init)
            for line in lines { #expect(TerminalText.width(line) <= width, "\(reader): \(line)") }
            // A table begins with its heading, and all its rows with a day are equally wide.
            var tables: [Set<Int>] = []
            for line in lines {
                if line.hasPrefix("day") || line.hasPrefix("日付") { tables.append([]) }
                guard line.firstMatch(of: /^20\d\d-\d\d-/) != nil, !tables.isEmpty else { continue }
                tables[tables.count - 1].insert(TerminalText.width(line))
            }
            #expect(tables.allSatisfy { $0.count <= 1 }, "\(reader): \(tables)")
        }
    }
}
