/// A machine readable zone as people and machines give it: typed, copied, scanned, or sent by a reader that acts as a
/// keyboard.
public struct MRZInput: Hashable, Sendable {
    /// What was done to make a zone of it.
    public enum Note: Hashable, Sendable {
        /// Spaces inside of lines were dropped.
        case spacesDropped
        /// Characters of other scripts or of a keyboard reader's frame were understood: ‹ « ＜, full-width letters,
        /// control characters.
        case charactersUnderstood
        /// A reader that acts as a keyboard typed on another layout than the computer's.
        case keyboardLayout(KeyboardLayout)
        /// The lines came in another order.
        case linesReordered
    }

    /// The zone.
    public let mrz: MRZ
    /// What was done, in that order.
    public let notes: [Note]

    /// Reads `text`: lines separated by line ends or `/`, or joined; capital or small letters; spaces anywhere.
    public init(_ text: String) throws(MRZError) {
        if let (input, layout) = Self.mistyped(text) {
            mrz = input.mrz
            notes = [.keyboardLayout(layout)] + input.notes
        } else {
            self = try MRZInput(typed: text)
        }
    }

    /// Most characters of a text, whatever stands between those of a zone.
    private static let limit = 2000

    private init(typed text: String) throws(MRZError) {
        guard text.unicodeScalars.count <= Self.limit else { throw .wrongLength(found: text.unicodeScalars.count) }
        // « may be one filler or two; the reading whose lines have a length is taken.
        let readings = [2, 1].map { Self.understood(text, fillersForGuillemet: $0) }
        guard let first = readings.first, first.lines.contains(where: { !$0.isEmpty }) else { throw .empty }
        for reading in readings {
            guard let (lines, isSpaced) = Self.fitting(reading.lines) else { continue }
            let (mrz, isReordered) = Self.ordered(try Self.zone(lines))
            self.mrz = mrz
            notes =
                (isSpaced ? [.spacesDropped] : []) + (reading.isForeign ? [.charactersUnderstood] : [])
                + (isReordered ? [.linesReordered] : [])
            return
        }
        let lines = Self.reported(first.lines)
        try Self.checkLengths(lines.map(\.count))
        throw .wrongLength(found: lines.reduce(0) { $0 + $1.count })
    }

    // MARK: - Keyboards

    /// Fillers that a text must have to be taken for one from another keyboard.
    private static let fillersOfKeyboard = 3

    /// The zone in a text without any `<` that another keyboard explains: the one in which fewest is wrong.
    private static func mistyped(_ text: String) -> (input: MRZInput, layout: KeyboardLayout)? {
        guard text.unicodeScalars.count <= limit, !text.unicodeScalars.contains("<") else { return nil }
        let candidates = KeyboardLayout.allCases.compactMap { layout -> (input: MRZInput, layout: KeyboardLayout)? in
            guard text.unicodeScalars.count(where: { $0 == layout.filler }) >= fillersOfKeyboard else { return nil }
            return (try? MRZInput(typed: layout.meant(text))).map { ($0, layout) }
        }
        return candidates.min { doubts($0.input.mrz) < doubts($1.input.mrz) }
    }

    /// Faults, and codes of states that do not exist.
    private static func doubts(_ mrz: MRZ) -> Int {
        faults(mrz) * 2 + [mrz.issuingState, mrz.nationality].count { StateCode($0) == nil }
    }

    // MARK: - Characters

    /// Lines of scalars, spaces still in them, small letters made capital.
    private static func understood(
        _ text: String, fillersForGuillemet count: Int
    ) -> (lines: [[Unicode.Scalar]], isForeign: Bool) {
        var lines: [[Unicode.Scalar]] = [[]]
        var isForeign = false
        for scalar in text.replacing("&lt;", with: "<").unicodeScalars {
            switch scalar {
            case "/", "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": lines.append([])
            case "\u{FEFF}": break
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                // Keyboard readers put STX, ETX, tabs and other controls around and between the lines.
                lines.append([])
                isForeign = isForeign || scalar != "\t"
            case _ where scalar.properties.isWhitespace: lines[lines.count - 1].append(" ")
            case "«", "≪", "《":
                lines[lines.count - 1] += [Unicode.Scalar](repeating: "<", count: count)
                isForeign = true
            case "‹", "〈", "＜", "﹤":
                lines[lines.count - 1].append("<")
                isForeign = true
            case "\u{FF10}"..."\u{FF19}", "\u{FF21}"..."\u{FF3A}", "\u{FF41}"..."\u{FF5A}":
                lines[lines.count - 1].append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
                isForeign = true
            default: lines[lines.count - 1].append(scalar)
            }
        }
        return (lines.filter { $0.contains { $0 != " " } }, isForeign)
    }

    // MARK: - Lines

    private static let lengths: [[Int]] = [[44, 44], [36, 36], [30, 30, 30], [88], [72], [90]]

    /// Lines that have the lengths of a zone: as they are, without spaces, or split and joined at them; nil when none do.
    private static func fitting(_ lines: [[Unicode.Scalar]]) -> (lines: [[Unicode.Scalar]], isSpaced: Bool)? {
        let whole = lines.map { $0.filter { $0 != " " } }
        let trimmed = lines.map { Array($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
        let pieces = lines.flatMap { $0.split(separator: " ").map(Array.init) }
        if lengths.contains(pieces.map(\.count)) { return (pieces, false) }
        if lengths.contains(whole.map(\.count)) { return (whole, trimmed != whole) }
        let joined = Array(whole.joined())
        guard lengths.contains([joined.count]), !isOffByLine(whole) else { return nil }
        return ([joined], pieces.count > 3 || whole.count > 3)
    }

    /// True for two or three lines of which one is too long and another too short: joining them would shift fields.
    private static func isOffByLine(_ lines: [[Unicode.Scalar]]) -> Bool {
        let counts = lines.map(\.count)
        return counts.count == 2 && counts.sorted() != [30, 60] || counts.count == 3 && !counts.contains { $0 > 33 }
    }

    /// Lines as errors are to speak of them.
    private static func reported(_ lines: [[Unicode.Scalar]]) -> [[Unicode.Scalar]] {
        let pieces = lines.flatMap { $0.split(separator: " ").map(Array.init) }
        return (2...3).contains(lines.count) ? lines.map { $0.filter { $0 != " " } } : pieces
    }

    /// Two or three lines must have the length of a format; otherwise only the sum counts.
    private static func checkLengths(_ counts: [Int]) throws(MRZError) {
        let expected: Int
        switch counts.count {
        case 2: expected = counts.contains(44) || !counts.contains(36) && counts.reduce(0, +) > 80 ? 44 : 36
        case 3: expected = 30
        default: return
        }
        for (index, count) in counts.enumerated() where count != expected {
            throw .wrongLineLength(line: index + 1, found: count, expected: expected)
        }
    }

    private static func zone(_ lines: [[Unicode.Scalar]]) throws(MRZError) -> MRZ {
        let joined = Array(lines.joined())
        let format = MRZFormat(count: joined.count, first: joined.first.flatMap(MRZCharacters.octet))
        var octets: [UInt8] = []
        for (index, scalar) in joined.enumerated() {
            guard let octet = MRZCharacters.octet(scalar) else {
                let length = format?.lineLength ?? joined.count
                throw .invalidCharacter(line: index / length + 1, column: index % length + 1)
            }
            octets.append(octet)
        }
        return try MRZ(characters: octets)
    }

    // MARK: - Order

    /// The zone with its lines in the order in which fewest is wrong; the given order where another is no better.
    private static func ordered(_ mrz: MRZ) -> (mrz: MRZ, isReordered: Bool) {
        let lines = (0..<mrz.format.lineCount).map {
            Array(mrz.characters.dropFirst($0 * mrz.format.lineLength).prefix(mrz.format.lineLength))
        }
        let orders = lines.count == 2 ? [[1, 0]] : [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        let others = orders.compactMap { try? MRZ(characters: $0.flatMap { lines[$0] }) }
        guard let best = others.min(by: { faults($0) < faults($1) }), faults(best) < faults(mrz) else {
            return (mrz, false)
        }
        return (best, true)
    }

    /// Check digits that are wrong, and signs that a line stands where another belongs.
    private static func faults(_ mrz: MRZ) -> Int {
        let hasDigits = [MRZField.names, .issuingState, .documentCode].contains {
            mrz.octets(of: $0).contains(where: MRZCharacters.isDigit)
        }
        let isDocument = ["P", "V", "I", "A", "C"].contains { mrz.documentCode.hasPrefix($0) }
        return mrz.checkDigitProblems.count + (hasDigits ? 4 : 0) + (isDocument ? 0 : 4)
    }
}
