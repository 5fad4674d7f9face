import LDS
import Testing

@Suite struct MRZInputTests {
    private static let lines3 = Sample.td3.split(separator: "\n").map(String.init)
    private static let lines1 = Sample.td1.split(separator: "\n").map(String.init)

    /// A name and a number with letters that change places.
    private static let belizean =
        "P<BLZYZQUIERDO<<MAYA<ZOE<<<<<<<<<<<<<<<<<<<<\nY1Z2345673BLZ7408122F3204153<<<<<<<<<<<<<<00"

    /// What arrives when a reader types on the keyboard of the United States.
    private static func typed(_ text: String, _ keys: [Character: String]) -> String {
        text.map { keys[$0] ?? String($0) }.joined()
    }

    private static let german: [Character: String] = ["<": ";", "Y": "Z", "Z": "Y"]
    private static let french: [Character: String] = [
        "<": ".", "A": "Q", "Q": "A", "Z": "W", "W": "Z", "M": "?", "1": "&", "2": "é", "3": "\"", "4": "'", "5": "(",
        "6": "-", "7": "è", "8": "_", "9": "ç", "0": "à",
    ]

    private static func spaced(_ text: String) -> String { text.map { "\($0) " }.joined() }

    /// What comes in, the zone that it is, and what was done to it.
    static let inputs: [(String, String, [MRZInput.Note])] = [
        (Sample.td3, Sample.td3, []), (Sample.td3.lowercased(), Sample.td3, []),
        (lines3.joined(separator: " "), Sample.td3, []), (lines1.joined(separator: " / "), Sample.td1, []),
        (lines1.joined(), Sample.td1, []),
        // As scanned: spaces in lines, tabs and form feeds between them.
        (lines3.map(spaced).joined(separator: "\n"), Sample.td3, [.spacesDropped]),
        (lines1.map(spaced).joined(separator: "\n"), Sample.td1, [.spacesDropped]),
        (lines3.map { $0.replacing("<<", with: "< <") }.joined(separator: "\r\n"), Sample.td3, [.spacesDropped]),
        ("  \(lines3[0])\t\(lines3[1])\u{C}", Sample.td3, []), (spaced(lines3.joined()), Sample.td3, [.spacesDropped]),
        // The lines in another order.
        (lines3.reversed().joined(separator: "\n"), Sample.td3, [.linesReordered]),
        (lines3.reversed().joined(), Sample.td3, [.linesReordered]),
        ([lines1[2], lines1[0], lines1[1]].joined(separator: "\n"), Sample.td1, [.linesReordered]),
        ([lines1[1], lines1[2], lines1[0]].joined(separator: "\n"), Sample.td1, [.linesReordered]),
        (Sample.td2.split(separator: "\n").reversed().joined(separator: "\n"), Sample.td2, [.linesReordered]),
        (Sample.visaA.split(separator: "\n").reversed().joined(separator: "\n"), Sample.visaA, [.linesReordered]),
        (
            Sample.visaB.split(separator: "\n").reversed().joined(separator: " ").lowercased(), Sample.visaB,
            [.linesReordered]
        ),
        // From a reader that acts as a keyboard: framed by STX and ETX, lines ended by CR.
        ("\u{2}\(lines3[0])\r\(lines3[1])\r\u{3}", Sample.td3, [.charactersUnderstood]),
        ("\u{2}\(lines3[0])\(lines3[1])\u{3}\n", Sample.td3, [.charactersUnderstood]),
        // From such a reader on a computer that is set to another keyboard.
        (typed(Sample.td3, ["<": ";"]), Sample.td3, [.keyboardLayout(.qwerty)]),
        (typed(belizean, german), belizean, [.keyboardLayout(.qwertz)]),
        (typed(belizean, german).lowercased(), belizean, [.keyboardLayout(.qwertz)]),
        (typed(Sample.td3, french), Sample.td3, [.keyboardLayout(.azerty)]),
        (typed(Sample.td1, french), Sample.td1, [.keyboardLayout(.azerty)]),
        // Copied from a page, a recogniser or an input method.
        (Sample.td3.replacing("<", with: "&lt;"), Sample.td3, []),
        (Sample.td3.replacing("<", with: "‹"), Sample.td3, [.charactersUnderstood]),
        (Sample.td3.replacing("<<", with: "«"), Sample.td3, [.charactersUnderstood]),
        (Sample.edited(Sample.td1, "UTO<<", "UTO«<"), Sample.td1, [.charactersUnderstood]),
        (
            String(
                String.UnicodeScalarView(
                    Sample.td3.unicodeScalars.map { $0 == "\n" ? $0 : Unicode.Scalar($0.value + 0xFEE0) ?? $0 })),
            Sample.td3, [.charactersUnderstood]
        ),
    ]

    @Test(arguments: inputs)
    func `a zone is read however it comes`(text: String, zone: String, notes: [MRZInput.Note]) throws {
        let input = try MRZInput(text)
        #expect(input.mrz.lines().joined(separator: "\n") == zone)
        #expect(input.notes == notes)
    }

    @Test func `lines stay in their order when another is no better`() throws {
        // Both lines of a document whose check digits are all wrong.
        let wrong = Sample.edited(Sample.td3, "UTO7408122F1204159", "UTO7408123F1204150")
        let input = try MRZInput(wrong)
        #expect(input.mrz.lines().joined(separator: "\n") == wrong)
        #expect(input.notes.isEmpty)
    }

    @Test func `lines that are too long and too short together are not joined`() {
        let shifted = "\(lines3Shifted.0)\n\(lines3Shifted.1)"
        #expect(throws: MRZError.wrongLineLength(line: 1, found: 45, expected: 44)) { try MRZInput(shifted) }
    }

    private var lines3Shifted: (String, String) { (Self.lines3[0] + "<", String(Self.lines3[1].dropLast())) }

    @Test func `a text that goes on and on is refused by its length`() {
        let text = String(repeating: Sample.td3, count: 1000)
        #expect(throws: MRZError.wrongLength(found: 89_000)) { try MRZInput(text) }
        #expect(throws: MRZError.wrongLength(found: 50_000)) { try MRZInput(String(repeating: ";", count: 50_000)) }
    }

    @Test func `any text at all is read or refused`() {
        var state: UInt64 = 7
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % limit
        }
        let alphabet = Array("AZ09<;. /\n\t«‹é\u{2}\u{301}＜&lt;🂡")
        for _ in 0..<3000 {
            let text = String((0..<random(200)).map { _ in alphabet[random(alphabet.count)] })
            guard let input = try? MRZInput(text) else { continue }
            #expect(input.mrz.characters.count == input.mrz.format.length)
        }
    }
}
