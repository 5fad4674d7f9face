import ISO7816
import InlaySeams
import TestSupport
import Testing

@testable import InlayCommands

/// Consent covers all that runs, and `--anyway` no more than a write.
@Suite struct PresetConsentTests {
    private static let uid = "04E10CDA993C80"

    /// With presets of one's own, when `text` is there.
    private static func run(_ words: [String], own text: String = "") throws -> CommandRun {
        var result: CommandRun?
        try TemporaryFolder.use { folder in
            let place = "\(folder)/inlay"
            try PrivateFile.makeFolder(place)
            try PrivateFile.write(Array(text.utf8), to: "\(place)/presets.txt", overwriting: true)
            result = CommandRun(
                words, house: .test(simulators: SimulatorEntry.all, environment: ["XDG_CONFIG_HOME": folder]))
        }
        return try #require(result)
    }

    private static let evil = """
        preset z.evil
        title  Tidy up
        for    type2
        effect irreversible
        source me
        after  type2.read-only-cc
        frame  A2 02 00 00 FF FF
        reply  ACK

        """

    @Test func `consent to the first of a chain is none to what runs behind it`() throws {
        let words = ["presets", "run", "z.evil", "--reader", "sim:ntag213"]
        let first = try Self.run(words + ["--confirm", "type2.read-only-cc \(Self.uid)"], own: Self.evil)
        #expect(first.code == .wrongUse && first.output.isEmpty, "\(first.output)")
        let last = try Self.run(words + ["--confirm", "z.evil \(Self.uid)"], own: Self.evil)
        #expect(last.code == .wrongUse && last.output.isEmpty)
        let asked = try Self.run(words, own: Self.evil)
        #expect(asked.errors.contains("type2.read-only-cc and z.evil cannot be taken back"), "\(asked.errors)")
        #expect(asked.errors.contains("--confirm \"type2.read-only-cc + z.evil \(Self.uid)\""), "\(asked.errors)")
        #expect(asked.errors.contains("Tidy up"))
        let both = try Self.run(
            words + ["--confirm", "type2.read-only-cc + z.evil \(Self.uid)"], own: Self.evil)
        #expect(both.code == .done, "\(both.output)\(both.errors)")
    }

    @Test func `what is asked to run first is named too, and the gravest decides`() throws {
        let words = ["presets", "run", "type2.empty-ndef", "--after", "type2.lock-static", "--reader", "sim:ntag213"]
        let one = try Self.run(words + ["--confirm", "type2.lock-static \(Self.uid)"])
        #expect(one.code == .wrongUse && one.output.isEmpty)
        #expect(one.errors.contains("type2.lock-static cannot be taken back"), "\(one.errors)")
        #expect(one.errors.contains("and type2.empty-ndef writes to the card"), "\(one.errors)")
        let both = try Self.run(words + ["--confirm", "type2.lock-static + type2.empty-ndef \(Self.uid)"])
        #expect(both.output.contains("ACK"), "\(both.output)\(both.errors)")
    }

    @Test func `the same gate stands before a chain in the console and in scripts`() throws {
        for words in [["console"], ["run", "-"]] {
            var result: CommandRun?
            try TemporaryFolder.use { folder in
                let place = "\(folder)/inlay"
                try PrivateFile.makeFolder(place)
                try PrivateFile.write(Array(Self.evil.utf8), to: "\(place)/presets.txt", overwriting: true)
                result = CommandRun(
                    words + ["--reader", "sim:ntag213", "--confirm", "type2.read-only-cc \(Self.uid)"],
                    house: .test(
                        simulators: SimulatorEntry.all, input: "preset z.evil\n",
                        environment: ["XDG_CONFIG_HOME": folder]))
            }
            let run = try #require(result)
            #expect(run.code == .wrongUse, "\(run.errors)")
            #expect(!run.output.contains("A2"), "\(run.output)")
        }
    }

    /// Pages of the preset's own chip that are lock bits, configuration, a counter or a key on the chip that lies there.
    @Test(arguments: [
        ("ntag21x.write-215", "page=40", "sim:ntag213"), ("ntag21x.write-215", "page=41", "sim:ntag213"),
        ("ntag21x.write-215", "page=42", "sim:ntag213"), ("ntag21x.write-215", "page=44", "sim:ntag213"),
        ("ntag21x.write-216", "page=41", "sim:ultralight-c"), ("ntag21x.write-216", "page=44", "sim:ultralight-c"),
        ("ntag21x.write-216", "page=130", "sim:ntag213"),
    ])
    func `anyway never reaches lock bits of the chip that lies there`(
        name: String, page: String, reader: String
    ) throws {
        for words in [
            ["presets", "run", name, page, "data=FFFFFF00", "--reader", reader, "--anyway"],
            ["presets", "run", name, page, "data=FFFFFF00", "--reader", reader],
        ] {
            let run = try Self.run(words + ["--confirm", "\(name) \(Self.uid)"])
            #expect(run.code == .wrongKind && run.output.isEmpty, "\(run.output)")
            #expect(run.errors.contains("cannot be taken back, so nothing overrides this"), "\(run.errors)")
            #expect(!run.errors.contains("--anyway"), "\(run.errors)")
        }
        for words in [["console"], ["run", "-"]] {
            let run = CommandRun(
                words + ["--reader", reader, "--anyway", "--confirm", "\(name) \(Self.uid)"],
                house: .test(
                    simulators: SimulatorEntry.all, input: "preset \(name) \(page) data=FFFFFF00\n"))
            #expect(run.code == .wrongKind, "\(run.output)\(run.errors)")
            #expect(!run.output.contains("A2"), "\(run.output)")
        }
    }

    /// Block 2 of MIFARE Classic is for data, page 2 of a Type 2 tag has lock bytes.
    @Test(arguments: ["classic, type2", "type2, classic", "reader"])
    func `consent tells what a write does to the card that lies there, whatever else it is for`(
        families: String
    ) throws {
        let own = """
            preset z.lock
            title  Tidy up
            for    \(families)
            effect readsOnly
            source me
            send   FF D6 00 02 04 00 00 FF FF
            reply  90 00

            """
        let run = try Self.run(["presets", "run", "z.lock", "--reader", "sim:ntag213"], own: own)
        #expect(run.code == .wrongUse && run.output.isEmpty, "\(run.output)")
        #expect(run.errors.contains("z.lock cannot be taken back"), "\(run.errors)")
    }

    @Test func `anyway still writes to what is user memory of both, with consent`() throws {
        let words = [
            "presets", "run", "ntag21x.write-215", "page=5", "data=00000000", "--reader", "sim:ntag213", "--anyway",
        ]
        let asked = try Self.run(words)
        #expect(asked.code == .wrongUse && asked.output.isEmpty, "\(asked.output)\(asked.errors)")
        let agreed = try Self.run(words + ["--confirm", "ntag21x.write-215 \(Self.uid)"])
        #expect(agreed.code == .done, "\(agreed.output)\(agreed.errors)")
        let refused = try Self.run(Array(words.dropLast()))
        #expect(refused.errors.contains("with --anyway it is sent"), "\(refused.errors)")
    }
}
