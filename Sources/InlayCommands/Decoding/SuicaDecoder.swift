import FeliCa
import Octets
import Transit

/// `inlay decode suica`: records of the history, each explained octet by octet.
enum SuicaDecoder {
    static func explain(_ bytes: [UInt8]) throws(ParseError) -> Explanation {
        guard !bytes.isEmpty, bytes.count % Block.count == 0 else {
            throw ParseError(
                .invalidValue("records have 16 octets each; \(Count.bytes(bytes.count)) are there"), in: "history",
                at: bytes.count - bytes.count % Block.count)
        }
        var explanation = Explanation()
        let places = PlaceText(directory: BundledStations(), language: .english)
        var records: [JSONValue] = []
        let blocks = stride(from: 0, to: bytes.count, by: Block.count).compactMap { start in
            Block(bytes[start..<(start + Block.count)])
        }
        for block in blocks {
            explanation.line(StyledText("\(block)", .strong))
            guard let record = HistoryRecord(block) else {
                explanation.line("an unused slot", depth: 1)
                records.append(["block": .hex(block.bytes), "used": false])
                continue
            }
            explain(record, places, &explanation)
            records.append([
                "block": .hex(block.bytes), "used": true, "kind": .string(record.kind.identifier),
                "date": JSONValue(record.date?.description), "time": JSONValue(record.time?.description),
                "where": .string(places.place(record)), "balance": .int(record.balance),
                "serial": .int(record.serial),
                "regions": [.int(Int(record.entryRegion.rawValue)), .int(Int(record.exitRegion.rawValue))],
                "disagreements": .array(
                    record.disagreements.map { found -> JSONValue in
                        [
                            "point": .string(found.point.rawValue), "reading": .string(found.reading),
                            "elsewhere": .string(found.otherReading),
                        ]
                    }),
            ])
        }
        explanation.member("records", .array(records))
        return explanation
    }

    private static func explain(_ record: HistoryRecord, _ places: PlaceText, _ explanation: inout Explanation) {
        func octets(_ range: Range<Int>) -> String { Hex.string(record.block.bytes[range]) }
        func field(_ range: Range<Int>, _ name: String, _ value: String) {
            let label = "\(octets(range))  \(name)"
            explanation.field(label, StyledText(value), depth: 1)
        }
        field(0..<1, "terminal", record.terminal.name?.english ?? "unknown")
        let cash = record.isPartlyCash ? ", partly paid in cash" : ""
        field(1..<2, "process", (record.process.name?.english ?? "unknown") + cash)
        field(2..<3, "payment", record.payment.name?.english ?? "unknown")
        field(3..<4, "entry/exit", record.gate.name?.english ?? "unknown")
        field(4..<6, "day", record.date?.description ?? "no such day")
        let time = record.time.map { ", \($0)" } ?? ""
        field(6..<10, record.kind.name.english, places.place(record) + time)
        for code in record.stations where places.directory.candidates(code, on: record.date).isEmpty {
            let digits = [code.line, code.station].map { Hex.string([$0]) }
            explanation.line(
                "no name known: area \(code.region.rawValue) line \(digits[0]) station \(digits[1])", depth: 2)
        }
        field(10..<12, "balance", "\(YenText.plain(record.balance)) yen")
        field(12..<15, "number", "\(record.serial)")
        field(15..<16, "regions", "entry \(record.entryRegion.rawValue), exit \(record.exitRegion.rawValue)")
        for found in record.disagreements {
            explanation.line(
                StyledText("\(found.point.rawValue): \(found.reading); elsewhere: \(found.otherReading)", .faint),
                depth: 1)
        }
    }
}
