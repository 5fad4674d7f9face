import Foundation
import Testing

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
        #expect(run.output.contains("2026-04-12 19:40-20:03 ride") && run.output.contains("銀座 → 表参道"))
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
        #expect(run.code == .wrongKind && run.output.isEmpty && run.errors.contains("FeliCa"))
    }
}
