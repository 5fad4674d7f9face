/// A machine readable zone (9303-3 §4): its characters, and the fields as values. Wrong check digits and impossible
/// values do not keep it from being read; `checkDigitProblems` tells them.
///
/// Everything in it is personal data, and number, birth and expiry open the chip.
public struct MRZ: Hashable, Sendable {
    /// The layout.
    public let format: MRZFormat
    /// The characters of all lines without line ends, as EF.DG1 holds them.
    public let characters: [UInt8]

    /// Reads a text: lines separated by line ends, spaces or `/`, or joined; small letters count as capital ones.
    public init(parsing text: String) throws(MRZError) {
        let lines = text.unicodeScalars.split { $0 == "/" || $0.properties.isWhitespace }.map(Array.init)
        guard !lines.isEmpty else { throw .empty }
        try Self.checkLengths(lines.map(\.count))
        let joined = Array(lines.joined())
        var octets: [UInt8] = []
        let format = MRZFormat(count: joined.count, first: joined.first.flatMap(MRZCharacters.octet))
        for (index, scalar) in joined.enumerated() {
            guard let octet = MRZCharacters.octet(scalar) else {
                let length = format?.lineLength ?? joined.count
                throw .invalidCharacter(line: index / length + 1, column: index % length + 1)
            }
            octets.append(octet)
        }
        try self.init(characters: octets)
    }

    /// Takes the characters of all lines without line ends.
    public init(characters: [UInt8]) throws(MRZError) {
        guard !characters.isEmpty else { throw .empty }
        guard let format = MRZFormat(count: characters.count, first: characters.first) else {
            throw .wrongLength(found: characters.count)
        }
        if let index = characters.firstIndex(where: { !MRZCharacters.isAllowed($0) }) {
            throw .invalidCharacter(line: index / format.lineLength + 1, column: index % format.lineLength + 1)
        }
        self.format = format
        self.characters = characters
    }

    /// The lines.
    public func lines() -> [String] {
        (0..<format.lineCount).map {
            MRZCharacters.text(characters.dropFirst($0 * format.lineLength).prefix(format.lineLength))
        }
    }

    /// The characters of `field` as they stand, nil when the format does not have it.
    public func raw(_ field: MRZField) -> String? {
        format.place(of: field).map { MRZCharacters.text(octets(at: $0)) }
    }

    func octets(at place: MRZPlace) -> ArraySlice<UInt8> {
        let start = (place.line - 1) * format.lineLength + place.columns.lowerBound - 1
        return characters.dropFirst(max(0, start)).prefix(place.columns.count)
    }

    func octets(of field: MRZField) -> ArraySlice<UInt8> {
        format.place(of: field).map(octets(at:)) ?? []
    }

    /// Two or three lines must have the length of a format; otherwise only the sum counts.
    private static func checkLengths(_ counts: [Int]) throws(MRZError) {
        let expected: Int
        switch counts.count {
        case 2 where counts.sorted() != [30, 60]:
            expected = counts.contains(44) || !counts.contains(36) && counts.reduce(0, +) > 80 ? 44 : 36
        case 3 where !counts.contains(44) && !counts.contains(36): expected = 30
        default: return
        }
        for (index, count) in counts.enumerated() where count != expected {
            throw .wrongLineLength(line: index + 1, found: count, expected: expected)
        }
    }
}

extension MRZ: CustomStringConvertible, CustomReflectable {
    /// The format only.
    public var description: String { "MRZ(\(format))" }
    /// Nothing to look at.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
