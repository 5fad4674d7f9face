import Octets

/// Bytes explained: for people, and for scripts.
struct Explanation: Sendable {
    /// A line with its depth.
    struct Line: Sendable {
        var depth: Int
        var text: StyledText
        /// Columns by which the lines behind the first are set in, when it is broken.
        var hanging = 4
    }

    private(set) var lines: [Line]
    /// Members of the JSON document.
    var members: [JSONValue.Member] = []
    /// What does not follow the standard; the bytes could be explained all the same.
    var deviations: [String] = []
    /// Why the bytes are not what they should be; what could be read is explained all the same.
    var fault: ParseError?

    init(lines: [Line] = []) { self.lines = lines }

    /// Adds a line.
    mutating func line(_ text: StyledText, depth: Int = 0, hanging: Int = 4) {
        lines.append(Line(depth: depth, text: text, hanging: hanging))
    }

    /// Takes in the lines of another explanation, set in.
    mutating func include(_ other: Explanation, depth: Int) {
        lines += other.lines.map { Line(depth: $0.depth + depth, text: $0.text, hanging: $0.hanging) }
    }

    /// Adds a name and its value, in two columns.
    mutating func field(_ name: String, _ value: StyledText, depth: Int = 0) {
        let column = max(20, name.count + 2)
        lines.append(
            Line(depth: depth, text: StyledText(name, .faint).padded(column) + value, hanging: column))
    }

    /// Adds a member of the document.
    mutating func member(_ key: String, _ value: JSONValue) { members.append(.init(key: key, value: value)) }
}

extension Explanation {
    /// Shows the lines, and what departs from the standard.
    func show(on output: Output) {
        lines.show(margin: 0, on: output)
        for deviation in deviations {
            output.paragraph(StyledText("deviation: ", .doubtful) + StyledText(deviation), indent: 11)
        }
    }
}

extension [Explanation.Line] {
    /// Shows the lines, all of them set in by `margin` columns.
    func show(margin: Int, on output: Output) {
        for line in self {
            let indent = margin + 2 * line.depth
            output.paragraph(line.text, margin: indent, indent: indent + line.hanging)
        }
    }
}
