import FeliCa
import Octets
import Transit

/// XML of FareBot and Metrodroid: `card` elements, alone or in a list, with `systems`, `services` and `blocks`, the data
/// in Base64 or hexadecimal.
enum XMLDump {
    static func read(_ contents: [UInt8]) throws(DumpFault) -> [CardDump] {
        let root: XMLElement
        do {
            root = try XMLReader.root(contents)
        } catch {
            throw DumpFault(place: "octet \(error.offset)", message: error.reason.description)
        }
        let cards = root.name == "card" ? [root] : root.all("card")
        var dumps: [CardDump] = []
        var isFeliCa = false
        for (position, card) in cards.enumerated() where card.first("systems") != nil {
            isFeliCa = true
            for var dump in try Self.dumps(card) {
                dump.position = position
                dumps.append(dump)
            }
        }
        guard isFeliCa else {
            throw DumpFault(
                place: "element \(root.name)", message: "no card with systems is in it: no dump of a FeliCa card",
                isForeign: true)
        }
        guard dumps.contains(where: { !$0.blocks.isEmpty }) else {
            throw DumpFault(place: "systems", message: "a FeliCa card without a single block: nothing was read of it")
        }
        return dumps
    }

    private static func dumps(_ card: XMLElement) throws(DumpFault) -> [CardDump] {
        let idm = DumpReader.idm(card.first("idm")?.text ?? card.attributes["id"])
        // The versions of both programs that mark Metrodroid's own.
        let format: CardDump.Format =
            card.attributes["scanned_at"] != nil && card.first("idm") == nil ? .metrodroid : .fareBot
        var dumps: [CardDump] = []
        for system in card.first("systems")?.all("system") ?? [] {
            var dump = CardDump(
                format: format, idm: idm, system: SystemCode(try code(system, "code")), blocks: CardBlocks())
            for service in system.first("services")?.all("service") ?? [] {
                let number = ServiceCode(try code(service, "code"))
                dump.services.insert(number)
                for (index, entry) in (service.first("blocks")?.all("block") ?? []).enumerated() {
                    let address = entry.attributes["address"].map { Int($0) } ?? index
                    guard let address, (0...0xFFFF).contains(address) else {
                        throw DumpFault(place: place(entry), message: "its address is no number from 0 to 65535")
                    }
                    let data = entry.first("data")?.text ?? entry.text
                    try DumpReader.put(
                        try DumpReader.block(data, at: place(entry)), address, number, in: &dump.blocks, place(entry))
                }
            }
            dumps.append(dump)
        }
        return dumps
    }

    private static func code(_ element: XMLElement, _ attribute: String) throws(DumpFault) -> UInt16 {
        guard let text = element.attributes[attribute] else {
            throw DumpFault(place: place(element), message: "its attribute \(attribute) is missing")
        }
        guard let code = UInt16(text) else {
            throw DumpFault(place: place(element), message: "its \(attribute) is no number from 0 to 65535")
        }
        return code
    }

    private static func place(_ element: XMLElement) -> String {
        "element \(element.name) at octet \(element.offset)"
    }
}
