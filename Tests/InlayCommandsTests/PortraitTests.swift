import FaceImages
import Foundation
import LDS
import Testing

@testable import InlayCommands

@Suite struct PortraitTests {
    /// The decoder that users have, on a terminal that answers nothing.
    private static let pictures = Pictures(
        converter: ImageConverter(program: BuiltProgram.path(of: "inlay")), deviceAttributes: { [] })

    private static func house(_ pictures: Pictures? = pictures) -> House {
        var house = SimulatedPassport.house()
        house.pictures = pictures
        return house
    }

    private static func read(
        _ options: [String] = [], terminal: String? = "xterm-256color", isTerminal: Bool = true,
        environment: [String: String] = [:], pictures: Pictures? = pictures
    ) -> CommandRun {
        var variables = environment
        variables["TERM"] = terminal
        return CommandRun(
            ["passport", "read", "--reader=sim:passport"] + options, house: house(pictures), environment: variables,
            isTerminal: isTerminal)
    }

    @Test(
        arguments: [
            ([], [:], "▀"), ([], ["COLORTERM": "truecolor"], "\u{1B}[38;2;"),
            ([], ["KITTY_WINDOW_ID": "1"], "\u{1B}_Ga=T"),
            (["--show-portrait=sixel"], [:], "\u{1B}P0;1;0q"), (["--show-portrait=kitty"], [:], "\u{1B}_Ga=T"),
            (["--show-portrait=blocks"], ["KITTY_WINDOW_ID": "1"], "▀"),
        ] as [([String], [String: String], String)])
    func `a portrait is shown on a terminal`(options: [String], environment: [String: String], mark: String) {
        let run = Self.read(options, environment: environment)
        #expect(run.code == .done)
        #expect(run.output.contains(mark))
        #expect(run.output.contains("HALVORSDOTTER"))
    }

    @Test func `it fits on half of a narrow screen`() throws {
        let lines = Self.read().output.split(separator: "\n").filter { $0.contains("▀") }
        #expect((10...TerminalPicture.rows).contains(lines.count))
        #expect(lines.allSatisfy { line in line.count { $0 == "▀" } <= TerminalPicture.columns })
    }

    @Test(arguments: [
        ["--show-portrait=none"], ["--redact"], ["--no-color"], ["--quiet"], ["--json"],
    ])
    func `it is not shown where nobody wants it`(options: [String]) {
        let run = Self.read(options)
        #expect(run.code == .done)
        #expect(!run.output.contains("▀"))
    }

    @Test(arguments: ["auto", "kitty", "sixel", "blocks"])
    func `it is never shown in a pipe, on a dumb terminal or without colours`(how: String) {
        for run in [
            Self.read(["--show-portrait", how], isTerminal: false),
            Self.read(["--show-portrait", how], terminal: "dumb"),
            Self.read(["--show-portrait", how], environment: ["NO_COLOR": "1"]),
        ] {
            #expect(run.code == .done)
            #expect(!run.output.contains("\u{1B}"))
            #expect(!run.output.contains("▀"))
        }
    }

    @Test func `a decoder that fails takes nothing away from the report`() {
        let broken = Pictures(converter: ImageConverter(program: "/nonexistent"), deviceAttributes: { [] })
        let run = Self.read(["--verbose"], pictures: broken)
        #expect(run.code == .done)
        #expect(run.output.contains("HALVORSDOTTER"))
        #expect(run.errors.contains("the portrait is not shown: the decoder could not be started"))
    }

    @Test func `an unknown way of showing is refused`() {
        #expect(Self.read(["--show-portrait=ascii"]).code == .wrongUse)
    }

    // MARK: - Saving

    @Test func `a portrait becomes PNG when its file asks for that`() throws {
        try TemporaryFolder.use { folder in
            let run = Self.read(["--portrait", "\(folder)/face.PNG"], isTerminal: false)
            #expect(run.code == .done)
            #expect(run.errors.contains("face.PNG (PNG from JPEG)"))
            let image = try #require(FileManager.default.contents(atPath: "\(folder)/face.PNG"))
            #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }

    @Test func `a portrait that cannot be decoded is not saved as PNG, and the report is shown`() throws {
        let broken = Pictures(converter: ImageConverter(program: "/bin/false"), deviceAttributes: { [] })
        try TemporaryFolder.use { folder in
            let run = Self.read(["--portrait", "\(folder)/face.png"], isTerminal: false, pictures: broken)
            #expect(run.code == .inputOutput)
            #expect(run.output.contains("HALVORSDOTTER"))
            #expect(run.errors.contains("leave the ending .png out"))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.isEmpty)
        }
    }

    @Test func `several faces are saved beside each other`() throws {
        let image = try #require(SimulatedPassport.files.parsed(EFDG2.self)?.faces.first?.image)
        let face = FaceRecord.Face(image: Array(image))
        var files = SimulatedPassport.files
        files[.dg2] = EFDG2(FaceRecord([face, face])).encoded()
        try TemporaryFolder.use { folder in
            let run = CommandRun(
                ["passport", "read", SimulatedPassport.key, "--portrait", "\(folder)/face.jpg"],
                house: SimulatedPassport.house(files: files))
            #expect(run.errors.contains("face.jpg (JPEG)") && run.errors.contains("face-2.jpg (JPEG)"))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.sorted() == ["face-2.jpg", "face.jpg"])
        }
    }

    @Test(arguments: [
        ("face.png", 0, "face.png"), ("face.png", 1, "face-2.png"), ("a.b/face", 2, "a.b/face-3"),
        (".face", 1, ".face-2"),
    ])
    func `further images have a number`(path: String, index: Int, expected: String) {
        #expect(PortraitFile.numbered(path, index) == expected)
    }

    // MARK: - A real terminal

    /// A terminal in Python: it runs the program on a pty, answers the question for its attributes, or does
    /// not, and prints what was shown.
    private static let terminal = """
        import os, pty, select, sys, time
        program, answer = sys.stdin.read().split("\\n")
        start = time.monotonic()
        child, terminal = pty.fork()
        if child == 0:
            environment = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
            os.execve(program, [program, "passport", "read", "--reader", "sim:passport"], environment)
        seen, asked = b"", False
        while time.monotonic() - start < 60:
            ready, _, _ = select.select([terminal], [], [], 1)
            try:
                part = os.read(terminal, 65536) if ready else b""
            except OSError:
                break
            seen += part
            if b"\\x1b[c" in seen and not asked:
                asked = True
                if answer:
                    os.write(terminal, b"\\x1b" + answer.encode())
        os.waitpid(child, 0)
        print(asked, b"\\x1bP0;1;0q" in seen, "▀".encode() in seen, b"HALVORSDOTTER" in seen)
        """

    @Test(arguments: [
        ("[?62;4;22c", "True True False True\n"), ("[?62;22c", "True False True True\n"),
        ("", "True False True True\n"),
    ])
    func `a terminal is asked what it can do, and not waited for`(answer: String, expected: String) throws {
        let seen = try Python.run(Self.terminal, input: "\(BuiltProgram.path(of: "inlay"))\n\(answer)")
        #expect(seen == expected)
    }
}
