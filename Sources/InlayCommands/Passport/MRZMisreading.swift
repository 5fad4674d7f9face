import LDS

/// A character that may have been read wrongly: with the other one, every check digit agrees.
struct MRZMisreading: Hashable, Sendable {
    let line: Int
    let column: Int
    let found: Character
    let likely: Character

    /// Characters that people and cameras take for each other.
    private static let alike: [UInt8: [UInt8]] = {
        var alike: [UInt8: [UInt8]] = [:]
        for pair in ["O0", "Q0", "D0", "OQ", "OD", "I1", "B8", "S5", "Z2", "G6"] {
            let characters = Array(pair.utf8)
            alike[characters[0], default: []].append(characters[1])
            alike[characters[1], default: []].append(characters[0])
        }
        return alike
    }()

    /// Proposals for `mrz`, each enough by itself; none when all check digits agree or more than one character is wrong.
    static func proposals(for mrz: MRZ) -> [MRZMisreading] {
        guard !mrz.checkDigitProblems.isEmpty else { return [] }
        var proposals: [MRZMisreading] = []
        for (index, found) in mrz.characters.enumerated() {
            for likely in alike[found] ?? [] {
                var characters = mrz.characters
                characters[index] = likely
                guard let other = try? MRZ(characters: characters), other.checkDigitProblems.isEmpty else { continue }
                proposals.append(
                    MRZMisreading(
                        line: index / mrz.format.lineLength + 1, column: index % mrz.format.lineLength + 1,
                        found: Character(Unicode.Scalar(found)), likely: Character(Unicode.Scalar(likely))))
            }
        }
        return proposals
    }
}
