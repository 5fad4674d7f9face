import CardIdentification
import CommandPresets
import ISO7816
import Octets

/// Explains a command APDU.
enum APDUDecoder {
    /// In the words of `family`, whose presets know commands of its own.
    static func explain(_ bytes: [UInt8], family: CardFamily? = nil) throws(ParseError) -> Explanation {
        let (command, form) = try CommandAPDU.parse(bytes)
        var explanation = Explanation()
        let detail = family.flatMap { own(command, of: $0) } ?? detail(command)
        let isSecret = isSecret(command)
        explanation.line(StyledText(command.name, .strong) + StyledText(detail.map { "  \($0)" } ?? ""))
        explanation.field("CLA", StyledText(Hex.string([command.cla])) + StyledText("  \(classMeaning(command.cla))"))
        explanation.field("INS", StyledText(Hex.string([command.ins])))
        let parameters = command.ins == 0xA4 && command.cla & 0x80 == 0 ? "  \(selectionParameters(command))" : ""
        explanation.field(
            "P1 P2", StyledText(Hex.string([command.p1, command.p2], separator: " ")) + StyledText(parameters))
        explanation.field("case", StyledText(caseWords(command, form)))
        if !command.data.isEmpty {
            let shown = isSecret ? "not shown: a PIN or password stands in it" : Hex.string(command.data)
            explanation.field("data", StyledText("\(Count.bytes(command.data.count))  \(shown)"))
        }
        explanation.field("expected (Le)", StyledText(expected(command.expected)))
        explanation.member("name", .string(command.name))
        explanation.member("detail", JSONValue(detail))
        explanation.member("cla", .hex([command.cla]))
        explanation.member("class", .string(classMeaning(command.cla)))
        explanation.member("ins", .hex([command.ins]))
        explanation.member("p1", .hex([command.p1]))
        explanation.member("p2", .hex([command.p2]))
        explanation.member("form", .string(form == .short ? "short" : "extended"))
        explanation.member("data", isSecret ? .null : .hex(command.data))
        explanation.member("dataReason", JSONValue(isSecret ? "secret" : nil))
        explanation.member("expected", .string(expected(command.expected)))
        var inner: [JSONValue] = []
        if !command.data.isEmpty, looksLikeObjects(command), case let tree = TLVDecoder.explain(command.data),
            tree.fault == nil
        {
            explanation.line(StyledText("data objects", .faint))
            explanation.include(tree, depth: 1)
            if case .array(let objects)? = tree.members.first(where: { $0.key == "objects" })?.value { inner = objects }
        }
        explanation.member("objects", .array(inner))
        return explanation
    }

    /// VERIFY, CHANGE REFERENCE DATA and RESET RETRY COUNTER with data in plain form.
    private static func isSecret(_ command: CommandAPDU) -> Bool {
        [0x20, 0x21, 0x24, 0x2C].contains(command.ins) && command.cla & 0x80 == 0 && !isProtected(command.cla)
            && !command.data.isEmpty
    }

    /// The title of the preset of `family` that sends this instruction in a class of its own.
    private static func own(_ command: CommandAPDU, of family: CardFamily) -> String? {
        guard command.cla & 0x80 != 0 else { return nil }
        let start = Hex.string([command.cla, command.ins], separator: " ")
        let presets = CommandPresetCatalog.builtIn.presets(for: family).filter { preset in
            preset.steps.contains { $0.way == .send && $0.template.text.hasPrefix(start) }
        }
        // Of several the one that leaves most open.
        let preset = presets.first { !$0.parameters.isEmpty } ?? presets.first
        return preset.map { "\($0.title) (\($0.name))" }
    }

    /// 7816-4 §7.1.1, tables 39 and 40.
    private static func selectionParameters(_ command: CommandAPDU) -> String {
        let methods: [UInt8: String] = [
            0x00: "by file identifier, or the master file", 0x01: "a child DF", 0x02: "an EF of the current DF",
            0x03: "the parent DF", 0x04: "by DF name", 0x08: "by path from the master file",
            0x09: "by path from the current DF",
        ]
        let occurrences = ["first or only", "last", "next", "previous"]
        let answers = [
            "FCI comes back", "FCP comes back", "FMD comes back", "nothing comes back, or what the card likes",
        ]
        return [
            methods[command.p1] ?? "a method of the card", occurrences[Int(command.p2 & 3)],
            answers[Int(command.p2 >> 2 & 3)],
        ].joined(separator: "; ")
    }

    /// Instructions whose data are data objects, and every protected command.
    private static func looksLikeObjects(_ command: CommandAPDU) -> Bool {
        isProtected(command.cla) || [0x22, 0x86, 0x87, 0xB1, 0xB3, 0xCB, 0xD7, 0xDB].contains(command.ins)
    }

    private static func isProtected(_ cla: UInt8) -> Bool { cla & 0xE0 == 0 && cla & 0x0C != 0 }

    /// 7816-4 §5.4.1, tables 2 and 3.
    private static func classMeaning(_ cla: UInt8) -> String {
        guard cla & 0x80 == 0 else { return cla == 0xFF ? "reader command (PC/SC part 3)" : "proprietary class" }
        var words: [String]
        let channel: UInt8
        if cla & 0x40 != 0 {
            words = ["inter-industry", cla & 0x20 != 0 ? "secure messaging" : "no secure messaging"]
            channel = (cla & 0x0F) + 4
        } else if cla & 0x20 != 0 {
            return "reserved class"
        } else {
            let protection = [
                "no secure messaging", "proprietary secure messaging", "secure messaging, header not authenticated",
                "secure messaging, header authenticated",
            ]
            words = ["inter-industry", protection[Int(cla >> 2 & 3)]]
            channel = cla & 0x03
        }
        if cla & 0x10 != 0 { words.append("more of a chain follows") }
        if channel != 0 { words.append("logical channel \(channel)") }
        return words.joined(separator: ", ")
    }

    private static func caseWords(_ command: CommandAPDU, _ form: CommandAPDU.LengthForm) -> String {
        let number =
            switch (command.data.isEmpty, command.expected == .nothing) {
            case (true, true): "1, neither data nor answer data"
            case (true, false): "2, answer data"
            case (false, true): "3, data"
            case (false, false): "4, data and answer data"
            }
        return number + (form == .short ? " (short)" : " (extended)")
    }

    private static func expected(_ expected: CommandAPDU.Expected) -> String {
        switch expected {
        case .nothing: "nothing"
        case .upTo(let count): "up to \(Count.bytes(count))"
        case .asMuchAsPossible: "as much as there is"
        }
    }

    private static func detail(_ command: CommandAPDU) -> String? {
        switch command.ins {
        case 0xA4: return selection(command)
        case 0xB0, 0xD6:
            if command.p1 & 0x80 != 0 {
                return "file with SFI \(Hex.string([command.p1 & 0x1F])), offset \(command.p2)"
            }
            return "current file, offset \(Int(command.p1) << 8 | Int(command.p2))"
        case 0x22:
            return command.p2 == 0xA4 ? "authentication template" : command.p2 == 0xA6 ? "key agreement template" : nil
        default: return nil
        }
    }

    /// 7816-4 §7.1.1, table 39.
    private static func selection(_ command: CommandAPDU) -> String {
        let target = isProtected(command.cla) ? "protected" : Hex.string(command.data)
        switch command.p1 {
        case 0x00: return command.data.isEmpty ? "master file" : "by file identifier \(target)"
        case 0x01: return "child DF \(target)"
        case 0x02: return "EF under the current DF \(target)"
        case 0x03: return "parent DF"
        case 0x04: return "by application identifier \(target)"
        case 0x08: return "by path from the master file \(target)"
        case 0x09: return "by path from the current DF \(target)"
        default: return "by a method of the card"
        }
    }
}
