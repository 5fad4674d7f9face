import ChipSimulation
import Foundation
import ISO7816
import InlaySeams
import LDS
import Synchronization
import Testing

@testable import InlayCommands

@Suite struct PassportReadCommandTests {
    private static let read = ["passport", "read"]

    private static let usual = SimulatorEntry.passports.filter { $0.seen == nil }.map(\.readerName)

    @Test(arguments: usual.filter { !["sim:eid", "sim:passport-copied"].contains($0) })
    func `every simulator is read with its own zone, and the report says so`(reader: String) {
        let run = CommandRun(Self.read + ["--reader", reader], house: SimulatedPassport.house())
        #expect(run.code == .done)
        for text in ["HALVORSDOTTER", "simulated", "printed on the simulated document", "passed       signature"] {
            #expect(run.output.contains(text), "\(text)")
        }
        #expect(run.output.contains("not established"), "nobody vouches for the signer")
    }

    @Test func `an identity card that hides its eMRTD application is no passport`() {
        let run = CommandRun(Self.read + ["--reader=sim:eid"], house: SimulatedPassport.house())
        #expect(run.code == .wrongKind)
        #expect(run.errors.contains("eID") && run.errors.contains("--inspection-system"))
        let asked = CommandRun(
            Self.read + ["--reader=sim:eid", "--inspection-system"], house: SimulatedPassport.house())
        #expect(asked.code == .done && asked.output.contains("passed       signature"))
    }

    @Test func `a copied chip is found out`() {
        let run = CommandRun(Self.read + ["--reader=sim:passport-copied"], house: SimulatedPassport.house())
        #expect(run.code == .checkFailed)
    }

    @Test(arguments: [
        ([], ExitCode.done), (["--require=authentic"], .notEstablished), (["--require=none"], .done),
        (["--require=authentic", "--trust=sim:passport"], .done), (["--require=hashes"], .done),
        (["--require=authentic", "--trust=sim:passport", "--at=2060-01-01"], .checkFailed),
    ])
    func `the exit code says whether what is required holds`(options: [String], code: ExitCode) {
        let run = CommandRun(Self.read + ["--reader=sim:passport"] + options, house: SimulatedPassport.house())
        #expect(run.code == code)
    }

    @Test func `another state's certificates vouch for nothing`() {
        let options = ["--reader=sim:passport", "--require=authentic", "--trust=sim:passport?seed=2"]
        let run = CommandRun(Self.read + options, house: SimulatedPassport.house())
        #expect(run.code == .notEstablished || run.code == .checkFailed)
        #expect(!run.output.contains("a trusted CSCA issued"))
    }

    @Test func `the JSON is one document that Python reads`() throws {
        let run = CommandRun(Self.read + ["--reader=sim:passport", "--json"], house: SimulatedPassport.house())
        #expect(run.code == .done)
        let program = """
            import json, sys
            d = json.load(sys.stdin)
            checks = {c["check"]: c["state"] for c in d["checks"]}
            print(list(d)[0], d["schema"], d["source"], d["document"]["surname"], checks["signature"], checks["chain"],
                  d["verdict"]["conclusion"], d["access"]["established"], all(f["state"] == "read" for f in d["files"]))
            """
        let seen = try Python.run(program, input: run.output)
        #expect(seen == "schema inlay.passport/1 simulated HALVORSDOTTER passed notDone holds PACE True\n")
    }

    @Test func `a key that is wrong is refused by the chip, with its own exit code`() {
        let zone = ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C<3UTO6908061F9406236ZE184226B<<<<<14"]
        for access in ["auto", "pace", "bac"] {
            let options = ["--reader=sim:passport", "--mrz", zone.joined(separator: "\n"), "--access", access]
            let run = CommandRun(Self.read + options, house: SimulatedPassport.house())
            #expect(run.code == .secretRefused)
            #expect(run.output.isEmpty)
            let document = CommandRun(Self.read + options + ["--json"], house: SimulatedPassport.house()).output
            #expect(document.contains("\"code\": \"secret-refused\""))
        }
    }

    @Test(arguments: [
        (["--reader=sim:passport-bac", "--access=pace"], "access-not-offered"),
        (["--reader=sim:passport-bac", "--can=271828"], "access-not-offered"),
        (["--reader=sim:passport-pace", "--access=bac"], "not-offered"),
    ])
    func `a way in that the chip does not offer is told as such`(options: [String], kind: String) {
        let run = CommandRun(Self.read + options + ["--json"], house: SimulatedPassport.house())
        #expect(run.code == .cardError)
        #expect(run.output.contains("\"code\": \"\(kind)\""))
        #expect(run.errors.contains("next:"))
    }

    @Test func `a wrong check digit is named before anything is sent`() {
        let sent = Counter()
        let house = SimulatedPassport.house(wire: { link in TracingLink(link) { _ in sent.add() } })
        let wrong = SimulatedPassport.zone.joined(separator: "/").dropLast() + "9"
        let run = CommandRun(Self.read + ["--mrz", String(wrong)], house: house)
        #expect(run.code == .wrongUse)
        #expect(run.errors.contains("composite check digit"))
        #expect(run.errors.contains("4 is expected"))
        #expect(sent.count == 0)
    }

    @Test func `a key comes from options, a file, standard input, the environment and three values`() throws {
        let zone = SimulatedPassport.zone.joined(separator: "\n")
        try TemporaryFolder.use { folder in
            try PrivateFile.write(Array(zone.utf8), to: "\(folder)/zone", overwriting: false)
            for options in [
                ["--mrz", zone], ["--mrz", zone.lowercased()], ["--mrz-file", "\(folder)/zone"], ["--mrz-file", "-"],
                ["--mrz-env", "ZONE"], ["--number", "UT7K40M2Q", "--birth", "1991-05-15", "--expiry", "340311"],
                ["--can", "271828"], ["--can-env", "CAN"], ["--can", "271828", "--mrz-env", "ZONE"],
            ] {
                let house = SimulatedPassport.house(input: zone, environment: ["ZONE": zone, "CAN": "271828"])
                let run = CommandRun(Self.read + ["--reader=sim:passport"] + options, house: house)
                #expect(run.code == .done, "\(options.first ?? "")")
                #expect(run.output.contains("as given"))
            }
        }
    }

    @Test(arguments: [
        ["--mrz=A", "--mrz-file=B"], ["--mrz-env=NOTSET"], ["--number=X"], ["--number=X", "--birth=1", "--expiry=2"],
        ["--can=12345"], ["--can=1234567"], ["--can=12345x"], ["--can=٣٣٣٣٣٣"], ["--access=other"], ["--files=dg17"],
        ["--require=all"], ["--at=2026-02-30"], ["--at=today"], ["--trust=/nonexistent"], ["--trust=/dev/null"],
        ["--redact", "--portrait=x"], ["--trace-secrets"], ["--out=/dev/null/x", "positional"],
    ])
    func `options that cannot be meant are refused before anything is sent`(options: [String]) {
        let sent = Counter()
        let house = SimulatedPassport.house(wire: { link in TracingLink(link) { _ in sent.add() } })
        let run = CommandRun(Self.read + options, house: house)
        #expect(run.code == .wrongUse)
        #expect(sent.count == 0)
    }

    @Test func `without a key a person is asked, line by line, and told where there is no terminal`() {
        var house = SimulatedPassport.house(files: SimulatedPassport.files)
        #expect(CommandRun(Self.read, house: house).code == .wrongUse)
        let lines = Mutex(SimulatedPassport.zone[...])
        let questions = Counter()
        house.input = Input(
            isTerminal: true, readAll: { _ in [] }, readSome: { [] },
            askSecretly: { _ in
                questions.add()
                return lines.withLock { $0.popFirst() } ?? ""
            })
        #expect(CommandRun(Self.read, house: house).code == .done)
        #expect(questions.count == 2)
    }

    @Test func `a person is not asked for a key in vain`() {
        var house = House.test()
        house.input = Input(
            isTerminal: true, readAll: { _ in [] }, readSome: { [] },
            askSecretly: { _ in
                Issue.record("asked without a reader")
                return ""
            })
        #expect(CommandRun(Self.read, house: house).code == .noReader)
    }

    @Test(arguments: [
        ("dg1", ["EF.COM", "EF.SOD", "EF.DG1"], ["EF.DG2", "EF.DG11"]), ("none", [], ["EF.DG1", "EF.SOD"]),
        ("dg2,DG11", ["EF.DG2", "EF.DG11", "EF.SOD"], ["EF.DG1\""]),
    ])
    func `only the files that are wanted are read`(list: String, read: [String], left: [String]) {
        let run = CommandRun(
            Self.read + ["--reader=sim:passport", "--json", "--require=none", "--files", list],
            house: SimulatedPassport.house())
        let files =
            run.output.components(separatedBy: "\"files\":").last?.components(separatedBy: "\"checks\"").first ?? ""
        for name in read { #expect(files.contains("\"\(name)\"")) }
        for name in left { #expect(!files.contains(name)) }
    }

    @Test func `a card that is taken away leaves what was read, marked`() throws {
        let house = SimulatedPassport.house(
            settings: "extended=off", wire: { FaultyLink($0, faults: [20: .removeCard]) })
        let run = CommandRun(Self.read + [SimulatedPassport.key], house: house)
        #expect(run.code == .noCard)
        #expect(run.output.hasPrefix("INCOMPLETE: the passport was taken away"))
        let document = CommandRun(Self.read + [SimulatedPassport.key, "--json"], house: house).output
        #expect(document.contains("\"complete\": false"))
        #expect(document.contains("\"code\": \"card-removed\""))
    }

    @Test func `Ctrl-C ends a read cleanly and the card is reset`() {
        let sent = Counter()
        let closed = Mutex<[Bool]>([])
        var house = SimulatedPassport.house(
            settings: "extended=off", wire: { link in TracingLink(link) { _ in sent.add() } })
        house.interruption = Interruption { sent.count >= 15 }
        house.readers = Closing(base: house.readers) { reset in closed.withLock { $0.append(reset) } }
        let run = CommandRun(Self.read + [SimulatedPassport.key], house: house)
        #expect(run.code == .interrupted)
        #expect(closed.withLock { $0 } == [true])
    }

    @Test func `a card without the application is no passport`() {
        let run = CommandRun(
            Self.read + [SimulatedPassport.key], house: .test(readers: .answering(0x6A82)))
        #expect(run.code == .wrongKind)
        #expect(run.errors.contains("no passport application"))
    }

    @Test func `a changed file fails, whatever is required`() {
        var files = SimulatedPassport.files
        files[.dg12]?.reverse()
        for requirement in ["authentic", "signature", "none"] {
            let run = CommandRun(
                Self.read + [SimulatedPassport.key, "--require", requirement],
                house: SimulatedPassport.house(files: files))
            #expect(run.code == .checkFailed)
            #expect(run.output.contains("must not be trusted"))
            #expect(run.output.contains("FAILED       hash of EF.DG12"))
        }
    }

    @Test func `another zone than the one in the chip is a failed check`() {
        // The key is made of number and dates only, so a zone with another name opens the chip.
        let zone = SimulatedPassport.zone.joined(separator: "/").replacing("JUNIPER<MAE", with: "JUNIPER<MAX")
        let run = CommandRun(
            Self.read + ["--mrz", zone], house: SimulatedPassport.house(files: SimulatedPassport.files))
        #expect(run.code == .checkFailed)
        #expect(run.output.contains("FAILED       printed zone and EF.DG1"))
    }

    @Test func `text in the chip cannot act on the terminal or on the layout`() throws {
        var files = SimulatedPassport.files
        let place = Array("AMAUROT".utf8)
        var group = try #require(files[.dg11])
        let start = try #require(group.indices.first { group.dropFirst($0).starts(with: place) })
        group.replaceSubrange(start..<(start + 7), with: [0x1B, 0x5B, 0x32, 0x4A, 0x0D, 0x07, 0x9B])
        files[.dg11] = group
        let run = CommandRun(
            Self.read + [SimulatedPassport.key, "--no-color"], house: SimulatedPassport.house(files: files),
            isTerminal: true)
        #expect(run.output.contains("\\u{1B}[2J\\u{D}\\u{7}"))
        #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || !TerminalText.isUnsafe($0) })
    }

    @Test func `progress is for a terminal only`() {
        let options = Self.read + ["--reader=sim:passport"]
        #expect(CommandRun(options, house: SimulatedPassport.house(), isTerminal: true).errors.contains("EF.DG2"))
        #expect(CommandRun(options, house: SimulatedPassport.house()).errors.isEmpty)
        let quiet = CommandRun(options + ["--quiet"], house: SimulatedPassport.house(), isTerminal: true)
        #expect(quiet.errors.isEmpty)
    }

    @Test(arguments: [40, 80, 120, 200])
    func `the report stays within the width of the terminal`(width: Int) {
        let run = CommandRun(
            Self.read + ["--reader=sim:passport", "--no-color"], house: SimulatedPassport.house(), isTerminal: true,
            width: width)
        for line in run.output.split(separator: "\n") { #expect(TerminalText.width(String(line)) <= width) }
        for line in run.errors.split(separator: "\r") { #expect(TerminalText.width(String(line)) < width) }
    }
}

/// Counts from any thread.
final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}

/// Readers that tell how a connection was closed.
private struct Closing: ReaderService {
    let base: any ReaderService
    let onClose: @Sendable (Bool) -> Void

    func list() throws(Failure) -> [ReaderSummary] { try base.list() }
    func waitForCard(on reader: String?, atMost limit: Duration) throws(Failure) {
        try base.waitForCard(on: reader, atMost: limit)
    }
    func connect(_ reader: String, atMost limit: Duration) throws(Failure) -> CardConnection {
        let connection = try base.connect(reader, atMost: limit)
        return CardConnection(
            link: connection.link, reader: connection.reader, source: connection.source, close: onClose)
    }
}
