/// Finds what somebody meant to type.
enum Nearest {
    /// The candidate that differs least from `word`, if it is near enough to be meant.
    static func word(to word: String, among candidates: [String]) -> String? {
        let limit = max(1, min(3, word.count / 3))
        let ranked = candidates.map { ($0, distance(Array(word.prefix(64)), Array($0))) }.filter { $0.1 <= limit }
        if let best = ranked.min(by: { $0.1 < $1.1 }) { return best.0 }
        let longer = candidates.filter { word.count >= 4 && $0.hasPrefix(word) }
        return longer.count == 1 ? longer.first : nil
    }

    /// `word` for a message, or a stand-in: only letters and dashes are repeated, since anything else can be an MRZ or
    /// a number in the wrong place.
    static func shown(_ word: String) -> String {
        let isName = word.unicodeScalars.allSatisfy { $0 == "-" || ("a"..."z").contains($0) }
        return isName && word.count <= 30 ? word : "of that spelling"
    }

    /// Insertions, deletions, substitutions and swaps of neighbours.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var before: [Int] = []
        var previous = Array(0...right.count)
        for (row, character) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(
                    previous[column + 1] + 1, current[column] + 1, previous[column] + (character == other ? 0 : 1))
                if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            before = previous
            previous = current
        }
        return previous.last ?? 0
    }
}
