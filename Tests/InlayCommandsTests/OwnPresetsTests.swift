import CommandPresets
import Foundation
import InlaySeams
import Synchronization
import Testing

@testable import InlayCommands

@Suite struct OwnPresetsTests {
    private static let step = ["--step", "send 00 CB 3F FF [5C [5F C1 09]] 00", "--reply", "53 .. 90 00 / 69 82"]

    private static func add(_ name: String, _ folder: String, _ more: [String] = []) -> CommandRun {
        CommandRun(
            ["presets", "add", name, "--title", "Printed information", "--for", "piv"] + step
                + (more.isEmpty ? ["--effect", "readsOnly"] : more),
            house: .test(environment: ["XDG_CONFIG_HOME": folder]))
    }

    private static func run(_ words: String..., in folder: String, input: String? = nil) -> CommandRun {
        CommandRun(words, house: .test(input: input, environment: ["XDG_CONFIG_HOME": folder]))
    }

    @Test func `a preset is added, listed, changed, exported and removed`() throws {
        try TemporaryFolder.use { folder in
            #expect(Self.add("piv.printed", folder).code == .done)
            let path = "\(folder)/inlay/presets.txt"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.contains("preset piv.printed\ntitle  Printed information\n"))
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(Self.run("presets", "list", "--own", in: folder).output.contains("piv.printed"))
            #expect(Self.add("piv.printed", folder).code == .wrongUse)
            #expect(Self.run("presets", "edit", "piv.printed", "--note", "wants the PIN", in: folder).code == .done)
            let export = Self.run("presets", "export", in: folder)
            #expect(export.output.contains("note   wants the PIN"))
            #expect(try PresetText.presets(export.output).map(\.name) == ["piv.printed"])
            #expect(Self.run("presets", "remove", "piv.printed", in: folder).code == .done)
            #expect(!Self.run("presets", "list", "--own", in: folder).output.contains("piv.printed"))
            #expect(Self.run("presets", "remove", "piv.chuid", in: folder).errors.contains("it is built in"))
        }
    }

    /// Each of many programs at once waits for the others, and none writes over what another added.
    @Test func `presets that are added at once are all there`() throws {
        try TemporaryFolder.use { folder in
            let codes = Mutex<[ExitCode]>([])
            DispatchQueue.concurrentPerform(iterations: 12) { number in
                let code = Self.add("piv.own-\(number)", folder).code
                codes.withLock { $0.append(code) }
            }
            #expect(codes.withLock { $0 } == Array(repeating: .done, count: 12))
            let list = Self.run("presets", "list", "--own", in: folder).output
            for number in 0..<12 { #expect(list.contains("piv.own-\(number) "), "\(list)") }
        }
    }

    @Test func `two processes that add presets at once lose none`() throws {
        let program = BuiltProgram.path(of: "inlay")
        try TemporaryFolder.use { folder in
            let processes = try (0..<6).map { number in
                let process = Process()
                process.executableURL = URL(fileURLWithPath: program)
                process.arguments =
                    ["presets", "add", "piv.own-\(number)", "--title", "x", "--for", "piv", "--effect", "readsOnly"]
                    + Self.step
                process.environment = ["XDG_CONFIG_HOME": folder, "PATH": "/usr/bin:/bin"]
                process.standardOutput = nil
                try process.run()
                return process
            }
            processes.forEach { $0.waitUntilExit() }
            #expect(processes.map(\.terminationStatus) == Array(repeating: 0, count: 6))
            let list = Self.run("presets", "list", "--own", in: folder).output
            for number in 0..<6 { #expect(list.contains("piv.own-\(number) "), "\(list)") }
        }
    }

    @Test func `a program that keeps the presets is waited for, but not for ever`() throws {
        try TemporaryFolder.use { folder in
            let house = House.test(environment: ["XDG_CONFIG_HOME": folder])
            #expect(Self.add("piv.printed", folder).code == .done)
            var file = try PresetFile.required(house)
            file.patience = .zero
            let inUse = Failure(.inputOutput, kind: "test", "in use")
            try FileLock.hold("\(file.path).lock", .never, inUse: inUse) { () throws(Failure) in
                let failure = #expect(throws: Failure.self) { try file.change { _ in [] } }
                #expect(failure?.kind == "presets-in-use" && failure?.exitCode == .inputOutput)
            }
            #expect(try file.read().map(\.name) == ["piv.printed"])
            try file.change { _ in [] }
            #expect(try file.read().isEmpty)
        }
    }

    @Test func `a link in the place of the lock is not followed, and the disk is not blamed`() throws {
        try TemporaryFolder.use { folder in
            #expect(Self.add("piv.one", folder).code == .done)
            let lock = folder + "/inlay/presets.txt.lock"
            try FileManager.default.removeItem(atPath: lock)
            try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: folder + "/elsewhere")
            let run = Self.add("piv.two", folder)
            #expect(run.code == .inputOutput && run.errors.contains("a link, a folder or a device"), "\(run.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder + "/elsewhere"))
        }
    }

    /// What begins with no family stands in a group of its own, which nobody may have meant.
    @Test func `a name without a family is kept, with a word about it`() throws {
        try TemporaryFolder.use { folder in
            let run = Self.add("my.test", folder)
            #expect(run.code == .done)
            #expect(run.errors.contains("listed under my") && run.errors.contains("piv.test"), "\(run.errors)")
            #expect(!Self.add("piv.test", folder).errors.contains("listed under"))
        }
    }

    /// Nobody edited what another program wrote.
    @Test func `a file that is imported and is none of presets is not one that was edited`() throws {
        try TemporaryFolder.use { folder in
            let run = Self.run("presets", "import", "-", in: folder, input: "inlay: there is nothing to export\n")
            #expect(run.code == .malformedData)
            #expect(run.errors.contains("no file of presets") && !run.errors.contains("edited"), "\(run.errors)")
        }
    }

    /// The specification of the folders: ~/.config where nothing else is said, and no relative paths.
    @Test(
        arguments: [[:], ["XDG_CONFIG_HOME": ""], ["XDG_CONFIG_HOME": "relative/folder"]] as [[String: String]])
    func `without a folder of configuration presets are kept below home, with the comments of the user`(
        more: [String: String]
    ) throws {
        try TemporaryFolder.use { home in
            let house = House.test(environment: more.merging(["HOME": home]) { $1 })
            let words = ["presets", "add", "piv.printed", "--title", "x", "--for", "piv", "--effect", "readsOnly"]
            #expect(CommandRun(words + Self.step, house: house).code == .done)
            let path = "\(home)/.config/inlay/presets.txt"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.contains("preset piv.printed"))
            let presets = text.components(separatedBy: "\n\n").dropFirst().joined(separator: "\n\n")
            try "# for work\n# and for play\n\n\(presets)".write(toFile: path, atomically: true, encoding: .utf8)
            #expect(CommandRun("presets", "edit", "piv.printed", "--note", "mine", house: house).code == .done)
            let edited = try String(contentsOfFile: path, encoding: .utf8)
            #expect(edited.hasPrefix("# for work\n# and for play\n"), "\(edited)")
            #expect(edited.contains("note   mine"))
        }
    }

    @Test func `a built-in preset is changed for oneself, and back`() throws {
        try TemporaryFolder.use { folder in
            #expect(Self.run("presets", "edit", "piv.chuid", "--title", "My CHUID", in: folder).code == .done)
            #expect(Self.run("presets", "show", "piv.chuid", in: folder).output.contains("My CHUID  (own)"))
            #expect(Self.run("presets", "remove", "piv.chuid", in: folder).code == .done)
            #expect(Self.run("presets", "show", "piv.chuid", in: folder).output.contains("Card Holder Unique"))
        }
    }

    @Test func `presets are passed on as a file`() throws {
        try TemporaryFolder.use { folder in
            let file = "\(folder)/shared.txt"
            #expect(Self.run("presets", "export", "piv.chuid", "--out", file, in: folder).code == .done)
            var text = try String(contentsOfFile: file, encoding: .utf8).replacingOccurrences(of: "chuid", with: "mine")
            #expect(Self.run("presets", "import", "-", in: folder, input: text).output == "added    piv.mine\n")
            #expect(Self.run("presets", "import", "-", in: folder, input: text).errors.contains("there already"))
            text = text.replacingOccurrences(of: "Card Holder", with: "Other")
            #expect(Self.run("presets", "import", "-", in: folder, input: text).code == .wrongUse)
            #expect(
                Self.run("presets", "import", "-", "--force", in: folder, input: text).output == "changed  piv.mine\n")
        }
    }

    @Test func `a broken file names its line and loses nothing`() throws {
        try TemporaryFolder.use { folder in
            #expect(Self.add("piv.printed", folder).code == .done)
            let path = "\(folder)/inlay/presets.txt"
            let good = try String(contentsOfFile: path, encoding: .utf8)
            let broken = good.replacingOccurrences(of: "reply  53", with: "reply  5X")
            try broken.write(toFile: path, atomically: true, encoding: .utf8)
            let line = broken.components(separatedBy: "\n").firstIndex { $0.hasPrefix("reply") }.map { $0 + 1 } ?? 0
            for words in [
                ["presets", "add", "piv.x", "--title", "x", "--for", "piv", "--effect", "readsOnly"] + Self.step,
                ["presets", "remove", "piv.printed"], ["presets", "edit", "piv.chuid", "--title", "x"],
            ] {
                let run = CommandRun(words, house: .test(environment: ["XDG_CONFIG_HOME": folder]))
                #expect(run.code == .malformedData)
                #expect(run.errors.contains("line \(line), column 8"))
                #expect(try String(contentsOfFile: path, encoding: .utf8) == broken)
            }
            let text = try PresetText.text(#require(CommandPresetCatalog.builtIn.preset("piv.chuid")))
            let imported = Self.run(
                "presets", "import", "-", "--force", in: folder, input: text.replacing("piv.chuid", with: "piv.mine"))
            #expect(imported.code == .malformedData)
            #expect(imported.errors.contains("line \(line), column 8"))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == broken)
            let started = Self.run("presets", "run", "piv.printed", in: folder)
            #expect(started.code == .malformedData)
            #expect(started.errors.contains("line \(line), column 8") && !started.errors.contains("there is no preset"))
            // What is built in is there all the same.
            let list = Self.run("presets", "list", "--family", "piv", in: folder)
            #expect(list.code == .done)
            #expect(list.output.contains("piv.chuid"))
            #expect(list.errors.contains("line \(line), column 8"))
        }
    }

    /// Nobody is told that there are none when nobody could look.
    @Test(arguments: [["presets", "list", "--own"], ["presets", "export"], ["presets", "list", "--own", "--json"]])
    func `a broken file is not an empty one`(words: [String]) throws {
        try TemporaryFolder.use { folder in
            #expect(Self.run("presets", "list", "--own", in: folder).errors.contains("0 presets"))
            #expect(Self.add("piv.printed", folder).code == .done)
            let path = "\(folder)/inlay/presets.txt"
            #expect(Self.run("presets", "list", "--own", in: folder).errors.contains("1 preset;"))
            let broken = try String(contentsOfFile: path, encoding: .utf8).replacingOccurrences(
                of: "effect readsOnly", with: "effect lovely")
            try broken.write(toFile: path, atomically: true, encoding: .utf8)
            let line = (broken.components(separatedBy: "\n").firstIndex { $0.hasPrefix("effect") } ?? 0) + 1
            let run = CommandRun(words, house: .test(environment: ["XDG_CONFIG_HOME": folder]))
            #expect(run.code == .malformedData)
            #expect((run.output + run.errors).contains("line \(line), column 8"))
            #expect(!run.errors.contains("0 preset"))
        }
    }

    @Test func `a preset does not come before itself, nor after one that does not exist`() throws {
        try TemporaryFolder.use { folder in
            func preset(_ name: String, after: String) -> String {
                "preset \(name)\ntitle x\nfor piv\neffect readsOnly\nsource x\nafter \(after)\nsend 00 CA 00 00 00\nreply 90 00\n\n"
            }
            let wrong: [(String, Int, String)] = [
                (preset("piv.a", after: "piv.a"), 6, "piv.a would have to run before itself"),
                (preset("piv.a", after: "piv.b") + preset("piv.b", after: "piv.a"), 6, "piv.a would have to run"),
                (
                    preset("piv.b", after: "piv.a") + preset("piv.a", after: "piv.a"), 6,
                    "piv.a would have to run before itself, and piv.b waits for it"
                ),
                (preset("piv.a", after: "piv.nothing"), 6, "there is no preset piv.nothing"),
                // In the place of a built-in one that others come after.
                (preset("piv.select", after: "piv.chuid"), 6, "piv.select would have to run before itself"),
            ]
            for (text, line, message) in wrong {
                let run = Self.run("presets", "import", "-", "--force", in: folder, input: text)
                #expect(run.code == .malformedData)
                #expect(run.errors.contains("line \(line), column 7"), "\(run.errors)")
                #expect(run.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(message))
            }
            #expect(
                Self.add("piv.printed", folder, ["--effect", "readsOnly", "--after", "piv.printed"]).code == .wrongUse)
            #expect(Self.add("piv.one", folder).code == .done)
            #expect(Self.add("piv.two", folder, ["--effect", "readsOnly", "--after", "piv.one"]).code == .done)
            let circle = Self.run("presets", "edit", "piv.one", "--after", "piv.two", in: folder)
            #expect(circle.code == .wrongUse && circle.errors.contains("before itself"))
            let removed = Self.run("presets", "remove", "piv.one", in: folder)
            #expect(removed.code == .wrongUse && removed.errors.contains("there is no preset piv.one"))
            #expect(Self.run("presets", "remove", "piv.one", "piv.two", in: folder).code == .done)
        }
    }

    @Test func `a file that is wrong in one place is not imported by halves`() throws {
        try TemporaryFolder.use { folder in
            let text =
                Self.run("presets", "export", "piv.chuid", "piv.ccc", in: folder).output
                .replacingOccurrences(of: "preset piv.chuid", with: "preset piv.mine") + "\ncolour red\n"
            let run = Self.run("presets", "import", "-", in: folder, input: text)
            #expect(run.code == .malformedData)
            #expect(run.errors.contains("standard input, line"))
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/inlay/presets.txt"))
        }
    }

    /// A preset that is passed on must not call a write a reading.
    @Test(arguments: [
        ("frame A2 04 00 00 00 00", "type2", "ACK", "writes"),
        ("send 80 10 00 00 01 07 00", "fido", "90 00", "irreversible"),
        ("send 80 10 00 00 01 04 00", "fido", "90 00", "reads only"),
        ("send 00 E6 00 00", "openpgp", "90 00", "irreversible"),
        ("send 0C E6 00 00", "openpgp", "90 00", "irreversible"),
        ("send 90 FC 00 00 00", "desfire", "91 00", "irreversible"),
        ("frame 02 B9 04 00000000", "icode", "00", "irreversible"),
        ("frame A2 02 00 00 0F 00", "ntag21x", "ACK", "irreversible"),
        ("send 00 D6 00 00 01 00", "ndef", "90 00", "writes"), ("send 00 20 00 80", "piv", "90 00", "changes state"),
        // Class, instruction and command byte that are told later, channels, and what travels inside of something else.
        ("ask i u8 \"i\" = 0xE6\nsend 00 {i} 00 00", "piv", "90 00", "irreversible"),
        ("ask c u8 \"c\" = 0\nsend {c} E6 00 00", "piv", "90 00", "irreversible"),
        ("ask c u8 \"c\" = 0xA2\nframe {c} 02 00 00 FF FF", "type2", "ACK", "irreversible"),
        ("send 40 E6 00 00", "openpgp", "90 00", "irreversible"),
        ("send 84 E4 00 00 02 4F 00", "globalplatform", "90 00", "irreversible"),
        ("send FF 00 00 00 08 D4 42 A2 02 00 00 FF FF", "reader", "90 00", "irreversible"),
        ("send FF C2 00 01 08 95 06 A2 02 00 00 FF FF", "reader", "90 00", "irreversible"),
        ("send FF D6 00 03 04 FF FF FF FF", "type2", "90 00", "irreversible"),
        // A page that is told later can be one of lock bytes; where it is held within user memory, it cannot.
        ("ask p u8 \"p\"\nsend FF D6 00 {p} 04 00 00 00 00", "type2", "90 00", "irreversible"),
        ("ask p u8(4-15) \"p\"\nsend FF D6 00 {p} 04 00 00 00 00", "type2", "90 00", "writes"),
        ("ask p u8 \"p\"\nframe A2 {p} 00 00 00 00", "ntag21x", "ACK", "irreversible"),
        ("ask p u8(4-40) \"p\"\nframe A2 {p} 00 00 00 00", "type2", "ACK", "irreversible"),
        ("chip NTAG213\nask p u8(4-39) \"p\"\nframe A2 {p} 00 00 00 00", "ntag21x", "ACK", "writes"),
        ("chip NTAG213\nask p u8(4-40) \"p\"\nframe A2 {p} 00 00 00 00", "ntag21x", "ACK", "irreversible"),
        ("chip NTAG213\nframe A2 28 FF 0F 3F 00", "ntag21x", "ACK", "irreversible"),
        ("chip NTAG213\nframe A2 {CFG1} 40 05 00 00", "ntag21x", "ACK", "irreversible"),
        ("chip NTAG213\nframe A2 {PWD} 01 02 03 04", "ntag21x", "ACK", "irreversible"),
        ("chip NTAG213\nframe A2 2B 01 02 03 04", "ntag21x", "ACK", "irreversible"),
        ("chip NTAG213\nframe A2 {PACK} 01 02 00 00", "ntag21x", "ACK", "writes"),
        ("ask p u8 \"p\" = 4\nframe A2 {p or 02} 00 00 00 00", "type2", "ACK", "irreversible"),
        ("ask b u8 \"b\"\nsend FF D6 00 {b} 10 00000000000000000000000000000000", "classic", "90 00", "irreversible"),
        ("send FF D6 00 07 10 00000000000000000000000000000000", "classic", "90 00", "irreversible"),
        ("frame 02 FC", "desfire", "00", "irreversible"), ("frame FC", "desfire", "00", "irreversible"),
        ("send 00 DA 00 C4 00", "openpgp", "90 00", "writes"),
        ("send 00 B0 00 00 10", "openpgp", "90 00", "reads only"),
        // More bytes than a page or a block holds go on into the next.
        (
            "send FF D6 00 06 20 " + String(repeating: "00", count: 32), "classic", "90 00", "irreversible"
        ),
        ("send FF D6 00 04 20 " + String(repeating: "00", count: 32), "classic", "90 00", "writes"),
        ("send FF D6 00 0E 10 " + String(repeating: "00", count: 16), "type2", "90 00", "irreversible"),
        ("send FF D6 00 04 10 " + String(repeating: "00", count: 16), "type2", "90 00", "writes"),
        ("send FF D6 00 04 00 00 04 00000000", "type2", "90 00", "irreversible"),
        ("send FF D6 00 0E 10 " + String(repeating: "00", count: 16), "felica", "90 00", "irreversible"),
        // Short, extended, chained, on a channel, protected: the bytes decide.
        ("send 00 47 80 00 02 B6 00 00", "openpgp", "90 00", "irreversible"),
        ("send 01 47 80 00 02 B6 00 00", "openpgp", "90 00", "irreversible"),
        ("send 00 47 80 00 00 00 02 B6 00 00 00", "openpgp", "90 00", "irreversible"),
        ("send 00 47 81 00 00 00 02 B6 00 00 00", "openpgp", "90 00", "reads only"),
        ("send 10 46 80 00 02 B6 00", "openpgp", "90 00", "irreversible"),
        ("send 00 47 00 9A 05 AC 03 80 01 07", "piv", "90 00", "irreversible"),
        ("ask p u8 \"p\" = 0x81\nsend 00 47 {p} 00 02 B6 00 00", "openpgp", "90 00", "irreversible"),
        ("send 81 10 80 00 01 07 00", "fido", "90 00", "irreversible"),
        ("send 80 10 00 00 00 00 01 07 00 00", "fido", "90 00", "irreversible"),
        ("send 90 10 00 00 01 07", "fido", "90 00", "irreversible"),
        ("send 90 10 80 00\nreply 90 00\nsend 80 10 80 00 01 04 00", "fido", "90 00", "irreversible"),
        ("send 80 10 80 00 00 00 01 04 00 00", "fido", "90 00", "reads only"),
        ("send 80 10 80 00 02 06 A0 00", "fido", "90 00", "writes"),
        ("send 80 10 80 00 06 06 A2 01 01 02 05 00", "fido", "90 00", "writes"),
        ("ask c bytes(1) \"c\" = 04\nsend 80 10 80 00 [{c}] 00", "fido", "90 00", "irreversible"),
        ("send 00 FE 00 00", "iso7816", "90 00", "irreversible"),
        ("send 8C FE 00 00", "iso7816", "90 00", "irreversible"),
        ("send 00 E8 00 00", "iso7816", "90 00", "irreversible"),
        ("send 00 E4 00 00 00 00 02 3F 00", "iso7816", "90 00", "irreversible"),
        ("send 00 04 00 00", "iso7816", "90 00", "irreversible"),
        ("send 00 44 00 00", "openpgp", "90 00", "writes"),
        ("send 80 F0 80 FF 00", "globalplatform", "90 00", "irreversible"),
        ("send E0 F0 80 FF 00", "globalplatform", "90 00", "irreversible"),
        ("send 80 E6 20 00 02 11 22", "globalplatform", "90 00", "irreversible"),
        ("send 80 D8 01 81 02 11 22", "globalplatform", "90 00", "irreversible"),
        ("send 00 FB 00 00", "piv", "90 00", "irreversible"),
        ("send 00 FF FF FF 04 03 9B 18 00", "piv", "90 00", "irreversible"),
        ("send 00 F6 9A 9C", "piv", "90 00", "irreversible"),
        ("send 00 DB 3F FF 02 4D 00", "openpgp", "90 00", "irreversible"),
        ("send 10 DB 3F FF 00 00 02 4D 00", "openpgp", "90 00", "irreversible"),
        ("send 00 DA 00 D5 02 4D 00", "openpgp", "90 00", "irreversible"),
        ("send 00 24 00 80 02 31 31", "piv", "90 00", "writes"),
        ("send 00 2C 00 80 02 31 31", "piv", "90 00", "writes"),
        ("send 00 20 00 80 02 31 31", "piv", "90 00", "authenticates"),
        ("send 00 20 00 80 00 00 02 31 31", "piv", "90 00", "authenticates"),
        ("send 90 CA 00 00 01 00 00", "desfire", "91 00", "writes"),
        ("send 90 DA 00 00 03 01 02 03 00", "desfire", "91 00", "irreversible"),
        ("send 90 DF 00 00 01 00 00", "desfire", "91 00", "irreversible"),
        ("send 90 C6 00 00 01 00 00", "desfire", "91 00", "irreversible"),
        ("send 90 AF 00 00 01 00 00", "desfire", "91 00", "writes"),
        ("frame 02 90 FC 00 00 00", "type2", "00", "irreversible"),
        ("frame 0A 01 00 E6 00 00", "type2", "00", "irreversible"),
        ("frame 02 22 00", "type2", "00", "irreversible"), ("frame A2 02 00 00 FF FF", "icode", "00", "irreversible"),
        ("send 84 16 00 00 08 11 22 33 44 55 66 77 88 00", "emv", "90 00", "irreversible"),
        ("send 00 2A 00 BE 02 7F 4E", "emrtd", "90 00", "irreversible"),
        ("send 00 C2 00 00 04 00 FE 00 00", "iso7816", "90 00", "irreversible"),
        (
            "frame 20 08 0102030405060708 01 09 00 01 80 88 00000000000000000000000000000000", "felica", "..",
            "irreversible"
        ),
        (
            "frame 08 0102030405060708 01 09 00 01 80 88 00000000000000000000000000000000", "felica", "..",
            "irreversible"
        ),
        (
            "frame 21 08 0102030405060708 01 09 00 01 00 88 00 00000000000000000000000000000000", "felica", "..",
            "irreversible"
        ),
        ("frame 20 08 0102030405060708 01 09 00 01 80 01 00000000000000000000000000000000", "felica", "..", "writes"),
        ("send FF 70 07 6B 06 A2 02 00 00 FF FF", "reader", "90 00", "irreversible"),
        ("send FF F0 00 00 06 A2 02 00 00 FF FF", "ntag21x", "90 00", "irreversible"),
        ("escape E0 00 00 2E 01 FF", "reader", "E1 00 ..", "writes"),
        ("escape E0 00 00 18 00", "reader", "E1 00 ..", "reads only"),
    ])
    func `what commands do is not a matter of opinion`(step: String, family: String, reply: String, effect: String)
        throws
    {
        try Self.importing(step, family, reply, isTakenAs: effect)
    }

    static let lessKnown: [(String, String, String, String)] = [
        // Locks of ICODE, of ISO 15693-3:2019 and of NTAG 210u.
        ("frame 02 A6 04", "icode", "00", "irreversible"),
        ("frame 22 B7 04 0102030405060708 00", "icode", "00", "irreversible"),
        ("frame 02 BB 04", "icode", "00", "irreversible"),
        ("frame 02 B2 02 00 01", "iso15693", "00", "irreversible"),
        ("frame 02 A3 07 00", "iso15693", "00", "irreversible"),
        ("frame 02 B2 04", "icode", "00 ??*2", "reads only"),
        ("frame 02 32 0001", "iso15693", "00", "irreversible"),
        ("frame AC 02", "type2", "ACK", "irreversible"),
        // Four blocks of FeliCa: the length, 56, begins a command of DESFire elsewhere.
        (fourBlocks, "felica", "..", "writes"),
        // Applications, profiles and credentials that are deleted.
        ("send 00 EC 00 00", "iso7816", "90 00", "irreversible"),
        ("send 00 EE 00 00", "iso7816", "90 00", "irreversible"),
        ("send 80 E2 91 00 06 BF 33 03 5A 01 89 00", "sim", "90 00", "irreversible"),
        ("send 80 E2 91 00 06 BF 2D 03 5C 01 5A 00", "sim", "90 00", "writes"),
        ("send 80 E2 80 00 04 9F 66 01 07", "globalplatform", "90 00", "writes"),
        ("send 00 02 00 00 04 71 02 61 62", "iso7816", "90 00", "irreversible"),
        ("send 00 02 03 00 01 71", "fido", "90 00", "writes"),
        ("send 00 03 00 00 02 73 00", "iso7816", "90 00", "writes"),
        ("send 00 03 00 00 00", "fido", "90 00", "reads only"),
        ("send 00 06 DE AD", "iso7816", "90 00", "irreversible"),
        ("send 00 45 00 00", "fido", "90 00", "irreversible"),
        ("send 80 10 80 00 06 0A A2 01 06 02 A0 00", "fido", "90 00", "irreversible"),
        ("send 80 10 80 00 04 0A A1 01 01 00", "fido", "90 00", "changes state"),
        ("send 80 10 80 00 04 0A A1 01 07 00", "fido", "90 00", "writes"),
        ("send 80 10 80 00 06 0C A2 01 10 03 00 00", "fido", "90 00", "reads only"),
        ("send 80 10 80 00 04 0C A1 02 40 00", "fido", "90 00", "writes"),
        // TERMINAL PROFILE is no command of FIDO, and what a GSM SIM reads is a reading.
        ("send A0 10 00 00 02 FF FF", "sim", "90 00", "writes"),
        ("send A0 B2 01 04 10", "sim", "90 00", "reads only"),
        ("send A0 F2 00 00 16", "sim", "90 00", "reads only"),
        ("send A0 04 00 00", "sim", "90 00", "irreversible"),
        // Readings that are not built in.
        ("send 00 A5 00 04 06 60 04 5C 02 7F 21", "openpgp", "90 00", "reads only"),
        ("send 00 CC 7F 21 00", "openpgp", "90 00", "reads only"),
        ("send 00 F7 00 9A 00", "piv", "90 00", "reads only"),
        ("send 00 F7 00 9A 00", "iso7816", "90 00", "writes"),
        ("send 00 88 00 00 08 0102030405060708 00", "emrtd", "90 00", "changes state"),
        ("frame 02 33 0000 0300", "iso15693", "00 ..", "reads only"),
        ("frame 02 3B 3F", "icode", "00 ..", "reads only"),
        ("frame 02 34 0000 0000 00000000", "icode", "00", "writes"),
    ]
    private static let fourBlocks =
        "frame 56 08 0102030405060708 01 09 00 04 80 01 80 02 80 03 80 04 " + String(repeating: "00", count: 64)

    @Test(arguments: lessKnown)
    func `locks and deletions of all families are known, and so are their readings`(
        step: String, family: String, reply: String, effect: String
    ) throws {
        try Self.importing(step, family, reply, isTakenAs: effect)
    }

    private static func importing(_ step: String, _ family: String, _ reply: String, isTakenAs effect: String) throws {
        try TemporaryFolder.use { folder in
            let text = """
                preset \(family).harmless
                title  Nothing happens
                for    \(family)
                effect readsOnly
                source a friend
                \(step)
                reply  \(reply)
                """
            let run = Self.run("presets", "import", "-", in: folder, input: text)
            #expect(run.code == .done)
            #expect(Self.run("presets", "list", "--own", in: folder).output.contains(effect))
            if effect != "reads only" { #expect(run.errors.contains("taken as \"\(effect)\"")) }
        }
    }

    @Test func `a file does not put another preset in the place of a built-in one unasked`() throws {
        try TemporaryFolder.use { folder in
            let own = Self.run("presets", "export", "piv.chuid", in: folder).output
            let other = own.replacingOccurrences(of: "title ", with: "title  Another ")
            #expect(Self.run("presets", "import", "-", in: folder, input: own).code == .done)
            _ = Self.run("presets", "remove", "piv.chuid", in: folder)
            let run = Self.run("presets", "import", "-", in: folder, input: other)
            #expect(run.code == .wrongUse && run.errors.contains("built in"))
            #expect(Self.run("presets", "import", "-", "--force", in: folder, input: other).code == .done)
        }
    }

    @Test func `what is wrong on the command line is told`() throws {
        try TemporaryFolder.use { folder in
            #expect(Self.add("piv.printed", folder, ["--effect", "harmless"]).errors.contains("the effect is one of"))
            #expect(Self.add("Piv printed", folder).errors.contains("FAMILY.NAME"))
            #expect(Self.add("piv.chuid", folder).errors.contains("built in"))
            let uneven = Self.run("presets", "edit", "piv.chuid", "--step", "send 00", in: folder)
            #expect(uneven.errors.contains("1 --step and 0 --reply"))
            #expect(Self.run("presets", "edit", "piv.chuid", in: folder).errors.contains("presets.txt"))
            #expect(CommandRun("presets", "add", "piv.x", "--title", "x").code == .wrongUse)
        }
    }

    @Test(arguments: [
        ("00 84 00 00 08", "send is missing"), ("00840000", "send is missing"), ("sned 00 84", "none of send, frame"),
    ])
    func `a step that does not say how it is sent is answered with one that does`(step: String, likely: String) throws {
        try TemporaryFolder.use { folder in
            let run = Self.run(
                "presets", "add", "piv.x", "--title", "t", "--for", "piv", "--step", step, "--reply", "90 00",
                in: folder)
            #expect(run.code == .wrongUse && run.errors.contains(likely), "\(run.errors)")
            #expect(run.errors.contains("--step 'send 00 84 00 00 08'"))
            let right = Self.run(
                "presets", "add", "piv.x", "--title", "t", "--for", "piv", "--effect", "readsOnly", "--step",
                "send 00 84 00 00 08", "--reply", "90 00", in: folder)
            #expect(right.code == .done, "\(right.errors)")
        }
    }

    @Test func `a broken file of presets is one error, wherever a preset of one's own is asked for`() throws {
        try TemporaryFolder.use { folder in
            try FileManager.default.createDirectory(atPath: "\(folder)/inlay", withIntermediateDirectories: true)
            try "preset x.y\nnonsense\n".write(toFile: "\(folder)/inlay/presets.txt", atomically: true, encoding: .utf8)
            for words in [
                ["presets", "run", "x.y"], ["presets", "show", "x.y"], ["presets", "edit", "x.y", "--note", "n"],
            ] {
                let run = CommandRun(words, house: .test(environment: ["XDG_CONFIG_HOME": folder]))
                #expect(run.code == .malformedData, "\(words)")
                #expect(run.errors.components(separatedBy: "inlay: ").count == 2, "\(run.errors)")
                #expect(run.errors.contains("line 2"))
            }
        }
    }
}
