import Testing

@testable import InlayCommands

@Suite struct CommandLineTests {
    @Test func `the version needs no house`() {
        let results = Collector()
        let output = Output(results: results.sink(), notes: Collector().sink(), environment: { _ in nil })
        let code = Inlay.run(
            ["--version"],
            house: {
                Issue.record("the house was built")
                return .test()
            }, on: output)
        #expect(code == .done)
        #expect(results.text == "inlay \(Inlay.version)\n")
    }

    @Test func `without a command the help is shown as wrong use`() {
        let run = CommandRun()
        #expect(run.code == .wrongUse)
        for command in Catalogue.commands { #expect(run.output.contains("  \(command.title) ")) }
    }

    @Test func `the help lists every exit code`() {
        let run = CommandRun("--help")
        #expect(run.code == .done)
        for code in ExitCode.allCases { #expect(run.output.contains("  \(code.rawValue) ")) }
    }

    @Test func `a command is found by the name that it has`() {
        #expect(Catalogue.paths == Catalogue.commands.map(\.path))
        #expect(Set(Catalogue.paths).count == Catalogue.paths.count)
    }

    @Test func `without a command there is help, and with --json an error that is JSON`() throws {
        #expect(CommandRun([]).output.contains("passport read"))
        for word in ["--json", "--jsonl"] {
            let run = CommandRun(word)
            #expect(run.code == .wrongUse)
            #expect(try JSONReader.value(Array(run.output.utf8))["code"]?.string == "missing-command")
        }
    }

    @Test(arguments: Catalogue.commands.map(\.path))
    func `every command explains itself and every option`(path: [String]) throws {
        let command = try #require(Catalogue.command(path))
        for words in [path + ["--help"], ["help"] + path, path + ["-h"]] {
            let run = CommandRun(words)
            #expect(run.code == .done)
            #expect(run.errors.isEmpty)
            for option in command.options { #expect(run.output.contains("  \(option.spelling)")) }
            #expect(run.output.split(separator: "\n").allSatisfy { TerminalText.width(String($0)) <= 80 })
        }
    }

    @Test(arguments: Catalogue.commands.map(\.path))
    func `names of options are unique within a command`(path: [String]) throws {
        let names = try #require(Catalogue.command(path)).options.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: [
        (["reders"], "readers is meant"), (["sim", "lst"], "list is meant"), (["decoed"], "decode is meant"),
    ])
    func `a misspelled command is guessed`(words: [String], likely: String) {
        let run = CommandRun(words)
        #expect(run.code == .wrongUse)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(likely))
    }

    @Test func `a failure is a document when JSON is asked for, wherever that stands`() throws {
        for words in [["--json", "readers", "--nonsense"], ["readers", "--nonsense", "--json"]] {
            let run = CommandRun(words)
            #expect(run.code == .wrongUse)
            #expect(run.output.hasPrefix("{\n  \"schema\": \"inlay.error/1\",\n  \"code\": \"unknown-option\""))
        }
    }

    @Test func `colours come on a terminal only, and not against the user's will`() {
        #expect(CommandRun("--help", isTerminal: true).output.contains("\u{1B}["))
        #expect(!CommandRun("--help").output.contains("\u{1B}"))
        #expect(!CommandRun("--help", "--no-color", isTerminal: true).output.contains("\u{1B}"))
        for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
            #expect(!CommandRun("--help", environment: environment, isTerminal: true).output.contains("\u{1B}"))
        }
        #expect(CommandRun("--help", environment: ["NO_COLOR": ""], isTerminal: true).output.contains("\u{1B}["))
    }

    @Test func `a closed pipe is no failure, a full disk is`() {
        for (error, expected) in [(Int32(32), ExitCode.done), (28, .inputOutput)] {
            let notes = Collector()
            let output = Output(
                results: Sink(isTerminal: false) { _ in error }, notes: notes.sink(), environment: { _ in nil })
            #expect(Inlay.run(["--version"], house: { .test() }, on: output) == expected)
            #expect(notes.text.isEmpty == (expected == .done))
        }
    }

    @Test(arguments: [
        ([ExitCode.done, .done], ExitCode.done), ([.noCard, .malformedData, .notEstablished], .malformedData),
        ([.malformedData, .checkFailed], .checkFailed), ([.done, .wrongKind], .wrongKind), ([], .done),
        ([.checkFailed, .interrupted], .interrupted),
    ])
    func `a batch ends with the worst of its items`(codes: [ExitCode], worst: ExitCode) {
        #expect(ExitCode.worst(of: codes) == worst)
    }
}
