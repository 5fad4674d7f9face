import FeliCa
import Frames
import Octets

/// One FeliCa frame in words.
struct FeliCaFrameText {
    private let frame: FeliCaFrame
    private let offset: Int
    /// The lists of the read in front of this frame, which its answer does not repeat.
    private let readBefore: FeliCaLists?
    private var members: [JSONValue.Member] = []
    private(set) var explanation = Explanation()
    /// The lists of this frame, if it is a read or write.
    private(set) var lists: FeliCaLists?
    /// Blocks that were read or are written, and the service each is of, where the command told.
    private(set) var blocks: [(service: ServiceCode?, block: Block)] = []

    init(_ frame: FeliCaFrame, at offset: Int, readBefore: FeliCaLists?) {
        self.frame = frame
        self.offset = offset
        self.readBefore = readBefore
    }

    /// The frame for scripts.
    var document: JSONValue {
        let head: JSONValue = [
            "code": .hex([frame.code]), "name": JSONValue(Self.name(frame.code)),
            "direction": .string(isAnswer ? "answer" : "command"),
        ]
        return head.appending(members)
    }

    private var isAnswer: Bool { frame.code & 1 == 1 }

    private static let names: [UInt8: String] = [
        0x00: "Polling", 0x02: "Request Service", 0x04: "Request Response", 0x06: "Read Without Encryption",
        0x08: "Write Without Encryption", 0x0A: "Search Service Code", 0x0C: "Request System Code",
        0x0E: "Request Block Information", 0x10: "Authentication1 (DES)", 0x12: "Authentication2 (DES)",
        0x14: "Read", 0x16: "Write", 0x1E: "Request Block Information Ex", 0x32: "Request Service V2",
        0x38: "Get System Status", 0x3C: "Request Specification Version", 0x3E: "Reset Mode",
        0x40: "Authentication1 (AES)", 0x42: "Authentication2 (AES)",
    ]

    private static func name(_ code: UInt8) -> String? { names[code & 0xFE] }

    // MARK: - Parts

    mutating func explain() throws(ParseError) {
        let name = Self.name(frame.code) ?? "FeliCa command \(Hex.string([frame.code & 0xFE]))"
        explanation.line(
            StyledText(name, .strong)
                + StyledText("  \(isAnswer ? "answer" : "command"), \(frame.parameters.count + 2) octets"))
        var reader = ByteReader(frame.parameters[...], in: isAnswer ? "answer to \(name)" : name, at: offset + 2)
        switch frame.code {
        case 0x00: try polling(&reader)
        case 0x01: try polled(&reader)
        default:
            try identifier(&reader)
            try body(&reader)
        }
        guard !reader.isAtEnd else { return }
        tell("rest", "rest", reader.rest)
        if Self.name(frame.code) != nil, frame.code <= 0x0D { throw reader.error(.trailingBytes(reader.rest.count)) }
    }

    private mutating func body(_ reader: inout ByteReader) throws(ParseError) {
        switch frame.code {
        case 0x02: try nodes(&reader)
        case 0x03: try versions(&reader)
        case 0x05: try mode(&reader)
        case 0x06, 0x08: try list(&reader)
        case 0x07: try blocks(&reader)
        case 0x09: try flags(&reader)
        case 0x0A:
            let index = UInt16(try reader.number(2)).byteSwapped
            tell("index", "index", "\(index)", .int(Int(index)))
        case 0x0B: try found(&reader)
        case 0x0D: try systems(&reader)
        default: break
        }
        if frame.code == 0x08 {
            for index in 0..<(lists?.elements.count ?? 0) { try block(&reader, index, of: lists) }
        }
    }

    private mutating func tell(_ label: String, _ key: String, _ text: String, _ value: JSONValue? = nil) {
        explanation.field(label, StyledText(text))
        members.append(.init(key: key, value: value ?? .string(text)))
    }

    private mutating func tell(_ label: String, _ key: String, _ bytes: ArraySlice<UInt8>) {
        tell(label, key, Hex.string(bytes, separator: " "), .hex(Array(bytes)))
    }

    private mutating func identifier(_ reader: inout ByteReader) throws(ParseError) {
        let idm = try IDm(from: &reader)
        let system = idm.systemNumber
        tell("IDm", "idm", "\(idm)" + (system > 0 ? "  system number \(system) of the card" : ""), .hex(idm.bytes))
    }

    private mutating func polling(_ reader: inout ByteReader) throws(ParseError) {
        let system = SystemCode(UInt16(try reader.number(2)))
        let request = try reader.byte()
        let slots = try reader.byte()
        tell("system code", "systemCode", "\(system)  \(Self.meaning(system))", .hex(system.bytes))
        let requests = ["nothing more", "the system code as well", "the communication speed as well"]
        tell(
            "request", "request",
            "\(Hex.string([request]))  " + (request < 3 ? requests[Int(request)] : "not assigned"), .hex([request]))
        let isKnown = [0x00, 0x01, 0x03, 0x07, 0x0F].contains(slots)
        tell(
            "time slots", "timeSlots",
            "\(Hex.string([slots]))  " + (isKnown ? Count.of(Int(slots) + 1, "time slot") : "not assigned"),
            .hex([slots]))
        if !isKnown || request > 2 { explanation.deviations.append("a card does not answer to these parameters") }
    }

    private mutating func polled(_ reader: inout ByteReader) throws(ParseError) {
        try identifier(&reader)
        // A reader that answers by itself tells no more than this.
        guard !reader.isAtEnd else { return }
        let pmm = try PMm(from: &reader)
        tell("PMm", "pmm", "\(pmm)", .hex(pmm.bytes))
        tell("IC type", "icType", Hex.string([pmm.icType]), .hex([pmm.icType]))
        let one = pmm.maximumResponseTime(.read, count: 1)
        let twelve = pmm.maximumResponseTime(.read, count: 12)
        tell(
            "time to read", "readMicroseconds",
            "\(Self.milliseconds(one)) for 1 block, \(Self.milliseconds(twelve)) for 12",
            .microseconds(one))
        guard !reader.isAtEnd else { return }
        let code = SystemCode(UInt16(try reader.number(2)))
        tell("request data", "requestData", "\(code)  as system code: \(Self.meaning(code))", .hex(code.bytes))
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let microseconds = duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
        return "\(microseconds / 1000).\(microseconds / 100 % 10) ms"
    }

    private static func meaning(_ system: SystemCode) -> String {
        switch system {
        case .any: "any system"
        case .transit: "transit cards of Japan"
        case .commonArea: "common area: Edy, nanaco, WAON and others"
        case .lite: "FeliCa Lite"
        case .ndef: "NDEF, a Type 3 tag"
        default: system.bytes.contains(0xFF) ? "any that fits" : "another system"
        }
    }

    private static func meaning(_ service: ServiceCode) -> String {
        let kind =
            switch service.kind {
            case .random: "random"
            case .cyclic: "cyclic"
            case .purse: "purse"
            case .other: "no service"
            }
        return service.kind == .other ? kind : kind + (service.isReadableWithoutKey ? ", without key" : ", with key")
    }

    // MARK: - Services

    private mutating func nodes(_ reader: inout ByteReader) throws(ParseError) {
        var nodes: [JSONValue] = []
        for _ in 0..<Int(try reader.byte()) {
            let node = ServiceCode(UInt16(try reader.number(2)).byteSwapped)
            explanation.field("node", StyledText("\(node)  \(Self.meaning(node))"))
            nodes.append(.string("\(node)"))
        }
        members.append(.init(key: "nodes", value: .array(nodes)))
    }

    private mutating func versions(_ reader: inout ByteReader) throws(ParseError) {
        var versions: [JSONValue] = []
        for _ in 0..<Int(try reader.byte()) {
            let version = UInt16(try reader.number(2)).byteSwapped
            let text = Hex.string([UInt8(version >> 8), UInt8(version & 0xFF)])
            explanation.field("key version", StyledText(text + (version == 0xFFFF ? "  there is no such node" : "")))
            versions.append(version == 0xFFFF ? .null : .string(text))
        }
        members.append(.init(key: "keyVersions", value: .array(versions)))
    }

    private mutating func mode(_ reader: inout ByteReader) throws(ParseError) {
        let mode = try reader.byte()
        tell("mode", "mode", "\(mode)" + (mode == 0 ? "  nothing authenticated" : ""), .int(Int(mode)))
    }

    private mutating func list(_ reader: inout ByteReader) throws(ParseError) {
        let lists = try FeliCaLists(from: &reader)
        self.lists = lists
        for service in lists.services {
            explanation.field("service", StyledText("\(service)  \(Self.meaning(service))"))
        }
        let names = lists.elements.indices.compactMap { lists.name($0) }
        for name in names { explanation.field("block", StyledText(name)) }
        members.append(.init(key: "services", value: .array(lists.services.map { .string("\($0)") })))
        members.append(
            .init(
                key: "blockList",
                value: .array(
                    lists.elements.map {
                        ["service": .int($0.service), "mode": .int($0.mode), "block": .int($0.block)]
                    })))
        for element in lists.elements where element.service >= lists.services.count {
            explanation.deviations.append("the service list has no entry \(element.service)")
        }
    }

    private mutating func found(_ reader: inout ByteReader) throws(ParseError) {
        let first = UInt16(try reader.number(2)).byteSwapped
        let code = ServiceCode(first)
        if reader.isAtEnd {
            let text = first == 0xFFFF ? "FFFF  the end" : "\(code)  \(Self.meaning(code))"
            tell("service", "service", text, first == 0xFFFF ? .null : .string("\(code)"))
        } else {
            let last = ServiceCode(UInt16(try reader.number(2)).byteSwapped)
            tell("area", "area", "\(code) to \(last)")
        }
    }

    private mutating func systems(_ reader: inout ByteReader) throws(ParseError) {
        var codes: [JSONValue] = []
        for _ in 0..<Int(try reader.byte()) {
            let system = SystemCode(UInt16(try reader.number(2)))
            explanation.field("system", StyledText("\(system)  \(Self.meaning(system))"))
            codes.append(.string("\(system)"))
        }
        members.append(.init(key: "systemCodes", value: .array(codes)))
    }

    // MARK: - Flags and blocks

    @discardableResult
    private mutating func flags(_ reader: inout ByteReader) throws(ParseError) -> StatusFlags {
        let flags = StatusFlags(try reader.byte(), try reader.byte())
        let role: StyledText.Role = flags == .success ? .plain : .bad
        explanation.field("status flags", StyledText("\(flags)  ") + StyledText(flags.meaning, role))
        members.append(.init(key: "statusFlags", value: .hex([flags.flag1, flags.flag2])))
        members.append(.init(key: "meaning", value: .string(flags.meaning)))
        return flags
    }

    private mutating func blocks(_ reader: inout ByteReader) throws(ParseError) {
        guard try flags(&reader) == .success else {
            // What stands behind a refusal is no block, whatever it looks like.
            guard !reader.isAtEnd else { return }
            let count = reader.rest.count
            explanation.deviations.append("\(Count.bytes(count)) behind flags that refuse: they are no data")
            _ = try reader.bytes(count)
            return
        }
        let count = Int(try reader.byte())
        if let readBefore, readBefore.elements.count != count {
            let wanted = Count.of(readBefore.elements.count, "block was", "blocks were")
            explanation.deviations.append("\(wanted) asked for")
        }
        for index in 0..<count { try block(&reader, index, of: readBefore) }
    }

    private mutating func block(_ reader: inout ByteReader, _ index: Int, of lists: FeliCaLists?) throws(ParseError) {
        let block = try Block(from: &reader)
        let name = lists?.name(index) ?? "block \(index + 1) of the answer"
        explanation.field(name, StyledText("\(block)"))
        blocks.append((lists?.service(index), block))
        let entry: JSONValue = ["of": JSONValue(lists?.name(index)), "bytes": .hex(block.bytes)]
        if let place = members.firstIndex(where: { $0.key == "blocks" }), case .array(let before) = members[place].value
        {
            members[place] = .init(key: "blocks", value: .array(before + [entry]))
        } else {
            members.append(.init(key: "blocks", value: .array([entry])))
        }
    }
}
