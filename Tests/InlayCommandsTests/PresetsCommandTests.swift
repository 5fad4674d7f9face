import CardIdentification
import ChipSimulation
import CommandPresets
import Foundation
import ISO7816
import Synchronization
import TestSupport
import Testing

@testable import InlayCommands

@Suite struct PresetsCommandTests {
    // MARK: - Listing

    @Test func `presets are listed by family`() {
        let run = CommandRun("presets", "list", "--family", "piv")
        #expect(run.code == .done)
        #expect(run.output.contains("piv.chuid"))
        #expect(!run.output.contains("emv."))
        #expect(run.errors.contains("11 presets"))
        #expect(CommandRun("presets", "list", "--family", "pif").errors.contains("piv is meant"))
    }

    @Test func `those for the card on the reader are found`() {
        let run = CommandRun("presets", "list", "--fitting", house: ScriptedCards.house { ScriptedCards.ntag213() })
        #expect(run.code == .done)
        #expect(run.output.contains("for NTAG 21x (NTAG213)"))
        #expect(run.output.contains("ntag21x.read-configuration"))
        #expect(run.output.contains("ntag21x.write-213"))
        #expect(!run.output.contains("ntag21x.write-215"))
        #expect(!run.output.contains("em.login"))
        #expect(!run.output.contains("piv."))
    }

    @Test func `one is shown with its source and what it asks`() {
        let run = CommandRun("presets", "show", "ntag21x.protect-from")
        #expect(run.output.contains("NT2H1311 §8.8"))
        #expect(run.output.contains("writes"))
        let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("page the first page that is protected; 255 is none; a number from 4 to 255"))
        #expect(CommandRun("presets", "show", "piv.chiud").errors.contains("piv.chuid is meant"))
    }

    // MARK: - Running

    @Test func `a preset runs, its application is selected before, and the answer is explained`() {
        let log = CommandLog()
        let house = ScriptedCards.house {
            log.watching(
                ScriptedCards.piv([hex("00CB3FFF055C035FC10200"): hex("5305340100FE00 9000")]))
        }
        let run = CommandRun("presets", "run", "piv.chuid", house: house)
        #expect(run.code == .done)
        #expect(run.output.contains("piv.select"))
        #expect(run.output.contains("GUID"))
        #expect(log.commands.suffix(2) == [hex("00A4040009A0000003080000100000"), hex("00CB3FFF055C035FC10200")])
    }

    /// The refusal says what the card is and which presets fit.
    @Test func `an EM preset is not sent to an NTAG`() {
        let log = CommandLog()
        let house = ScriptedCards.house { log.watching(ScriptedCards.ntag213()) }
        let run = CommandRun("presets", "run", "em.login", "password=00000000", house: house)
        #expect(run.code == .wrongKind)
        #expect(run.errors.contains("em.login was not sent: this card is NTAG 21x (NTAG213)"))
        #expect(run.errors.contains("GET_VERSION: NTAG213 of NXP"))
        #expect(run.errors.contains("ntag21x."))
        #expect(run.errors.contains("--anyway"))
        #expect(!log.commands.contains { $0.contains(0xE4) })
    }

    @Test func `a page of one chip is not written on another`() {
        let log = CommandLog()
        let house = ScriptedCards.house { log.watching(ScriptedCards.ntag213()) }
        for words in [
            ["ntag21x.write-215", "page=100", "data=00000000"], ["ul-ev1.set-password", "password=01020304"],
        ] {
            let run = CommandRun(["presets", "run"] + words + ["--confirm", "x"], house: house)
            #expect(run.code == .wrongKind)
        }
        #expect(!log.commands.contains { Set([0xA2]).isSubset(of: Set($0)) && $0[1] == 0xC2 })
    }

    @Test func `anyway overrides the family, never an irreversible act`() {
        let log = CommandLog()
        let house = ScriptedCards.house {
            log.watching(ScriptedCards.piv([hex("00CA006E00"): hex("6A88")]))
        }
        let reads = CommandRun("presets", "run", "openpgp.application-data", "--anyway", house: house)
        #expect(reads.code == .cardError)
        #expect(log.commands.contains(hex("00A4040006D2760001240100")))
        for name in ["fido.reset", "openpgp.terminate", "desfire.format"] {
            let before = log.commands.count
            let run = CommandRun(
                "presets", "run", name, "--anyway", "--confirm", "\(name) 3B80800101", house: house)
            #expect(run.code == .wrongKind)
            #expect(run.errors.contains("irreversible, so nothing overrides this"))
            #expect(!log.commands.dropFirst(before).contains { $0 == hex("00E60000") || $0 == hex("8010000001070 0") })
        }
    }

    @Test func `an irreversible act needs consent that names the card`() {
        let log = CommandLog()
        let house = ScriptedCards.house {
            log.watching(ScriptedCards.ntag213([hex("A2020000FFFF"): .nibble(0xA)]))
        }
        let refused = CommandRun("presets", "run", "type2.lock-static", house: house)
        #expect(refused.code == .wrongUse)
        #expect(refused.errors.contains("type2.lock-static cannot be taken back and needs your consent"))
        #expect(refused.errors.contains("--confirm \"type2.lock-static 04A1B280C0D0E0\""))
        #expect(!log.commands.contains { $0.contains(0xA2) })
        let other = CommandRun(
            "presets", "run", "type2.lock-static", "--confirm", "type2.lock-static 04A1B280C0D0E1", house: house)
        #expect(other.code == .wrongUse)
        let agreed = CommandRun(
            "presets", "run", "type2.lock-static", "--confirm", "type2.lock-static 04A1B280C0D0E0", house: house)
        #expect(agreed.code == .done)
        #expect(agreed.output.contains("ACK  done"))
        #expect(log.commands.contains { $0.contains(0xA2) })
    }

    @Test func `a write reads the page first and changes what it must`() {
        let house = ScriptedCards.house {
            ScriptedCards.ntag213([
                hex("3029"): .bytes(hex("440010FF 00050000 00000000 00000000")), hex("A22944001004"): .nibble(0xA),
            ])
        }
        let run = CommandRun(
            "presets", "run", "ntag21x.protect-from", "page=4", "--confirm", "ntag21x.protect-from 04A1B280C0D0E0",
            house: house)
        #expect(run.code == .done)
        #expect(run.output.contains("A2 29 44 00 10 04"))
    }

    private static let writeConsent = ["--confirm", "type2.write 04A1B280C0D0E0"]

    @Test(arguments: [
        (["type2.read", "page=256"], "page must be a number from 0 to 255"),
        (["type2.read", "seite=4"], "no such parameter"), (["type2.read", "4"], "NAME=VALUE"),
        (["type2.read", "page=4", "page=5"], "more than once"),
        (["type2.write", "page=4"] + writeConsent, "needs data"),
        (["type2.write", "page=3", "data=00000000"] + writeConsent, "page must be a number from 4 to 15"),
    ])
    func `wrong values are told before the preset is sent`(words: [String], message: String) {
        let log = CommandLog()
        let run = CommandRun(
            ["presets", "run"] + words, house: ScriptedCards.house { log.watching(ScriptedCards.ntag213()) })
        #expect(run.code == .wrongUse)
        #expect(run.errors.contains(message))
        // The questions of inlay info only: what was typed is looked at once the card is known to be right.
        #expect(!log.commands.contains { $0.contains(0xA2) })
        #expect(!run.output.contains("> 30"))
    }

    /// The order of the gate: a name that exists, a card that fits, consent, values.
    @Test(
        arguments: [
            ("nothing.here", [], .wrongUse, "there is no preset"),
            // A value is neither asked for nor looked at for a card that the preset is not for.
            ("em.login", [], .wrongKind, "em.login was not sent"),
            ("em.login", ["x=1"], .wrongKind, "em.login was not sent"),
            ("openpgp.terminate", [], .wrongKind, "openpgp.terminate was not sent"),
            ("fido.reset", [], .wrongKind, "fido.reset was not sent"),
            ("desfire.format", [], .wrongKind, "desfire.format was not"),
            ("type2.write", [], .wrongUse, "needs your consent"),
            ("type2.write", ["x=1"], .wrongUse, "needs your consent"),
            ("type2.read", ["page=256"], .wrongUse, "page must be a number"),
            ("type2.read", ["4"], .wrongUse, "has no name"),
        ] as [(String, [String], ExitCode, String)])
    func `a preset is refused for the first of name, card, consent and values, by the name that was typed`(
        name: String, values: [String], code: ExitCode, message: String
    ) {
        let run = CommandRun(
            ["presets", "run", name] + values, house: ScriptedCards.house { ScriptedCards.ntag213() })
        #expect(run.code == code && run.errors.contains(message), "\(run.errors)")
        let line = (["preset", name] + values).joined(separator: " ") + "\n"
        var house = ScriptedCards.house { ScriptedCards.ntag213() }
        house.input = House.test(input: line).input
        let console = CommandRun("console", house: house)
        #expect(console.code == code && console.errors.contains(message), "\(console.errors)")
        for errors in [run.errors, console.errors] where code == .wrongKind {
            // What is irreversible is refused for good at once.
            #expect(errors.contains("nothing overrides this") == !name.hasPrefix("em."), "\(errors)")
            #expect(!errors.contains("select was not sent"))
        }
    }

    /// Whoever has to give values is told all of them, with a line that can be typed.
    @Test func `the example of every preset can be typed, and its values fit`() throws {
        var lines = ""
        for preset in CommandPresetCatalog.builtIn.presets where preset.parameters.contains(where: \.mustBeGiven) {
            let error = #expect(throws: Failure.self) {
                _ = try PresetValues.complete(preset, [:], .test(), typed: "preset \(preset.name)")
            }
            let needed = preset.parameters.filter(\.mustBeGiven)
            for parameter in needed {
                #expect(error?.message.contains("\(parameter.name): ") == true, "\(preset.name)")
            }
            let line = PresetValues.example(preset, "preset \(preset.name)")
            #expect(error?.remedy.hasPrefix("write: \(line);") == true, "\(error?.remedy ?? "")")
            lines += line + "\n"
            let values = Dictionary(uniqueKeysWithValues: needed.map { ($0.name, $0.example) })
            #expect(throws: Never.self) { try PresetValues.complete(preset, values, .test(), typed: "") }
        }
        // As lines of the console they are understood: what is refused is refused for the card.
        let console = CommandRun(
            "console", "--reader=sim:suica", house: .test(simulators: SimulatorEntry.all, input: lines))
        #expect(console.errors.contains("was not sent: this card is FeliCa") && !console.errors.contains("column"))
    }

    @Test func `a value without a name is answered with the name`() {
        for (name, value, answer) in [
            ("type2.read", "4", "preset type2.read page=4"), ("type2.get-version", "7", "it takes none"),
        ] {
            var house = ScriptedCards.house { ScriptedCards.ntag213() }
            house.input = House.test(input: "preset \(name) \(value)\n").input
            #expect(CommandRun("console", house: house).errors.contains(answer))
            let run = CommandRun("presets", "run", name, value, house: ScriptedCards.house { ScriptedCards.ntag213() })
            #expect(run.errors.contains(answer.replacingOccurrences(of: "preset ", with: "inlay presets run ")))
            // A script is refused before its first command.
            house.input = House.test(input: "30 00 00 00\npreset \(name) \(value)\n").input
            let script = CommandRun("run", "-", house: house)
            #expect(script.errors.contains("line 2") && script.errors.contains(answer) && !script.output.contains(">"))
        }
    }

    @Test func `at a terminal all that is missing is asked for, and only what fits the card`() throws {
        let asked = Mutex<[String]>([])
        var house = ScriptedCards.house {
            ScriptedCards.ntag213([hex("3007"): .bytes([UInt8](repeating: 7, count: 16))])
        }
        house.input = Input(
            isTerminal: true, readAll: { _ in [] }, readSome: { [] },
            askSecretly: { question in
                asked.withLock { $0.append(question) }
                return "00000000"
            },
            askOpenly: { question in
                asked.withLock { $0.append(question) }
                return "7"
            })
        let run = CommandRun(["presets", "run", "type2.write"] + Self.writeConsent, house: house)
        #expect(run.errors.contains("data must be 4 bytes"), "\(run.errors)")
        #expect(asked.withLock { $0.map { $0.prefix(5) } } == ["page,", "data,"])
        asked.withLock { $0 = [] }
        #expect(CommandRun("presets", "run", "em.login", house: house).code == .wrongKind)
        #expect(asked.withLock { $0.isEmpty })
    }

    @Test func `a secret is neither shown nor repeated in an error`() {
        let house = ScriptedCards.house(environment: ["TAG_PASSWORD": "CAFEBABE"]) {
            ScriptedCards.ntag213([hex("1BCAFEBABE"): .bytes(hex("8080"))])
        }
        let run = CommandRun(
            "presets", "run", "ntag21x.authenticate", "--value-env", "password=TAG_PASSWORD", "--json", house: house)
        #expect(run.code == .done)
        #expect(!(run.output + run.errors).contains("CAFEBABE"))
        #expect(run.errors.contains("can use up a try"))
        let wrong = CommandRun("presets", "run", "ntag21x.authenticate", "password=CAFEBABEFF", house: house)
        #expect(wrong.code == .wrongUse)
        #expect(!wrong.errors.contains("CAFE"))
    }

    /// B06: 61 00 is 256 bytes or more, one GET RESPONSE for each.
    @Test func `what a card holds back is fetched, and shown`() {
        let log = CommandLog()
        let all = [UInt8](repeating: 0x41, count: 256)
        let house = ScriptedCards.house {
            log.watching(
                ScriptedCards.piv([
                    hex("00CB3FFF055C035FC10200"): hex("6100"),
                    hex("00C0000000"): [0x53, 0x81, 0xFD] + all.dropFirst(3) + hex("9000"),
                ]))
        }
        let run = CommandRun("presets", "run", "piv.chuid", house: house)
        #expect(run.code == .done)
        #expect(run.output.contains("asked for by the answer"))
        #expect(log.commands.filter { $0 == hex("00C0000000") }.count == 1)
    }

    /// The repetition is the result, for the exit code too.
    @Test func `a length that was put right ends with 0`() {
        let house = ScriptedCards.house {
            ScriptedCards.piv([
                hex("00CB3FFF055C035FC10200"): hex("6C05"), hex("00CB3FFF055C035FC10205"): hex("5303010203 9000"),
            ])
        }
        let run = CommandRun("presets", "run", "piv.chuid", house: house)
        #expect(run.code == .done, "\(run.output)\(run.errors)")
        #expect(run.output.contains("> 00 CB 3F FF 05 5C 03 5F C1 02 05  (asked for by the answer)"), "\(run.output)")
        let json = CommandRun("presets", "run", "piv.chuid", "--json", house: house)
        #expect(json.code == .done && json.output.contains("\"interim\": true"))
    }

    @Test func `an answer that is not as expected ends it with 8`() {
        let house = ScriptedCards.house { ScriptedCards.piv([hex("00CB3FFF055C035FC10200"): hex("0102039000")]) }
        let run = CommandRun("presets", "run", "piv.chuid", house: house)
        #expect(run.code == .cardError)
        #expect(run.output.contains("not as expected"))
        let refused = CommandRun("presets", "run", "piv.certificate-9a", house: house)
        #expect(refused.code == .cardError)
        #expect(refused.errors.contains("the data object is not on this card"))
    }

    /// Row 50: 9F0F is no error but a length, and the number is shown as it is printed.
    @Test func `the number of a SIM is shown as digits`() {
        let house = ScriptedCards.house {
            TableChip(
                answerToReset: hex("3B00"),
                [
                    hex("A0A40000023F00"): hex("9F17"), hex("A0A40000022FE2"): hex("9F0F"),
                    hex("A0B000000A"): hex("980791090421504271F19000"),
                ])
        }
        let run = CommandRun("presets", "run", "sim.gsm-read-iccid", house: house)
        #expect(run.code == .done, "\(run.errors)")
        #expect(run.output.contains("9F0F  done, 15 bytes can be fetched"))
        #expect(run.output.contains("8970199040120524171"))
    }

    /// Row 24, nfc-pcsc #59: `D5 43 01 90 00` is a tag that said nothing, and no success.
    @Test func `a frame that a reader carried for nothing is a failure, whatever stands at the end`() {
        let house = House.test(simulators: SimulatorEntry.all)
        for more in [[], ["--json"]] {
            let run = CommandRun(
                ["presets", "run", "reader.acr122u-get-version", "--reader=sim:ultralight?reader=acr122u"] + more,
                house: house)
            #expect(run.code == .cardError, "\(run.output)")
            #expect((run.output + run.errors).contains("time-out"), "\(run.output)\(run.errors)")
            if more.isEmpty { #expect(!run.output.contains("done"), "\(run.output)") }
        }
    }

    /// Row 37, GlobalPlatformPro #124: 6310 to GET STATUS is no refusal but more data, and how to ask for them.
    @Test func `more data of GET STATUS are no failure`() {
        let house = ScriptedCards.house {
            TableChip(
                answerToReset: hex("3B00"),
                [
                    hex("00A4040000"): hex("6F108408A000000151000000A5049F6501FF 9000"),
                    hex("80F24002024F0000"): hex("E30D4F07A0000000030000 9F700107 6310"),
                ])
        }
        let run = CommandRun("presets", "run", "globalplatform.status-applications", house: house, width: 200)
        #expect(run.code == .done, "\(run.output)\(run.errors)")
        #expect(run.output.contains("more data: send GET STATUS again with P2 = 01"), "\(run.output)")
    }

    /// What comes before decides what is said: a SELECT finds no application, a GET DATA no object.
    @Test func `an application that is missing is not called a data object`() {
        let house = ScriptedCards.house {
            TableChip(
                answerToReset: hex("3B00"), [hex("00A4040009A0000003080000100000"): hex("6A82")],
                otherwise: hex("6A82"))
        }
        let run = CommandRun("presets", "run", "piv.chuid", "--anyway", house: house)
        #expect(run.errors.contains("no such application or file on this card"))
        #expect(!run.errors.contains("data object"))
    }

    @Test func `a reader without frames is told, not the card`() {
        let house = ScriptedCards.house {
            FrameTableChip(
                answerToReset: ScriptedCards.ultralight, identifier: hex("04A1B280C0D0E0"), [:], hasSessions: false,
                pages: [hex("FFB0000010"): hex("04A1B29F 80C0D0E0 70480000 E1101200")])
        }
        let run = CommandRun("presets", "run", "type2.get-version", house: house)
        #expect(run.code == .cardError)
        #expect(run.errors.contains("passes no frames"))
        #expect(CommandRun("presets", "run", "type2.read-through-reader", "page=0", house: house).code == .done)
    }

    @Test func `the document of a run has every step`() throws {
        let house = ScriptedCards.house {
            ScriptedCards.piv([hex("00CB3FFF055C035FC10200"): hex("5302FE009000")])
        }
        let run = CommandRun("presets", "run", "piv.chuid", "--json", house: house)
        let document = try JSONReader.value(Array(run.output.utf8)[...])
        #expect(document["schema"]?.string == "inlay.presets.run/1")
        #expect(run.output.contains("\"sent\": \"00 CB 3F FF 05 5C 03 5F C1 02 00\""))
        #expect(run.output.contains("\"matches\": true"))
    }
}

/// Presets against simulators that were written from the standards, not for them.
@Suite struct SimulatedPresetTests {
    /// What a passport does not have or keeps closed is answered in one of the expected forms too.
    @Test func `every passport preset runs on the simulated passport and gets an expected answer`() {
        let house = SimulatedPassport.house()
        for preset in CommandPresetCatalog.builtIn.presets(for: .emrtd) {
            let run = CommandRun("presets", "run", preset.name, "--reader", "sim:passport", house: house)
            #expect(run.code == .done || run.code == .cardError, "\(preset.name): \(run.errors)")
            #expect(!run.output.contains("not as expected"), "\(preset.name): \(run.output)")
        }
    }

    @Test(arguments: ["sim:eid", "sim:passport"])
    func `every eID preset, and every one of ISO 7816-4, gets an expected answer from a simulated chip`(reader: String)
    {
        let house = SimulatedPassport.house()
        let values = [
            "iso7816.select-file": "file=0x011C", "iso7816.select-application": "aid=A0000002471001",
            "iso7816.select-next": "aid=A0000002471001", "iso7816.read-binary-at": "offset=0",
            "iso7816.read-sfi": "sfi=28", "iso7816.get-data": "tag=0x006E",
        ]
        for preset in CommandPresetCatalog.builtIn.presets(for: reader == "sim:eid" ? .eid : .iso7816) {
            let words = ["presets", "run", preset.name] + [values[preset.name]].compactMap(\.self)
            let run = CommandRun(words + ["--reader", reader], house: house)
            #expect(run.code == .done || run.code == .cardError, "\(preset.name): \(run.errors)")
            #expect(!run.output.contains("not as expected"), "\(preset.name): \(run.output)")
        }
    }

    /// What a reader itself takes, on the simulated readers of that name.
    @Test(arguments: [
        (
            "acr122u",
            ["uid", "ats", "acr122u-firmware", "acr122u-get-version", "acr122u-reselect", "acr122u-picc-parameter"]
        ),
        ("acr1252u", ["uid", "ats", "session-start", "session-end"]), ("acr1552u", ["uid"]),
    ])
    func `reader presets run on simulated readers`(model: String, names: [String]) {
        let house = House.test(simulators: SimulatorEntry.all)
        for name in names {
            let run = CommandRun(
                "presets", "run", "reader.\(name)", "--reader", "sim:ntag213?reader=\(model)", house: house)
            #expect(!run.output.contains("not as expected"), "\(name): \(run.output)\(run.errors)")
            #expect(run.code == .done || name == "ats", "\(name): \(run.output)\(run.errors)")
        }
    }

    @Test func `every transit preset runs on the simulated transit card`() throws {
        let house = House.test(simulators: SimulatorEntry.all)
        for name in ["poll", "poll-suica", "suica-balance", "suica-history", "suica-gates", "system-codes"] {
            let run = CommandRun("presets", "run", "felica.\(name)", "--reader", "sim:suica", house: house)
            #expect(run.code == .done, "\(name): \(run.output) \(run.errors)")
        }
        let refused = CommandRun(
            "presets", "run", "em.login", "password=00000000", "--reader", "sim:suica", house: house)
        #expect(refused.code == .wrongKind)
        #expect(refused.errors.contains("this card is FeliCa"))
    }
}

/// Remembers what passed, frames inside of the reader's commands included.
final class CommandLog: Sendable {
    private let log = Mutex<[[UInt8]]>([])

    var commands: [[UInt8]] { log.withLock { $0 } }

    func watching(_ chip: any ChipSimulator) -> any ChipSimulator {
        Watched(chip) { command in self.log.withLock { $0.append(command) } }
    }

    private final class Watched: ChipSimulator {
        private let chip: any ChipSimulator
        private let tell: ([UInt8]) -> Void

        init(_ chip: any ChipSimulator, _ tell: @escaping ([UInt8]) -> Void) {
            self.chip = chip
            self.tell = tell
        }

        var answerToReset: [UInt8] { chip.answerToReset }
        func powerUp() { chip.powerUp() }
        func handle(command: [UInt8]) -> [UInt8] {
            tell(command)
            return chip.handle(command: command)
        }
    }
}

/// Tags of the simulator, which was written from data sheets.
@Suite struct SimulatedTagCommandTests {
    private static let house = House.test(simulators: SimulatorEntry.all)

    private static func run(_ words: String...) -> CommandRun { CommandRun(words, house: house) }

    /// EM presets, and what is irreversible, on an NTAG; through two dialects.
    @Test(arguments: ["acr122u", "acr1252u"])
    func `an EM preset is not sent to a simulated NTAG, nor an irreversible one without consent`(reader: String) {
        let tag = "sim:ntag213?reader=\(reader)"
        for words in [["em.read"], ["em.login", "password=00000000"]] {
            let run = CommandRun(["presets", "run"] + words + ["--reader", tag], house: Self.house)
            #expect(run.code == .wrongKind)
            #expect(run.errors.contains("was not sent: this card is NTAG 21x (NTAG213)"))
            #expect(run.output.isEmpty)
        }
        let lock = Self.run("presets", "run", "type2.lock-static", "--reader", tag)
        #expect(lock.code == .wrongUse && lock.output.isEmpty)
        #expect(lock.errors.contains("--confirm \"type2.lock-static 04E10CDA993C80\""))
        let anyway = Self.run("presets", "run", "ul-c.lock-all", "--anyway", "--confirm", "x", "--reader", tag)
        #expect(anyway.code == .wrongKind && anyway.errors.contains("nothing overrides this"))
        let em = Self.run("presets", "run", "em.read", "--reader", "sim:em-echo?reader=\(reader)")
        #expect(em.code == .done && em.output.contains("0300FE00"))
        let agreed = Self.run(
            "presets", "run", "type2.lock-static", "--reader", tag, "--confirm", "type2.lock-static 04E10CDA993C80")
        #expect(agreed.code == .done && agreed.output.contains("ACK  done"))
    }

    /// What is read is explained page by page: by the standard, and by the data sheet of the exact chip.
    @Test func `pages that were read are explained`() {
        let head = Self.run("presets", "run", "type2.read-header", "--reader", "sim:ntag213-locked")
        #expect(head.output.contains("page 02  FF48FFFF  check byte; pages 03 to 0F are locked for ever"))
        #expect(head.output.contains("page 03  E1101200  capability container: NDEF 1.0, 144 bytes, free to write"))
        let data = Self.run("presets", "run", "type2.read", "page=7", "--reader", "sim:ntag213-url")
        #expect(data.output.contains("page 07  6E666370  \"nfcp\""))
        let configuration = Self.run(
            "presets", "run", "ntag21x.read-configuration", "--reader", "sim:ntag213?auth0=10&authlim=3")
        #expect(configuration.output.contains("CFG0: the password is needed from page 10 on"))
        #expect(configuration.output.contains("CFG1: protected pages can be read, 3 tries"))
        #expect(configuration.output.contains("page 2B  00000000  password, never shown"))
    }

    @Test func `every tag is named by info`() {
        for (name, chip) in [
            ("ultralight-c", "MIFARE Ultralight C"), ("ntag216", "NTAG216"), ("ultralight-ev1-128", "MF0UL21"),
            ("em-echo", "EM Type 2"),
        ] {
            let run = Self.run("info", "--reader", "sim:\(name)")
            #expect(run.code == .done && run.output.contains(chip), "\(run.output)")
        }
    }

    /// A channel of its own for each preset would select the chip anew, and it would forget the password.
    @Test(arguments: ["acr122u", "acr1252u"])
    func `a tag that was opened with its password stays open for the presets behind it`(reader: String) {
        let tag = "sim:ntag213-password?pwd=FFFFFFFF&reader=\(reader)"
        let closed = Self.run("presets", "run", "type2.read", "--reader", tag)
        #expect(closed.code == .cardError && closed.output.contains("NAK 0"))
        let opened = Self.run(
            "presets", "run", "type2.read", "--after", "ntag21x.authenticate-default", "--reader", tag)
        #expect(opened.code == .done, "\(opened.output)\(opened.errors)")
        #expect(opened.output.contains("0103A00C"))
        let console = CommandRun(
            ["console", "--reader", tag],
            house: .test(
                simulators: SimulatorEntry.all,
                input:
                    "preset ntag21x.authenticate-default\npreset type2.read page=4\nframe 30 05\nreset cold\npreset type2.read\n"
            ))
        #expect(console.output.contains("0103A00C"))
        #expect(console.output.contains("340300FE"))
        #expect(console.output.contains("NAK"))
    }

    @Test func `the same gate stands in the console, in scripts and before presets run`() {
        let tag = "--reader=sim:ntag213"
        func console(_ lines: String, _ more: String...) -> CommandRun {
            CommandRun(["console", tag] + more, house: .test(simulators: SimulatorEntry.all, input: lines))
        }
        let refused = console("preset em.read\n")
        #expect(
            refused.code == .wrongKind && refused.errors.contains("a console that was started with --anyway")
        )
        let anyway = console("preset ul-c.read-counter\n", "--anyway")
        #expect(anyway.code == .done && anyway.output.contains("< "))
        let final = console("preset ul-c.lock-all\n", "--anyway", "--confirm", "ul-c.lock-all 04E10CDA993C80")
        #expect(final.code == .wrongKind && final.errors.contains("nothing overrides this"))
        let script = CommandRun(
            ["run", "-", tag, "--anyway"],
            house: .test(simulators: SimulatorEntry.all, input: "preset ul-c.read-counter\n"))
        #expect(script.code == .done)
        let wrong = console(
            "preset type2.write page=3 data=00000000\n", "--confirm", "type2.write 04E10CDA993C80")
        #expect(wrong.code == .wrongUse && wrong.errors.contains("a number from 4 to 15"))
    }
}
