import FeliCa
import Octets
import Transit

/// JSON of three programs: this one (`inlay.transit/1`), FareBot (lists with `code`, `serviceCode`, `address`) and
/// Metrodroid (objects whose keys are the codes in decimal, below `felica`; keys without quotes in some).
enum JSONDump {
    static func read(_ contents: [UInt8]) throws(DumpFault) -> [CardDump] {
        let root: JSONValue
        do {
            root = try JSONReader.value(contents, isLenient: true)
        } catch {
            throw DumpFault(place: "octet \(error.offset)", message: error.reason.description)
        }
        if let schema = root["schema"]?.string {
            guard schema == "inlay.transit/1" else {
                if schema.hasPrefix("inlay.transit/") {
                    throw DumpFault(
                        place: "schema", message: "a form of save that this inlay does not know",
                        likely: "a newer inlay wrote it", remedy: "read it with the inlay that wrote it, or a newer one"
                    )
                }
                throw DumpFault(place: "schema", message: "not a document about a transit card", isForeign: true)
            }
            return try saved(root)
        }
        let cards: [(JSONValue, String)]
        if case .array(let list)? = root["cards"] {
            cards = list.enumerated().map { ($0.element, "cards[\($0.offset)].") }
        } else if case .array(let list) = root {
            cards = list.enumerated().map { ($0.element, "[\($0.offset)].") }
        } else {
            cards = [(root, "")]
        }
        var dumps: [CardDump] = []
        var isFeliCa = false
        for (position, (card, place)) in cards.enumerated() {
            var found: [CardDump] = []
            if let felica = card["felica"] {
                found = try metrodroid(felica, tag: card["tagId"], "\(place)felica.")
            } else if card["systems"] != nil {
                found = try fareBot(card, place)
            } else {
                continue
            }
            isFeliCa = true
            for index in found.indices { found[index].position = position }
            dumps += found
        }
        guard isFeliCa else {
            throw DumpFault(
                place: cards.first?.1 == "" ? "the top" : root["cards"] == nil ? "the list" : "cards",
                message: "neither felica nor systems is there: no dump of a FeliCa card", isForeign: true)
        }
        guard dumps.contains(where: { !$0.blocks.isEmpty }) else {
            throw DumpFault(place: "systems", message: "a FeliCa card without a single block: nothing was read of it")
        }
        return dumps
    }

    // MARK: - FareBot

    private static func fareBot(_ card: JSONValue, _ place: String) throws(DumpFault) -> [CardDump] {
        let idm = parts(card["idm"]) ?? DumpReader.idm(card["idm"]?.string ?? card["tagId"]?.string)
        var dumps: [CardDump] = []
        for (system, place) in try list(card["systems"], "\(place)systems") {
            var dump = CardDump(
                format: .fareBot, idm: idm, system: SystemCode(try code(system["code"], "\(place).code")),
                blocks: CardBlocks())
            for (service, place) in try list(system["services"], "\(place).services") {
                let number = ServiceCode(try code(service["serviceCode"], "\(place).serviceCode"))
                dump.services.insert(number)
                for (index, entry) in try list(service["blocks"], "\(place).blocks").enumerated() {
                    try add(entry.0, index, to: &dump, number, entry.1)
                }
            }
            if case .array(let codes)? = system["allServiceCodes"] {
                dump.services.formUnion(
                    codes.compactMap { $0.int.flatMap { UInt16(exactly: $0) } }.map { ServiceCode($0) })
            }
            dumps.append(dump)
        }
        return dumps
    }

    /// IDm as old versions write it: manufacturer and card, in numbers with a sign.
    private static func parts(_ idm: JSONValue?) -> IDm? {
        guard let idm else { return nil }
        let bytes = ["manufactureCode", "cardIdentification"].flatMap { key -> [UInt8] in
            guard case .array(let numbers)? = idm[key] else { return [] }
            return numbers.compactMap { number in
                number.int.flatMap { UInt8(exactly: $0) ?? Int8(exactly: $0).map { UInt8(bitPattern: $0) } }
            }
        }
        return IDm(bytes)
    }

    // MARK: - Metrodroid

    private static func metrodroid(
        _ felica: JSONValue, tag: JSONValue?, _ place: String
    ) throws(DumpFault) -> [CardDump] {
        let idm = DumpReader.idm(felica["iDm"]?.string ?? tag?.string)
        var dumps: [CardDump] = []
        for (system, value, place) in try members(felica["systems"], "\(place)systems") {
            var dump = CardDump(format: .metrodroid, idm: idm, system: SystemCode(system), blocks: CardBlocks())
            // A system that was skipped has no services.
            let isSkipped = value["skipped"] == true && value["services"] == nil
            for (service, value, place) in isSkipped ? [] : try members(value["services"], "\(place).services") {
                dump.services.insert(ServiceCode(service))
                if value["blocksMap"] != nil {
                    for (number, entry, place) in try members(value["blocksMap"], "\(place).blocksMap") {
                        try add(entry, Int(number), to: &dump, ServiceCode(service), place)
                    }
                } else if value["blocks"] != nil {
                    for (index, entry) in try list(value["blocks"], "\(place).blocks").enumerated() {
                        try add(entry.0, index, to: &dump, ServiceCode(service), entry.1)
                    }
                }
                // A service that was skipped has no blocks.
            }
            dumps.append(dump)
        }
        return dumps
    }

    // MARK: - This program

    private static func saved(_ root: JSONValue) throws(DumpFault) -> [CardDump] {
        var dumps: [CardDump] = []
        let isBroken = root["complete"] == false || (root["interruption"].map { $0 != .null } ?? false)
        let reason = root["interruption"]?["message"]?.string ?? "the file does not say why"
        let source = root["source"]?.string.flatMap { CardConnection.Source(rawValue: $0) }
        for (position, (card, place)) in try list(root["cards"], "cards").enumerated() {
            guard let system = card["system"]?.string.flatMap({ DumpReader.hexCode($0) }) else {
                throw DumpFault(place: "\(place).system", message: "four hexadecimal digits are expected")
            }
            if card["blocks"] == .null {
                throw DumpFault(
                    place: "\(place).blocks", message: "only a part of the card is in it, without the blocks",
                    likely: "it was made with --json and --from or --to, which leave records out",
                    remedy: "make a save with --save FILE, or --json without --from and --to")
            }
            let isNumbered = card["numberedByCard"] != false
            var blocks = CardBlocks(isNumberedByCard: isNumbered)
            for (entry, place) in try list(card["blocks"], "\(place).blocks") {
                guard let service = entry["service"]?.string.flatMap({ DumpReader.hexCode($0) }) else {
                    throw DumpFault(place: "\(place).service", message: "four hexadecimal digits are expected")
                }
                guard let number = entry["number"]?.int, (0...0xFFFF).contains(number) else {
                    throw DumpFault(place: "\(place).number", message: "a number from 0 to 65535 is expected")
                }
                guard let data = entry["data"]?.string else {
                    throw DumpFault(place: "\(place).data", message: "it is missing")
                }
                try DumpReader.put(
                    try DumpReader.block(data, at: "\(place).data"), number, ServiceCode(service), in: &blocks,
                    "\(place).number")
            }
            // Saves of earlier versions say in one place for all where they come from.
            var origins = source.flatMap { $0 == .saved ? nil : [$0] } ?? []
            if case .array(let list)? = card["origins"] {
                origins = list.compactMap { $0.string.flatMap { CardConnection.Source(rawValue: $0) } }
            }
            dumps.append(
                CardDump(
                    position: card["card"]?.int ?? position, format: .inlay, idm: DumpReader.idm(card["idm"]?.string),
                    system: SystemCode(system), blocks: blocks,
                    brand: card["brand"]?.string.flatMap { CardBrand(rawValue: $0) }, origins: Set(origins),
                    interruption: isBroken ? reason : nil))
        }
        return dumps
    }

    // MARK: - Parts

    private static func add(
        _ entry: JSONValue, _ index: Int, to dump: inout CardDump, _ service: ServiceCode, _ place: String
    ) throws(DumpFault) {
        // Metrodroid leaves the address out where it is the position, and writes a plain text for the block.
        let number = entry["address"].map { $0.int ?? -1 } ?? index
        guard let data = entry["data"]?.string ?? entry.string else {
            throw DumpFault(place: "\(place).data", message: "it is missing")
        }
        guard (0...0xFFFF).contains(number) else {
            throw DumpFault(place: "\(place).address", message: "a number from 0 to 65535 is expected")
        }
        try DumpReader.put(
            try DumpReader.block(data, at: "\(place).data"), number, service, in: &dump.blocks, "\(place).address")
    }

    private static func list(_ value: JSONValue?, _ place: String) throws(DumpFault) -> [(JSONValue, String)] {
        guard case .array(let values)? = value else {
            throw DumpFault(place: place, message: value == nil ? "it is missing" : "a list is expected")
        }
        guard values.count <= DumpReader.blockLimit else {
            throw DumpFault(place: place, message: "more than \(DumpReader.blockLimit) entries")
        }
        return values.enumerated().map { ($0.element, "\(place)[\($0.offset)]") }
    }

    private static func members(
        _ value: JSONValue?, _ place: String
    ) throws(DumpFault) -> [(UInt16, JSONValue, String)] {
        guard case .object(let members)? = value else {
            throw DumpFault(place: place, message: value == nil ? "it is missing" : "an object is expected")
        }
        var result: [(UInt16, JSONValue, String)] = []
        for member in members {
            guard let code = UInt16(member.key) else {
                throw DumpFault(place: place, message: "a key is no code: decimal numbers are expected")
            }
            result.append((code, member.value, "\(place).\(code)"))
        }
        return result
    }

    private static func code(_ value: JSONValue?, _ place: String) throws(DumpFault) -> UInt16 {
        guard let value else { throw DumpFault(place: place, message: "it is missing") }
        guard let code = value.int.flatMap({ UInt16(exactly: $0) }) else {
            throw DumpFault(place: place, message: "a number from 0 to 65535 is expected")
        }
        return code
    }
}
