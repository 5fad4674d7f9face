import CardIdentification
import Foundation
import ISO7816
import Testing

@testable import CommandPresets

@Suite struct PresetTextTests {
    private static let good = """
        # my own
        preset piv.card-number
        title  Number of my card
        for    piv, iso7816
        effect readsOnly
        source my notes
        after  piv.select
        ask    object bytes(3) "the object" = 5FC102
        ask    secret secret(4-8) "a secret"
        send   00 CB 3F FF [5C [{object}] {secret}] 00
        reply  53 {head:2} .. 90 00 / 6A 82

        preset piv.other
        title  Other
        for    piv
        effect writes
        source my notes
        frame  60
        reply  ACK / NAK4 / none
        """

    @Test func `a file of presets is read`() throws {
        let presets = try PresetText.presets(Self.good)
        #expect(presets.map(\.name) == ["piv.card-number", "piv.other"])
        let first = try #require(presets.first)
        #expect(first.families == [.piv, .iso7816])
        #expect(first.after == "piv.select")
        #expect(first.parameters.map(\.usual) == ["5FC102", nil])
        #expect(first.parameters.map(\.isSecret) == [false, true])
        #expect(try PresetText.presets(PresetText.text(presets)) == presets)
    }

    @Test(arguments: [
        ("title x", 1, 1, "begins with"),
        ("preset Piv.x", 1, 8, "FAMILY.NAME"),
        ("preset piv.x\ncolour red", 2, 1, "no such word"),
        ("preset piv.x\ntitle a\ntitle b", 3, 1, "twice"),
        ("preset piv.x\ntitle", 2, 6, "missing"),
        ("preset piv.x\nfor passport", 2, 5, "no such family"),
        ("preset piv.x\neffect deadly", 2, 8, "effect"),
        ("preset piv.x\nsend 00 A4 0G 00\nreply 90 00", 2, 12, "hexadecimal"),
        ("preset piv.x\nsend 00 A4 00 00", 2, 6, "reply"),
        ("preset piv.x\nsend 00\nsend 01", 3, 1, "needs a reply"),
        ("preset piv.x\nreply 90 00", 2, 1, "without a step"),
        ("preset piv.x\nsend 00\nreply 90 0", 3, 10, "hexadecimal"),
        ("preset piv.x\nask n u7 \"x\"", 2, 7, "type"),
        ("preset piv.x\nask n u8 x", 2, 10, "quotes"),
        ("preset piv.x\nask n u8 \"x\" = 256", 2, 16, "usual value"),
        ("preset piv.x\nask n u8(4-15) \"x\" = 3", 2, 22, "usual value"),
        ("preset piv.x\nask n secret(4) \"x\" = 00000000", 2, 23, "secret"),
        ("preset piv.x\ntitle a\nfor piv\neffect readsOnly\nsource s\nsend {n}\nreply 90 00", 6, 6, "neither asked"),
        (
            "preset piv.x\ntitle a\nfor piv\neffect readsOnly\nsource s\nask n u8 \"x\"\nsend 00\nreply 90 00", 6, 5,
            "no step"
        ),
        ("preset piv.x\ntitle a\nfor piv\neffect readsOnly\nsource s\nsend {CFG0}\nreply 90 00", 6, 6, "chip line"),
        (
            "preset piv.x\ntitle a\nfor piv\nchip NTAG210\neffect readsOnly\nsource s\nsend {DYNLOCK}\nreply 90 00", 7,
            6, "page DYNLOCK"
        ),
        ("preset piv.x\ntitle a\nfor piv\nsource s\nsend 00\nreply 90 00", 1, 1, "effect is missing"),
        ("preset piv.x\ntitle a\nfor piv\neffect readsOnly\nsource s", 1, 1, "nothing to send"),
        ("preset piv.x\ntitle a\nfor piv\neffect readsOnly\nsend 00\nreply 90 00", 1, 1, "source is missing"),
        ("preset piv.x\ntitle \u{1B}[31m", 2, 7, "control"),
        ("preset piv.x\ntitle \u{202E}x", 2, 7, "control"),
    ])
    func `what is wrong is named by line and column`(text: String, line: Int, column: Int, words: String) {
        #expect { try PresetText.presets(text) } throws: { error in
            guard let error = error as? PresetSyntaxError else { return false }
            return error.line == line && error.column == column && error.message.contains(words)
        }
    }

    @Test func `the same name twice is refused with both lines`() {
        #expect { try PresetText.presets(Self.good + "\n\n" + Self.good) } throws: {
            ($0 as? PresetSyntaxError)?.message.contains("line 2") == true && ($0 as? PresetSyntaxError)?.line == 22
        }
    }

    /// Cut off, mixed up and poisoned files end in an error with a place inside of the text, or in presets.
    @Test func `fuzzed files end in presets, or in an error with line and column`() throws {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func random(_ limit: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(limit))
        }
        let pieces: [String] = [
            "{", "}", "[", "]", "..", "/", "??*999", "\"", "=", "preset ", "reply ", "\n", "\u{0}", "ß", "{a or ", "  ",
        ]
        let source = Array(CommandPresetCatalog.texts.joined(separator: "\n\n"))
        var refused = 0
        for _ in 0..<1500 {
            let start = random(source.count)
            var text = Array(source[start..<min(source.count, start + 1 + random(1500))])
            for _ in 0..<random(4) {
                let place = random(text.count + 1)
                if random(2) == 0, place < text.count {
                    text.remove(at: place)
                } else {
                    text.insert(contentsOf: pieces[random(pieces.count)], at: place)
                }
            }
            let lines = String(text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            do {
                _ = try PresetText.presets(String(text))
            } catch {
                refused += 1
                #expect((1...lines.count + 1).contains(error.line))
                let length = lines.indices.contains(error.line - 1) ? lines[error.line - 1].count : 0
                #expect((1...length + 1).contains(error.column), "\(error)")
                #expect(!error.message.isEmpty)
            }
        }
        #expect(refused > 500)
    }

    /// The page for people and the parser agree.
    @Test func `the example on the page can be read, and all families stand there`() throws {
        let page = try String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appendingPathComponent("Docs/presets.md"), encoding: .utf8)
        let parts = page.components(separatedBy: "```")
        let example = try #require(parts.first { $0.contains("preset piv.printed") })
        #expect(try PresetText.presets(example).map(\.name) == ["piv.printed"])
        for family in CardFamily.allCases { #expect(page.contains("`\(family.rawValue)`"), "\(family.rawValue)") }
        for effect in Effect.allCases { #expect(page.contains("`\(effect.rawValue)`")) }
    }

    @Test func `long files are bounded`() {
        #expect(throws: PresetSyntaxError.self) {
            try PresetText.presets("preset piv.x\ntitle " + String(repeating: "x", count: 3000))
        }
        let step = "send 00\nreply 90 00\n"
        #expect { try PresetText.presets("preset piv.x\n" + String(repeating: step, count: 17)) } throws: {
            ($0 as? PresetSyntaxError)?.message.contains("16 steps") == true
        }
    }
}
