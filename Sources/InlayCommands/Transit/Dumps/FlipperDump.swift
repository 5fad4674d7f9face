import FeliCa
import Octets
import Transit

/// `.nfc` files of the Flipper Zero, data format 2: lines of names and values, services and blocks between bars.
enum FlipperDump {
    static func read(_ contents: [UInt8]) throws(DumpFault) -> CardDump {
        var dump = CardDump(format: .flipper, system: .transit, blocks: CardBlocks())
        var system: SystemCode?
        var isFeliCa = false
        var count = 0
        var announced: Int?
        for (index, octets) in contents.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = String(decoding: octets.last == 0x0D ? octets.dropLast() : octets, as: UTF8.self)
            let place = "line \(index + 1)"
            if line.hasPrefix("#") { continue }
            guard let (key, value) = pair(line) else { continue }
            switch key {
            case "Filetype":
                guard value == "Flipper NFC device" else {
                    throw DumpFault(place: place, message: "a Flipper file of another kind", isForeign: true)
                }
            case "Device type":
                guard value == "FeliCa" else {
                    throw DumpFault(place: place, message: "not a FeliCa card", isForeign: true)
                }
                isFeliCa = true
            case "Manufacture id": dump.idm = DumpReader.idm(value)
            case "Public blocks read": announced = Int(value)
            case _ where key.hasPrefix("System ") && key.dropFirst(7).allSatisfy(\.isHexDigit):
                guard let code = DumpReader.hexCode(value) else {
                    throw DumpFault(place: place, message: "a system code has four hexadecimal digits")
                }
                system = system ?? SystemCode(code)
            case _ where key.hasPrefix("Service ") && value.hasPrefix("|"):
                if let service = try code("Code ", in: value, place) { dump.services.insert(ServiceCode(service)) }
            case _ where key.hasPrefix("Block ") && value.hasPrefix("|"):
                count += 1
                guard count <= DumpReader.blockLimit else {
                    throw DumpFault(place: place, message: "more than \(DumpReader.blockLimit) blocks")
                }
                try add(value, to: &dump, place)
            default: continue
            }
        }
        guard isFeliCa else {
            throw DumpFault(place: "the file", message: "it does not say Device type: FeliCa", isForeign: true)
        }
        guard !dump.blocks.isEmpty else {
            throw DumpFault(
                place: "the file", message: "it has no blocks with services: FeliCa Lite, or written by an old firmware"
            )
        }
        if let announced, announced != count {
            throw DumpFault(
                place: "Public blocks read",
                message: "says \(announced) blocks, and \(count) are there: the file is cut")
        }
        if let system { dump.system = system }
        return dump
    }

    private static func add(_ value: String, to dump: inout CardDump, _ place: String) throws(DumpFault) {
        guard let service = try code("Service code ", in: value, place) else {
            throw DumpFault(place: place, message: "the service of the block is missing")
        }
        guard let number = cell("Block index ", in: value).flatMap({ Int($0, radix: 16) }) else {
            throw DumpFault(place: place, message: "the number of the block is missing")
        }
        guard let data = cell("Data: ", in: value) else {
            throw DumpFault(place: place, message: "the data of the block are missing")
        }
        dump.blocks[ServiceCode(service), number] = try DumpReader.block(data, at: place)
    }

    private static func pair(_ line: String) -> (key: String, value: String)? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        return (String(line[..<colon]), trimmed(value))
    }

    /// The cell between bars that begins with `label`.
    private static func cell(_ label: String, in value: String) -> String? {
        for cell in value.split(separator: "|") {
            let text = cell.drop { $0 == " " }
            if text.hasPrefix(label) { return trimmed(text.dropFirst(label.count)) }
        }
        return nil
    }

    private static func code(_ label: String, in value: String, _ place: String) throws(DumpFault) -> UInt16? {
        guard let text = cell(label, in: value) else { return nil }
        guard let code = DumpReader.hexCode(text) else {
            throw DumpFault(place: place, message: "a service code has four hexadecimal digits")
        }
        return code
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        String(text.reversed().drop { $0 == " " }.reversed())
    }
}
