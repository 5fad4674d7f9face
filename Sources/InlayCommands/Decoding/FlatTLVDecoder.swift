import ISO7816
import Octets

/// Explains data objects of the two simple forms, which do not nest.
enum FlatTLVDecoder {
    /// SIMPLE-TLV (7816-4 §5.2.1): a tag of one byte, a length of one byte or FF and two.
    static func explainSimple(_ bytes: [UInt8]) -> Explanation {
        var explanation = Explanation()
        var objects: [JSONValue] = []
        var reader = ByteReader(bytes, in: "SIMPLE-TLV")
        do throws(ParseError) {
            while !reader.isAtEnd {
                let offset = reader.offset
                let tag = try reader.byte()
                guard tag != 0x00, tag != 0xFF else {
                    throw ParseError(.invalidTag, in: "SIMPLE-TLV", at: offset)
                }
                var length = Int(try reader.byte())
                if length == 0xFF { length = try reader.number(2) }
                let value = try reader.bytes(length)
                show(Hex.string([tag]), nil, value, offset, &explanation, &objects)
            }
        } catch {
            explanation.fault = error
        }
        explanation.member("objects", .array(objects))
        return explanation
    }

    /// COMPACT-TLV as historical bytes have it (7816-4 §8.1.1): a category, then objects whose tag and length share a
    /// byte; behind category 00 the last three bytes are a status.
    static func explainHistorical(_ bytes: [UInt8]) -> Explanation {
        var explanation = Explanation()
        var objects: [JSONValue] = []
        var category: UInt8?
        if let first = bytes.first {
            category = first
            explanation.field("category", StyledText(Hex.string([first])) + StyledText("  \(words(category: first))"))
            if first == 0x10 {
                explanation.field("DIR reference", StyledText(Hex.string(bytes.dropFirst())))
            } else if first == 0x00 || first == 0x80 {
                explainObjects(Array(bytes.dropFirst()), endsWithStatus: first == 0x00, &explanation, &objects)
            } else if bytes.count > 1 {
                explanation.field("proprietary", StyledText(Hex.string(bytes.dropFirst(), separator: " ")))
            }
        }
        explanation.member("category", category.map { .hex([$0]) } ?? .null)
        explanation.member("objects", .array(objects))
        return explanation
    }

    private static func explainObjects(
        _ bytes: [UInt8], endsWithStatus: Bool, _ explanation: inout Explanation, _ objects: inout [JSONValue]
    ) {
        var statusCount = endsWithStatus ? 3 : 0
        if bytes.count < statusCount {
            explanation.deviations.append(
                "category 00 ends with a status of 3 bytes, and \(bytes.count) are there: too short")
            statusCount = bytes.count
        }
        let status = bytes.suffix(statusCount)
        var reader = ByteReader(bytes.dropLast(statusCount), in: "historical bytes", at: 1)
        while !reader.isAtEnd {
            let offset = reader.offset
            guard let head = try? reader.byte() else { break }
            let wanted = Int(head & 0x0F)
            if reader.rest.count < wanted {
                let behind = statusCount > 0 ? ", the last \(statusCount) are the status" : ""
                explanation.deviations.append(
                    "object \(Hex.string([head])) at byte \(offset) has \(Count.bytes(wanted)), and \(Count.are(reader.rest.count)) "
                        + "there: too short\(behind)")
            }
            guard let value = try? reader.bytes(min(wanted, reader.rest.count)) else { break }
            let name = names[head >> 4]
            show(Hex.string([head]), name, value, offset, &explanation, &objects)
            if head >> 4 == 7, let capabilities = CardCapabilities(bytes: value) {
                for line in ATRDecoder.words(capabilities) { explanation.line(StyledText(line), depth: 2) }
            }
        }
        guard !status.isEmpty else { return }
        var words = ""
        if status.count == 3, let life = status.first {
            let word = StatusWord(UInt16(status[status.startIndex + 1]) << 8 | UInt16(status[status.startIndex + 2]))
            words =
                "  life cycle \(Hex.string([life]))"
                + (word.rawValue == 0 ? ", no status" : ", \(word) \(word.meaning)")
        }
        explanation.field("status", StyledText(Hex.string(status, separator: " ")) + StyledText(words))
    }

    private static func show(
        _ tag: String, _ name: String?, _ value: ArraySlice<UInt8>, _ offset: Int, _ explanation: inout Explanation,
        _ objects: inout [JSONValue]
    ) {
        explanation.line(
            StyledText(tag, .strong) + StyledText("  \(Count.bytes(value.count))", .faint)
                + StyledText(name.map { "  \($0)" } ?? "")
                + StyledText(value.isEmpty ? "" : "  \(Hex.string(value))"), depth: 1)
        objects.append([
            "tag": .string(tag), "name": JSONValue(name), "offset": .int(offset), "length": .int(value.count),
            "value": .hex(value),
        ])
    }

    private static func words(category: UInt8) -> String {
        switch category {
        case 0x00: "objects, then a status of three bytes"
        case 0x80: "objects"
        case 0x10: "a reference to EF.DIR"
        case 0x81...0x8F: "reserved"
        default: "proprietary"
        }
    }

    /// 7816-4 §8.1.1.2.
    private static let names: [UInt8: String] = [
        0x1: "country and issuer's data", 0x2: "issuer identification number", 0x3: "card service data",
        0x4: "initial access data", 0x5: "card issuer's data", 0x6: "pre-issuing data", 0x7: "card capabilities",
        0x8: "status", 0xF: "application identifier",
    ]
}
