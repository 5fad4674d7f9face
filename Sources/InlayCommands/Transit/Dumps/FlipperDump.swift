import FeliCa
import Octets
import Transit

/// `.nfc` files of the Flipper Zero: lines of names and values. Data format 2 has system by system the services and the
/// blocks between bars; data format 1 has the blocks of a FeliCa Lite in the order of their numbers.
enum FlipperDump {
    /// A file under way.
    private struct Parse {
        var dumps: [CardDump] = []
        var idm: IDm?
        var isFeliCa = false
        /// Blocks so far, in all systems.
        var count = 0
        /// Blocks so far in this system, and how many the file says there are.
        var countInSystem = 0
        var announced: Int?
        /// Blocks of data format 1.
        var plain: [Block] = []

        /// The system that lines are about; files that name none are of a transit card.
        var current: CardDump {
            get { dumps.last ?? CardDump(format: .flipper, system: .transit, blocks: CardBlocks()) }
            set {
                if dumps.isEmpty { dumps.append(newValue) } else { dumps[dumps.count - 1] = newValue }
            }
        }

        /// Each system has its own number of blocks; fewer are a file that was cut.
        mutating func endSystem() throws(DumpFault) {
            if let announced, announced != countInSystem {
                throw DumpFault(
                    place: "Public blocks read",
                    message: "says \(announced) blocks, and \(countInSystem) are there: the file is cut")
            }
            (announced, countInSystem) = (nil, 0)
        }
    }

    static func read(_ contents: [UInt8]) throws(DumpFault) -> [CardDump] {
        var parse = Parse()
        for (index, octets) in contents.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = String(decoding: octets.last == 0x0D ? octets.dropLast() : octets, as: UTF8.self)
            if line.hasPrefix("#") { continue }
            guard let (key, value) = pair(line) else { continue }
            try take(key, value, &parse, "line \(index + 1)")
        }
        guard parse.isFeliCa else {
            throw DumpFault(place: "the file", message: "it does not say Device type: FeliCa", isForeign: true)
        }
        try parse.endSystem()
        if !parse.plain.isEmpty { parse.dumps = [lite(parse.plain)] }
        guard parse.dumps.contains(where: { !$0.blocks.isEmpty }) else {
            throw DumpFault(place: "the file", message: "it has no blocks that could be read without a key")
        }
        return parse.dumps.map { dump in
            var dump = dump
            dump.idm = parse.idm
            return dump
        }
    }

    private static func take(
        _ key: String, _ value: String, _ parse: inout Parse, _ place: String
    ) throws(DumpFault) {
        switch key {
        case "Filetype":
            guard value == "Flipper NFC device" else {
                throw DumpFault(place: place, message: "a Flipper file of another kind", isForeign: true)
            }
        case "Device type":
            guard value == "FeliCa" else {
                throw DumpFault(place: place, message: "not a FeliCa card", isForeign: true)
            }
            parse.isFeliCa = true
        case "Manufacture id": parse.idm = DumpReader.idm(value)
        case "Public blocks read", "Blocks read": parse.announced = Int(value)
        case _ where key.hasPrefix("System ") && !key.hasSuffix("Key") && key.dropFirst(7).allSatisfy(\.isHexDigit):
            // Newer firmware writes the version of its key behind the code.
            let text = value.split(separator: "|").first.map { trimmed($0) } ?? ""
            guard let code = DumpReader.hexCode(text) else {
                throw DumpFault(place: place, message: "a system code has four hexadecimal digits")
            }
            try parse.endSystem()
            parse.dumps.append(CardDump(format: .flipper, system: SystemCode(code), blocks: CardBlocks()))
        case _ where key.hasPrefix("Service ") && value.hasPrefix("|"):
            if let service = try code("Code ", in: value, place) { parse.current.services.insert(ServiceCode(service)) }
        case _ where key.hasPrefix("Block "):
            parse.count += 1
            parse.countInSystem += 1
            guard parse.count <= DumpReader.blockLimit else {
                throw DumpFault(place: place, message: "more than \(DumpReader.blockLimit) blocks")
            }
            if value.hasPrefix("|") {
                try add(value, to: &parse.current, place)
            } else {
                try parse.plain.append(plainBlock(value, place))
            }
        default: break
        }
    }

    // MARK: - FeliCa Lite

    /// Data format 1: both status flags of the reading, then the block.
    private static func plainBlock(_ value: String, _ place: String) throws(DumpFault) -> Block {
        guard let octets = try? Hex.bytes(value), let block = Block(octets.dropFirst(2)) else {
            throw DumpFault(place: place, message: "two status flags and a block have 18 octets")
        }
        return block
    }

    /// The file counts blocks from 0; the chip numbers them 00 to 0E, 80 to 88, 90 to 92 and A0.
    private static func lite(_ blocks: [Block]) -> CardDump {
        let numbers = Array(0x00...0x0E) + Array(0x80...0x88) + Array(0x90...0x92) + [0xA0]
        var dump = CardDump(format: .flipper, system: .lite, services: [0x000B], blocks: CardBlocks())
        for (number, block) in zip(numbers, blocks) { dump.blocks[0x000B, number] = block }
        return dump
    }

    // MARK: - Parts

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
        try DumpReader.put(
            try DumpReader.block(data, at: place), number, ServiceCode(service), in: &dump.blocks, place)
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
