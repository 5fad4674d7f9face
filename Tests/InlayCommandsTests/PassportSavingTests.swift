import Foundation
import LDS
import Testing

@testable import InlayCommands

@Suite struct PassportSavingTests {
    private static func read(_ options: [String]) -> CommandRun {
        CommandRun(["passport", "read", "--reader=sim:passport"] + options, house: SimulatedPassport.house())
    }

    private static func mode(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func `what was read is saved for its owner alone, and judged again the same`() throws {
        try TemporaryFolder.use { folder in
            let saved = "\(folder)/saved"
            let run = Self.read(["--out", saved, "--json"])
            #expect(run.code == .done)
            #expect(try Self.mode(saved) == 0o700)
            for name in try FileManager.default.contentsOfDirectory(atPath: saved) {
                #expect(try Self.mode("\(saved)/\(name)") == 0o600)
            }
            #expect(try String(contentsOfFile: "\(saved)/report.json", encoding: .utf8) == run.output)
            for file in SimulatedPassport.files.ids {
                let bytes = FileManager.default.contents(atPath: "\(saved)/\(DumpFolder.name(file))")
                #expect(bytes.map { [UInt8]($0) } == SimulatedPassport.files[file], "\(file)")
            }
            for (options, code) in [
                ([], ExitCode.notEstablished), (["--require=signature"], .done), (["--trust=sim:passport"], .done),
            ] {
                for path in [saved, "\(saved)/report.json"] {
                    let verified = CommandRun(
                        ["passport", "verify", path] + options, house: SimulatedPassport.house())
                    #expect(verified.code == code)
                }
            }
        }
    }

    @Test func `nothing is overwritten without force`() throws {
        try TemporaryFolder.use { folder in
            #expect(Self.read(["--out", folder]).code == .done)
            let again = Self.read(["--out", folder])
            #expect(again.code == .wrongUse)
            #expect(again.output.isEmpty, "nothing was read")
            #expect(again.errors.contains("--force"))
            #expect(Self.read(["--out", folder, "--force"]).code == .done)
        }
    }

    @Test func `a report is shown even when something of it cannot be saved`() throws {
        try TemporaryFolder.use { folder in
            let run = Self.read(["--portrait", "\(folder)/face", "--files", "dg1", "--json"])
            #expect(run.code == .notEstablished)
            #expect(run.output.hasPrefix("{\n  \"schema\": \"inlay.passport/1\""))
            #expect(run.errors.contains("no portrait to save"))
        }
    }

    @Test(arguments: ["--portrait", "--report"])
    func `a place where nothing can be saved is told before anything is read`(option: String) throws {
        try TemporaryFolder.use { folder in
            let run = Self.read([option, "\(folder)/missing/face.html", "--json"])
            #expect(run.code == .wrongUse)
            #expect(run.output.hasPrefix("{\n  \"schema\": \"inlay.error/1\""))
        }
    }

    @Test(arguments: ["EF.DG1.bin", "EF.SOD.bin", "report.json", "evidence.json"])
    func `a file in the way is told before anything is read`(name: String) throws {
        try TemporaryFolder.use { folder in
            try PrivateFile.write([1], to: "\(folder)/\(name)", overwriting: false)
            let run = Self.read(["--out", folder])
            #expect(run.code == .wrongUse && run.output.isEmpty)
            #expect(run.errors.contains("\(name) exists"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [name])
        }
    }

    @Test func `a portrait is saved as it is stored, under the ending of its format`() throws {
        try TemporaryFolder.use { folder in
            let run = Self.read(["--portrait", "\(folder)/face.png"])
            #expect(run.code == .done)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["face.jpg"])
            let image = try #require(FileManager.default.contents(atPath: "\(folder)/face.jpg"))
            #expect(image.starts(with: [0xFF, 0xD8, 0xFF]))
            #expect(try Self.mode("\(folder)/face.jpg") == 0o600)
        }
    }

    @Test func `without a portrait there is a word about it and an exit code`() throws {
        try TemporaryFolder.use { folder in
            let run = Self.read(["--files=dg1", "--portrait", "\(folder)/face"])
            #expect(run.code == .notEstablished)
            #expect(run.errors.contains("no portrait"))
        }
    }

    @Test(arguments: [
        ("face", "jpg", "face.jpg"), ("face.png", "jp2", "face.jp2"), ("a.b/face", "jpg", "a.b/face.jpg"),
        ("face.JPG", "jpg", "face.JPG"), ("face.jpeg", "jpg", "face.jpeg"), (".face", "jpg", ".face.jpg"),
        ("x/.face.png", "j2k", "x/.face.j2k"),
    ])
    func `the ending follows the format`(path: String, ending: String, expected: String) {
        #expect(PortraitFile.path(path, ending: ending) == expected)
    }
}
