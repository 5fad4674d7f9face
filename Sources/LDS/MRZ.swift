/// A machine readable zone (9303-3 §4): its characters, and the fields as values. Wrong check digits and impossible
/// values do not keep it from being read; `checkDigitProblems` tells them.
///
/// Everything in it is personal data, and number, birth and expiry open the chip.
public struct MRZ: Hashable, Sendable {
    /// The layout.
    public let format: MRZFormat
    /// The characters of all lines without line ends, as EF.DG1 holds them.
    public let characters: [UInt8]

    /// Reads a text: lines separated by line ends, spaces or `/`, or joined; small letters count as capital ones. See
    /// `MRZInput`, which also tells what had to be done.
    public init(parsing text: String) throws(MRZError) { self = try MRZInput(text).mrz }

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
}

extension MRZ: CustomStringConvertible, CustomReflectable {
    /// The format only.
    public var description: String { "MRZ(\(format))" }
    /// Nothing to look at.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
