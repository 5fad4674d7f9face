/// Where a console's lines come from.
protocol LineSource: AnyObject {
    /// The next line without its end; nil at the end of input.
    func next(_ prompt: String) throws(Failure) -> String?
    /// Puts a line into the history, where there is one.
    func remember(_ line: String)
}

extension LineSource {
    /// What `next` gives when the user wants to begin anew: no line that can be typed.
    static var cancelled: String { "\u{3}" }
}

/// Lines of a pipe or a file, one after another as they come: a program can answer what was printed.
final class PipedLines: LineSource {
    private let read: @Sendable () throws(Failure) -> [UInt8]
    private var rest: ArraySlice<UInt8> = []
    /// Bytes of `rest` in which no line end was found.
    private var searched = 0
    private var isAtEnd = false
    private static let lineLimit = 1 << 20

    /// `read` gives the next bytes that are there, and none at the end.
    init(_ read: @escaping @Sendable () throws(Failure) -> [UInt8]) { self.read = read }

    func next(_ prompt: String) throws(Failure) -> String? {
        while true {
            if let end = rest.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) {
                let line = rest[..<end]
                rest = rest[(end + 1)...]
                searched = 0
                return TerminalText.decoded(line)
            }
            searched = rest.count
            if isAtEnd {
                guard !rest.isEmpty else { return nil }
                defer { rest = [] }
                return TerminalText.decoded(rest)
            }
            let more = try read()
            isAtEnd = more.isEmpty
            rest += more
            guard rest.count <= Self.lineLimit else {
                throw Failure(.malformedData, kind: "too-large", "a line holds more than \(Self.lineLimit) bytes")
            }
        }
    }

    func remember(_ line: String) {}
}
