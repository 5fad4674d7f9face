import Octets

/// What a command takes besides options.
struct Positional: Sendable {
    /// As it stands in the usage line: `HEX…`; empty when the command takes nothing.
    let placeholder: String
    /// How many there may be.
    let count: ClosedRange<Int>
    let summary: String

    /// Nothing but options.
    static let none = Positional(placeholder: "", count: 0...0, summary: "")

    /// Checks the number; the values themselves are not repeated, they can be secrets in the wrong place.
    func check(_ values: [String], _ command: Command) throws(Failure) {
        if values.count > count.upperBound {
            let takes = count.upperBound == 0 ? "takes options only" : "takes at most \(count.upperBound)"
            throw .usage(
                "unexpected-argument",
                "\(command.title) \(takes); \(Count.of(values.count, "argument is", "arguments are")) there",
                likely: "a value with spaces needs quotes", remedy: "inlay \(command.title) --help shows the usage")
        }
        guard values.count >= count.lowerBound else {
            throw .usage(
                "missing-argument", "\(command.title) needs \(placeholder)",
                remedy: "inlay \(command.title) --help shows the usage")
        }
    }
}
