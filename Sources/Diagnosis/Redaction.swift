import PCSC

/// Takes out what must not stand in a public report: serial numbers, names of user and host.
package struct Redaction: Sendable {
    private let words: [(word: String, substitute: String)]

    /// By what was found on the machine.
    package init(_ facts: Facts) {
        var words: [(String, String)] = []
        for serial in facts.devices.compactMap(\.serial) where serial.count > 2 { words.append((serial, "SERIAL")) }
        for reader in facts.pcsc?.readers ?? [] {
            for part in Self.serials(in: reader.reader) { words.append((part, "SERIAL")) }
        }
        if let wanted = facts.wantedReader {
            for part in Self.serials(in: wanted) { words.append((part, "SERIAL")) }
        }
        for name in facts.surroundings.personalNames {
            words.append((name, name.contains("/") ? "HOME" : "NAME"))
        }
        // Long ones first: one may be a part of another.
        self.words = words.sorted { $0.0.count > $1.0.count }
    }

    /// The text without them.
    package func applied(to text: String) -> String {
        words.reduce(text) { text, pair in
            text.split(separator: pair.word, omittingEmptySubsequences: false).joined(separator: pair.substitute)
        }
    }

    /// pcsc-lite writes serial numbers into names, in round brackets.
    private static func serials(in name: String) -> [String] {
        name.split(separator: "(").dropFirst().compactMap { part in
            let serial = part.prefix { $0 != ")" }
            return serial.count > 2 ? String(serial) : nil
        }
    }
}
