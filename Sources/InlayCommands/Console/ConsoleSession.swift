import CardIdentification
import CommandPresets
import ISO7816
import InlayConsole
import InlaySeams
import Octets

/// Lines of a console, one after another, until there are no more.
final class ConsoleSession {
    private let session: CardSession
    private let host: ConsoleHost
    private let house: House
    private let output: Output
    private let view: ScriptView
    private let answers: ConsoleAnswers
    private let interpreter: ScriptInterpreter
    private let given: (any LineSource)?
    /// Lines of a block that is not closed yet.
    private var pending = OpenScript()
    /// The first line that failed, and why.
    private var firstFailure: (line: Int, failure: Failure)?
    /// Lines that were read.
    private var lineCount = 0
    /// The line that opened the block.
    private var blockLine = 0
    /// When the user last ended a command with Ctrl-C.
    private var interrupted: Duration?
    /// A second Ctrl-C within this time ends the console.
    private static let moment = Duration.seconds(1)

    /// Lines come from `lines`, or from standard input.
    init(
        _ session: CardSession, _ host: ConsoleHost, _ house: House, _ output: Output, lines: (any LineSource)? = nil
    ) {
        given = lines
        self.session = session
        self.host = host
        self.house = house
        self.output = output
        let view = ScriptView(output, showsLines: false)
        self.view = view
        answers = ConsoleAnswers(host, view, output)
        interpreter = ScriptInterpreter(host: host, time: house.time, observe: view.show)
        host.onProbing = { [weak interpreter] () throws(CardError) in try interpreter?.prepareForQuestions() }
        host.onProbed = { [weak interpreter] () throws(CardError) in try interpreter?.comeBack() }
    }

    /// Reads and runs. Returns 0 on a terminal, and otherwise what the first line that failed says.
    func run() throws(Failure) -> ExitCode {
        greet()
        let lines = given ?? source()
        while let line = try lines.next(prompt) {
            output.flush()
            lineCount += 1
            if line == EditedLines.cancelled {
                if let interrupted, house.time.monotonic - interrupted < Self.moment { return try end(.interrupted) }
                pending = OpenScript()
                continue
            }
            do throws(Failure) {
                guard try take(line, lines) else { break }
            } catch {
                guard isOver(error) else { throw withSteps(error) }
            }
            if house.interruption.isRequested, !goesOn() { return try end(.interrupted) }
        }
        if !pending.isEmpty {
            note(
                Failure(
                    .malformedData, kind: "malformed-script", "the block of line \(blockLine) is not closed",
                    remedy: "a } is missing"))
        }
        if !output.isText { output.json(document) }
        return house.input.isTerminal ? .done : firstFailure?.failure.exitCode ?? .done
    }

    /// Ends it early: the document of a failure stands for that of the console.
    private func end(_ code: ExitCode) throws(Failure) -> ExitCode {
        guard !output.isText else { return code }
        throw withSteps(Failure(code, kind: "interrupted", "interrupted"))
    }

    private func withSteps(_ failure: Failure) -> Failure {
        var failure = failure
        if !output.isText { failure.results += view.stepsMember }
        return failure
    }

    /// True when the user ended one command and not the console.
    private func isOver(_ failure: Failure) -> Bool {
        guard failure.exitCode == .interrupted, goesOn() else { return false }
        output.note("interrupted; Ctrl-C again now ends the console")
        return true
    }

    /// At a terminal Ctrl-C ends what runs, and the next line can be typed.
    private func goesOn() -> Bool {
        guard house.input.isTerminal, house.resume() else { return false }
        interrupted = house.time.monotonic
        pending = OpenScript()
        return true
    }

    private func greet() {
        guard house.input.isTerminal else { return }
        let answer = session.link.answerToReset
        let kind = ATRDecoder.kind(answer).map { "  \($0)" } ?? ""
        output.note(StyledText(session.connection.reader, .strong) + StyledText(kind))
        output.note(StyledText("ATR \(ATRDecoder.spaced(answer.bytes))", .faint))
        output.note("help lists what can be typed, presets what fits this card; quit or Ctrl-D ends")
    }

    private func source() -> any LineSource {
        if house.input.isTerminal {
            return EditedLines { [weak self] text in self?.completion.candidates(for: text) ?? ("", []) }
        }
        return PipedLines(house.input.readSome)
    }

    private var completion: ConsoleCompletion {
        ConsoleCompletion(
            verbs: [
                "help": ConsoleHelp.subjects + host.catalog.presets.map(\.name), "quit": [], "info": ["--verbose"],
                "exit": [],
                "presets": CardFamily.allCases.map(\.rawValue), "variables": [],
            ], presets: host.fitting ?? host.catalog.presets, folder: interpreter.folder,
            folders: interpreter.folders, variables: interpreter.variables.names, isIdentified: host.fitting != nil,
            data: interpreter.variables.reply, paths: Folder.completions)
    }

    private var prompt: String {
        guard pending.isEmpty else { return "...> " }
        let place =
            switch interpreter.folder?.name {
            case "/": "inlay"
            case .some(let name): name
            // Something is selected that has no name here.
            case nil: "inlay ?"
            }
        return interpreter.mode == .off ? "\(place)> " : "\(place) \(interpreter.mode.rawValue)> "
    }

    // MARK: - A line

    /// False when the console shall end.
    private func take(_ line: String, _ lines: any LineSource) throws(Failure) -> Bool {
        let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
        guard let first = words.first?.lowercased() else { return true }
        if ConsoleHistory.keeps(line, verbs: ConsoleHelp.words, catalog: host.catalog) { lines.remember(line) }
        if pending.isEmpty { interpreter.lookForCard() }
        if pending.isEmpty, ConsoleHelp.words.contains(first) {
            return try obey(first, Array(words.dropFirst()))
        }
        if pending.isEmpty, let unknown = ConsoleHelp.refusal(of: words[0], host.catalog) {
            note(unknown)
            return true
        }
        let isBlock = !pending.isEmpty
        if !isBlock { blockLine = lineCount }
        let script: Script
        do throws(ScriptError) {
            guard let whole = try pending.add(line) else { return true }
            script = whole
        } catch {
            note(Failure(error, script: isBlock ? "the block" : ""))
            return true
        }
        view.linesBefore = blockLine - 1
        do throws(ScriptFailure) {
            if try interpreter.run(script) {
                output.note("stop ends a script, or the rest of a block; quit ends the console")
                view.keep("nothing", line: lineCount, [.init(key: "text", value: "stop ends a script")])
            }
        } catch {
            let failure = Failure(error, script: "", reader: session.connection.reader)
            if failure.exitCode == .interrupted { throw failure }
            note(failure)
        }
        return true
    }

    private func note(_ failure: Failure) {
        var failure = output.advised(failure).atConsole
        firstFailure = firstFailure ?? (lineCount, failure)
        view.keep("error", line: lineCount, failure.document.members.filter { $0.key != "schema" })
        // What a pipe or a file holds is not seen beside its answers.
        if !house.input.isTerminal { failure.message = "line \(lineCount), " + failure.message }
        output.complaint(failure)
    }

    private func obey(_ verb: String, _ words: [String]) throws(Failure) -> Bool {
        switch verb {
        case "quit", "exit": return false
        case "help", "?":
            if !answers.help(words, interpreter.variables, line: lineCount) {
                note(
                    .usage(
                        "unknown-word", "nothing is known about this word",
                        likely: ConsoleHelp.near(words, host.catalog),
                        remedy: "help lists what can be typed"))
            }
        case "variables": answers.variables(interpreter.variables, line: lineCount)
        case "info":
            guard words.allSatisfy({ $0 == "--verbose" }) else {
                note(.usage("unknown-word", "info takes nothing but --verbose", remedy: "info, or info --verbose"))
                break
            }
            try attempt { () throws(Failure) in
                let identity = try host.identify(again: true, isSecured: interpreter.mode != .off)
                answers.identity(identity, isDetailed: !words.isEmpty, line: lineCount)
            }
        default:
            guard !words.contains(where: { $0.hasPrefix("-") }) else {
                note(
                    .usage(
                        "unknown-word", "presets takes words and no options", likely: "an option of inlay presets list",
                        remedy:
                            "presets \(words.first { CardFamily(rawValue: $0) != nil } ?? "piv") lists those of a family"
                    ))
                break
            }
            try attempt(needsCard: words.isEmpty) { () throws(Failure) in
                let identity =
                    words.isEmpty ? try host.identify(again: false, isSecured: interpreter.mode != .off) : nil
                answers.presets(words, for: identity, line: lineCount)
            }
        }
        return true
    }

    private func attempt(needsCard: Bool = true, _ body: () throws(Failure) -> Void) throws(Failure) {
        do throws(Failure) {
            do throws(CardError) {
                if needsCard { try interpreter.meetCard() }
            } catch {
                throw Failure(error, reader: session.connection.reader)
            }
            try body()
        } catch {
            interpreter.noticeLoss()
            if error.exitCode == .interrupted { throw error }
            note(error)
        }
    }

    private var document: JSONValue {
        let reason: JSONValue? = firstFailure.map { line, failure in
            ["line": .int(line), "column": nil, "message": .string(failure.message)]
        }
        return view.document(session, script: "console", isPassed: firstFailure == nil, failure: reason ?? .null)
    }
}
