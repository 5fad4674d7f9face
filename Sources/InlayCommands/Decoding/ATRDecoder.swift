import CardIdentification
import ISO7816
import Octets

/// Explains an answer to reset to its last byte.
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
        explain(structure: answer, &explanation)
        if let storage = StorageCard(answer) {
            explain(storage, answer.historicalBytes, &explanation)
        } else if !answer.historicalBytes.isEmpty {
            explain(historical: answer, &explanation)
        }
        if let checkByte = answer.checkByte {
            let wrong = answer.deviations.contains(.wrongCheckByte)
            explanation.field("TCK", StyledText(Hex.string([checkByte])) + StyledText(wrong ? "  wrong" : "  right"))
        }
        let end = 2 + answer.interfaceBytes.count + answer.historicalBytes.count + (answer.checkByte == nil ? 0 : 1)
        if bytes.count > end {
            explanation.field(
                "behind the end", StyledText(spaced(Array(bytes.dropFirst(end)))) + StyledText("  no part of it"))
        }
        explanation.deviations = answer.deviations.map(words) + explanation.deviations
        document(answer, &explanation)
        return explanation
    }

    /// `3B 8F 80 …`.
    static func spaced(_ bytes: [UInt8]) -> String { Hex.string(bytes, separator: " ") }

    // MARK: - Kind

    /// What the historical bytes say the card is, if they say it.
    static func kind(_ answer: AnswerToReset) -> String? {
        if let storage = StorageCard(answer) {
            let name =
                storage.nameWords ?? "card name \(Hex.string([UInt8(storage.name >> 8), UInt8(storage.name & 0xFF)]))"
            let standard = name == storage.standardWords ? "" : " (\(storage.standardWords))"
            return "contactless memory card: \(name)\(standard), as the reader says"
        }
        // PC/SC part 3 §3.1.3.2.3.1: what a reader makes of a card that speaks ISO 14443-4.
        return answer.isContactlessForm ? "contactless card with ISO 14443-4" : nil
    }

    private static func explain(
        _ storage: StorageCard, _ historical: [UInt8], _ explanation: inout Explanation
    ) {
        explanation.field("historical bytes", StyledText(spaced(historical)))
        let parts: [(String, [UInt8], String)] = [
            ("80", [0x80], "category, objects"),
            ("4F", [0x4F, 0x0C], "application identifier, 12 bytes"),
            ("RID", Array(historical[3..<8]), "the PC/SC workgroup"),
            ("SS", [storage.standard], storage.standardWords),
            (
                "NN", [UInt8(storage.name >> 8), UInt8(storage.name & 0xFF)],
                storage.nameWords ?? "a name that is not known"
            ),
            ("RFU", storage.reserved, storage.reserved.allSatisfy { $0 == 0 } ? "reserved" : "reserved, and not 0"),
        ]
        for (name, bytes, words) in parts {
            explanation.field(name, StyledText(spaced(bytes)) + StyledText("  \(words)"), depth: 1)
        }
        if storage.reserved.count != 4 {
            explanation.deviations.append(
                "4 reserved bytes stand behind the name of a memory card, and \(storage.reserved.count) are there")
        }
    }

    private static func explain(historical answer: AnswerToReset, _ explanation: inout Explanation) {
        let historical = answer.historicalBytes
        explanation.field("historical bytes", StyledText(spaced(historical)))
        let text = historical.allSatisfy { (0x20...0x7E).contains($0) }
        if text {
            explanation.field("as text", StyledText("\"\(String(decoding: historical, as: UTF8.self))\""), depth: 1)
        }
        let inner = FlatTLVDecoder.explainHistorical(historical)
        explanation.include(inner, depth: 1)
        explanation.deviations += inner.deviations
        explanation.member("historicalObjects", inner.members.first { $0.key == "objects" }?.value ?? .null)
    }

    // MARK: - Interface bytes

    private static func explain(structure answer: AnswerToReset, _ explanation: inout Explanation) {
        if let initial = answer.bytes.first {
            let words = initial == 0x3B ? "direct convention" : initial == 0x3F ? "inverse convention" : "not allowed"
            explanation.field("TS", StyledText(Hex.string([initial])) + StyledText("  \(words)"))
        }
        if answer.bytes.count > 1 {
            let format = answer.bytes[1]
            let announced = announced(format, 1)
            explanation.field(
                "T0",
                StyledText(Hex.string([format]))
                    + StyledText("  \(announced.isEmpty ? "" : announced + ", ")\(format & 0x0F) historical bytes"))
        }
        for (index, byte) in answer.interfaceBytes.enumerated() {
            let meaning = meaning(byte, answer.interfaceBytes.prefix(index))
            explanation.field(
                byte.name, StyledText(Hex.string([byte.value])) + StyledText(meaning.isEmpty ? "" : "  \(meaning)"))
        }
    }

    private static func announced(_ byte: UInt8, _ level: Int) -> String {
        let names = ["TA", "TB", "TC", "TD"].enumerated().filter { byte >> UInt8(4 + $0.offset) & 1 == 1 }
        return names.isEmpty ? "" : "announces " + names.map { "\($0.element)\(level)" }.joined(separator: ", ")
    }

    /// 7816-3 §8.3 for the global bytes, §10.2 for T=0, §11.4 for T=1. What a byte of level 3 and up means depends on
    /// the protocol that the TD in front of it names, and on whether it is the first of that protocol.
    private static func meaning(
        _ byte: AnswerToReset.InterfaceByte, _ before: ArraySlice<AnswerToReset.InterfaceByte>
    ) -> String {
        let value = byte.value
        switch byte.name {
        case "TA1":
            guard let clock = clockRates[Int(value >> 4)], let adjustment = adjustments[Int(value & 0x0F)] else {
                return "a reserved value"
            }
            return "Fi \(clock), Di \(adjustment): \(clock / adjustment) clock cycles for each bit"
        case "TB1": return value == 0 ? "no programming voltage" : "programming voltage, no longer in use"
        case "TC1": return value == 0xFF ? "least guard time" : "guard time \(value)"
        case "TA2":
            let kept = value & 0x10 == 0 ? "" : ", by implicit parameters"
            return "specific mode, T=\(value & 0x0F)\(kept)" + (value & 0x80 == 0 ? "" : ", cannot be changed")
        case "TB2": return "programming voltage, no longer in use"
        case "TC2": return "waiting time integer \(value) of T=0"
        default: break
        }
        let level = Int(byte.name.dropFirst(2)) ?? 0
        if byte.name.hasPrefix("TD") {
            let more = announced(value, level + 1)
            return (value & 0x0F == 15 ? "global bytes" : "T=\(value & 0x0F)") + (more.isEmpty ? "" : ", \(more)")
        }
        guard let head = before.last(where: { $0.name == "TD\(level - 1)" }) else { return "" }
        switch (head.value & 0x0F, byte.name.prefix(2)) {
        case (15, "TA"):
            let stop = ["clock must not stop", "clock may stop low", "clock may stop high", "clock may stop"]
            let classes = [(1, "5 V"), (2, "3 V"), (4, "1.8 V")].filter { Int(value & 0x3F) & $0.0 != 0 }.map(\.1)
            return
                "\(stop[Int(value >> 6)]); \(classes.isEmpty ? "no class of supply named" : classes.joined(separator: ", "))"
        case (15, "TB"): return value & 0x80 == 0 ? "use of SPU by the standard" : "use of SPU by the maker"
        case (1, "TA"):
            return value == 0 || value == 0xFF
                ? "a reserved value" : "blocks of at most \(Count.bytes(Int(value))) (IFSC)"
        case (1, "TB"): return "waiting times: character \(value & 0x0F), block \(value >> 4)"
        case (1, "TC"): return value & 1 == 0 ? "blocks end with LRC" : "blocks end with CRC"
        default: return ""
        }
    }

    /// 7816-3 §8.3, tables 7 and 8.
    private static let clockRates: [Int: Int] = [
        0: 372, 1: 372, 2: 558, 3: 744, 4: 1116, 5: 1488, 6: 1860, 9: 512, 10: 768, 11: 1024, 12: 1536, 13: 2048,
    ]
    private static let adjustments: [Int: Int] = [1: 1, 2: 2, 3: 4, 4: 8, 5: 16, 6: 32, 7: 64, 8: 12, 9: 20]

    // MARK: - Words

    /// 7816-4 §8.1.1.2.7, one line for each byte.
    static func words(_ capabilities: CardCapabilities) -> [String] {
        let abilities = [
            (capabilities.extendedLength, "extended length"), (capabilities.commandChaining, "command chaining"),
            (capabilities.shortFileIdentifiers, "short file identifiers"),
        ]
        return ["capabilities: " + abilities.map { $0.0 ? $0.1 : "no \($0.1)" }.joined(separator: ", ")]
    }

    private static func words(_ deviation: AnswerToReset.Deviation) -> String {
        switch deviation {
        case .unknownInitialByte: "the first byte is neither 3B nor 3F"
        case .truncated: "it ends before it is complete"
        case .wrongCheckByte: "the check byte is wrong"
        case .trailingBytes(let count): "\(Count.bytes(count)) too many"
        }
    }

    private static func document(_ answer: AnswerToReset, _ explanation: inout Explanation) {
        let storage = StorageCard(answer)
        explanation.member("card", JSONValue(kind(answer)))
        explanation.member(
            "storageCard",
            storage.map { ["standard": .string($0.standardWords), "name": JSONValue($0.nameWords)] } ?? .null)
        explanation.member("protocols", .array(answer.protocols.map { .string("T=\($0)") }))
        explanation.member(
            "interfaceBytes",
            .array(
                answer.interfaceBytes.enumerated().map { index, byte in
                    [
                        "name": .string(byte.name), "value": .hex([byte.value]),
                        "meaning": .string(meaning(byte, answer.interfaceBytes.prefix(index))),
                    ]
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
