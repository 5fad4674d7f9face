import FaceImages
import Foundation
import LDS
import Octets
import TestSupport
import Testing

@testable import InlayCommands

@Suite struct PassportShowCommandTests {
    private static func show(
        _ words: [String], isTerminal: Bool = false, environment: [String: String] = [:], width: Int = 100
    ) -> CommandRun {
        var house = SimulatedPassport.house()
        house.pictures = Pictures(
            converter: ImageConverter(program: BuiltProgram.path(of: "inlay")), deviceAttributes: { [] })
        return CommandRun(
            ["passport", "show"] + words, house: house, environment: environment, isTerminal: isTerminal, width: width)
    }

    private static func saved(
        _ files: LDSFiles = SimulatedPassport.files, named name: (FileID) -> String = DumpFolder.name,
        _ body: (String) throws -> Void
    ) throws {
        try TemporaryFolder.use { folder in
            for id in files.ids {
                try PrivateFile.write(files[id] ?? [], to: "\(folder)/\(name(id))", overwriting: false)
            }
            try body(folder)
        }
    }

    @Test func `a saved document is a tree of names, values and offsets`() throws {
        try Self.saved { folder in
            let run = Self.show([folder])
            #expect(run.code == .done && run.errors.isEmpty)
            for text in [
                "HALVORSDOTTER, JUNIPER MAE", "document code       P, passport",
                "issuing state       UTO, Utopia (specimen)", "date of birth       1991-05-15",
                "EF.DG1  93 bytes, from EF.DG1.bin", "     2   5F1F  machine readable zone",
                "    49     document number  UT7K40M2Q", "    23         81  biometric type  2, face",
                "image  JPEG, 413 x 531 pixels", "place of birth  AMAUROT",
                "PACEInfo  id-PACE-ECDH-GM-AES-CBC-CMAC-128", "CN=Document Signer 1,O=Utopia,C=UT",
                "Nothing is verified here",
            ] { #expect(run.output.contains(text), "\(text)") }
            // The signed structure is told in a few lines; all of it is there for those who ask.
            #expect(!run.output.contains("id-signedData"))
            #expect(Self.show([folder, "--verbose"]).output.contains("id-signedData (1.2.840.113549.1.7.2)"))
        }
    }

    @Test(
        arguments: [
            { "EF_\($0.name.split(separator: ".").last ?? "").BIN" }, { "dg\($0.dataGroupNumber ?? 0)" },
            { "Datagroup\($0.dataGroupNumber ?? 0).bin" },
            { "ef01" + Hex.string([UInt8($0.fileIdentifier & 0xFF)]) + ".bin" },
        ] as [@Sendable (FileID) -> String])
    func `names of other tools are known`(name: @escaping @Sendable (FileID) -> String) throws {
        var files = LDSFiles()
        for id in [FileID.dg1, .dg2, .dg11] { files[id] = SimulatedPassport.files[id] }
        try Self.saved(files, named: name) { folder in
            let run = Self.show([folder])
            #expect(run.code == .done)
            for text in ["EF.DG1  93 bytes, from \(name(.dg1))", "EF.DG2  18145 bytes", "AMAUROT"] {
                #expect(run.output.contains(text), "\(text)")
            }
        }
    }

    @Test func `single files are known by what is in them`() throws {
        let ids = SimulatedPassport.files.ids.filter { $0.tag != nil }
        try Self.saved(named: { "\($0.title).file" }) { folder in
            for id in ids {
                let run = Self.show(["\(folder)/\(id.title).file"])
                #expect(run.code == .done, "\(id)")
                #expect(run.output.contains("\n\(id.name)  "), "\(id)")
            }
            let all = Self.show(ids.map { "\(folder)/\($0.title).file" })
            #expect(all.code == .done)
            for id in ids { #expect(all.output.contains("\n\(id.name)  ")) }
        }
    }

    @Test func `a file of which there are two that differ is left out and told`() throws {
        try TemporaryFolder.use { folder in
            let files = SimulatedPassport.files
            try PrivateFile.write(files[.dg11] ?? [], to: "\(folder)/a", overwriting: false)
            try PrivateFile.write(EFDG11(name: "OTHER").encoded(), to: "\(folder)/b", overwriting: false)
            let run = Self.show(["\(folder)/a", "\(folder)/b", "\(folder)/a"])
            #expect(run.code == .malformedData)
            #expect(run.output.contains("EF.DG11 is left out: a and b and a differ"))
        }
    }

    @Test func `JSON holds everything and no image`() throws {
        try Self.saved { folder in
            let run = Self.show([folder, "--json"])
            #expect(run.code == .done)
            let program = """
                import json, sys
                d = json.load(sys.stdin)
                names = [f['file'] for f in d['files']]
                print(d['schema'], d['source'], d['verified'], d['complete'], d['document']['issuingStateName'])
                print(names == sorted(names, key=names.index), len(names), d['portraits'])
                print([f['fault'] for f in d['files']] == [None] * len(names))
                """
            let seen = try Python.run(program, input: run.output).split(separator: "\n")
            let portrait = "{'format': 'JPEG', 'bytes': 18057, 'width': 413, 'height': 531}"
            #expect(
                seen == [
                    "inlay.document/1 saved False True Utopia (specimen)",
                    "True \(SimulatedPassport.files.count) [\(portrait)]", "True",
                ])
            #expect(run.output.utf8.count < 200_000)
        }
    }

    @Test func `some files may be asked for`() throws {
        try Self.saved { folder in
            let run = Self.show([folder, "--files=dg11,EF.COM"])
            #expect(run.code == .done)
            #expect(run.output.contains("\nEF.COM  ") && run.output.contains("\nEF.DG11  "))
            #expect(!run.output.contains("\nEF.DG1  "))
            #expect(Self.show([folder, "--files=dg3"]).code == .notEstablished)
            #expect(Self.show([folder, "--files=face"]).code == .wrongUse)
        }
    }

    // MARK: - The portrait

    @Test(
        arguments: [
            ([], [:], "▀"), ([], ["COLORTERM": "truecolor"], "\u{1B}[38;2;"),
            ([], ["KITTY_WINDOW_ID": "1"], "\u{1B}_Ga=T"), (["--show-portrait=sixel"], [:], "\u{1B}P0;1;0q"),
            (["--show-portrait=kitty"], [:], "\u{1B}_Ga=T"),
        ] as [([String], [String: String], String)])
    func `the portrait is shown on a terminal, and never in a pipe`(
        options: [String], environment: [String: String], mark: String
    ) throws {
        let variables = environment.merging(["TERM": "xterm-256color"]) { first, _ in first }
        try Self.saved { folder in
            let shown = Self.show([folder] + options, isTerminal: true, environment: variables)
            #expect(shown.code == .done && shown.output.contains(mark))
            let piped = Self.show([folder] + options, environment: variables)
            #expect(piped.code == .done && !piped.output.contains("\u{1B}") && !piped.output.contains("▀"))
            let plain = Self.show([folder, "--no-color"] + options, isTerminal: true, environment: variables)
            #expect(plain.code == .done && !plain.output.contains(mark))
        }
    }

    @Test func `the portrait of a saved document becomes PNG`() throws {
        try Self.saved { folder in
            let run = Self.show(["\(folder)/EF.DG2.bin", "--portrait", "\(folder)/face.png"])
            #expect(run.code == .done && run.errors.contains("PNG from JPEG"))
            let image = try #require(FileManager.default.contents(atPath: "\(folder)/face.png"))
            #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(Self.show(["\(folder)/EF.DG1.bin", "--portrait", "\(folder)/x.png"]).code == .notEstablished)
            #expect(Self.show(["\(folder)/EF.DG2.bin", "--portrait", "\(folder)/face.png"]).code == .wrongUse)
        }
    }

    // MARK: - What is broken

    @Test func `a broken file is shown as far as it goes, and the others whole`() throws {
        var files = SimulatedPassport.files
        files[.dg11] = Array((files[.dg11] ?? []).prefix(45))
        files[.dg12] = [0x6B]
        try Self.saved(files) { folder in
            let run = Self.show([folder])
            #expect(run.code == .malformedData)
            for text in [
                "fault: EF.DG11: ", "fault: EF.DG12: ", "EF.DG12.bin does not begin as its name says", "UT7K40M2Q",
            ] {
                #expect(run.output.contains(text), "\(text)")
            }
            #expect(run.errors.contains("EF.DG11, EF.DG12 cannot be taken apart"))
            #expect(Self.show([folder, "--json"]).output.contains("\"complete\": false"))
        }
    }

    @Test func `what is no document is refused with what to do`() throws {
        try TemporaryFolder.use { folder in
            try PrivateFile.write(Array("Nothing".utf8), to: "\(folder)/notes", overwriting: false)
            let run = Self.show(["\(folder)/notes"])
            #expect(run.code == .malformedData && run.output.isEmpty)
            #expect(run.errors.contains("is no file of a document"))
            #expect(Self.show([folder]).code == .malformedData)
            #expect(Self.show(["\(folder)/missing"]).code == .wrongUse)
            #expect(Self.show([]).code == .wrongUse)
        }
    }

    @Test func `text of a stranger cannot act on the terminal`() throws {
        try Self.saved([.dg11: EFDG11(name: "\u{1B}[2J\u{202E}evil", address: "\u{9B}1m\u{7}").encoded()]) { folder in
            let run = Self.show([folder], isTerminal: true)
            for scalar in ["\u{1B}[2J", "\u{202E}", "\u{9B}", "\u{7}"] { #expect(!run.output.contains(scalar)) }
            #expect(run.output.contains("evil"))
        }
    }

    // MARK: - Corpus

    @Test(
        .enabled(if: Corpus.isThere, Corpus.notice),
        arguments: [
            ("bsi_tr03105_5", 8, "MUSTERMANN, ERIKA"), ("jmrtd/bsi2008", 8, "MUSTERMANN, ERIKA"),
            ("jmrtd/loes2006", 5, "MEULENDIJK, LOES ALBERTINE"),
        ])
    func `a set of specimens is shown whole`(path: String, count: Int, name: String) throws {
        let run = Self.show([try Corpus.path(path)])
        #expect(run.code == .done, "\(run.errors)")
        #expect(run.output.split(separator: "\n").count { $0.hasPrefix("EF.") } == count)
        #expect(run.output.hasPrefix("\(name)\n"), "\(run.output.prefix(80))")
    }
}
