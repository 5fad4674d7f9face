import PCSC
import ReaderKnowledge

/// Takes out what must not stand in a public report: serial numbers, names of user and host, paths below a home.
///
/// Only whole words are replaced. A name that is also a word of the report itself (a host called `debian`, a user called
/// `reader`) stays where it is one word among others, since there it tells nobody's name; in a path it goes.
package struct Redaction: Sendable {
    private struct Word: Sendable {
        var characters: [Character]
        var substitute: String
        /// Replaced inside of longer words too.
        var isAnywhere: Bool
        /// Replaced in paths that are not the system's, and nowhere else.
        var isOfPaths: Bool

        init(_ text: String, _ substitute: String, isAnywhere: Bool = false, isOfPaths: Bool = false) {
            characters = Array(text)
            self.substitute = substitute
            self.isAnywhere = isAnywhere
            self.isOfPaths = isOfPaths
        }
    }

    private let serials: [Word]
    private let names: [Word]

    /// By what was found on the machine.
    package init(_ facts: Facts) {
        let readers = (facts.pcsc?.readers ?? []).map(\.reader) + [facts.wantedReader].compactMap(\.self)
        let numbers = facts.devices.compactMap(\.serial) + readers.flatMap(Self.serials)
        serials = Self.sorted(
            Set(numbers).filter { $0.count > 2 }.map { Word($0, "SERIAL", isAnywhere: $0.count > 5) })
        names = Self.sorted(
            Set(facts.surroundings.personalNames).compactMap { name in
                if name.contains("/") { return name.count > 1 ? Word(name, "HOME") : nil }
                guard name.contains(where: \.isLetter) else { return nil }
                return Word(name, "NAME", isOfPaths: Self.ownWords.contains(name.lowercased()))
            })
    }

    /// The text without them.
    package func applied(to text: String) -> String {
        withoutNames(Self.replacing(serials, in: text))
    }

    /// The text without names and homes; numbers of versions stay as they are.
    package func withoutNames(_ text: String) -> String {
        Self.withoutNumbers(Self.withoutHomes(Self.replacing(names, in: text)))
    }

    /// Long ones first: one may be a part of another.
    private static func sorted(_ words: [Word]) -> [Word] {
        words.sorted { ($0.characters.count, $1.substitute) > ($1.characters.count, $0.substitute) }
    }

    /// pcsc-lite writes serial numbers into names, in round brackets; makers do so behind a label, or without one.
    private static func serials(in name: String) -> [String] {
        let bracketed = name.split(separator: "(").dropFirst().map { part in String(part.prefix { $0 != ")" }) }
        let words = name.split { $0.isWhitespace || "()[]{},;:=#".contains($0) }.map(String.init)
        let labelled = zip(words, words.dropFirst()).filter { labels.contains($0.0.lowercased()) }.map(\.1)
            .filter { $0.contains(where: \.isNumber) }
        return bracketed + labelled + words.filter(isLikeSerial)
    }

    private static let labels: Set<String> = ["sn", "s/n", "serial", "number", "no", "no.", "nr", "nr.", "id"]

    /// Names of models have few digits in a row, and do not go to and fro between letters and digits.
    private static func isLikeSerial(_ word: String) -> Bool {
        let plain = word.filter { $0.isLetter || $0.isNumber }
        guard plain.count > 4, plain.contains(where: \.isNumber), !ownWords.contains(word.lowercased()) else {
            return false
        }
        if plain.split(whereSeparator: { !$0.isNumber }).contains(where: { $0.count > 4 }) { return true }
        let turns = zip(plain, plain.dropFirst()).count { $0.isNumber != $1.isNumber }
        return plain.count > 7 && (turns > 2 || plain.allSatisfy(\.isHexDigit))
    }

    /// Whether what stands there belongs to a path that somebody chose.
    private static func isInOwnPath(_ characters: [Character], _ index: Int) -> Bool {
        let before = characters[..<index].reversed().prefix { !$0.isWhitespace && !"\"'(,;:=".contains($0) }
        let path = String(before.reversed())
        return path.hasPrefix("/") && !systemFolders.contains { path.hasPrefix($0) }
    }

    private static let systemFolders = [
        "/run/pcscd", "/run/udev", "/run/openct", "/run/current-system", "/usr/", "/sys/", "/proc/", "/etc/", "/lib",
        "/dev/", "/nix/",
    ]

    private static func replacing(_ words: [Word], in text: String) -> String {
        words.reduce(text) { text, word in
            guard let first = word.characters.first else { return text }
            let characters = Array(text)
            var replaced = ""
            var index = 0
            while index < characters.count {
                let rest = characters[index...].prefix(word.characters.count)
                if isSame(characters[index], first), rest.count == word.characters.count,
                    zip(rest, word.characters).allSatisfy(isSame), !word.isOfPaths || isInOwnPath(characters, index),
                    word.isAnywhere
                        || !(isInWord(characters, index - 1) || isInWord(characters, index + rest.count))
                {
                    replaced += word.substitute
                    index += rest.count
                } else {
                    replaced.append(characters[index])
                    index += 1
                }
            }
            return replaced
        }
    }

    private static func isSame(_ first: Character, _ second: Character) -> Bool {
        first == second || first.lowercased() == second.lowercased()
    }

    private static func isInWord(_ characters: [Character], _ index: Int) -> Bool {
        guard characters.indices.contains(index) else { return false }
        return characters[index].isLetter || characters[index].isNumber || characters[index] == "_"
    }

    /// Homes of users whose names nobody told us: what stands behind `/home/`, and numbers behind `/run/user/`.
    private static func withoutHomes(_ text: String) -> String {
        ["/home/", "/run/user/"].reduce(text) { text, folder in
            let parts = text.split(separator: folder, omittingEmptySubsequences: false)
            guard parts.count > 1 else { return text }
            let rest = parts.dropFirst().map { part in "USER" + part.drop { $0 != "/" && !$0.isWhitespace } }
            return ([String(parts[0])] + rest).joined(separator: folder)
        }
    }

    /// Numbers of people; those of the system and its services say nothing.
    private static func withoutNumbers(_ text: String) -> String {
        let mark = "user number "
        let parts = text.split(separator: mark, omittingEmptySubsequences: false)
        guard parts.count > 1 else { return text }
        let rest = parts.dropFirst().map { part -> String in
            let digits = part.prefix(while: \.isNumber)
            return (Int(digits).map { $0 < 1000 } ?? true ? String(digits) : "USER") + part.dropFirst(digits.count)
        }
        return ([String(parts[0])] + rest).joined(separator: mark)
    }

    /// What the report says by itself, in small letters.
    private static let ownWords: Set<String> = {
        var texts = Cause.all.flatMap { cause in
            [cause.title, cause.sees, cause.found, cause.name]
                + Distribution.allCases.map { cause.remedy.text(for: $0) }
        }
        texts += Distribution.allCases.flatMap { [$0.name, $0.rawValue] }
        texts += ReaderCatalog.models.flatMap { [$0.name] + $0.drivers.map(\.description) + $0.quirks.map(\.words) }
        texts += DecisionTree.Stage.allCases.map(\.words) + FineLines.words + ["inlay", "pcscd", "user", "process"]
        return Set(
            texts.flatMap { text in
                text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
            })
    }()
}
