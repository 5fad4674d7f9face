import ISO7816
import Octets

/// Explains an answer to reset.
enum ATRDecoder {
    static func explain(_ bytes: [UInt8]) throws(ParseError) -> Explanation {
        guard (2...33).contains(bytes.count) else {
            throw ParseError(.invalidValue("an answer to reset has 2 to 33 bytes"), in: "ATR")
        }
        let answer = AnswerToReset(bytes)
        var explanation = Explanation()
        explanation.line(StyledText(spaced(bytes), .strong))
        if let kind = kind(answer) { explanation.field("kind", StyledText(kind)) }
        explanation.field("protocols", StyledText(answer.protocols.map { "T=\($0)" }.joined(separator: ", ")))
        for byte in answer.interfaceBytes {
            let meaning = meaning(byte)
            explanation.field(
                byte.name, StyledText(Hex.string([byte.value])) + StyledText(meaning.isEmpty ? "" : "  \(meaning)"))
        }
        if !answer.historicalBytes.isEmpty {
            explanation.field("historical bytes", StyledText(spaced(answer.historicalBytes)))
        }
        if let capabilities = answer.capabilities { explain(capabilities, &explanation) }
        if let checkByte = answer.checkByte {
            let wrong = answer.deviations.contains(.wrongCheckByte)
            explanation.field("TCK", StyledText(Hex.string([checkByte])) + StyledText(wrong ? "  wrong" : "  right"))
        }
        explanation.deviations = answer.deviations.map(words)
        document(answer, &explanation)
        return explanation
    }

    /// `3B 8F 80 …`.
    static func spaced(_ bytes: [UInt8]) -> String { Hex.string(bytes, separator: " ") }

    // MARK: - Kind

    /// What the historical bytes say the card is, if they say it.
    static func kind(_ answer: AnswerToReset) -> String? {
        if let storage = storageCard(answer.historicalBytes) { return storage }
        // PC/SC part 3 §3.1.3.2.3.1: what a reader makes of a card that speaks ISO 14443-4.
        if answer.bytes.starts(with: [0x3B]), answer.interfaceBytes.map(\.value) == [0x80, 0x01] {
            return "contactless card with ISO 14443-4"
        }
        return nil
    }

    /// PC/SC part 3 §3.1.3.2.3.2: category 80, then 4F with the registered identifier of the PC/SC workgroup.
    private static func storageCard(_ historical: [UInt8]) -> String? {
        let prefix: [UInt8] = [0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06]
        guard historical.starts(with: prefix), historical.count >= 11 else { return nil }
        let standard = standards[historical[8]] ?? "standard \(Hex.string([historical[8]]))"
        let number = UInt16(historical[9]) << 8 | UInt16(historical[10])
        let name = names[number] ?? "card name \(Hex.string(historical[9...10]))"
        return "contactless memory card: \(name) (\(standard)), as the reader says"
    }

    private static let standards: [UInt8: String] = [
        0x00: "no standard named", 0x01: "ISO 14443 A, part 1", 0x02: "ISO 14443 A, part 2",
        0x03: "ISO 14443 A, part 3",
        0x05: "ISO 14443 B, part 1", 0x06: "ISO 14443 B, part 2", 0x07: "ISO 14443 B, part 3",
        0x09: "ISO 15693, part 1", 0x0A: "ISO 15693, part 2", 0x0B: "ISO 15693, part 3", 0x0C: "ISO 15693, part 4",
        0x11: "FeliCa", 0x40: "low frequency",
    ]

    /// Names of families only: readers report many chips under the number of a relative.
    private static let names: [UInt16: String] = [
        0x0000: "name unknown", 0x0001: "MIFARE Classic 1K", 0x0002: "MIFARE Classic 4K",
        0x0003: "MIFARE Ultralight or NTAG", 0x0014: "ICODE SLI", 0x0026: "MIFARE Mini",
        0x0036: "MIFARE Plus 2K in level 1", 0x0037: "MIFARE Plus 4K in level 1", 0x0038: "MIFARE Plus 2K in level 2",
        0x0039: "MIFARE Plus 4K in level 2", 0x003A: "MIFARE Ultralight C", 0x003B: "FeliCa", 0xF004: "Topaz",
        0xF011: "FeliCa at 212 kbit/s", 0xF012: "FeliCa at 424 kbit/s",
    ]

    // MARK: - Interface bytes

    private static func meaning(_ byte: AnswerToReset.InterfaceByte) -> String {
        switch byte.name {
        case "TA1":
            let clock = Self.clockRates[Int(byte.value >> 4)]
            let adjustment = Self.adjustments[Int(byte.value & 0x0F)]
            guard let clock, let adjustment else { return "a reserved value" }
            return "Fi \(clock), Di \(adjustment): \(clock / adjustment) clock cycles for each bit"
        case "TC1": return byte.value == 0xFF ? "least guard time" : "guard time \(byte.value)"
        case "TA2": return byte.value & 0x80 == 0 ? "specific mode, T=\(byte.value & 0x0F)" : "specific mode, fixed"
        default: break
        }
        guard byte.name.hasPrefix("TD") else { return "" }
        let next = (Int(byte.name.dropFirst(2)) ?? 0) + 1
        let announced = ["TA", "TB", "TC", "TD"].enumerated().filter { byte.value >> UInt8(4 + $0.offset) & 1 == 1 }
        let more = announced.map { "\($0.element)\(next)" }.joined(separator: ", ")
        return "T=\(byte.value & 0x0F)" + (more.isEmpty ? "" : ", announces \(more)")
    }

    /// 7816-3 §8.3, tables 7 and 8.
    private static let clockRates: [Int: Int] = [
        0: 372, 1: 372, 2: 558, 3: 744, 4: 1116, 5: 1488, 6: 1860, 9: 512, 10: 768, 11: 1024, 12: 1536, 13: 2048,
    ]
    private static let adjustments: [Int: Int] = [1: 1, 2: 2, 3: 4, 4: 8, 5: 16, 6: 32, 7: 64, 8: 12, 9: 20]

    private static func explain(_ capabilities: CardCapabilities, _ explanation: inout Explanation) {
        let abilities = [
            (capabilities.extendedLength, "extended length"), (capabilities.commandChaining, "command chaining"),
            (capabilities.shortFileIdentifiers, "short file identifiers"),
        ]
        let words = abilities.map { $0.0 ? $0.1 : "no \($0.1)" }
        explanation.field("capabilities", StyledText(words.joined(separator: ", ")))
    }

    private static func words(_ deviation: AnswerToReset.Deviation) -> String {
        switch deviation {
        case .unknownInitialByte: "the first byte is neither 3B nor 3F"
        case .truncated: "the bytes end before the structure does"
        case .wrongCheckByte: "the check byte TCK is wrong"
        case .trailingBytes(let count): "\(count) bytes behind the end of the structure"
        }
    }

    private static func document(_ answer: AnswerToReset, _ explanation: inout Explanation) {
        explanation.member("card", JSONValue(kind(answer)))
        explanation.member("protocols", .array(answer.protocols.map { .string("T=\($0)") }))
        explanation.member(
            "interfaceBytes",
            .array(
                answer.interfaceBytes.map {
                    ["name": .string($0.name), "value": .hex([$0.value]), "meaning": .string(meaning($0))]
                }))
        explanation.member("historicalBytes", .hex(answer.historicalBytes))
        explanation.member("checkByte", answer.checkByte.map { .hex([$0]) } ?? .null)
        explanation.member(
            "capabilities",
            answer.capabilities.map {
                [
                    "extendedLength": .bool($0.extendedLength), "commandChaining": .bool($0.commandChaining),
                    "shortFileIdentifiers": .bool($0.shortFileIdentifiers),
                ]
            } ?? .null)
    }
}
