import Testing

@testable import InlayConsole

@Suite struct OpenScriptTests {
    /// Reads lines until one of them ends a script.
    private static func read(_ lines: [String]) throws(ScriptError) -> [Script?] {
        var open = OpenScript()
        var scripts: [Script?] = []
        for line in lines { scripts.append(try open.add(line)) }
        return scripts
    }

    @Test(arguments: [
        ["repeat 2 {", "00840000", "}"], ["if 9000 {", "00840000", "} else {", "00840001", "}"],
        ["repeat 2 {", "if 9000 {", "stop", "}", "else { print no }", "}"], ["set a = 00 \\", "01"],
        ["repeat 1 { repeat 1 {", "} # {", "print \"{\"", "}"], ["00 84 00 00 08"], [""],
    ])
    func `a script ends with the line that closes it, and is as if it had been read as a whole`(lines: [String]) throws
    {
        let scripts = try Self.read(lines)
        #expect(scripts.dropLast().allSatisfy { $0 == nil })
        #expect(try scripts.last == Script(parsing: lines.joined(separator: "\n")))
    }

    @Test(arguments: [
        (["repeat 2 {", "00840000", "bogus"], 3, 1), (["repeat x {"], 1, 8), (["}"], 1, 1),
        (["repeat 2 {", "repeat y {"], 2, 8), (["repeat 2 {", "} }"], 2, 3),
        (["if 9000 {", "} elsewise {", "}"], 2, 3),
        (["repeat 2 {", "set a = 00 \\", "0Z", "}"], 3, 2),
    ])
    func `a mistake is told with the line of the block in which it stands, as soon as it stands there`(
        lines: [String], line: Int, column: Int
    ) {
        let error = #expect(throws: ScriptError.self) { try Self.read(lines) }
        #expect(error?.line == line)
        #expect(error?.column == column)
    }

    @Test func `after a mistake nothing is left of the block`() throws {
        var open = OpenScript()
        #expect(try open.add("repeat 2 {") == nil)
        #expect(!open.isEmpty)
        #expect(throws: ScriptError.self) { try open.add("bogus") }
        #expect(open.isEmpty)
        #expect(try open.add("00840000") != nil)
    }

    /// Each line used to be read again with all that followed it: 20,000 lines were 200 million.
    @Test func `a long block is read once, and a longer one than a script may be is refused`() throws {
        var open = OpenScript()
        #expect(try open.add("repeat 1 {") == nil)
        for _ in 0..<20_000 { #expect(try open.add("00 84 00 00 08") == nil) }
        #expect(try open.add("}") != nil)
        #expect(try open.add("repeat 1 {") == nil)
        #expect(throws: ScriptError.self) {
            for _ in 0..<30_000 { _ = try open.add("00 84 00 00 08 # and some more words to fill it") }
        }
        #expect(open.isEmpty)
    }

    @Test func `a script tells what it will need before it runs`() throws {
        let script = try Script(
            parsing: "if 9000 {\nrepeat 2 { secure bac }\n} else { secure off }\npreset a.b x=1\npreset a.b\npreset c.d"
        )
        #expect(script.openings == [.bac])
        #expect(script.presets.map(\.name) == ["a.b", "a.b", "c.d"])
        #expect(script.presets.map(\.line) == [4, 5, 6])
        #expect(script.presets.map(\.values) == [["x"], [], []])
        #expect(!script.savesTranscript)
        #expect(try Script(parsing: "transaction { save transcript x }").savesTranscript)
    }
}
