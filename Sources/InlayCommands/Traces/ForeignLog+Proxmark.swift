import Octets

extension ForeignLog {
    /// Lines with `>>>` and `<<<` of `hf 14a apdu`, or the table of `trace list`.
    mutating func readProxmark(_ text: String) throws(Malformed) {
        var blocks = TransmissionBlocks()
        var source = ""
        var frame: [UInt8] = []
        var isTable = false
        for line in Self.lines(text) {
            if let row = Self.row(line.text) {
                isTable = true
                // A row without a source continues the one above.
                if !row.source.isEmpty {
                    take(source, frame, &blocks)
                    (source, frame) = (row.source, [])
                }
                frame += Self.frame(row.data)
            } else if line.text.contains("status:") {
                continue
            } else if let command = try Self.apdu(line, ">>>") {
                send(command)
            } else if let answer = try Self.apdu(line, "<<<") {
                receive(answer)
            }
        }
        take(source, frame, &blocks)
        if isTable, entries.isEmpty {
            throw Malformed(
                line: 1, column: 1,
                message: "the table holds no commands of ISO 14443-4; frames of memory chips are no APDUs")
        }
    }

    private mutating func take(_ source: String, _ frame: [UInt8], _ blocks: inout TransmissionBlocks) {
        switch source {
        case "Rdr": take(blocks.fromReader(frame)) { log, command in log.send(command) }
        case "Tag": take(blocks.fromTag(frame)) { log, answer in log.receive(answer) }
        default: break
        }
    }

    private mutating func take(_ found: TransmissionBlocks.Found, _ body: (inout ForeignLog, [UInt8]) -> Void) {
        switch found {
        case .whole(let bytes): body(&self, bytes)
        case .part: break
        case .repeated: omit("blocks that were sent again")
        case .control: omit("blocks of ISO 14443-4 without data")
        case .other: omit("frames that carry no APDU: activation, or commands of memory chips")
        }
    }

    /// `>>>>[sel keep] 00 A4 …`.
    private static func apdu(_ line: (number: Int, text: String), _ marker: String) throws(Malformed) -> [UInt8]? {
        guard let range = line.text.firstRange(of: marker) else { return nil }
        let sign = marker.first ?? ">"
        var rest = line.text[range.upperBound...].drop { $0 == sign || $0 == " " }
        if rest.first == "[", let end = rest.firstIndex(of: "]") { rest = rest[rest.index(after: end)...] }
        let column = line.text.distance(from: line.text.startIndex, to: rest.startIndex)
        return try bytes(String(rest), line.number, column: column)
    }

    /// Source and data of a row of the table.
    private static func row(_ line: String) -> (source: String, data: String)? {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        guard cells.count >= 5 else { return nil }
        let source = cells[2].filter { $0 != " " }
        guard ["Rdr", "Tag", ""].contains(source), !cells[3].contains("-") else { return nil }
        if source.isEmpty, cells[0].contains(where: \.isNumber) { return nil }
        return (String(source), String(cells[3]))
    }

    /// The bytes of a row: parity marks are dropped, short frames such as `26(7)` are none.
    private static func frame(_ data: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for word in data.split(separator: " ") {
            let digits = word.filter { $0 != "!" }
            guard digits.count == 2, let byte = try? Hex.bytes(String(digits)) else { return [] }
            bytes += byte
        }
        return bytes
    }
}

/// Blocks of ISO/IEC 14443-4 §7 put together to commands and answers.
struct TransmissionBlocks {
    /// What a frame is.
    enum Found {
        /// The last block of a command or answer, which is whole now.
        case whole([UInt8])
        /// A block that others follow.
        case part
        /// The block before, once more.
        case repeated
        /// An R-block or S-block.
        case control
        /// No block.
        case other
    }

    private var command: [UInt8] = []
    private var answer: [UInt8] = []
    private var lastReader: [UInt8] = []
    private var lastTag: [UInt8] = []

    /// The whole command, when its last block is there.
    mutating func fromReader(_ frame: [UInt8]) -> Found {
        guard let block = Self.information(frame) else { return Self.isControl(frame) ? .control : .other }
        guard frame != lastReader else { return .repeated }
        lastReader = frame
        command += block.data
        guard !block.isChained else { return .part }
        defer { command = [] }
        return .whole(command)
    }

    /// The whole answer, when its last block is there.
    mutating func fromTag(_ frame: [UInt8]) -> Found {
        guard let block = Self.information(frame) else { return Self.isControl(frame) ? .control : .other }
        guard frame != lastTag else { return .repeated }
        lastTag = frame
        answer += block.data
        guard !block.isChained else { return .part }
        defer { answer = [] }
        return .whole(answer)
    }

    /// R(ACK), R(NAK), S(DESELECT), S(WTX): 101x x01x and 11xx x010, in at most five bytes.
    private static func isControl(_ frame: [UInt8]) -> Bool {
        guard let control = frame.first, (3...6).contains(frame.count) else { return false }
        return control & 0xE6 == 0xA2 || control & 0xC7 == 0xC2
    }

    /// I-blocks only: PCB 000x xx1x, then CID and NAD where they are announced, and two bytes of check sum behind.
    private static func information(_ frame: [UInt8]) -> (data: [UInt8], isChained: Bool)? {
        guard frame.count >= 4, let control = frame.first, control & 0xE2 == 0x02 else { return nil }
        let prologue = 1 + (control & 0x08 != 0 ? 1 : 0) + (control & 0x04 != 0 ? 1 : 0)
        guard frame.count >= prologue + 2 else { return nil }
        return (Array(frame.dropFirst(prologue).dropLast(2)), control & 0x10 != 0)
    }
}
