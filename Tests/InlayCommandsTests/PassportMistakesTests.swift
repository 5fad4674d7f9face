import Foundation
import ISO7816
import LDS
import Octets
import Testing

@testable import InlayCommands

/// What people get wrong with `passport …`: each mistake says what it was and what to do, before anything is asked or sent.
@Suite struct PassportMistakesTests {
    private static let reading = ["passport", "read", "--reader=sim:passport"]

    private static func run(_ words: [String]) -> CommandRun {
        CommandRun(words, house: SimulatedPassport.house())
    }

    @Test(
        arguments: ["suica", "suica?reader=acr122u", "edy", "eid"],
        [[], ["--access=bac"], ["--access=pace"], ["--can=271828"]]
    )
    func `a card that is no passport is told as that, whatever would open one`(card: String, options: [String]) {
        let run = Self.run(["passport", "read", "--reader=sim:\(card)"] + options)
        #expect(run.code == .wrongKind)
        #expect(run.errors.contains("no passport application") && run.errors.contains("next:"))
        #expect(run.output.isEmpty)
    }

    /// Answers to reset that readers make up for memory cards: FeliCa of two makers, MIFARE Classic, Type 2.
    @Test(arguments: [
        ("3B8F8001804F0CA0000003061100 3B00000000 42", "FeliCa"),
        ("3B8F8001804F0CA0000003060300 0100000000 6A", "Classic"),
        ("3B8F8001804F0CA0000003060300 0300000000 68", "Ultralight"),
    ])
    func `nobody is asked for the zone of a memory card`(answer: String, name: String) throws {
        let bytes = try Hex.bytes(answer)
        let reader = ReaderSummary(name: "Test Reader", presence: .card(AnswerToReset(bytes)))
        var house = House.test(readers: FakeReaders(readers: [reader]))
        house.input = Input(
            isTerminal: true, readAll: { _ in [] }, readSome: { [] },
            askSecretly: { question throws(Failure) in
                Issue.record("asked: \(question)")
                return nil
            })
        let run = CommandRun("passport", "read", house: house)
        #expect(run.code == .wrongKind)
        #expect(run.errors.contains(name) && run.errors.contains("inlay info"))
    }

    @Test(arguments: ["status", "resume --pin=123456", "unblock --puk=1234567890 --confirm=unblock·PIN"])
    func `a card without a PIN is told as that`(words: String) {
        let words = words.split(separator: " ").map { String($0).replacing("·", with: " ") }
        let run = Self.run(["passport", "pin"] + words + ["--reader=sim:suica"])
        #expect(run.code == .wrongKind)
        #expect(run.errors.contains("no eID card") && run.errors.contains("inlay info"))
    }

    @Test(arguments: [
        (reading + ["--out="], "--out is empty"), (reading + ["--mrz", ""], "--mrz is empty"),
        (reading + ["--files="], "--files is empty"), (reading + ["--portrait="], "--portrait is empty"),
        (["passport", "read", "--reader="], "--reader is empty"),
        (["passport", "verify", ""], "name of a file is empty"), (["passport", "show", ""], "name of a file is empty"),
        (reading + ["--access=bac", "--can=271828"], "needs the machine readable zone"),
        (reading + ["--access=bac", "--pin=123456"], "needs the machine readable zone"),
        (reading + ["x"], "1 argument is there"), (reading + ["x", "y"], "2 arguments are there"),
        (reading + ["--mrz=A"], "1 character is no machine readable zone"),
        (reading + ["--trust=/nonexistent"], "does not exist"),
        (reading + ["--mrz-file=/nonexistent"], "does not exist"),
        (reading + ["--out=/dev/null"], "not a folder"), (reading + ["--report=x.pdf"], ".html"),
        (reading + ["--trace-secrets"], "--trace FILE"), (reading + ["--loop", "--out=x"], "--loop"),
        (["passport", "pin", "resume", "--reader=sim:eid", "--puk=1"], "no option --puk"),
        (["passport", "pin", "unblock", "--reader=sim:eid", "--pin=1"], "no option --pin"),
        (["passport", "verify", "/nonexistent"], "does not exist"),
        (["passport", "show", "/nonexistent"], "does not exist"),
        (["passport", "verify", "/dev/null"], "not a regular file"),
        (["passport", "mrz", "abc"], "3 characters are no"),
        (["passport", "mrz", "/dev/null"], "there is a file of this name"),
    ])
    func `wrong use names what is wrong and what to do`(words: [String], message: String) {
        let run = Self.run(words)
        #expect(run.code == .wrongUse)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.errors.contains("next:   "))
        #expect(run.output.isEmpty)
    }

    @Test(arguments: ["resume", "unblock"])
    func `nobody is asked for a PIN or for consent without a card`(command: String) {
        var house = House.test(readers: FakeReaders(readers: [ReaderSummary(name: "Empty", presence: .empty)]))
        house.input = Input(
            isTerminal: true, readAll: { _ in [] }, readSome: { [] },
            askSecretly: { question throws(Failure) in
                Issue.record("asked: \(question)")
                return nil
            })
        let run = CommandRun("passport", "pin", command, house: house)
        #expect(run.code == .noCard)
    }

    @Test(arguments: [("face.png", "face.png"), ("face.jpg", "face.jpg"), ("face", "face.jpg")])
    func `a portrait in the way is told before anything is read`(name: String, there: String) throws {
        try TemporaryFolder.use { folder in
            try PrivateFile.write([1], to: "\(folder)/\(there)", overwriting: false)
            let run = Self.run(Self.reading + ["--portrait", "\(folder)/\(name)"])
            #expect(run.code == .wrongUse && run.output.isEmpty)
            #expect(run.errors.contains("\(there) exists"))
        }
    }

    @Test func `a trace that could not be written is no success`() {
        // The kernel takes no files there, though the folder's mode says that its owner may write.
        let run = Self.run(Self.reading + ["--trace=/proc/inlay.trace"])
        #expect(run.code != .done)
        #expect(run.errors.contains("/proc/inlay.trace"))
    }

    @Test func `access that was set up again is told once`() {
        let run = Self.run(["passport", "read", "--reader=sim:passport-copied"])
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.count { $0.hasPrefix("  access ") } == 1)
        #expect(lines.contains { $0.hasSuffix("set up again once") })
    }

    @Test func `a damaged ZIP file is told once, and what several paths may be`() throws {
        try TemporaryFolder.use { folder in
            let archive = "\(folder)/x.zip"
            try PrivateFile.write(
                Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 40), to: archive, overwriting: false)
            for command in ["show", "verify"] {
                let run = Self.run(["passport", command, archive])
                #expect(run.code == .malformedData)
                #expect(run.errors.contains("is a damaged ZIP file: ") && !run.errors.contains("ZIP:"))
            }
            for other in [folder, archive] {
                let run = Self.run(["passport", "show", other, other])
                #expect(run.code == .wrongUse && run.errors.contains("a document of its own"))
            }
        }
    }

    @Test func `the fault of a file is told once`() throws {
        try TemporaryFolder.use { folder in
            let file = "\(folder)/EF.DG1.bin"
            try PrivateFile.write(Array((SimulatedPassport.files[.dg1] ?? []).prefix(40)), to: file, overwriting: false)
            let shown = Self.run(["passport", "show", file])
            #expect(shown.output.components(separatedBy: "ends too early").count == 2, "\(shown.output)")
            let decoded = Self.run(["decode", "dg", file])
            #expect((decoded.output + decoded.errors).components(separatedBy: "ends too early").count == 2)
        }
    }

    @Test(arguments: [
        ("P<UT0ERIKSSON", "UTO", "1, column 5: O instead of 0; only letters can stand there"),
        ("P<UTOERIKSSON", "UT0", "2, column 13: O instead of 0; only letters can stand there"),
        ("P<P01ERIKSSON", "UTO", "1, column 4: O instead of 0; line 1, column 5: L instead of 1; only letters"),
    ])
    func `what no check digit covers is not said to put one right`(state: String, nationality: String, words: String) {
        let run = CommandRun(
            "passport", "mrz", "\(state)<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
            "L898902C36\(nationality)7408122F1204159ZE184226B<<<<<10",
            width: 120)
        let text = run.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(text.contains("line \(words)"), "\(run.output)")
        #expect(!run.output.contains("every check digit agree"))
    }

    @Test func `one document holds`() throws {
        try TemporaryFolder.use { folder in
            let saved = "\(folder)/tray/one"
            #expect(Self.run(Self.reading + ["--out", saved]).code == .done)
            let run = Self.run(["passport", "verify", "--trust=sim:passport", "\(folder)/tray"])
            #expect(run.errors.contains("1 document: 1 holds, 0 failed, 0 not established"))
        }
    }
}
