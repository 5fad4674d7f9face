import CardIdentification
import ISO7816

/// Presets as text, the same for what is built in and for what a user writes:
///
///     preset piv.verify-status
///     title  Tries left for the PIN
///     for    piv
///     effect readsOnly
///     source SP 800-73-4 part 2 §3.2.1
///     after  piv.select
///     send   00 20 00 80
///     reply  63 C? / 90 00 / 69 83
///
/// An empty line ends a preset, `#` begins a comment line. `ask NAME TYPE "words" = VALUE` declares a value that the
/// templates use as `{NAME}`; `chip` and `reader` narrow what it is for; `frame` and `escape` send otherwise than
/// `send`. Every step has its `reply`.
public enum PresetText {
    /// Most presets of one text.
    public static let countLimit = 2000
    /// Most characters of a line.
    public static let lineLimit = 2000
    /// Most steps of a preset.
    public static let stepLimit = 16

    /// Reads presets. Throws the first thing that is wrong, with line and column; nothing is taken by halves.
    ///
    /// With `others`, the presets that there are besides, a preset must come after one that exists, and never after itself.
    public static func presets(
        _ text: String, over others: [CommandPreset]? = nil
    ) throws(PresetSyntaxError) -> [CommandPreset] {
        var orders: [String: Line] = [:]
        var presets: [CommandPreset] = []
        var names: [String: Int] = [:]
        var block: [Line] = []
        var number = 0
        func finish() throws(PresetSyntaxError) {
            guard let first = block.first else { return }
            guard presets.count < countLimit else {
                throw PresetSyntaxError(line: first.number, column: 1, "more than \(countLimit) presets")
            }
            let preset = try PresetBlock.preset(block)
            if let other = names[preset.name] {
                throw PresetSyntaxError(
                    line: first.number, column: first.valueColumn, "line \(other) has a preset of this name already")
            }
            names[preset.name] = first.number
            orders[preset.name] = block.first { $0.key == "after" }
            presets.append(preset)
            block = []
        }
        for raw in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            guard raw.unicodeScalars.count <= lineLimit else {
                throw PresetSyntaxError(line: number, column: lineLimit, "longer than \(lineLimit) characters")
            }
            if let column = controlColumn(raw) {
                throw PresetSyntaxError(line: number, column: column, "a control character")
            }
            var scanner = TextScanner(raw)
            scanner.skipSpaces()
            if scanner.isAtEnd {
                try finish()
                continue
            }
            if scanner.next == "#" { continue }
            let column = scanner.column
            let key = scanner.take { $0 != " " && $0 != "\t" }
            scanner.skipSpaces()
            let valueColumn = scanner.column
            let value = trimmed(scanner.rest())
            if key == "preset" { try finish() }
            block.append(
                Line(number: number, key: key, keyColumn: column, value: value, valueColumn: valueColumn))
        }
        try finish()
        if let others { try checkOrder(presets, orders, over: others) }
        return presets
    }

    /// What must run before must exist, and a way back from it to the preset itself would never end.
    private static func checkOrder(
        _ presets: [CommandPreset], _ lines: [String: Line], over others: [CommandPreset]
    ) throws(PresetSyntaxError) {
        let catalogue = CommandPresetCatalog(others, own: presets)
        for preset in presets {
            guard let line = lines[preset.name] else { continue }
            switch catalogue.order(of: preset) {
            case .ends: continue
            case .unknown(let name): throw line.error("there is no preset \(name) that could run before")
            case .circle(let name):
                throw line.error(
                    name == preset.name
                        ? "\(preset.name) would have to run before itself"
                        : "\(name) would have to run before itself, and \(preset.name) waits for it")
            }
        }
    }

    /// The text of one preset, without an empty line behind it.
    public static func text(_ preset: CommandPreset) -> String {
        var lines = ["preset \(preset.name)", "title  \(preset.title)"]
        lines.append("for    " + preset.families.map(\.rawValue).joined(separator: ", "))
        if !preset.chips.isEmpty { lines.append("chip   " + preset.chips.joined(separator: ", ")) }
        if !preset.readers.isEmpty { lines.append("reader " + preset.readers.joined(separator: ", ")) }
        lines.append("effect \(preset.effect.rawValue)")
        lines.append("source \(preset.source)")
        if let note = preset.note { lines.append("note   \(note)") }
        if let after = preset.after { lines.append("after  \(after)") }
        for parameter in preset.parameters {
            let usual = parameter.usual.map { " = \($0)" } ?? ""
            lines.append("ask    \(parameter.name) \(parameter.kind.spelling) \"\(parameter.words)\"\(usual)")
        }
        for step in preset.steps {
            lines.append(step.way.rawValue.padded(7) + step.template.text)
            lines.append("reply  " + step.reply.text)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The text of several presets.
    public static func text(_ presets: [CommandPreset]) -> String {
        presets.map(text).joined(separator: "\n")
    }

    /// A line with its key.
    struct Line {
        let number: Int
        let key: String
        let keyColumn: Int
        let value: String
        let valueColumn: Int

        /// An error at the value, `offset` characters behind its beginning.
        func error(_ message: String, at offset: Int = 0) -> PresetSyntaxError {
            PresetSyntaxError(line: number, column: valueColumn + offset, message)
        }
    }

    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
        var trimmed = String.UnicodeScalarView()
        trimmed.append(contentsOf: scalars)
        return String(trimmed)
    }

    private static func controlColumn(_ line: Substring) -> Int? {
        for (index, scalar) in line.unicodeScalars.enumerated() {
            switch scalar.properties.generalCategory {
            case .control where scalar != "\t", .format, .surrogate, .lineSeparator, .paragraphSeparator:
                return index + 1
            default: break
            }
        }
        return nil
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
