/// Lines that come one after another, until they are a script: a block may stand over several of them.
///
/// Each line is read once, however long the block becomes.
public struct OpenScript: Sendable {
    private var tokens: [ScriptToken] = []
    private var depth = 0
    private var lines = 0
    private var size = 0
    /// Lines that a `\` holds open.
    private var held = ""

    /// Nothing was read yet.
    public init() {}

    /// True when nothing was read, or all of it was given out.
    public var isEmpty: Bool { lines == 0 && held.isEmpty }

    /// Takes the next line. Returns the script that it ends; nil while a block is open. After an error nothing is left.
    public mutating func add(_ line: String) throws(ScriptError) -> Script? {
        do {
            guard let script = try taking(line) else { return nil }
            self = OpenScript()
            return script
        } catch {
            self = OpenScript()
            throw error
        }
    }

    private mutating func taking(_ line: String) throws(ScriptError) -> Script? {
        size += line.utf8.count + 1
        guard size <= ScriptScanner.sizeLimit else {
            throw ScriptError(line: lines + 1, column: 1, "the block holds more than \(ScriptScanner.sizeLimit) bytes")
        }
        guard !Self.continues(line) else {
            held += line + "\n"
            return nil
        }
        let text = held + line
        held = ""
        let found = try ScriptScanner.tokens(text, line: lines + 1)
        lines += text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        guard tokens.count + found.count <= ScriptScanner.countLimit else {
            throw ScriptError(line: lines, column: 1, "the block holds more words than \(ScriptScanner.countLimit)")
        }
        let before = depth
        var lowest = depth
        for token in found {
            if token.isSign("{") { depth += 1 }
            if token.isSign("}") { depth -= 1 }
            lowest = min(lowest, depth)
        }
        if depth > 0, lowest == before { try Self.check(found) }
        tokens += found
        guard depth <= 0 else { return nil }
        return try Script(tokens: tokens)
    }

    /// A mistake in a line inside of a block is told at once, not at the end of the block.
    private static func check(_ line: [ScriptToken]) throws(ScriptError) {
        // What follows on a block that an earlier line closed makes no sense alone.
        if line.first?.word?.lowercased() == "else" { return }
        var parser = ScriptParser(line)
        do {
            _ = try parser.script()
        } catch {
            if !parser.endedInsideBlock { throw error }
        }
    }

    /// The last character that is not a space is a `\`, outside of a comment.
    private static func continues(_ line: String) -> Bool {
        let last = line.utf8.last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\r") }
        return last == UInt8(ascii: "\\") && !line.utf8.contains(UInt8(ascii: "#"))
    }
}
