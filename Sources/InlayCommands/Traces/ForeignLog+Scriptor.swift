import Octets

extension ForeignLog {
    /// True for lines that begin with `> ` and others with `< `, an answer with its words behind a colon.
    static func isScriptor(_ text: String) -> Bool {
        var hasCommand = false
        for line in text.split(maxSplits: 4096, omittingEmptySubsequences: true, whereSeparator: \.isNewline) {
            if line.hasPrefix("> ") {
                hasCommand = true
            } else if hasCommand, line.hasPrefix("< ") {
                return line.contains(" : ") || line.hasPrefix("< OK: ")
                    || (try? Hex.bytes(String(line.dropFirst(2)))) != nil
            }
        }
        return false
    }

    /// `> 00 A4 …`, then `< 6F 10 …` with sixteen bytes on a line, and ` : ` with words behind the last. `> RESET` is
    /// answered by `< OK: ` and the answer to reset.
    mutating func readScriptor(_ text: String) throws(Malformed) {
        var answer: [UInt8]?
        for line in Self.lines(text) {
            if line.text.hasPrefix("> ") {
                let words = line.text.dropFirst(2)
                guard words.trimmingPrefix(while: { $0 == " " }) != "RESET" else {
                    omit("resets")
                    continue
                }
                send(try Self.bytes(String(words), line.number, column: 2))
            } else if line.text.hasPrefix("< OK: ") {
                if answerToReset == nil { answerToReset = try Self.bytes(in: line, behind: "< OK: ") }
            } else if line.text.hasPrefix("< KO: ") {
                continue
            } else if line.text.hasPrefix("< ") || answer != nil {
                let start = line.text.hasPrefix("< ") ? 2 : 0
                let rest = line.text.dropFirst(start)
                let end = rest.firstRange(of: " : ")
                let digits = end.map { rest[..<$0.lowerBound] } ?? rest[...]
                let whole = (answer ?? []) + (try Self.bytes(String(digits), line.number, column: start))
                answer = end == nil ? whole : nil
                if end != nil { receive(whole) }
            }
        }
        if answer != nil { omit("answers that are cut off") }
    }
}
