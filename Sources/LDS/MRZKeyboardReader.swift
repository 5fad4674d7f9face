/// Machine readable zones out of the lines that a reader that acts as a keyboard sends, one document after another.
///
/// Lines are taken as they come; a zone is given as soon as it is whole. Whatever does not become a zone is told, and
/// what comes behind it is read from its own beginning, so that a line that was lost does not mix two documents. The
/// caller calls `finish()` when nothing came for a while: a swipe takes less than a second.
public struct MRZKeyboardReader: Sendable {
    /// What came of lines.
    public enum Event: Hashable, Sendable {
        /// A zone; its check digits may be wrong all the same.
        case zone(MRZInput)
        /// Lines that are no zone, and why.
        case unreadable(MRZError)
    }

    private var lines: [String] = []

    /// A reader that has sent nothing yet.
    public init() {}

    /// True when there is a part of a zone, so that more is to come or `finish()` to be called.
    public var isWaiting: Bool { !lines.isEmpty }

    /// Takes a line, with or without its end. Empty ones, which readers send between others, say nothing; STX begins a
    /// document, ETX, EOT and form feed end one.
    public mutating func take(_ line: String) -> [Event] {
        var events: [Event] = []
        var piece = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
            guard Self.separates(scalar) else {
                piece.append(scalar)
                continue
            }
            if scalar == "\u{2}" { events += finish() }
            events += add(String(piece))
            piece = String.UnicodeScalarView()
            if ["\u{3}", "\u{4}", "\u{C}"].contains(scalar) { events += finish() }
        }
        return events + add(String(piece))
    }

    /// Nothing more comes for this document: gives what there is, also a zone whose lines came in another order.
    public mutating func finish() -> [Event] {
        guard !lines.isEmpty else { return [] }
        defer { lines = [] }
        return [Self.event(lines)]
    }

    // MARK: - Lines

    /// Characters of a line of a zone; with fewer or more, it belongs to none.
    private static let lengths = [30, 36, 44]

    private static func separates(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }

    private static func count(_ line: String) -> Int { line.unicodeScalars.count { !$0.properties.isWhitespace } }

    private static func event(_ lines: [String]) -> Event {
        do throws(MRZError) {
            return .zone(try MRZInput(lines.joined(separator: "\n")))
        } catch {
            return .unreadable(error)
        }
    }

    private mutating func add(_ piece: String) -> [Event] {
        guard Self.count(piece) > 0 else { return [] }
        guard Self.lengths.contains(Self.count(piece)) else {
            // All of a zone in one line, or nothing that a zone has. A line that is a little short or long spoils those
            // before it, so it is told together with them.
            let alone = Self.event([piece])
            if case .zone = alone { return finish() + [alone] }
            lines.append(piece)
            return finish()
        }
        lines.append(piece)
        var events: [Event] = []
        while !lines.isEmpty {
            if let zone = Self.inOrder(lines) {
                lines = []
                return events + [.zone(zone)]
            }
            if Self.canGoOn(lines) { return events }
            if case .unreadable(.invalidCharacter) = Self.event(lines) { return events + finish() }
            // The first line belongs to a document whose other lines were lost.
            events.append(Self.event([lines.removeFirst()]))
        }
        return events
    }

    /// The zone that the lines are when they stand in its order and the second one is not the first of another document.
    private static func inOrder(_ lines: [String]) -> MRZInput? {
        guard let input = try? MRZInput(lines.joined(separator: "\n")), !input.notes.contains(.linesReordered),
            input.mrz.hasDates
        else { return nil }
        return input
    }

    /// True when more lines can make a zone of these, or when they are one in another order.
    private static func canGoOn(_ lines: [String]) -> Bool {
        let length = count(lines.first ?? "")
        guard lines.allSatisfy({ count($0) == length }) else { return false }
        let whole = length == 30 ? 3 : 2
        guard lines.count == whole else { return lines.count < whole }
        guard case .zone(let input) = event(lines) else { return false }
        return input.notes.contains(.linesReordered)
    }
}

extension MRZ {
    /// True when there is a digit where the dates are.
    fileprivate var hasDates: Bool {
        (octets(of: .dateOfBirth) + octets(of: .dateOfExpiry)).contains(where: MRZCharacters.isDigit)
    }
}
