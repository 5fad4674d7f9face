import FaceImages
import Foundation
import LDS
import Octets
import PassportSimulator
import Testing

@testable import InlayCommands

/// Runs every command on a document and searches all that is said and written, but not what was asked for.
@Suite struct PrivacyTests {
    /// Everything that opens the document or tells whose it is.
    private static func secrets() throws -> [String] {
        let zone = SimulatedPassport.zone
        let keys = CommandRun(["passport", "mrz", "--show-keys", "--json"] + zone)
        let found = keys.output.components(separatedBy: "\"keys\":").last ?? ""
        let hex = found.split(separator: "\"").map(String.init).filter { $0.count >= 32 }
        try #require(hex.count == 5)
        return zone + hex + ["UT7K40M2Q", "271828", "HALVORSDOTTER", "JUNIPER", Hex.string(Array(zone.joined().utf8))]
    }

    private static func expectNone(_ secrets: [String], in text: String, _ what: String) {
        for secret in secrets { #expect(!text.contains(secret), "\(what): \(secret.prefix(12))…") }
    }

    @Test func `errors and wrong command lines tell no secret`() throws {
        let secrets = try Self.secrets()
        let zone = SimulatedPassport.zone
        let can = "271828"
        let wrong: [[String]] = [
            zone, ["passport"] + zone, ["passport", "read"] + zone, ["passport", "read", "--" + zone[0]],
            ["passport", "read", "-" + zone[1]], ["passport", "read", "--mrz=" + zone[0]],
            ["passport", "read", "--mrz", zone[1] + zone[0]],
            ["passport", "read", "--json", "--mrz", zone.joined() + "X"],
            ["passport", "read", "--can", can + "1"], ["passport", "read", "--can=\(can)", "--can=\(can)"],
            ["passport", "read", "--number", "UT7K40M2Q!", "--birth", "1991-05-15", "--expiry", "2034-03-11"],
            ["passport", "read", "--number", "UT7K40M2Q"], ["passport", "read", can],
            ["passport", "read", "--fast=" + can],
            ["passport", "mrz", zone[0]], ["passport", "mrz", zone[0], zone[1] + "<"], ["decode", "mrz", zone[0]],
            ["apdu", zone[1]], ["apdu", "--nonsense=" + zone[0], "00"], ["decode", zone[0], zone[1]],
            ["readers", "UT7K40M2Q"], ["help"] + zone, ["sim", "serve", "passport?can=\(can)&x"],
            ["passport", "read", "--access", "UT7K40M2Q"], ["passport", "read", "--require", "UT7K40M2Q"],
            ["passport", "read", "--timeout", "UT7K40M2Q", "--mrz", zone.joined(separator: " ")],
        ]
        for words in wrong {
            for more in [[], ["--json"], ["--verbose"]] {
                let run = CommandRun(words + more, house: SimulatedPassport.house())
                #expect(run.code != .done)
                Self.expectNone(
                    secrets, in: run.output + run.errors, words.prefix(3).map { String($0.prefix(8)) }.joined())
            }
        }
    }

    @Test(arguments: ["passport", "passport?access=bac", "passport-bac", "passport-pace", "passport-slow"])
    func `a trace, notes and a redacted report tell no secret`(name: String) throws {
        let secrets = try Self.secrets()
        try TemporaryFolder.use { folder in
            let run = CommandRun(
                [
                    "passport", "read", "--reader=sim:\(name)", "--trace=\(folder)/trace", "--redact", "--verbose",
                    "--out=\(folder)/out", "--trust=sim:\(name)",
                ], house: SimulatedPassport.house())
            #expect(run.code == .done)
            Self.expectNone(secrets, in: run.output + run.errors, "report")
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
            #expect(files.sorted() == ["out", "out/report.json", "trace"])
            for file in ["out/report.json", "trace"] {
                Self.expectNone(secrets, in: try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8), file)
            }
        }
    }

    /// What an exchange carries gives the holder away even where it is encrypted (Docs/rules.md 11).
    @Test(arguments: ["passport", "passport?access=bac"])
    func `no body of an exchange is in a trace without secrets`(name: String) throws {
        try TemporaryFolder.use { folder in
            func trace(_ file: String, _ options: [String]) throws -> String {
                let words = ["passport", "read", "--reader=sim:\(name)", "--trace=\(folder)/\(file)"] + options
                #expect(CommandRun(words, house: SimulatedPassport.house()).code == .done)
                return try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            }
            let whole = try trace("whole", ["--trace-secrets"])
            let kept = try trace("kept", [])
            var bodies = 0
            for line in whole.split(separator: "\n").dropFirst() {
                let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                if let random = object["random"] as? String { #expect(!kept.contains(random)) }
                for key in ["command", "answer"] {
                    guard let text = object[key] as? String else { continue }
                    // Headers and status words are kept; the bytes between them are what counts.
                    let body = key == "command" ? text.dropFirst(10) : text.dropLast(4)
                    guard body.count >= 16, !text.hasPrefix("00A4"), !text.hasPrefix("0022C1A4") else { continue }
                    bodies += 1
                    #expect(!kept.contains(body.prefix(16)), "\(object["number"] ?? "")")
                }
            }
            #expect(bodies > 15)
            #expect(kept.split(separator: "\n").count < whole.split(separator: "\n").count, "random bytes are not kept")
        }
    }

    @Test func `what was asked for is the only place of the zone`() throws {
        let secrets = try Self.secrets()
        let zone = SimulatedPassport.zone
        let reads = CommandRun(["passport", "read", "--reader=sim:passport"], house: SimulatedPassport.house())
        Self.expectNone(Array(zone) + secrets.dropFirst(2).prefix(5) + ["271828"], in: reads.output, "text report")
        Self.expectNone(secrets, in: reads.errors, "notes")
        let commands: [[String]] = [
            ["readers"], ["readers", "--json"], ["sim", "list"], ["sim", "list", "--json"],
            ["apdu", "--reader=sim:passport", "00B09C0000"], ["apdu", "--reader=sim:passport", "--json", "0084000008"],
            ["decode", "sw", "6982"], ["--help"], ["passport", "read", "--help"], ["--version"],
        ]
        for words in commands {
            let run = CommandRun(words, house: SimulatedPassport.house())
            Self.expectNone(secrets, in: run.output + run.errors, words.joined(separator: " "))
        }
    }

    /// PINs in commands, passwords in frames, in whatever a reader wraps them.
    @Test(arguments: [
        (["apdu", "00200081083132333435363738"], "sim:passport", "3132333435363738", ExitCode.cardError),
        (
            ["presets", "run", "ntag21x.authenticate", "password=A1B2C3D4"], "sim:ntag213-password", "A1B2C3D4",
            .cardError
        ),
        (
            ["presets", "run", "ntag21x.authenticate", "password=A1B2C3D4"], "sim:ntag213-password?reader=rcs300",
            "A1B2C3D4", .cardError
        ),
    ])
    func `a secret that is sent is in no trace without secrets`(
        words: [String], reader: String, secret: String, code: ExitCode
    ) throws {
        try TemporaryFolder.use { folder in
            let run = CommandRun(
                words + ["--reader=\(reader)", "--trace=\(folder)/t"], house: SimulatedPassport.house())
            #expect(run.code == code, "\(run.errors)")
            let trace = try String(contentsOfFile: "\(folder)/t", encoding: .utf8)
            #expect(trace.contains("\"status\""), "something was sent")
            #expect(!trace.contains(secret) && !trace.contains(secret.dropLast(2)))
            if words.first == "presets" {
                let said = (run.output + run.errors).replacing(" ", with: "")
                #expect(!said.contains(secret))
            }
        }
    }

    /// Docs/rules.md 13, for everything that is ever written.
    @Test(
        arguments: [
            "passport read --reader=sim:passport --out=DIR/a/b --report=DIR/r.html --portrait=DIR/p.png --trace=DIR/t",
            "passport read --reader=sim:passport --out=DIR/a --redact --report=DIR/r.html --trace=DIR/t --trace-secrets",
            "passport info --reader=sim:passport --trace=DIR/t", "apdu --reader=sim:passport 00A4000C --trace=DIR/t",
            "transit read --reader=sim:suica --save=DIR/s.json --unknown=DIR/u.tsv --trace=DIR/t",
            "sim pki passport --out=DIR/pki", "presets export --family=piv --out=DIR/piv.txt",
            "trust import DIR/in/csca.cer",
            "presets add own.try --title=Try --for=iso7816 --effect=readsOnly --source=me "
                + "--step=send·00B0000000 --reply=90·00",
        ])
    func `what is written is for its owner alone`(line: String) throws {
        try TemporaryFolder.use { folder in
            let root = "\(folder)/new"
            var house = SimulatedPassport.house()
            house.environment = { $0 == "XDG_DATA_HOME" || $0 == "XDG_CONFIG_HOME" ? "\(root)/xdg" : nil }
            house.pictures = Pictures(
                converter: ImageConverter(program: BuiltProgram.path(of: "inlay")), deviceAttributes: { [] })
            try PrivateFile.makeFolder("\(root)/in")
            let issuer = try #require(SimulatedPassport.document?.countryCertificate)
            try PrivateFile.write(issuer, to: "\(root)/in/csca.cer", overwriting: false)
            let words = line.split(separator: " ").map {
                String($0).replacing("DIR", with: root).replacing("·", with: " ")
            }
            let run = CommandRun(words, house: house)
            #expect(run.code == .done, "\(run.errors)")
            let written = try FileManager.default.subpathsOfDirectory(atPath: root).filter { !$0.hasPrefix("in") }
            #expect(!written.isEmpty)
            for name in written {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(root)/\(name)")
                let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
                #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(name)")
                #expect(!name.hasSuffix(".part"), "\(name)")
            }
        }
    }
}
