import Foundation
import LDS
import Synchronization
import Testing

@testable import InlayCommands

/// Many documents: folders of them, ZIP files, and lines of standard input.
@Suite struct BatchTests {
    /// A small document, and the same with a changed letter.
    private static let good: LDSFiles = {
        var files = SimulatedPassport.files
        files[.dg2] = nil
        return files
    }()
    private static let bad: LDSFiles = {
        var files = good
        files[.dg1]?[20] ^= 1
        return files
    }()

    private static func save(_ files: LDSFiles, in path: String) throws {
        // Not as the product writes: making sure that thousands of files are on the disk takes long.
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for id in files.ids {
            try Data(files[id] ?? []).write(to: URL(fileURLWithPath: "\(path)/\(DumpFolder.name(id))"))
        }
    }

    /// The usual requirement cannot hold without EF.DG2.
    private static func verify(_ words: String..., input: String? = nil) -> CommandRun {
        CommandRun(
            ["passport", "verify", "--trust=sim:passport", "--require=signature"] + words,
            house: SimulatedPassport.house(input: input))
    }

    /// Paths and conclusions of the lines of `--jsonl`.
    private static func summary(_ run: CommandRun) throws -> String {
        try Python.run(
            """
            import json, sys
            for line in sys.stdin:
                d = json.loads(line)
                print(d["path"].split("/")[-1], d["verdict"]["conclusion"] if "verdict" in d else d["code"])
            """, input: run.output)
    }

    private static func zip(_ documents: [(folder: String, files: LDSFiles)], to path: String) throws {
        let list = documents.flatMap { document in
            document.files.ids.map { id in
                "(\"\(document.folder)\(DumpFolder.name(id))\", \"\(Data(document.files[id] ?? []).base64EncodedString())\")"
            }
        }
        _ = try Python.run(
            """
            import base64, zipfile
            with zipfile.ZipFile("\(path)", "w", zipfile.ZIP_DEFLATED) as z:
                for name, data in [\(list.joined(separator: ", "))]: z.writestr(name, base64.b64decode(data))
            """, input: "")
    }

    @Test func `a folder of documents is as many documents`() throws {
        try TemporaryFolder.use { tray in
            for (name, files) in [("b", Self.bad), ("a", Self.good), ("c", Self.good)] {
                try Self.save(files, in: "\(tray)/\(name)")
            }
            try Self.zip([("", Self.good)], to: "\(tray)/d.zip")
            try PrivateFile.makeFolder("\(tray)/e")
            let run = Self.verify(tray, "--jsonl")
            #expect(run.code == .checkFailed)
            #expect(try Self.summary(run) == "a holds\nb failed\nc holds\nd.zip holds\ne no-document\n")
            let text = Self.verify(tray)
            #expect(text.errors.contains("5 documents: 3 hold, 1 failed, 0 not established, 1 unreadable"))
            let json = Self.verify(tray, "--json")
            let seen = try Python.run(
                "import json, sys; d = json.load(sys.stdin); print(d['schema'], len(d['items']))", input: json.output)
            #expect(seen == "inlay.verification/1 5\n")
        }
    }

    @Test func `one document in a ZIP file is told in full, several are a batch`() throws {
        try TemporaryFolder.use { folder in
            try Self.zip([("dump/", Self.good)], to: "\(folder)/one.zip")
            try Self.zip([("x/alice/", Self.good), ("x/bob/", Self.bad)], to: "\(folder)/two.zip")
            let one = Self.verify("\(folder)/one.zip")
            #expect(one.code == .done)
            #expect(one.output.contains("Saved files"))
            let two = Self.verify("\(folder)/two.zip", "--jsonl")
            #expect(two.code == .checkFailed)
            #expect(try Self.summary(two) == "alice holds\nbob failed\n")
            #expect(Self.verify("\(folder)/two.zip", "--report=\(folder)/r.html").code == .wrongUse)
        }
    }

    @Test func `a ZIP file that is damaged, or a bomb, is one unreadable document`() throws {
        try TemporaryFolder.use { folder in
            try Self.zip([("", Self.good)], to: "\(folder)/cut.zip")
            let bytes = try #require(FileManager.default.contents(atPath: "\(folder)/cut.zip"))
            try bytes.dropLast(30).write(to: URL(fileURLWithPath: "\(folder)/cut.zip"))
            _ = try Python.run(
                """
                import zipfile
                with zipfile.ZipFile("\(folder)/bomb.zip", "w", zipfile.ZIP_DEFLATED) as z:
                    for name in ("EF.DG1.bin", "a/EF.DG1.bin"): z.writestr(name, bytes(200 << 20))
                with zipfile.ZipFile("\(folder)/slip.zip", "w") as z: z.writestr("../../EF.DG1.bin", b"a")
                """, input: "")
            let run = Self.verify("\(folder)/bomb.zip", "\(folder)/cut.zip", "--jsonl")
            #expect(run.code == .malformedData)
            #expect(
                try Self.summary(run)
                    == "bomb.zip malformed-archive\na malformed-archive\ncut.zip malformed-archive\n")
            #expect(Self.verify("\(folder)/slip.zip").code == .notEstablished, "a name is only a name")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 3)
        }
    }

    @Test func `what cannot be unpacked keeps no other document of the archive from its verdict`() throws {
        try TemporaryFolder.use { folder in
            try Self.zip([("a/", Self.good), ("b/", Self.good), ("c/", Self.bad)], to: "\(folder)/z.zip")
            _ = try Python.run(
                """
                import zipfile
                with zipfile.ZipFile("\(folder)/z.zip", "a", zipfile.ZIP_DEFLATED) as z:
                    z.writestr("b/EF.DG13.bin", bytes(20 << 20))
                with zipfile.ZipFile("\(folder)/full.zip", "w", zipfile.ZIP_DEFLATED) as z:
                    for number in range(20): z.writestr(f"{number}/EF.DG13.bin", bytes(15 << 20))
                """, input: "")
            let run = Self.verify("\(folder)/z.zip", "--jsonl")
            #expect(try Self.summary(run) == "a holds\nb malformed-archive\nc failed\n")
            #expect(run.code == .checkFailed)
            let full = Self.verify("\(folder)/full.zip", "--jsonl").output.split(separator: "\n")
            #expect(full.count == 20)
            #expect(full.last?.contains("more than the 256 MiB that are unpacked of one archive") == true)
            #expect(full.first?.contains("inlay.passport/1") == true)
        }
    }

    @Test func `a filter takes paths, base64 and JSON, and answers in order`() throws {
        try TemporaryFolder.use { folder in
            try Self.save(Self.good, in: "\(folder)/saved")
            try Self.zip([("", Self.bad)], to: "\(folder)/bad.zip")
            let zipped = try #require(FileManager.default.contents(atPath: "\(folder)/bad.zip")).base64EncodedString()
            let concatenated = Data(Self.good.ids.filter { $0.tag != nil }.flatMap { Self.good[$0] ?? [] })
            let members = Self.bad.ids.map { "\"\($0.name)\": \"\(Data(Self.bad[$0] ?? []).base64EncodedString())\"" }
            let lines = [
                "\(folder)/saved", "", concatenated.base64EncodedString(), zipped,
                "{\"id\": \"case 7\", \(members.joined(separator: ", "))}",
                "\(folder)/missing", "{\"sod\": 1}", "{", "UEsDBA==",
            ]
            let run = Self.verify("-", "--jsonl", input: lines.joined(separator: "\r\n"))
            #expect(
                try Self.summary(run)
                    == """
                    saved holds
                    line 2 malformed-line
                    line 3 holds
                    line 4 failed
                    case 7 failed
                    line 6 malformed-line
                    line 7 malformed-line
                    line 8 malformed-line
                    line 9 malformed-line

                    """)
            #expect(run.code == .checkFailed)
        }
    }

    private static var base64: String {
        Data(good.ids.filter { $0.tag != nil }.flatMap { good[$0] ?? [] }).base64EncodedString()
    }

    /// As a pipe that was cut, an editor and a wrong terminal make them.
    @Test(arguments: ["--jsonl", "--json", "--verbose", "--redact", "--quiet"])
    func `a damaged line is never repeated, whatever is damaged`(option: String) throws {
        let whole = Self.base64
        let zone = Data(Self.good[.dg1] ?? []).base64EncodedString()
        let bytes = Array(whole.utf8)
        let damaged = [
            String(whole.dropLast(40)), String(whole.dropFirst()), whole.replacing("A", with: "!", maxReplacements: 1),
            String(zone.dropLast(3)), String(zone.dropFirst(2)), zone + "=", "x" + zone,
            whole + "\u{0}", String(decoding: bytes.prefix(200), as: UTF8.self), "\u{FEFF}" + zone,
        ]
        let run = Self.verify("-", option, input: damaged.joined(separator: "\n"))
        #expect(run.code == .malformedData)
        let text = run.output + run.errors
        for line in damaged {
            let letters = Array(line)
            for start in stride(from: 0, to: letters.count - 16, by: 8) {
                let part = String(letters[start..<start + 16])
                guard !text.contains(part) else {
                    Issue.record("a part of a line is told: \(part)")
                    break
                }
            }
        }
        for number in 1...damaged.count { #expect(text.contains("line \(number)")) }
        if option == "--verbose" {
            #expect(run.errors.contains("line 1 is neither a path that exists nor a whole document in base64"))
            #expect(run.errors.contains("likely: ") && run.errors.contains("next:   "))
        }
    }

    @Test(arguments: ["--jsonl", "--json", "--verbose"]) func `no document at all is no success`(option: String) {
        let run = Self.verify("-", option, input: "")
        #expect(run.code == .notEstablished)
        #expect(run.errors.contains("no document came") && !run.errors.contains("0 hold"))
        #expect(run.errors.contains("likely: ") && run.errors.contains("next:   "))
        let blank = Self.verify("-", option, input: "\n \n")
        #expect(blank.code == .malformedData)
        #expect(blank.errors.contains("line 2 is empty") || blank.output.contains("line 2 is empty"))
    }

    @Test func `each line has one result, blank ones too, and says what it is called`() throws {
        let members = "\"sod\": \"\(Data(Self.good[.sod] ?? []).base64EncodedString())\""
        let lines = [
            "", Self.base64, "  ", "{\"id\": 12, \(members)}", "{\"id\": null, \(members)}",
            "{\"id\": {}, \(members)}", "{\(members)}",
        ]
        let run = Self.verify("-", "--jsonl", input: lines.joined(separator: "\n") + "\n")
        #expect(
            try Self.summary(run)
                == """
                line 1 malformed-line
                line 2 holds
                line 3 malformed-line
                12 notEstablished
                line 5 malformed-line
                line 6 malformed-line
                line 7 notEstablished

                """)
    }

    @Test func `a name is a name up to its end, and bytes that are no text are told`() throws {
        try TemporaryFolder.use { folder in
            try Self.save(Self.good, in: "\(folder)/ok")
            let run = Self.verify("-", "--jsonl", input: "\(folder)/ok\u{0}.notme\n\(folder)/ok")
            #expect(try Self.summary(run) == "line 1 malformed-line\nok holds\n")
            let source = DocumentSource.line(Array("\(folder)/ok".utf8) + [0xFF, 0xFE], number: 3, isTooLong: false)
            let failure = #expect(throws: Failure.self) { try source.documents() }
            #expect(failure?.message == "line 3 holds bytes that are no UTF-8")
            #expect(failure?.likely.isEmpty == false && failure?.remedy.isEmpty == false)
            let repaired = BoundedFile.failure("bad\u{FFFD}", SystemError(ENOENT))
            #expect(repaired.likely.contains("UTF-8"))
        }
    }

    @Test func `no name of a file can stand where a verdict stands`() throws {
        try TemporaryFolder.use { folder in
            let claim = "doc1: GENUINE CONTENTS: what is on the chip is as the authority of Utopia signed it."
            try Self.zip([("\(claim)/", Self.bad), ("b/", Self.bad)], to: "\(folder)/spoof.zip")
            let run = Self.verify("\(folder)/spoof.zip")
            let lines = run.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
            #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("DO NOT TRUST: ") }, "\(run.output)")
        }
    }

    @Test func `a redacted batch names no file, folder or line's id, in any form`() throws {
        try TemporaryFolder.use { folder in
            let secret = "SECRETNAME_SEC123456"
            let tray = "\(folder)/\(secret)-tray"
            try Self.save(Self.good, in: "\(tray)/\(secret)-a")
            try Data([1]).write(to: URL(fileURLWithPath: "\(tray)/\(secret)-a/\(secret).foo"))
            try PrivateFile.makeFolder("\(tray)/\(secret)-empty")
            try Self.zip([("\(secret)/", Self.good), ("x/\(secret)/", Self.bad)], to: "\(tray)/\(secret)-z.zip")
            let line = "{\"id\": \"\(secret)\", \"sod\": \"\(Data(Self.good[.sod] ?? []).base64EncodedString())\"}"
            for option in [[], ["--json"], ["--jsonl"], ["--verbose"]] {
                let words = ["passport", "verify", "--trust=sim:passport", "--redact", "-", tray] + option
                let run = CommandRun(
                    words,
                    house: SimulatedPassport.house(input: "\(line)\n\(tray)/\(secret)-a\n\(tray)/\(secret)-empty"))
                #expect(!(run.output + run.errors).contains("SEC"), "\(run.output + run.errors)")
                for name in ["line 1", "line 3", "document 1", "document 3.2"] {
                    // The terminal's full report of a document has no name at all.
                    if option != ["--verbose"] || name == "line 3" {
                        #expect((run.output + run.errors).contains(name), "\(name)")
                    }
                }
                if option != [] { #expect(run.output.contains("not recognised: 1 file")) }
            }
            for option in [[], ["--json"], ["--jsonl"]] {
                let one = CommandRun(
                    ["passport", "verify", "\(tray)/\(secret)-a", "--redact", "--force", "--report=\(folder)/r.html"]
                        + option,
                    house: SimulatedPassport.house())
                let page = try String(contentsOfFile: "\(folder)/r.html", encoding: .utf8)
                #expect(!(one.output + one.errors + page).contains("SEC"))
                #expect(page.contains("not recognised: 1 file"))
                let none = CommandRun(
                    ["passport", "verify", "\(tray)/\(secret)-empty/\(secret)", "--redact"] + option,
                    house: SimulatedPassport.house())
                #expect(!(none.output + none.errors).contains("SEC"))
                #expect(none.code == .wrongUse)
            }
        }
    }

    @Test(arguments: [1, 2, 7]) func `however many threads, the results and their order are the same`(jobs: Int) throws
    {
        try TemporaryFolder.use { tray in
            for number in 0..<90 {
                try Self.save(number % 7 == 0 ? Self.bad : Self.good, in: "\(tray)/\(1000 + number)")
            }
            let run = Self.verify(tray, "--jsonl", "--jobs=\(jobs)")
            let expected = (0..<90).map { "\(1000 + $0) \($0 % 7 == 0 ? "failed" : "holds")\n" }.joined()
            #expect(try Self.summary(run) == expected)
        }
    }

    @Test func `a progress line is shown on a terminal only`() throws {
        try TemporaryFolder.use { tray in
            for name in ["a", "b"] { try Self.save(Self.good, in: "\(tray)/\(name)") }
            let words = ["passport", "verify", "--trust=sim:passport", tray, "--jsonl"]
            let seen = CommandRun(words, house: SimulatedPassport.house(), isTerminal: true)
            #expect(seen.errors.contains("of 2: "))
            #expect(CommandRun(words, house: SimulatedPassport.house()).errors.isEmpty)
        }
    }

    @Test func `not more is under way than the window allows, and nothing is lost`() throws {
        let taken = Atomic(0)
        let given = Atomic(0)
        let most = Atomic(0)
        var number = 0
        let work = OrderedWork<Int, Int>(
            threads: 4, window: 8,
            source: {
                guard number < 500 else { return nil }
                number += 1
                taken.wrappingAdd(1, ordering: .relaxed)
                let ahead = taken.load(ordering: .relaxed) - given.load(ordering: .relaxed)
                most.max(ahead, ordering: .relaxed)
                return number
            }, work: { $0 * 2 })
        var results: [Int] = []
        try work.forEach(every: .milliseconds(10), idle: {}) { result in
            given.wrappingAdd(1, ordering: .relaxed)
            results.append(result)
            return true
        }
        #expect(results == (1...500).map { $0 * 2 })
        #expect(most.load(ordering: .relaxed) <= 9)
    }

    @Test func `what the source throws comes after the results before it, and a reader that leaves ends it`() throws {
        func work(failsAt end: Int) -> OrderedWork<Int, Int> {
            var number = 0
            return OrderedWork(
                threads: 3, window: 5,
                source: { () throws(Failure) in
                    number += 1
                    guard number < end else { throw Failure(.inputOutput, kind: "test", "broken") }
                    return number
                }, work: { $0 })
        }
        var results: [Int] = []
        #expect(throws: Failure.self) {
            try work(failsAt: 40).forEach(every: .milliseconds(10), idle: {}) {
                results.append($0); return true
            }
        }
        #expect(results == Array(1..<40))
        results = []
        try work(failsAt: 1_000_000).forEach(every: .milliseconds(10), idle: {}) { result in
            results.append(result)
            return result < 10
        }
        #expect(results == Array(1...10))
    }

    // MARK: - As one of many

    /// Each process writes a file of its own: what several write into one pipe can be mixed within a line.
    @Test func `an engine that is there spreads documents over processes, and each comes to what it comes to alone`()
        throws
    {
        try TemporaryFolder.use { folder in
            for number in 0..<11 {
                try Self.save(number % 4 == 3 ? Self.bad : Self.good, in: "\(folder)/tray/\(100 + number)")
            }
            try PrivateFile.makeFolder("\(folder)/results")
            let command =
                "exec '\(BuiltProgram.path(of: "inlay"))' passport verify --jsonl --trust=sim:passport --require=signature"
            _ = try Python.run(
                #"""
                import subprocess, sys
                folder, command = sys.stdin.read().split("\n")
                found = subprocess.run(["find", folder + "/tray", "-mindepth", "1", "-maxdepth", "1", "-print0"],
                    capture_output=True).stdout
                script = command + ' "$@" > "' + folder + '/results/$$"'
                subprocess.run(["xargs", "-0", "-P", "3", "-n", "2", "sh", "-c", script, "sh"], input=found)
                # The same as a filter: half of the lines to each of two.
                paths = sorted(found.decode().split("\0")[:-1])
                for number in range(2):
                    with open(folder + "/results/filter%d" % number, "w") as out:
                        lines = "\n".join(paths[number::2]).encode()
                        subprocess.run(command + " -", shell=True, input=lines, stdout=out)
                """#, input: "\(folder)\n\(command)")
            var lines: [String] = []
            for file in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/results") {
                lines += try String(contentsOfFile: "\(folder)/results/\(file)", encoding: .utf8)
                    .split(separator: "\n").map(String.init)
            }
            let seen = try Python.run(
                """
                import json, sys
                for d in sorted((json.loads(line) for line in sys.stdin), key=lambda d: d["path"]):
                    print(d["path"][-3:], d["verdict"]["conclusion"])
                """, input: lines.joined(separator: "\n"))
            let expected = (0..<11).map { "\(100 + $0) \($0 % 4 == 3 ? "failed" : "holds")\n" }
            #expect(seen == expected.map { $0 + $0 }.joined())
        }
    }

    @Test func `ten times as many documents take no more memory`() throws {
        let document = Data(Self.good.ids.filter { $0.tag != nil }.flatMap { Self.good[$0] ?? [] })
        let peaks = try Python.run(
            #"""
            import resource, subprocess, sys
            program, document = sys.stdin.read().split("\n")
            for count in (200, 2000):
                run = subprocess.Popen([program, "passport", "verify", "--jsonl", "-", "--trust=sim:passport",
                    "--require=signature"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
                for _ in range(count): run.stdin.write((document + "\n").encode())
                run.stdin.close()
                print(run.wait(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
            """#, input: "\(BuiltProgram.path(of: "inlay"))\n\(document.base64EncodedString())")
        let found = peaks.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
        try #require(found.count == 2 && found.allSatisfy { $0.count == 2 && $0[0] == 0 }, "\(peaks)")
        // Kilobytes; 1800 documents more with their results would be 20,000.
        #expect(found[1][1] < found[0][1] + 8192, "\(peaks)")
    }
}
