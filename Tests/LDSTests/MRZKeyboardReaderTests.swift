import LDS
import Testing

@Suite struct MRZKeyboardReaderTests {
    private static func lines(_ zone: String) -> [String] { zone.split(separator: "\n").map(String.init) }

    private static let passport = lines(Sample.td3)
    private static let other = lines(
        "P<UTOHARGROVE<<EMIL<<<<<<<<<<<<<<<<<<<<<<<<<\nK402177359UTO7901058M3108228620019834<041712")
    private static let card = lines(Sample.td1)

    /// What comes of lines, zones as the first letters of their names.
    private static func read(_ lines: [String], finishing: Bool = true) -> [String] {
        var reader = MRZKeyboardReader()
        let events = lines.flatMap { reader.take($0) } + (finishing ? reader.finish() : [])
        return events.map { event in
            switch event {
            case .zone(let input): input.mrz.names.primary
            case .unreadable(let error): "\(error)"
            }
        }
    }

    private static func lost(_ count: Int) -> String { "\(MRZError.wrongLength(found: count))" }

    /// Lines, and what comes of them without waiting for a pause.
    static let streams: [([String], [String])] = [
        (passport, ["ERIKSSON"]), (passport + other + card, ["ERIKSSON", "HARGROVE", "ERIKSSON"]),
        (lines(Sample.td2) + lines(Sample.visaA) + lines(Sample.visaB), ["ERIKSSON", "ERIKSSON", "ERIKSSON"]),
        // All in one line; with ends of lines, frames and empty lines in between; in small letters.
        ([passport.joined()], ["ERIKSSON"]), ([passport.joined(separator: "\t")], ["ERIKSSON"]),
        (
            ["\u{2}\(passport[0])\r\(passport[1])\r\u{3}", "\u{2}\(other[0])\r\(other[1])\r\u{3}"],
            ["ERIKSSON", "HARGROVE"]
        ),
        (passport.flatMap { ["\($0)\r", ""] }, ["ERIKSSON"]), (card.map { $0.lowercased() }, ["ERIKSSON"]),
        // One line of a document was lost: the next document is not mixed with it.
        ([passport[0]] + other, [lost(44), "HARGROVE"]), ([passport[1]] + other, [lost(44), "HARGROVE"]),
        ([card[0], card[1]] + passport, [lost(30), lost(30), "ERIKSSON"]),
        ([card[1], card[2]] + card, [lost(30), lost(30), "ERIKSSON"]),
        ([passport[0], "\u{2}" + other[0], other[1]], [lost(44), "HARGROVE"]),
        // A line with a character too few.
        (
            [passport[0], String(passport[1].dropLast())] + other,
            ["line 2 has 43 characters, 44 are expected", "HARGROVE"]
        ),
        (
            [passport[0], passport[1].replacing("F", with: "%")] + other,
            ["\(MRZError.invalidCharacter(line: 2, column: 21))", "HARGROVE"]
        ),
        (["next"] + other, [lost(4), "HARGROVE"]), ([passport[0], other.joined()], [lost(44), "HARGROVE"]),
        ([String(repeating: "<", count: 5000)], [lost(5000)]),
    ]

    @Test(arguments: streams)
    func `zones come out of the lines of a reader that acts as a keyboard`(lines: [String], expected: [String]) {
        #expect(Self.read(lines, finishing: false) == expected)
    }

    @Test func `lines in another order wait for a pause`() {
        #expect(Self.read(Self.passport.reversed(), finishing: false).isEmpty)
        #expect(Self.read(Self.passport.reversed()) == ["ERIKSSON"])
        #expect(Self.read([Self.card[2], Self.card[0], Self.card[1]]) == ["ERIKSSON"])
    }

    @Test func `a reader that waits says so`() {
        var reader = MRZKeyboardReader()
        #expect(!reader.isWaiting && reader.finish().isEmpty)
        #expect(reader.take(Self.passport[0]).isEmpty && reader.isWaiting)
        #expect(reader.finish() == [.unreadable(.wrongLength(found: 44))])
        #expect(!reader.isWaiting)
    }

    @Test func `a zone with wrong check digits is a zone`() throws {
        var reader = MRZKeyboardReader()
        let events = [Self.passport[0], Self.passport[1].replacing("7408122", with: "7408123")].flatMap {
            reader.take($0)
        }
        guard case .zone(let input) = try #require(events.first) else {
            Issue.record("no zone")
            return
        }
        #expect(input.mrz.checkDigitProblems.count == 2)
    }
}
