public import CommandPresets
import ISO7816

/// Which lines may be remembered: an allow list, because a key, a PIN or an MRZ looks like any other bytes.
public enum ConsoleHistory {
    /// True when nothing in `line` can be a secret or personal.
    public static func keeps(_ line: String, verbs: Set<String>, catalog: CommandPresetCatalog) -> Bool {
        let words = line.split { $0 == " " || $0 == "\t" }
        guard let first = words.first else { return false }
        if verbs.contains(first.lowercased()) { return words.dropFirst().allSatisfy(isName) }
        // Whatever a comment says; and names after a sign that are more number than name.
        guard !line.contains("#"), namesBehindSigns(line).allSatisfy(isName) else { return false }
        guard let script = try? Script(parsing: line) else { return false }
        if isNumber(words) { return false }
        // A number can be a PIN.
        if words.contains(where: { $0.lowercased() == "number" }), !isName(line[...]) { return false }
        return script.statements.allSatisfy { keeps($0, catalog) }
    }

    private static func keeps(_ statement: Statement, _ catalog: CommandPresetCatalog) -> Bool {
        switch statement.kind {
        case .send(let bytes, let pattern): isHarmless(command: bytes) && pattern.map(isStatus) ?? true
        case .frame(let bytes, let pattern): isHarmless(frame: bytes) && pattern.map(isStatus) ?? true
        case .expect(let condition): isHarmless(condition)
        case .set(let name, let bytes):
            isName(name[...]) && isOfVariables(bytes)
        case .repetition(let count, let body): isShort(count) && body.allSatisfy { keeps($0, catalog) }
        case .range(let name, let from, let to, let body):
            isName(name[...]) && isShort(from) && isShort(to) && body.allSatisfy { keeps($0, catalog) }
        case .transaction(let body): body.allSatisfy { keeps($0, catalog) }
        case .list: false
        case .choice(let condition, let body, let otherwise):
            isHarmless(condition) && (body + otherwise).allSatisfy { keeps($0, catalog) }
        case .preset(let name, let arguments): isHarmless(arguments, of: catalog.preset(name))
        case .changeFolder(let name), .showFile(let name), .save(let name): isName(name[...])
        case .capture(let name, _): isName(name[...])
        case .number, .fetch, .reset, .secure, .listFiles, .stop: true
        case .print(let parts): parts.allSatisfy(isHarmless)
        }
    }

    /// Numbers of documents and people have more digits than names of files and presets.
    private static func isName(_ text: Substring) -> Bool { text.count { $0.isNumber } <= 3 }

    /// A PIN has four digits at least.
    private static func isShort(_ number: NumberExpression) -> Bool {
        switch number {
        case .literal(let value): (-999...999).contains(value)
        case .variable(_, let slice, _, _): slice.map(isShort) ?? true
        case .length(let bytes, _, _), .bytes(let bytes, _, _, _): isOfVariables(bytes)
        case .operation(_, let left, let right, _, _): isShort(left) && isShort(right)
        }
    }

    private static func isShort(_ slice: ByteExpression.Slice) -> Bool {
        isShort(slice.first) && slice.last.map(isShort) ?? true
    }

    private static func isOfVariables(_ bytes: ByteExpression) -> Bool {
        bytes.parts.allSatisfy { part in
            guard case .variable(_, let slice) = part.element else { return false }
            return slice.map(isShort) ?? true
        }
    }

    private static func isHarmless(_ part: PrintedPart) -> Bool {
        switch part {
        case .text: false
        case .variable: true
        case .bytes(let bytes): isOfVariables(bytes)
        case .number(let number): isShort(number)
        }
    }

    private static func namesBehindSigns(_ line: String) -> [Substring] {
        line.split { $0 == "$" || $0 == "{" }.dropFirst(line.first == "$" || line.first == "{" ? 0 : 1)
            .map { $0.prefix { $0.isLetter || $0.isNumber || $0 == "_" } }
    }

    private static func isHarmless(_ arguments: [PresetArgument], of preset: CommandPreset?) -> Bool {
        guard let preset else { return false }
        return arguments.allSatisfy { argument in
            guard let parameter = preset.parameters.first(where: { $0.name == argument.key }) else { return false }
            if case .number = parameter.kind { return true }
            return false
        }
    }

    /// Commands without data, and those whose data names what is selected or read (7816-4 §7).
    private static func isHarmless(command expression: ByteExpression) -> Bool {
        // Lengths may be computed, and are then as harmless as those that are written out.
        guard let bytes = try? expression.bytes(ScriptVariables()) else {
            // What a variable stands for is not in the line; what stands beside it is.
            guard case .literal(let head) = expression.parts.first?.element, head.count == 4 else { return false }
            let others = expression.parts.dropFirst().reduce(0) { count, part in
                if case .literal(let bytes) = part.element { count + bytes.count } else { count }
            }
            return naming.contains(head[1]) && others <= 2
        }
        guard let command = try? CommandAPDU(parsing: bytes) else { return false }
        guard command.data.isEmpty else {
            return naming.contains(command.ins) && isNaming(command.data, command.ins)
        }
        // Eight digits can be a PIN or a PUK: what is kept is a command that people know.
        return classes.contains(command.cla) && (plain.contains(command.ins) || naming.contains(command.ins))
    }

    /// A date or a PIN that is typed alone looks like a command of four bytes.
    private static func isNumber(_ words: [Substring]) -> Bool {
        words.count == 1 && words[0].count == 8 && words[0].allSatisfy { ("0"..."9").contains($0) }
    }

    /// What such a command names: an application or file, one tag, an offset; not just any bytes.
    private static func isNaming(_ data: [UInt8], _ instruction: UInt8) -> Bool {
        if instruction == 0xA4 {
            // Identifiers of files have two bytes, and names of applications letters among their digits.
            return data.count <= 2 || data.contains { $0 >> 4 > 9 || $0 & 0x0F > 9 }
        }
        guard data.count >= 2, Int(data[1]) == data.count - 2 else { return false }
        let value = data.dropFirst(2)
        switch (instruction, data[0]) {
        case (0xCA, 0x5C), (0xCB, 0x5C):
            return value.count <= 1 || value.count <= 3 && value.first.map { $0 & 0x1F == 0x1F } ?? false
        case (0xF2, 0x4F): return value.first.map { $0 >= 0xA0 } ?? true
        case (0xB1, 0x54), (0xB3, 0x54): return value.count <= 2
        default: return false
        }
    }

    /// SELECT, READ BINARY, GET DATA, GET STATUS.
    private static let naming: Set<UInt8> = [0xA4, 0xB0, 0xB1, 0xB2, 0xB3, 0xC0, 0xCA, 0xCB, 0xF2]

    /// What is sent without data: VERIFY and its relatives that ask, MANAGE CHANNEL, GET CHALLENGE, GENERATE ASYMMETRIC KEY
    /// PAIR, GET PROCESSING OPTIONS, and commands of DESFire that read.
    private static let plain: Set<UInt8> = [
        0x20, 0x24, 0x2C, 0x45, 0x46, 0x47, 0x60, 0x64, 0x6A, 0x6E, 0x6F, 0x70, 0x82, 0x84, 0x88, 0xA8, 0xAF, 0xF5,
    ]

    /// Interindustry with its first channels and chaining, proprietary, DESFire, SIM, reader.
    private static let classes: Set<UInt8> = [0x00, 0x01, 0x02, 0x03, 0x0C, 0x80, 0x84, 0x90, 0xA0, 0xFF]

    /// READ, FAST_READ, READ_SIG, READ_CNT, GET_VERSION, as long as they are: the same codes begin an authentication of MIFARE
    /// Classic, which has its key behind them.
    private static func isHarmless(frame bytes: ByteExpression) -> Bool {
        guard let bytes = bytes.literal, let first = bytes.first else { return false }
        return [0x30: 2, 0x3A: 3, 0x3C: 2, 0x39: 2, 0x60: 1][first] == bytes.count
    }

    private static func isHarmless(_ condition: Condition) -> Bool {
        switch condition {
        case .reply(let pattern), .status(let pattern): isStatus(pattern)
        case .length(_, let number): isShort(number)
        case .number(let left, _, let right): isShort(left) && isShort(right)
        case .data, .variable: false
        case .not(let inner): isHarmless(inner)
        }
    }

    /// No more bytes than a status word has; the rest are holes.
    private static func isStatus(_ pattern: PatternExpression) -> Bool {
        pattern.alternatives.allSatisfy { alternative in
            guard case .elements(let elements) = alternative else { return true }
            let fixed = elements.filter { if case .fixed(.byte) = $0 { true } else { false } }
            let computed = elements.allSatisfy { element in
                guard case .computed(let part) = element else { return true }
                return isOfVariables(ByteExpression(parts: [part]))
            }
            return fixed.count <= 2 && computed
        }
    }
}
