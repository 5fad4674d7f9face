import Testing

@testable import InlayCommands

@Suite struct TerminalGraphicsTests {
    /// Variables, the terminal's answer, and what it can do.
    static let cases: [([String: String], [Int], TerminalGraphics?)] = [
        ([:], [], nil), (["TERM": "dumb"], [4], nil), (["TERM": "linux"], [4], nil), (["TERM": "vt100"], [], nil),
        (["TERM": "xterm-kitty"], [], .kitty), (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], [], .kitty),
        (["TERM": "xterm-256color", "KITTY_WINDOW_ID": ""], [], .blocks(isTrueColour: false)),
        (["TERM": "xterm-ghostty"], [], .kitty), (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], [], .kitty),
        (["TERM": "foot"], [], .sixel), (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], [], .sixel),
        (["TERM": "xterm-256color"], [62, 4, 22], .sixel), (["TERM": "vt340"], [4], .sixel),
        (["TERM": "xterm-256color"], [62, 22], .blocks(isTrueColour: false)),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor"], [], .blocks(isTrueColour: true)),
        (["TERM": "xterm-256color", "COLORTERM": "yes"], [], .blocks(isTrueColour: false)),
        (["TERM": "xterm-direct"], [], .blocks(isTrueColour: true)),
        (["TERM": "xterm"], [], .blocks(isTrueColour: false)),
        // In a multiplexer the variables of kitty are still there.
        (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"], [], .blocks(isTrueColour: false)),
        (["TERM": "xterm-kitty", "TMUX": "/tmp/x,1,0"], [], .blocks(isTrueColour: false)),
        (["TERM": "screen", "TMUX": "x"], [], nil), (["TERM": "screen-256color", "STY": "1"], [4], .sixel),
    ]

    @Test(arguments: cases)
    func `the terminal's best way is found`(
        variables: [String: String], attributes: [Int], expected: TerminalGraphics?
    ) {
        #expect(TerminalGraphics.best(environment: { variables[$0] }, deviceAttributes: { attributes }) == expected)
    }

    @Test func `a terminal that says what it is, is not asked`() {
        _ = TerminalGraphics.best(environment: { $0 == "TERM" ? "xterm-kitty" : nil }) {
            Issue.record("asked in vain")
            return []
        }
    }

    @Test(arguments: [
        ("\u{1B}[?62;4;22c", [62, 4, 22]), ("\u{1B}[?1;2c", [1, 2]), ("abc\u{1B}[?6c", [6]), ("\u{1B}[?c", []),
        ("\u{1B}[?62;4", []), ("", []), ("c", []), ("\u{1B}[?;;x;99999999999999999999;4c", [4]),
    ])
    func `the numbers of an answer are read`(answer: String, numbers: [Int]) {
        #expect(TerminalQuery.attributes(Array(answer.utf8)) == numbers)
    }
}
