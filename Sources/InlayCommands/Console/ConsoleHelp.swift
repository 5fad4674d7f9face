import CardIdentification
import CommandPresets
import InlayConsole
import Octets

/// `help` of the console: on everything that can be typed.
enum ConsoleHelp {
    /// Words of the console besides those of the language.
    static let verbs: [(name: String, usage: String, summary: String)] = [
        ("help", "help [WORD] | ? [WORD]", "explains a word, a preset or a family of cards; without one it lists them"),
        (
            "presets", "presets [FAMILY | WORD…]",
            "lists the presets for this card, those of a family, or those with all the words in name or title"
        ),
        (
            "info", "info [--verbose]",
            "asks the card what it is, by probes that only read; --verbose shows each of them"
        ),
        ("variables", "variables", "shows what variables hold"),
        ("quit", "quit | exit", "ends the console; so does Ctrl-D"),
    ]

    /// Verbs and other spellings of them.
    static let words: Set<String> = Set(verbs.map(\.name)).union(spellings.keys)
    private static let spellings = ["exit": "quit", "?": "help"]

    /// Things that are written in a way of their own: a sentence, and what can stand there with its meaning.
    private static let topics: [(name: String, sentence: String, rows: [(written: String, meaning: String)])] = [
        (
            "bytes", "Bytes are written in hexadecimal; spaces, colons and 0x may stand in between: 00 A4 04 0C.",
            [
                ("\"text\"", "its characters, with \\x41 for any byte"),
                ("$name", "what a variable holds; $name[0..3] is a part of it"),
                ("Lc", "how many bytes follow, up to Le"),
                ("Le, Le(16)", "how many bytes may come back; alone: as many as there are"),
                ("u8(N), u16(N), u24(N), u32(N)", "a number, most significant byte first"),
                ("u16le(N), u24le(N), u32le(N)", "a number, least significant byte first"),
                ("tlv(5C, 5FC102)", "a data object: tag, length, value"),
            ]
        ),
        (
            "numbers", "Numbers are decimal or 0x…, with + - * and brackets; expect, if and repeat take them.",
            [
                ("300, 0x12C", "a number"), ("$name, $name[0..1]", "up to 7 bytes read as one, most significant first"),
                ("little($name[0..1])", "least significant byte first"), ("big(01 02)", "most significant byte first"),
                ("len($name)", "how many bytes there are"), ("= < <= > >=", "comparisons: expect 2 < len($data)"),
            ]
        ),
        (
            "variables", "A variable is $ and a name; set, number, capture and {name:8} in a pattern give it a value.",
            [
                ("$data", "data of the last reply"), ("$sw", "status word of the last reply"),
                ("$atr", "what the card said when it was powered"),
            ]
        ),
        (
            "words", "Words inside of statements.",
            [
                ("else", "behind the block of an if: if 9000 { … } else { … }"), ("in", "for n in 0..7 { … }"),
                ("not", "expect not 9000"), ("sw", "expect sw 63C?"), ("data", "expect data 61 .."),
                ("length", "expect length > 8"), ("is", "expect $name is 01 .."), ("cold, warm", "reset cold"),
                ("pace, bac, off", "secure pace"), ("transcript", "save transcript FILE"),
                ("tlv", "capture name tlv 6F/84; tlv(5C, 5FC102) in bytes"), ("=>", "00 84 00 00 08 => 9000"),
                ("; # \\", "a second statement on a line, a comment, a line that goes on"),
            ]
        ),
        (
            "patterns", "A pattern is hexadecimal with holes; alternatives stand between \" / \".",
            [
                ("9000", "two bytes alone mean the status word, whatever the data"), ("63C?", "any digit"),
                ("..", "any bytes"), ("??*8", "eight bytes"), ("{name:8}", "eight bytes, remembered as $name"),
                ("\"text\", $name", "as in bytes"), ("ACK, NAK, NAK4, none", "answers to frames"),
            ]
        ),
    ]

    /// What can be asked about.
    static var subjects: [String] {
        verbs.map(\.name) + ConsoleKeyword.allCases.map(\.rawValue) + topics.map(\.name)
    }

    /// Shows what is known about the first of `words` that anything is known about. All without one; false when nothing
    /// is known.
    static func show(
        _ words: [String], _ catalog: CommandPresetCatalog, _ variables: ScriptVariables, _ output: Output
    ) -> Bool {
        guard !words.isEmpty else {
            overview(output)
            return true
        }
        return words.contains { show($0, catalog, variables, output) }
    }

    private static func show(
        _ asked: String, _ catalog: CommandPresetCatalog, _ variables: ScriptVariables, _ output: Output
    ) -> Bool {
        let word = spellings[asked.lowercased()] ?? asked.lowercased()
        var isKnown = false
        if let verb = verbs.first(where: { $0.name == word }) {
            entry(verb.usage, verb.summary, output)
            isKnown = true
        }
        if let keyword = ConsoleKeyword(rawValue: word) {
            entry(keyword.usage, keyword.summary, output)
            isKnown = true
        }
        if let topic = topics.first(where: { $0.name == word }) {
            output.paragraph(StyledText(topic.sentence))
            show(topic.rows, output)
            isKnown = true
        }
        // The command of this name says what its words are; other places where they stand need not be listed.
        if isKnown { return true }
        if asked.hasPrefix("$"), let value = variables[String(asked.dropFirst())] {
            switch value {
            case .bytes(let bytes): output.paragraph(StyledText("\(asked) = \(Hex.string(bytes))"), indent: 4)
            case .number(let number): output.paragraph(StyledText("\(asked) = \(number)"))
            }
            isKnown = true
        }
        for topic in topics {
            let rows = topic.rows.filter { tokens($0.written).contains(word) }
            guard !rows.isEmpty else { continue }
            output.paragraph(StyledText("\(topic.name):", .faint))
            show(rows, output)
            isKnown = true
        }
        if let family = CardFamily(rawValue: word) {
            let count = catalog.presets.count { $0.families.contains(family) }
            output.paragraph(
                StyledText(word, .strong)
                    + StyledText("  \(family.title): \(Count.of(count, "preset")); presets \(word) lists them"))
            isKnown = true
        }
        for folder in CardFolder.all {
            if folder.name == word, folder.application != nil {
                output.paragraph(StyledText(folder.name, .strong) + StyledText("  \(folder.title): cd \(folder.name)"))
                isKnown = true
            }
            for file in folder.files where file.isCalled(asked) {
                output.paragraph(
                    StyledText(file.name, .strong)
                        + StyledText("  \(file.title), in \(folder.name): cd \(folder.name), then cat \(file.name)"))
                isKnown = true
            }
        }
        if let preset = catalog.preset(asked) {
            PresetView.show(preset, isOwn: catalog.ownNames.contains(preset.name), output)
            isKnown = true
        }
        return isKnown
    }

    private static func show(_ rows: [(written: String, meaning: String)], _ output: Output) {
        let column = (rows.map(\.written.count).max() ?? 0) + 4
        for row in rows {
            output.paragraph(
                (StyledText("  ") + StyledText(row.written, .strong)).padded(column) + StyledText(row.meaning),
                indent: column)
        }
    }

    /// What stands in a row, as it may be asked for: `Lc`, `u16`, `..`.
    private static func tokens(_ written: String) -> Set<String> {
        let words = written.lowercased().split { $0 == " " || $0 == "," }.map(String.init)
        return Set(words + words.map { String($0.prefix { $0 != "(" && $0 != "[" }) })
    }

    /// What is probably meant by a word that nothing is known about.
    static func near(_ words: [String], _ catalog: CommandPresetCatalog) -> String {
        let known = subjects + CardFamily.allCases.map(\.rawValue) + catalog.presets.map(\.name)
        let near = words.first.flatMap { Nearest.word(to: $0.lowercased(), among: known) }
        return near.map { "\($0) is meant" } ?? ""
    }

    /// Why a line that begins with `word` is neither a statement nor a word of the console; nil for one that can be.
    static func refusal(of word: String, _ catalog: CommandPresetCatalog) -> Failure? {
        guard !ConsoleKeyword.begins(word), word.lowercased() != "else" else { return nil }
        let shown = word.count <= 40 && !TerminalText.isLikeZone(word) ? "\"\(word)\"" : "this word"
        let message = "column 1: \(shown) is neither a statement nor hexadecimal"
        if let preset = catalog.preset(word) {
            return Failure(
                .malformedData, kind: "malformed-script", message, likely: "it is the name of a preset",
                remedy: "preset \(preset.name) runs it, help \(preset.name) explains it")
        }
        if let family = CardFamily(rawValue: word.lowercased()) {
            return Failure(
                .malformedData, kind: "malformed-script", message, likely: "it is a family of cards",
                remedy: "presets \(family.rawValue) lists what can be sent to such a card")
        }
        let names = verbs.map(\.name) + ConsoleKeyword.allCases.map(\.rawValue)
        let near = Nearest.word(to: word.lowercased(), among: names + catalog.presets.map(\.name))
        return Failure(
            .malformedData, kind: "malformed-script", message,
            likely: near.map { catalog.preset($0) == nil ? "\($0) is meant" : "preset \($0) is meant" } ?? "",
            remedy: "bytes are sent as they are: 00 84 00 00 08; words are \(names.joined(separator: ", "))")
    }

    private static func overview(_ output: Output) {
        output.paragraph(StyledText("Type a command in hexadecimal and it is sent as it is: 00 84 00 00 08"))
        output.print()
        for keyword in ConsoleKeyword.allCases where keyword != .send { entry(keyword.usage, keyword.summary, output) }
        output.print()
        for verb in verbs { entry(verb.usage, verb.summary, output) }
        output.print()
        output.paragraph(
            StyledText(
                "Only presets are guarded: they know their cards and ask before a write. Other commands are sent exactly as "
                    + "typed, whatever they do."))
        output.paragraph(
            StyledText(
                "help bytes, help numbers and help patterns explain how they are written; Tab completes; Docs/console.md has it all."
            )
        )
        // What is on the screen when the rest has gone by.
        output.paragraph(
            StyledText("To begin: ", .strong)
                + StyledText(
                    "presets lists what fits this card, preset NAME runs one, info says what it is, quit ends."))
    }

    private static func entry(_ usage: String, _ summary: String, _ output: Output) {
        output.paragraph(StyledText(usage, .strong))
        output.paragraph(StyledText("    \(summary)"), indent: 4)
    }
}
