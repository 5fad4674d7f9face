import Foundation
import Testing

@testable import InlayCommands

/// Terminal Authentication, the secure channel and the test certificates, from the command line.
@Suite struct TerminalCommandTests {
    private let house = SimulatedPassport.house()

    /// Runs `body` with a folder that holds the certificates of `sim:passport-eac`.
    private func withPKI(_ body: (_ options: [String]) throws -> Void) throws {
        try TemporaryFolder.use { folder in
            let made = CommandRun("sim", "pki", "passport-eac", "--out", "\(folder)/pki", house: house)
            #expect(made.code == .done)
            try body(
                ["cvca", "dv", "is"].map { "--cvc=\(folder)/pki/\($0).cvcert" }
                    + ["--terminal-key=\(folder)/pki/is.pkcs8", "--trust=\(folder)/pki/csca.cer"])
        }
    }

    @Test func `without consent nothing is sent, and the refusal spells what to type`() throws {
        try withPKI { options in
            let run = CommandRun(["passport", "read", "--reader=sim:passport-eac"] + options, house: house)
            #expect(run.code == .wrongUse)
            #expect(run.errors.contains("--confirm \"authenticate UTGATE00001\""))
            #expect(run.output.isEmpty)
            let other = CommandRun(
                ["passport", "read", "--reader=sim:passport-eac", "--confirm=authenticate SEGATE00001"] + options,
                house: house)
            #expect(other.code == .wrongUse)
        }
    }

    @Test func `with consent fingerprints and irises are read`() throws {
        try withPKI { options in
            let run = CommandRun(
                ["passport", "read", "--reader=sim:passport-eac", "--confirm=authenticate UTGATE00001", "--json"]
                    + options, house: house)
            #expect(run.code == .done)
            #expect(run.output.contains("\"EF.DG3\"") && run.output.contains("\"EF.DG4\""))
            #expect(run.output.contains("terminalAuthentication"))
        }
    }

    @Test(arguments: [
        ["--cvc=/nonexistent"], ["--terminal-key=/nonexistent"], ["--cvc=/nonexistent", "--terminal-key=/nonexistent"],
    ])
    func `half of the credentials, or files that are not there, are refused before a card is touched`(
        options: [String]
    ) {
        let run = CommandRun(["passport", "read", "--reader=sim:passport-eac"] + options, house: house)
        #expect(run.code != .done && run.output.isEmpty)
    }

    @Test func `commands travel through the secure channel, and answers are plain`() {
        for (secure, reader) in [("pace", "sim:passport-cam"), ("bac", "sim:passport-bac")] {
            let select = secure == "pace" ? ["00A4040C07A0000002471001"] : []
            let run = CommandRun(
                ["apdu", "--reader=\(reader)", "--secure=\(secure)"] + select + ["00B0810005"], house: house)
            #expect(run.code == .done)
            #expect(run.output.contains("< 615B5F1F58 9000"))
        }
    }

    @Test func `a wrong key for the secure channel is told like everywhere`() {
        let run = CommandRun(
            "apdu", "--reader=sim:passport", "--secure=pace", "--can=000000", "00B0810005", house: house)
        #expect(run.code == .secretRefused)
        #expect(!run.errors.contains("000000"))
        let wrong = CommandRun("apdu", "--reader=sim:passport", "--secure=tls", "00B0810005", house: house)
        #expect(wrong.code == .wrongUse)
    }

    @Test func `certificates are explained`() throws {
        try withPKI { options in
            let path = options[2].dropFirst("--cvc=".count)
            let run = CommandRun("decode", "cvc", String(path), house: house)
            #expect(run.code == .done)
            #expect(run.output.contains("UTGATE00001") && run.output.contains("read EF.DG3"))
        }
        #expect(CommandRun("decode", "cvc", "7F2103010203", house: house).code == .malformedData)
    }

    @Test func `test certificates are private files and never overwritten`() throws {
        try TemporaryFolder.use { folder in
            #expect(CommandRun("sim", "pki", "--out", "\(folder)/p", house: house).code == .done)
            #expect(CommandRun("sim", "pki", "--out", "\(folder)/p", house: house).code == .wrongUse)
            #expect(CommandRun("sim", "pki", "--out", "\(folder)/p", "--force", house: house).code == .done)
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/p/is.pkcs8")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        #expect(CommandRun("sim", "pki", house: house).code == .wrongUse)
    }

    @Test func `a passport has no PIN, and unblocking wants consent`() {
        #expect(CommandRun("passport", "pin", "status", "--reader=sim:passport", house: house).code == .wrongKind)
        let run = CommandRun("passport", "pin", "unblock", "--reader=sim:passport", "--puk=1234567890", house: house)
        #expect(run.code == .wrongUse)
        #expect(run.errors.contains("--confirm \"unblock PIN\"") && !run.errors.contains("1234567890"))
        let malformed = CommandRun("passport", "pin", "resume", "--reader=sim:passport", "--pin=12a4", house: house)
        #expect(malformed.code == .wrongUse && !malformed.errors.contains("12a4"))
    }

    /// One identity card for each row: the reader keeps tries, and says how many there are.
    @Test(arguments: [
        ("status", "", [], ExitCode.done, "ready"),
        ("status", "&pinTries=2", [], .done, "2 tries"),
        ("status", "&pinTries=1", [], .secretBlocked, "suspended"),
        ("status", "&pinTries=0", [], .secretBlocked, "blocked"),
        ("status", "&pinActive=off", [], .secretBlocked, "deactivated"),
        ("resume", "", ["--pin=135790"], .done, "done"),
        ("resume", "", ["--pin=999999"], .secretRefused, "2 tries are left"),
        ("resume", "&pinTries=1", ["--pin=135790", "--can=246802"], .secretBlocked, "--last-try"),
        ("resume", "&pinTries=1", ["--pin=135790", "--can=246802", "--last-try"], .done, "done"),
        ("resume", "&pinTries=0", ["--pin=135790", "--last-try"], .secretBlocked, "PUK"),
        ("unblock", "&pinTries=0", ["--puk=1234567890", "--confirm=unblock PIN"], .done, "done"),
        (
            "unblock", "&pinTries=0", ["--puk=0000000000", "--confirm=unblock PIN"], .secretRefused,
            "PUK is not accepted"
        ),
        ("unblock", "", ["--puk=1234567890", "--confirm=unblock PIN"], .done, "nothing to do"),
    ])
    func `the PIN of an identity card is dealt with, and no try is wasted`(
        verb: String, settings: String, options: [String], code: ExitCode, said: String
    ) {
        let reader = "--reader=sim:eid?pin=135790&puk=1234567890&can=246802" + settings
        let run = CommandRun(["passport", "pin", verb, reader] + options, house: house)
        #expect(run.code == code)
        #expect((run.output + run.errors).contains(said), "\(run.output)\(run.errors)")
        for secret in ["135790", "1234567890", "246802"] { #expect(!(run.output + run.errors).contains(secret)) }
    }

    @Test func `an identity card without the passport application is told as what it is`() {
        let run = CommandRun("passport", "read", "--reader=sim:eid", house: house)
        #expect(run.code == .wrongKind)
        #expect(run.errors.contains("eID"))
    }
}
