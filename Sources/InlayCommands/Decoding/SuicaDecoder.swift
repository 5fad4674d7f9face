import FeliCa
import Octets
import Transit

/// `inlay decode suica`: records of the history, each explained octet by octet.
enum SuicaDecoder {
    /// Most records at once: a card keeps twenty.
    static let limit = 65_536

    static func explain(_ bytes: [UInt8]) throws(ParseError) -> Explanation {
        guard bytes.count / Block.count <= limit else {
            throw ParseError(.tooMany(limit: limit), in: "history", at: limit * Block.count)
        }
        guard !bytes.isEmpty, bytes.count % Block.count == 0 else {
            throw ParseError(
                .invalidValue("records have 16 octets each; \(Count.of(bytes.count, "byte is", "bytes are")) there"),
                in: "history",
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

    // MARK: - Single blocks

    /// A block of a service that transit cards of Japan or NDEF tags have; nil for other services and for blocks that are not in use.
    static func explain(_ block: Block, of service: ServiceCode) -> Explanation? {
        var explanation = Explanation()
        switch service {
        case SuicaCard.Service.attributes:
            guard let attributes = AttributeBlock(block) else { return nil }
            explanation.line(StyledText("balance \(YenText.plain(attributes.balance)) yen", .strong))
            let name = attributes.className.map { "  \($0.english)" } ?? ""
            explanation.field("class", StyledText("\(attributes.cardClass)\(name)"), depth: 1)
            explanation.field("last used in region", StyledText("\(attributes.lastRegion.rawValue)"), depth: 1)
            explanation.field("number", StyledText("\(attributes.serial)"), depth: 1)
        case SuicaCard.Service.history:
            guard let record = HistoryRecord(block) else { return nil }
            explanation.line(StyledText("\(YenText.plain(record.balance)) yen left", .strong))
            explain(record, PlaceText(directory: BundledStations(), language: .english), &explanation)
        case SuicaCard.Service.gates:
            guard let gate = GateRecord(block) else { return nil }
            let settlement: String =
                switch gate.settlement {
                case .window: "at a window"
                case .storedFare: "from the purse"
                case .commuterPass: "with a commuter pass"
                case .other(let bits): "settlement \(bits)"
                }
            explanation.line(StyledText("\(gate.direction == .entry ? "entry" : "exit"), \(settlement)", .strong))
            let time = gate.time.map { ", \($0)" } ?? ""
            explanation.field("day", StyledText((gate.date?.description ?? "no such day") + time), depth: 1)
            let digits = Hex.string([UInt8(gate.place >> 8), UInt8(gate.place & 0xFF)])
            explanation.field(
                gate.isBus ? "operator" : "line and station", StyledText("\(digits)  the log holds no region"), depth: 1
            )
            explanation.field("amount", StyledText("\(YenText.plain(gate.amount)) yen"), depth: 1)
        case 0x000B:
            guard let attributes = explainNDEF(block.bytes) else { return nil }
            explanation = attributes
        default: return nil
        }
        return explanation
    }

    /// The attribute block of a Type 3 tag: its last two octets are the sum of the others (NFC Forum T3T §6.1).
    private static func explainNDEF(_ octets: [UInt8]) -> Explanation? {
        guard octets.count == 16, octets[0] >> 4 == 1,
            octets.prefix(14).reduce(0, { $0 + Int($1) }) == Int(octets[14]) << 8 | Int(octets[15])
        else { return nil }
        var explanation = Explanation()
        explanation.line(StyledText("an NDEF tag, version \(octets[0] >> 4).\(octets[0] & 0x0F)", .strong))
        let room = 16 * (Int(octets[3]) << 8 | Int(octets[4]))
        let length = Int(octets[11]) << 16 | Int(octets[12]) << 8 | Int(octets[13])
        explanation.field("room", StyledText(Count.bytes(room)), depth: 1)
        explanation.field("message", StyledText(length == 0 ? "none" : Count.bytes(length)), depth: 1)
        explanation.field("at once", StyledText("\(octets[1]) blocks read, \(octets[2]) written"), depth: 1)
        explanation.field(
            "access", StyledText(octets[10] == 0 ? "read-only" : octets[10] == 1 ? "free to write" : "not assigned"),
            depth: 1)
        if octets[9] != 0 { explanation.field("writing", StyledText("was begun and not ended"), depth: 1) }
        return explanation
    }
}
