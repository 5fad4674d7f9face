import CommandPresets
import InlayConsole

/// `help` of the console: on everything that can be typed.
enum ConsoleHelp {
    /// Words of the console besides those of the language.
    static let verbs: [(name: String, usage: String, summary: String)] = [
        ("help", "help [WORD]", "explains a word, or a preset; without one it lists them"),
        ("presets", "presets [WORD]", "lists the presets for this card, or those with WORD in name or title"),
        ("info", "info", "asks the card what it is (read-only probes, each is shown with --verbose)"),
        ("variables", "variables", "shows what variables hold"),
        ("quit", "quit", "ends the console; so does Ctrl-D"),
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

    /// Shows what is known about `word`. Nil for all; false when nothing is known.
    static func show(_ word: String?, _ catalog: CommandPresetCatalog, _ output: Output) -> Bool {
        guard let asked = word else {
            overview(output)
            return true
        }
        let word = spellings[asked] ?? asked
        if let verb = verbs.first(where: { $0.name == word }) {
            entry(verb.usage, verb.summary, output)
            return true
        }
        if let keyword = ConsoleKeyword(rawValue: word.lowercased()) {
            entry(keyword.usage, keyword.summary, output)
            return true
        }
        if let topic = topics.first(where: { $0.name == word }) {
            output.paragraph(StyledText(topic.sentence))
            let column = (topic.rows.map(\.written.count).max() ?? 0) + 4
            for row in topic.rows {
                output.paragraph(
                    (StyledText("  ") + StyledText(row.written, .strong)).padded(column) + StyledText(row.meaning),
                    indent: column)
            }
            return true
        }
        guard let preset = catalog.preset(word) else { return false }
        PresetView.show(preset, isOwn: catalog.ownNames.contains(preset.name), output)
        return true
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
                "help bytes and help patterns explain how they are written; Tab completes; Docs/console.md has it all.")
        )
    }

    private static func entry(_ usage: String, _ summary: String, _ output: Output) {
        output.paragraph(StyledText(usage, .strong))
        output.paragraph(StyledText("    \(summary)"), indent: 4)
    }
}
