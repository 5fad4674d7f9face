import FeliCa
import Foundation
import Octets
import Testing
import Transit

/// Every public block with what its source says about it.
@Suite(.enabled(if: Corpus.isThere, Corpus.notice)) struct BlockCorpusTests {
    private struct Row {
        let source: String
        let card: String
        let service: ServiceCode
        let index: Int
        let block: Block
        let gold: String
        let expected: String

        init(_ row: [String: String]) throws {
            source = row["source"] ?? ""
            card = row["card"] ?? ""
            service = ServiceCode(try #require(UInt16(row["service"] ?? "", radix: 16)))
            index = try #require(Int(row["index"] ?? ""))
            block = try Block(hex: row["hex"] ?? "")
            gold = row["gold"] ?? ""
            expected = row["expected"] ?? ""
        }
    }

    private static func rows() throws -> [Row] { try Corpus.table("felica/blocks.tsv").map { try Row($0) } }

    private static func cards() throws -> [String: [Row]] {
        Dictionary(grouping: try rows()) { "\($0.source)/\($0.card)" }
    }

    private static func number(_ pattern: Regex<(Substring, Substring)>, _ text: String) -> Int? {
        text.firstMatch(of: pattern).flatMap { Int($0.1) }
    }

    @Test func `every block is decoded by the service it is of`() throws {
        var counts: [ServiceCode: Int] = [:]
        for row in try Self.rows() {
            counts[row.service, default: 0] += 1
            switch row.service {
            case SuicaCard.Service.history:
                guard let record = HistoryRecord(row.block) else { continue }
                #expect(record.date != nil && record.terminal.name != nil && record.process.name != nil, "\(row.block)")
            case SuicaCard.Service.gates: #expect(GateRecord(row.block) != nil, "\(row.block)")
            case SuicaCard.Service.attributes: #expect(AttributeBlock(row.block) != nil, "\(row.block)")
            default: _ = EntryBlocks([row.block])
            }
        }
        print("Transit: \(counts.values.reduce(0, +)) public blocks met")
        #expect(counts[SuicaCard.Service.history] ?? 0 >= 120)
    }

    @Test func `balances, days and times are those that the sources state`() throws {
        var stated = 0
        for row in try Self.rows() where !row.gold.isEmpty && row.service == SuicaCard.Service.history {
            let record = HistoryRecord(row.block)
            if let balance = Self.number(/balance[ =→]+(\d+)/, row.expected)
                ?? Self.number(/→ *balance=(\d+)/, row.expected)
            {
                #expect(record?.balance ?? (row.gold == "C" ? balance : nil) == balance, "\(row.block)")
                stated += 1
            }
            if let match = row.expected.firstMatch(of: /^(?:[^0-9]*)(20\d\d-\d\d-\d\d)/) {
                #expect(record?.date?.description == String(match.1), "\(row.block)")
                stated += 1
            }
            if let match = row.expected.firstMatch(of: /(\d\d:\d\d:\d\d) purchase/) {
                #expect(record?.time?.description == String(match.1), "\(row.block)")
                stated += 1
            }
            if let serial = Self.number(/seq=(\d+)/, row.expected) {
                #expect(record?.serial == serial, "\(row.block)")
                stated += 1
            }
        }
        print("Transit: \(stated) statements about single blocks compared")
        #expect(stated >= 50)
    }

    @Test func `stations and kinds of gold A are those that the owners of the cards state`() throws {
        let directory = BundledStations()
        var (stations, kinds) = (0, 0)
        for row in try Self.rows() where row.gold == "A" {
            if let gate = GateRecord(row.block), row.service == SuicaCard.Service.gates {
                #expect(gate.direction == .exit && gate.amount == 790 && gate.place == 0xA916, "\(row.block)")
                #expect(gate.date?.description == "2026-04-20" && gate.time?.description == "08:50")
                kinds += 1
            }
            if let attributes = AttributeBlock(row.block), row.service == SuicaCard.Service.attributes {
                #expect(attributes.balance == 10674 && attributes.serial == 0x2EB1)
                kinds += 1
            }
            guard row.service == SuicaCard.Service.history, let record = HistoryRecord(row.block) else { continue }
            let words: [(String, Set<HistoryRecord.Kind>)] = [
                ("purchase", [.purchase]), ("物販", [.purchase]), ("window processing", [.window]), ("新規", [.newIssue]),
                ("store charge", [.charge]), ("mobile charge", [.charge]), ("charge at", [.charge]),
                ("terminal charge", [.charge]), ("PASMO charge", [.charge]), ("チャージ", [.charge]),
                ("bonus charge", [.bonus]), ("bus", [.busRide]), ("→", [.ride]),
            ]
            if let word = words.first(where: { row.expected.contains($0.0) }) {
                #expect(word.1.contains(record.kind), "\(row.block) \(row.expected): \(record.kind)")
                kinds += 1
            }
            let codes: [StationCode] =
                switch record.details {
                case .rail(let from, let to): [from, to].compactMap(\.self)
                case .place(let code?, _): [code]
                default: []
                }
            // Only statements in Japanese name stations.
            guard row.expected.contains(/\p{Han}/) else { continue }
            for code in codes where code.pseudoPlace == nil {
                let names = directory.candidates(code, on: record.date).map(\.name)
                // One station is called モノレール浜松町 by its company, and 浜松町 by the owner of a card.
                let stated = row.expected.split { !$0.unicodeScalars.allSatisfy(\.properties.isIdeographic) }
                let isStated = names.contains { name in
                    row.expected.contains(name) || stated.contains { $0.count > 2 && name.hasSuffix($0) }
                }
                #expect(isStated, "\(row.expected): \(code) is \(names)")
                stations += 1
            }
        }
        print("Transit: \(stations) stations and \(kinds) kinds of gold A compared")
        #expect(stations >= 17 && kinds >= 25)
    }

    @Test func `the fares of three whole cards are those of their published test, the oldest being unknown`() throws {
        var compared = 0
        for (name, rows) in try Self.cards() where name.hasPrefix("codebutler/farebot") {
            let blocks = Self.blocks(rows)
            let card = SuicaCard(blocks)
            let slots = Dictionary(
                rows.filter { $0.service == SuicaCard.Service.history }.map { ($0.block, $0) },
                uniquingKeysWith: { first, _ in first })
            for entry in card.history.entries {
                guard let row = slots[entry.record.block], let fare = Self.number(/fare=(-?\d+)/, row.expected) else {
                    continue
                }
                if let change = entry.change {
                    #expect(change == -fare, "\(name) \(row.index)")
                    compared += 1
                } else if entry.unknownChange == .oldest {
                    // The published test says 0 there, which nobody can know.
                    #expect(fare == 0)
                } else {
                    // The table does not hold every slot of the card.
                    let next = rows.contains { $0.service == row.service && $0.index == row.index + 1 }
                    #expect(!next, "\(name) \(row.index)")
                }
                try Self.compareTimes(entry, row.expected)
            }
            #expect(card.balance == card.history.entries.first?.record.balance, "\(name)")
        }
        print("Transit: \(compared) published fares compared")
        #expect(compared >= 25)
    }

    /// Published times are UTC; those at midnight in Japan stand for "no time".
    private static func compareTimes(
        _ entry: HistoryChain.Entry, _ expected: String
    ) throws {
        for (label, found) in [
            ("startTimestamp", entry.record.time ?? entry.entryGate?.time),
            ("endTimestamp", entry.record.time ?? entry.exitGate?.time),
        ] {
            guard let match = expected.firstMatch(of: try Regex("\(label)=([0-9-]+)T([0-9]+):([0-9]+)")),
                let hour = match[2].substring.flatMap({ Int($0) }), let minute = match[3].substring
            else { continue }
            let local = (hour + 9) % 24
            let time = (local < 10 ? "0" : "") + "\(local):\(minute)"
            if time == "00:00" {
                #expect(found == nil)
            } else if entry.record.time != nil || entry.exitGate != nil {
                #expect(found?.description.hasPrefix(time) == true, "\(entry.record.block): \(time)")
            }
        }
    }

    @Test func `in the chain of 20 records every amount is the difference of neighbours, and only those are known`()
        throws
    {
        let rows = try Self.rows().filter { $0.card == "20-record chain" }.sorted { $0.index < $1.index }
        let card = SuicaCard(Self.blocks(rows))
        #expect(card.history.entries.count == rows.count && rows.count >= 15)
        for (position, entry) in card.history.entries.enumerated() {
            guard position + 1 < rows.count else {
                #expect(entry.change == nil && entry.unknownChange == .oldest)
                continue
            }
            let difference = entry.record.balance - card.history.entries[position + 1].record.balance
            let isNeighbour = rows[position].index + 1 == rows[position + 1].index
            #expect(entry.change == (isNeighbour ? difference : nil), "\(rows[position].index)")
        }
        #expect(card.history.entries.last?.record.serial == 0x0F)
    }

    @Test func `a history read in two parts with two blocks missing shows the gap`() throws {
        let blocks = try Self.rows().filter { $0.card == "20-record chain" && $0.index >= 12 }
            .sorted { $0.index < $1.index }.map(\.block)
        let chain = HistoryChain([HistoryRead(Array(blocks[..<3])), HistoryRead(Array(blocks[5...]))])
        #expect(chain.entries.count == blocks.count - 2 && chain.entries[2].change == nil)
        guard case .lostRecords(after: 2, let numbers)? = chain.findings.first else {
            return #expect(Bool(false), "\(chain.findings)")
        }
        #expect(numbers == 3, "a ride and a charge at a shop")
    }

    @Test func `purse and history of the Kobe card agree`() throws {
        let rows = try Self.rows().filter { $0.card == "Kobe" }
        let card = SuicaCard(Self.blocks(rows))
        #expect(card.balance == 10674 && card.attributes?.serial == card.history.entries.first?.record.serial)
    }

    private static func blocks(_ rows: [Row]) -> CardBlocks {
        var blocks = CardBlocks()
        for row in rows { blocks[row.service, row.index] = row.block }
        return blocks
    }

    @Test func `the synthetic history is decoded as written`() throws {
        var count = 0
        for line in try Corpus.lines("tags/suica_history.jsonl") {
            let row = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let block = try Block(hex: try #require(row["block"] as? String))
            count += 1
            guard let record = HistoryRecord(block) else {
                #expect(row["terminal"] == nil)
                continue
            }
            #expect(record.date?.description == row["date"] as? String)
            #expect(record.balance == row["balance"] as? Int && record.serial == row["seq"] as? Int)
            #expect((row["terminal"] as? String)?.hasPrefix(Hex.string([record.terminal.rawValue])) == true)
            #expect((row["process"] as? String)?.hasPrefix(Hex.string([record.process.rawValue])) == true)
            if (row["note"] as? String)?.contains("10:20:24") == true {
                #expect(record.time?.description == "10:20:24")
            }
        }
        #expect(count == 4)
    }
}
