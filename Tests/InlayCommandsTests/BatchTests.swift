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
            #expect(try Self.summary(run) == "bomb.zip malformed-archive\ncut.zip malformed-archive\n")
            #expect(Self.verify("\(folder)/slip.zip").code == .notEstablished, "a name is only a name")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 3)
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
                    line 3 holds
                    line 4 failed
                    case 7 failed
                    line 6 no-such-file
                    line 7 malformed-line
                    line 8 malformed-line
                    line 9 no-such-file

                    """)
            #expect(run.code == .checkFailed)
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
}
