import CardIdentification
import ISO7816

/// Reads the lines of one preset.
enum PresetBlock {
    typealias Line = PresetText.Line

    static func preset(_ lines: [Line]) throws(PresetSyntaxError) -> CommandPreset {
        guard let first = lines.first else { throw PresetSyntaxError(column: 1, "a preset is missing") }
        guard first.key == "preset" else {
            throw PresetSyntaxError(
                line: first.number, column: first.keyColumn, "a preset begins with the line: preset NAME")
        }
        var preset = CommandPreset(
            name: try name(first), title: "", families: [], effect: .irreversible, source: "", steps: [])
        var seen: Set<String> = ["preset"]
        var pending: (line: Line, way: CommandPreset.Way, template: PresetTemplate)?
        // Where each template and question stands, for errors that show only when all is read.
        var stepLines: [Line] = []
        var askLines: [Line] = []
        for line in lines.dropFirst() {
            guard !line.value.isEmpty else { throw line.error("something is missing behind \(known(line.key))") }
            if singleKeys.contains(line.key), !seen.insert(line.key).inserted {
                throw PresetSyntaxError(line: line.number, column: line.keyColumn, "\(line.key) stands here twice")
            }
            if let step = pending, line.key != "reply" {
                throw PresetSyntaxError(
                    line: line.number, column: line.keyColumn, "line \(step.line.number) needs a reply line behind it")
            }
            switch line.key {
            case "title": preset.title = line.value
            case "for": preset.families = try families(line)
            case "chip": preset.chips = list(line.value)
            case "reader": preset.readers = list(line.value)
            case "effect": preset.effect = try effect(line)
            case "source": preset.source = line.value
            case "note": preset.note = line.value
            case "after": preset.after = try name(line)
            case "ask":
                preset.parameters.append(try parameter(line, preset.parameters))
                askLines.append(line)
            case "reply":
                guard let step = pending else {
                    throw PresetSyntaxError(
                        line: line.number, column: line.keyColumn, "reply without a step in front of it")
                }
                let reply = try moved(line) { text throws(PresetSyntaxError) in try ReplyPattern(parsing: text) }
                preset.steps.append(.init(way: step.way, template: step.template, reply: reply))
                pending = nil
            default:
                guard let way = CommandPreset.Way(rawValue: line.key) else {
                    throw PresetSyntaxError(
                        line: line.number, column: line.keyColumn,
                        "no such word; there are preset, \(singleKeys.sorted().joined(separator: ", ")), ask, "
                            + "send, frame, escape and reply")
                }
                guard preset.steps.count < PresetText.stepLimit else {
                    throw line.error("more than \(PresetText.stepLimit) steps")
                }
                let template = try moved(line) { text throws(PresetSyntaxError) in
                    try PresetTemplate(parsing: text)
                }
                pending = (line, way, template)
                stepLines.append(line)
            }
        }
        if let step = pending { throw step.line.error("a reply line is missing behind it") }
        for key in ["title", "for", "effect", "source"] where !seen.contains(key) {
            throw PresetSyntaxError(line: first.number, column: 1, "the line \(key) is missing in this preset")
        }
        guard !preset.steps.isEmpty else {
            throw PresetSyntaxError(line: first.number, column: 1, "there is nothing to send in this preset")
        }
        try checkNames(preset, stepLines, askLines)
        try checkPages(preset, stepLines)
        return preset
    }

    private static let singleKeys: Set<String> = [
        "title", "for", "chip", "reader", "effect", "source", "note", "after",
    ]

    /// A key in a message, unless it is none.
    private static func known(_ key: String) -> String {
        singleKeys.contains(key) || ["ask", "reply", "send", "frame", "escape", "preset"].contains(key)
            ? key : "the first word"
    }

    /// True for `family.what-it-does`.
    static func isName(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && text.unicodeScalars.count <= 60
            && parts.allSatisfy { !$0.isEmpty && $0.unicodeScalars.allSatisfy(TextScanner.isName) }
    }

    private static func name(_ line: Line) throws(PresetSyntaxError) -> String {
        guard isName(line.value) else {
            throw line.error("a name is FAMILY.NAME in lower-case letters, digits and dashes, at most 60 characters")
        }
        return line.value
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
            .filter { !$0.isEmpty }
    }

    private static func families(_ line: Line) throws(PresetSyntaxError) -> [CardFamily] {
        var families: [CardFamily] = []
        for word in list(line.value) {
            guard let family = CardFamily(rawValue: word) else {
                let all = CardFamily.allCases.map(\.rawValue).joined(separator: ", ")
                throw line.error("no such family; there are \(all)")
            }
            families.append(family)
        }
        guard !families.isEmpty else { throw line.error("a family is missing") }
        return families
    }

    private static func effect(_ line: Line) throws(PresetSyntaxError) -> Effect {
        guard let effect = Effect(rawValue: line.value) else {
            throw line.error("the effect is one of " + Effect.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return effect
    }

    private static func moved<Value>(
        _ line: Line, _ read: (String) throws(PresetSyntaxError) -> Value
    ) throws(PresetSyntaxError) -> Value {
        do {
            return try read(line.value)
        } catch {
            throw error.moved(toLine: line.number, column: line.valueColumn)
        }
    }

    // MARK: - Questions

    /// `NAME TYPE "words" = VALUE`.
    private static func parameter(
        _ line: Line, _ others: [PresetParameter]
    ) throws(PresetSyntaxError) -> PresetParameter {
        var scanner = TextScanner(line.value)
        let name = scanner.take(while: TextScanner.isName)
        guard !name.isEmpty else { throw line.error("a name in lower-case letters is missing") }
        guard !others.contains(where: { $0.name == name }) else { throw line.error("\(name) is asked for twice") }
        scanner.skipSpaces()
        let kindColumn = scanner.column
        guard let kind = PresetParameter.Kind(spelling: scanner.take { $0 != " " && $0 != "\t" && $0 != "\"" }) else {
            throw line.error(
                "the type is u8, u16, u24, u32, u16le, u24le, u32le, bytes(4), bytes(5-16), secret(4) or identifier(8)",
                at: kindColumn - 1)
        }
        scanner.skipSpaces()
        guard scanner.take("\"") else { throw line.error("words in quotes are missing", at: scanner.column - 1) }
        let words = scanner.take { $0 != "\"" }
        guard scanner.take("\"") else { throw line.error("the closing quote is missing", at: scanner.column - 1) }
        scanner.skipSpaces()
        var parameter = PresetParameter(name: name, kind: kind, words: words)
        guard !scanner.isAtEnd else { return parameter }
        guard scanner.take("=") else { throw line.error("= or the end must stand here", at: scanner.column - 1) }
        scanner.skipSpaces()
        let column = scanner.column
        let usual = scanner.rest()
        guard !parameter.isSecret else { throw line.error("a secret has no usual value", at: column - 1) }
        guard (try? parameter.bytes(usual)) != nil else {
            throw line.error("the usual value must be \(parameter.needs)", at: column - 1)
        }
        parameter.usual = usual
        return parameter
    }

    // MARK: - Agreement

    /// Every name in a template is asked for or was kept from an earlier answer; every question is used.
    private static func checkNames(
        _ preset: CommandPreset, _ stepLines: [Line], _ askLines: [Line]
    ) throws(PresetSyntaxError) {
        let asked = Set(preset.parameters.map(\.name))
        var known = asked
        var used: Set<String> = []
        for (step, line) in zip(preset.steps, stepLines) {
            for name in step.template.names {
                guard known.contains(name) else {
                    throw line.error("{\(name)} is neither asked for nor kept from an answer before")
                }
                used.insert(name)
            }
            for name in step.reply.names where asked.contains(name) {
                throw PresetSyntaxError(
                    line: line.number + 1, column: 1, "{\(name):…} is asked for already and cannot be kept too")
            }
            // A name that only one of the alternatives has would be missing after the others.
            let alternatives = step.reply.alternatives.count
            if step.reply.names.count != Set(step.reply.names).count || (alternatives > 1 && !step.reply.names.isEmpty)
            {
                let isUsed = preset.steps.contains { $0.template.names.contains(where: step.reply.names.contains) }
                if isUsed {
                    throw PresetSyntaxError(
                        line: line.number + 1, column: 1,
                        "what a later step uses must be kept once, by an answer with one form only")
                }
            }
            known.formUnion(step.reply.names)
        }
        for (parameter, line) in zip(preset.parameters, askLines) where !used.contains(parameter.name) {
            throw line.error("{\(parameter.name)} stands in no step")
        }
    }

    private static func checkPages(_ preset: CommandPreset, _ stepLines: [Line]) throws(PresetSyntaxError) {
        for (step, line) in zip(preset.steps, stepLines) {
            for page in step.template.pages.sorted(by: { $0.rawValue < $1.rawValue }) {
                guard !preset.chips.isEmpty else {
                    throw line.error("{\(page.rawValue)} needs a chip line: its number differs from chip to chip")
                }
                for name in preset.chips where Type2Chip.named(name)?.page(page) == nil {
                    throw line.error("a chip of the chip line has no known page \(page.rawValue)")
                }
            }
        }
    }
}
