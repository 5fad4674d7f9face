import CardIdentification
import CommandPresets
import Foundation
import ISO7816
import ReaderKnowledge
import TestSupport
import Testing

@testable import InlayCommands

/// What card and reader answer to presets and frames is told in words, by the decoders that `inlay decode` has.
@Suite struct PresetReplyTests {
    private static let house = House.test(simulators: SimulatorEntry.all)

    private static func words(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test(arguments: [
        ("felica.suica-balance", "sim:suica", ["balance 3,574 yen", "class 2 Suica", "status flags 00 00 done"]),
        ("felica.suica-history", "sim:suica", ["3,574 yen left", "day 2026-04-12", "090F block 0"]),
        ("felica.suica-gates", "sim:suica", ["exit, from the purse", "amount 178 yen"]),
        ("felica.poll", "sim:suica", ["IDm 01010A10F0E1D2C3", "PMm 013106014B024FFF"]),
        ("felica.poll-suica", "sim:suica", ["as system code: transit cards of Japan"]),
        ("felica.search-service", "sim:suica", ["Search Service Code answer", "area 0000 to FFFE"]),
        ("felica.system-codes", "sim:suica", ["system 0003 transit cards of Japan"]),
        ("felica.request-service", "sim:suica", ["Request Service answer", "key version"]),
        ("felica.request-response", "sim:suica", ["mode 0 nothing authenticated"]),
        ("ntag21x.read-counter", "sim:ntag213?counter=on", ["counter 1"]),
        ("ntag21x.read-signature", "sim:ntag213", ["signature 32 bytes of the maker over the UID"]),
        ("ul-ev1.read-counter", "sim:ultralight-ev1", ["counter 0"]),
        ("ul-ev1.check-tearing", "sim:ultralight-ev1", ["was not interrupted"]),
        ("iso7816.select-application", "sim:passport", ["file control information"]),
        ("emrtd.directory", "sim:passport", ["application template"]),
    ])
    func `the reply to a preset is explained`(name: String, reader: String, wanted: [String]) throws {
        let values = name == "iso7816.select-application" ? ["aid=A0000002471001"] : []
        guard CommandPresetCatalog.builtIn.preset(name) != nil else {
            Issue.record("no preset \(name)")
            return
        }
        let run = CommandRun(["presets", "run", name] + values + ["--reader", reader], house: Self.house)
        for part in wanted { #expect(Self.words(run.output).contains(part), "\(name): \(run.output)\(run.errors)") }
        // The same in the console, whose folder is that of the questions before.
        guard name != "emrtd.directory" else { return }
        let script = "preset \(name) \(values.joined(separator: " "))\n"
        var house = Self.house
        house.input = House.test(input: script).input
        let console = CommandRun(["console", "--reader", reader], house: house)
        for part in wanted {
            #expect(Self.words(console.output).contains(part), "\(name): \(console.output)\(console.errors)")
        }
    }

    @Test func `a script has the parts of a reply`() throws {
        let run = CommandRun(
            "presets", "run", "felica.suica-balance", "--reader=sim:suica", "--json", house: Self.house)
        let document = try JSONReader.value(Array(run.output.utf8))
        let steps = document["presets"]?.elements?.first?["steps"]?.elements ?? []
        #expect(steps.last?["explained"]?["frame"]?["meaning"] == "done", "\(run.output)")
    }

    /// Both layers of a frame, with and without --verbose, and the reply in words.
    @Test(arguments: [[], ["--verbose"]])
    func `a frame shows both layers, and its reply is explained`(more: [String]) {
        var house = Self.house
        house.input = House.test(input: "frame 06 00 00 03 01 00\n").input
        let run = CommandRun(["console", "--reader=sim:suica"] + more, house: house, width: 200)
        for part in ["frame > 060000030100", "  reader > FFC2", "  reader < C003", "frame < 1401", "IDm", "PMm"] {
            #expect(run.output.contains(part), "\(part): \(run.output)")
        }
    }

    @Test func `a silent chip is told in the same words by frame and preset`() {
        var house = Self.house
        house.input = House.test(input: "frame 06 00 12 FC 01 00\npreset felica.poll-ndef\n").input
        let run = CommandRun(["console", "--reader=sim:suica"], house: house)
        #expect(run.output.contains("frame < nothing  the chip said nothing"), "\(run.output)")
        #expect(run.output.contains("\n< nothing  the chip said nothing"), "\(run.output)")
    }

    @Test(arguments: [
        ("06000003FFFF", "0600000301"), ("0A0C01010A10F0E1D2C3", "140101010A10F0E1D2C3013106014B024FFF0003"),
        ("", ""), ("00", "00"), ("0600000301", "FF01"),
    ])
    func `bytes that are no pair of frames are not explained`(command: String, answer: String) {
        #expect(FeliCaReply.explain(hex(answer), to: hex(command)) == nil)
    }

    /// Counting is switched off in a new tag; the answer says no more than NAK 0.
    @Test func `a counter that is switched off is told as that`() {
        let run = CommandRun("presets", "run", "ntag21x.read-counter", "--reader=sim:ntag213", house: Self.house)
        #expect(run.output.contains("ntag21x.enable-counter"), "\(run.output)")
    }

    // MARK: - What can be done

    /// Every card can be talked to one by one, and a phone with a transit card in it is one.
    @Test(arguments: [
        ("sim:ultralight", "inlay console"), ("sim:ntag213", "inlay console"), ("sim:suica", "inlay console"),
        ("sim:passport", "inlay console"), ("sim:passport", "inlay apdu"), ("sim:suica-phone", "inlay transit read"),
        ("sim:ultralight-c", "card    MIFARE Ultralight C\nUID"),
        ("sim:suica?reader=acr122u", "a memory card without contacts, FeliCa at 212 kbit/s,"),
    ])
    func `info says what can be done, in words that fit`(reader: String, words: String) {
        let run = CommandRun("info", "--reader", reader, house: Self.house, width: 200)
        #expect(run.output.contains(words), "\(run.output)")
        if words.hasSuffix("apdu") { return }
        #expect(run.output.contains("inlay apdu") == reader.contains("passport"), "\(run.output)")
    }

    @Test func `an offset says its range once`() {
        let run = CommandRun("presets", "show", "iso7816.read-binary-at")
        #expect(Self.words(run.output).contains("where to begin; a number from 0 to 32767"), "\(run.output)")
        let beyond = CommandRun(
            "presets", "run", "iso7816.read-binary-at", "offset=32768", "--reader=sim:passport", house: Self.house)
        #expect(beyond.code == .wrongUse)
    }

    @Test func `one byte is no command, in the singular`() {
        var house = Self.house
        house.input = House.test(input: "00\n").input
        #expect(
            CommandRun(["console", "--reader=sim:passport"], house: house).errors.contains("1 byte is no command APDU"))
    }

    // MARK: - Presets of the reader

    /// They are offered where the reader answers commands of its own, and are no presets for the card.
    @Test(arguments: ["sim:passport", "sim:passport-bac"])
    func `presets of a reader are not offered where no reader is`(reader: String) {
        let run = CommandRun("presets", "list", "--fitting", "--reader", reader, house: Self.house)
        #expect(!run.output.contains("reader."), "\(run.output)")
        let info = CommandRun("info", "--reader", reader, "--json", house: Self.house)
        let fitting = run.output.split(separator: "\n").filter { $0.hasPrefix("  ") }.count
        #expect(info.output.contains("\(fitting) ready commands for this card"), "\(info.output)")
        #expect(CommandRun("presets", "run", "reader.uid", "--reader", reader, house: Self.house).code == .wrongKind)
    }

    @Test func `sessions are offered for the models that speak them`() throws {
        let sessions = CommandPresetCatalog.builtIn.presets.filter {
            $0.name.hasPrefix("reader.session-") || $0.name.hasPrefix("reader.field-")
        }
        #expect(sessions.count == 9)
        let identity = CardIdentity(
            answerToReset: AnswerToReset([]),
            evidence: [
                .init(probe: "UID", command: [0xFF, 0xCA], answer: [0x90, 0x00], finding: "", families: [.reader])
            ])
        for model in ReaderCatalog.models {
            let speaks = model.dialects.contains(.transparent)
            for preset in sessions {
                #expect((preset.fit(identity, reader: model.name) == .fits) == speaks, "\(model.name) \(preset.name)")
            }
        }
        let uid = try #require(CommandPresetCatalog.builtIn.preset("reader.uid"))
        #expect(uid.fit(identity, reader: "Any Reader") == .fits)
    }

    @Test func `a list in a pipe has each preset on one line`() {
        let run = CommandRun("presets", "list")
        let names = CommandPresetCatalog.builtIn.presets
        for preset in names {
            #expect(
                run.output.contains(preset.title + "\n") || run.output.hasSuffix(preset.title), "\(preset.name)")
        }
        // On a terminal lines are broken.
        let terminal = CommandRun("presets", "list", isTerminal: true)
        #expect(terminal.output.split(separator: "\n").count > run.output.split(separator: "\n").count)
    }
}
