import Foundation
import LDS
import PassportSimulator
import Testing

@testable import InlayCommands

@Suite struct PassportVerifyCommandTests {
    private static func folder(_ files: LDSFiles, in parent: String, _ name: String) throws -> String {
        let path = "\(parent)/\(name)"
        try PrivateFile.makeFolder(path)
        for id in files.ids {
            try PrivateFile.write(files[id] ?? [], to: "\(path)/\(DumpFolder.name(id))", overwriting: false)
        }
        return path
    }

    private static func verify(_ words: [String]) -> CommandRun {
        CommandRun(["passport", "verify"] + words, house: SimulatedPassport.house())
    }

    @Test func `many documents end with the worst, and each has its line`() throws {
        try TemporaryFolder.use { parent in
            var changed = SimulatedPassport.files
            changed[.dg1]?[20] ^= 1
            var unsigned = SimulatedPassport.files
            unsigned[.sod] = nil
            let good = try Self.folder(SimulatedPassport.files, in: parent, "good")
            let bad = try Self.folder(changed, in: parent, "bad")
            let bare = try Self.folder(unsigned, in: parent, "bare")
            let trust = "--trust=sim:passport"
            #expect(Self.verify([good, trust]).code == .done)
            #expect(Self.verify([good, bare, trust]).code == .notEstablished)
            #expect(Self.verify([good, "\(parent)/missing", trust]).code == .wrongUse)
            let all = Self.verify([bare, good, bad, trust])
            #expect(all.code == .checkFailed)
            for name in ["good", "bad", "bare"] { #expect(all.output.contains("/\(name)\n")) }
            #expect(all.output.contains("hash of EF.DG1"))

            let lines = Self.verify([bare, good, bad, "\(parent)/missing", trust, "--jsonl"])
            #expect(lines.output.split(separator: "\n").count == 4)
            #expect(lines.code == .checkFailed)
            let seen = try Python.run(
                "import json, sys; print([json.loads(l)['schema'] for l in sys.stdin])", input: lines.output)
            #expect(
                seen == "['inlay.passport/1', 'inlay.passport/1', 'inlay.passport/1', 'inlay.error/1']\n")
            let one = Self.verify([bare, good, trust, "--json"])
            let schemas = try Python.run(
                "import json, sys; d = json.load(sys.stdin); print(d['schema'], [i['source'] for i in d['items']])",
                input: one.output)
            #expect(schemas == "inlay.verification/1 ['saved', 'saved']\n")
        }
    }

    @Test(arguments: [FileID.dg1, .dg2, .sod])
    func `a file that is there twice and differs is told as that, and never as missing`(file: FileID) throws {
        try TemporaryFolder.use { parent in
            let saved = try Self.folder(SimulatedPassport.files, in: parent, "saved")
            var other = SimulatedPassport.files[file] ?? []
            other[other.count - 1] ^= 1
            let name = file.name.replacing("EF.", with: "")
            try PrivateFile.write(other, to: "\(saved)/\(name).bin", overwriting: false)
            for option in ["--verbose", "--json"] {
                let run = Self.verify([saved, "--trust=sim:passport", option])
                #expect(run.code == .notEstablished)
                let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                #expect(text.contains("NOT CONFIRMED: the saved files hold"))
                #expect(text.contains("more than once, and they differ"))
                #expect(text.contains("\(file.name) is left out: "))
                for untrue in [
                    "\(file.name) is not among the saved files", "only a part", "Save all files", "The chip gave no",
                    "was not read",
                    "\"complete\": true",
                ] { #expect(!text.contains(untrue), "\(untrue)") }
            }
        }
    }

    @Test func `a folder without EF.SOD says so`() throws {
        try TemporaryFolder.use { parent in
            var unsigned = SimulatedPassport.files
            unsigned[.sod] = nil
            let run = Self.verify([try Self.folder(unsigned, in: parent, "bare")])
            #expect(run.code == .notEstablished)
            #expect(run.output.contains("EF.SOD is not among the saved files"))
            #expect(run.output.contains("nothing vouches for the rest"))
        }
    }

    @Test func `many documents are judged at once and told in order`() throws {
        try TemporaryFolder.use { parent in
            let paths = try (0..<150).map { number -> String in
                var files = SimulatedPassport.files
                files[.dg2] = nil
                if number % 3 == 0 { files[.dg1]?[40] ^= 1 }
                return try Self.folder(files, in: parent, "\(number)")
            }
            let run = Self.verify(paths + ["--jsonl", "--trust=sim:passport"])
            #expect(run.code == .checkFailed)
            let seen = try Python.run(
                """
                import json, sys
                items = [json.loads(line) for line in sys.stdin]
                print(all(i["path"].endswith("/%d" % n) for n, i in enumerate(items)),
                      all((i["verdict"]["conclusion"] == "failed") == (n % 3 == 0) for n, i in enumerate(items)))
                """, input: run.output)
            #expect(seen == "True True\n")
        }
    }

    @Test func `certificates come from files and folders, PEM and DER`() throws {
        let der = try #require(SimulatedPassport.document?.countryCertificate)
        let pem = "-----BEGIN CERTIFICATE-----\n\(Data(der).base64EncodedString())\n-----END CERTIFICATE-----\n"
        try TemporaryFolder.use { parent in
            let saved = try Self.folder(SimulatedPassport.files, in: parent, "saved")
            let trusted = "\(parent)/trusted"
            try PrivateFile.makeFolder(trusted)
            try PrivateFile.write(der, to: "\(parent)/csca.der", overwriting: false)
            try PrivateFile.write(Array(pem.utf8), to: "\(trusted)/csca.pem", overwriting: false)
            try PrivateFile.write(Array("notes".utf8), to: "\(trusted)/readme", overwriting: false)
            for path in ["\(parent)/csca.der", "\(trusted)/csca.pem", trusted] {
                #expect(Self.verify([saved, "--trust", path]).code == .done)
            }
            let none = Self.verify([saved, "--trust", "\(trusted)/readme"])
            #expect(none.code == .malformedData)
            #expect(none.errors.contains("certificate"))
        }
    }

    @Test func `redaction leaves out whom it is about`() throws {
        try TemporaryFolder.use { parent in
            let saved = try Self.folder(SimulatedPassport.files, in: parent, "saved")
            for words in [[], ["--json"], ["--jsonl"], ["--verbose"]] {
                let run = Self.verify([saved, "--redact"] + words)
                for secret in ["HALVORSDOTTER", "JUNIPER", "UT7K40M2Q", "1991-05-15", "910515", "2024-03-12", "2034"] {
                    #expect(!(run.output + run.errors).contains(secret))
                }
            }
        }
    }
}
