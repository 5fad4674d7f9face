import CommandPresets
import Testing

@testable import InlayConsole

@Suite struct ConsoleCompletionTests {
    private static let completion = ConsoleCompletion(
        verbs: ["help": ["expect", "bytes", "piv.chuid"], "presets": ["piv", "felica"], "quit": []],
        presets: CommandPresetCatalog.builtIn.presets, folder: .passport, variables: ["key", "kid"])

    @Test(
        arguments: [
            ("ex", ["expect"]), ("se", ["secure", "send", "set"]), ("secure ", ["bac", "off", "pace"]),
            ("secure p", ["pace"]), ("reset ", ["cold", "warm"]), ("cat ef.dg15", ["EF.DG15"]),
            ("cat EF.S", ["EF.SOD"]),
            ("cd pa", ["passport"]), ("cd /", ["/"]), ("save ", ["transcript"]), ("help b", ["bytes"]),
            ("00 20 00 80 Lc $k", ["$key", "$kid"]), ("print $d", ["$data"]), ("preset piv.chu", ["piv.chuid"]),
            ("quit ", []), ("00 A4 ", []), ("00840000; rese", ["reset"]), ("repeat 3 { ca", ["capture", "cat"]),
            ("for n ", ["in"]), ("presets f", ["felica"]),
        ] as [(String, [String])])
    func `what can follow is proposed`(text: String, words: [String]) {
        #expect(Self.completion.candidates(for: text).words == words)
    }

    @Test func `parameters of a preset follow its name, each once`() throws {
        let preset = try #require(CommandPresetCatalog.builtIn.presets.first { $0.parameters.count >= 2 })
        let names = preset.parameters.map { "\($0.name)=" }
        #expect(Self.completion.candidates(for: "preset \(preset.name) ").words == names.sorted())
        let first = try #require(names.first)
        let rest = Self.completion.candidates(for: "preset \(preset.name) \(first)00 ").words
        #expect(rest == names.dropFirst().sorted())
    }

    @Test func `every word of the language is proposed, and has its help`() {
        let words = Self.completion.candidates(for: "").words
        for keyword in ConsoleKeyword.allCases {
            #expect(words.contains(keyword.rawValue))
            #expect(!keyword.usage.isEmpty && !keyword.summary.isEmpty)
        }
    }

    @Test func `as long as the card is not known, families come first and nothing that cannot be taken back`() throws {
        var completion = Self.completion
        completion.isIdentified = false
        let first = completion.candidates(for: "preset ").words
        #expect(first.contains("type2.") && first.allSatisfy { $0.hasSuffix(".") })
        let second = completion.candidates(for: "preset type2.").words
        #expect(second.contains("type2.read") && !second.contains("type2.lock-static"))
        #expect(Self.completion.candidates(for: "preset type2.lock-s").words == ["type2.lock-static"])
    }

    @Test func `tags of the last reply and files are proposed`() throws {
        var completion = Self.completion
        completion.data = [0x6F, 0x07, 0x84, 0x05, 0xA0, 0, 0, 0, 1]
        #expect(completion.candidates(for: "capture x tlv ").words == ["6F", "6F/84"])
        #expect(completion.candidates(for: "capture x tlv 6F/").words == ["6F/84"])
        completion.data = [0x01, 0x02]
        #expect(completion.candidates(for: "capture x tlv ").words.isEmpty)
        completion.paths = { ["\($0)a", "\($0)b/"] }
        #expect(completion.candidates(for: "save transcript t").words == ["ta", "tb/"])
    }
}
