/// A piece of output: text with its role. Colours come in only when `Output` writes to a terminal that has them.
struct StyledText: Hashable, Sendable, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral {
    /// What a span of text stands for.
    enum Role: Hashable, Sendable {
        case plain
        /// What the eye should find first.
        case strong
        /// Secondary.
        case faint
        case good
        case bad
        case doubtful
    }

    /// Text in one role.
    struct Span: Hashable, Sendable {
        var text: String
        var role: Role

        init(_ text: String, _ role: Role = .plain) {
            self.text = text
            self.role = role
        }
    }

    private(set) var spans: [Span]

    init(_ text: String, _ role: Role = .plain) { spans = [Span(text, role)] }
    init(stringLiteral value: String) { self.init(value) }
    init(arrayLiteral spans: Span...) { self.spans = spans }

    init(spans: [Span]) { self.spans = spans }

    /// Puts text behind what is there.
    private mutating func append(_ text: some StringProtocol, _ role: Role) {
        if let last = spans.last, last.role == role {
            spans[spans.count - 1].text.append(contentsOf: text)
        } else {
            spans.append(Span(String(text), role))
        }
    }

    /// Without roles.
    var plain: String { spans.map(\.text).joined() }

    /// Columns it takes.
    var width: Int { spans.reduce(0) { $0 + TerminalText.width(TerminalText.escaped($1.text)) } }

    /// Both, one behind the other.
    static func + (left: StyledText, right: StyledText) -> StyledText { StyledText(spans: left.spans + right.spans) }

    /// Puts a span behind what is there.
    static func += (text: inout StyledText, span: Span) { text.spans.append(span) }

    /// The first of two columns, `columns` wide: what is wider keeps its distance all the same.
    func column(_ columns: Int) -> StyledText { padded(max(columns, width + 2)) }

    /// Filled with spaces up to `columns`.
    func padded(_ columns: Int) -> StyledText {
        self + StyledText(String(repeating: " ", count: max(0, columns - width)))
    }
}

extension StyledText {
    /// Lines no wider than `columns`, broken at spaces; all but the first begin with `indent` spaces.
    ///
    /// A word that is wider than a line is cut, so that nothing runs over the edge.
    func wrapped(_ columns: Int, indent: Int = 0) -> [StyledText] {
        let limit = max(columns, indent + 8)
        if fits(in: limit) { return [self] }
        var lines: [StyledText] = []
        var line = StyledText(spans: [])
        var used = 0
        func breakLine() {
            line.dropTrailingSpaces()
            lines.append(line)
            line = StyledText(spans: [Span(String(repeating: " ", count: indent))])
            used = indent
        }
        for span in spans {
            for word in Self.words(TerminalText.escaped(Self.bounded(span.text))) {
                var rest = word
                var width = TerminalText.width(word)
                let isSpace = word.utf8.first == UInt8(ascii: " ")
                if used + width > limit {
                    if isSpace { continue }
                    // A word that fits on no line begins on this one, if there is room for some of it.
                    let fits = width <= limit - indent
                    if used > (lines.isEmpty ? 0 : indent), fits || limit - used < 8 { breakLine() }
                    while width > limit - used {
                        let part = Self.prefix(of: rest, columns: limit - used)
                        line.append(part, span.role)
                        rest = rest[part.endIndex...]
                        width = TerminalText.width(rest)
                        breakLine()
                    }
                }
                // A line that was begun by a break does not begin with the space that was there.
                if isSpace, !lines.isEmpty, used == indent { continue }
                line.append(rest, span.role)
                used += width
            }
        }
        lines.append(line)
        return lines
    }

    /// True when it is one line as it stands, which most lines are.
    func fits(in limit: Int) -> Bool {
        var used = 0
        for span in spans {
            used += span.text.utf8.count
            guard used <= min(limit, 4000), TerminalText.isPlain(span.text) else { return false }
        }
        return true
    }

    private mutating func dropTrailingSpaces() {
        while let last = spans.last {
            let trailing = last.text.utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count
            guard trailing > 0 else { return }
            spans.removeLast()
            let kept = last.text.dropLast(trailing)
            guard kept.isEmpty else {
                spans.append(Span(String(kept), last.role))
                return
            }
        }
    }

    /// No text that a card sends is worth more room on a screen than this; JSON holds all of it.
    private static func bounded(_ text: String) -> String {
        guard text.utf8.count > 4000 else { return text }
        return String(text.unicodeScalars.prefix(1000)) + " … (\(text.unicodeScalars.count) characters)"
    }

    /// Runs of spaces and runs of others, in turn.
    private static func words(_ text: String) -> [Substring] {
        var words: [Substring] = []
        var start = text.startIndex
        while start < text.endIndex {
            let isSpace = text.utf8[start] == UInt8(ascii: " ")
            let end = text.utf8[start...].firstIndex { ($0 == UInt8(ascii: " ")) != isSpace } ?? text.endIndex
            words.append(text[start..<end])
            start = end
        }
        return words
    }

    private static func prefix(of text: Substring, columns: Int) -> Substring {
        if TerminalText.isPlain(text) {
            let end = text.utf8.index(text.startIndex, offsetBy: max(columns, 1), limitedBy: text.endIndex)
            return text[..<(end ?? text.endIndex)]
        }
        var end = text.startIndex
        var used = 0
        for index in text.indices {
            let width = TerminalText.width(String(text[index]))
            if used + width > columns, end > text.startIndex { break }
            used += width
            end = text.index(after: index)
        }
        return text[..<end]
    }
}
