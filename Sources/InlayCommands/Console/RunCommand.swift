import CommandPresets
import ISO7816
import InlayConsole
import Octets

/// `inlay run`.
enum RunCommand {
    private static let set = CommandOption.repeated(
        "set", "NAME=HEX", "give a variable of the script a value; it can be seen by other users of the machine")

    static let command = Command(
        "run", summary: "run a script of commands and expectations",
        discussion: [
            "A script is the language of inlay console in a file (Docs/console.md): commands in hexadecimal, expectations, "
                + "variables, loops. The whole of it is read before anything is sent.",
            "It ends at the first expectation that is not met, with exit code 13 and the line. What it sends is what it "
                + "says: nothing is fetched, repeated or added unless the script asks for it.",
            "Only presets are guarded: they go to cards that they are for, and ask before a write. All other commands are sent "
                + "exactly as they are written, whatever they do: read a script that is not yours before you run it.",
            "Keys for secure are found before the first command is sent. With --quiet only what print says is shown.",
            "With --trace FILE --trace-secrets the run can be replayed without the card: --reader replay:FILE.",
        ],
        positional: Positional(placeholder: "SCRIPT", count: 1...1, summary: "a file, or - for standard input"),
        groups: [
            OptionGroup(title: "Script", options: [set, Consent.option, PresetGate.anyway]), PassportOptions.key,
            CommonOptions.card,
        ], output: CommonOptions.stream,
        examples: [
            ("inlay run check.inlay", "runs it on the card that lies on the reader"),
            ("inlay run check.inlay --reader sim:passport", "runs it on a simulated passport"),
            ("echo '00 84 00 00 08 => ??*8 9000' | inlay run -", "asks for a challenge"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let path = arguments.positionals.first ?? "-"
        let name = path == "-" ? "standard input" : path
        let script = try read(path, name, house)
        let variables = try variables(arguments)
        let session = try CardSession(arguments, house, keepsTranscript: script.savesTranscript)
        let host = ConsoleHost(session, arguments, house, catalog: PresetFile.catalogue(house, output))
        defer {
            host.closeFrames()
            session.close(reset: host.wasOpened, output)
        }
        // What is missing is missed before the first command, not after some.
        try prepare(script, host, name)
        let view = ScriptView(output, showsLines: true)
        let outcome: Result<Void, ScriptFailure>
        var runs: ScriptInterpreter?
        do throws(CardError) {
            outcome = try session.work(hearing: view.show) { tell in
                Result { () throws(ScriptFailure) in
                    let interpreter = ScriptInterpreter(host: host, time: house.time, observe: tell)
                    runs = interpreter
                    host.onProbing = { [weak interpreter] () throws(CardError) in
                        try interpreter?.prepareForQuestions()
                    }
                    host.onProbed = { [weak interpreter] () throws(CardError) in try interpreter?.comeBack() }
                    for (name, bytes) in variables { interpreter.set(name, bytes) }
                    try interpreter.run(script)
                }
            }
        } catch {
            // A call hangs, and with it the script at its present line.
            let line = runs?.line ?? 0
            outcome = .failure(error.code == .cancelled ? .cancelled(line: line) : .card(error, line: line))
        }
        do throws(ScriptFailure) {
            try outcome.get()
        } catch {
            return try end(error, name, view, session, output)
        }
        finish(nil, name, view, session, output)
        return .done
    }

    private static func prepare(_ script: Script, _ host: ConsoleHost, _ name: String) throws(Failure) {
        for (name:preset, values:values, line:line) in script.presets {
            do throws(Failure) {
                let known = try PresetSelection.preset(preset, host.catalog)
                try PresetValues.check(names: values, of: known, typed: "preset \(preset)")
            } catch {
                var failure = error
                failure.message = "\(name), line \(line): \(failure.message)"
                throw failure
            }
        }
        for mode in script.openings { try host.prepare(mode) }
    }

    private static func read(_ path: String, _ name: String, _ house: House) throws(Failure) -> Script {
        let bytes =
            try path == "-"
            ? house.input.readAll(1 << 20)
            : BoundedFile.readOnce(path, limit: 1 << 20, unless: house.interruption)
        do {
            return try Script(parsing: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw Failure(error, script: name)
        }
    }

    private static func variables(_ arguments: Arguments) throws(Failure) -> [(String, [UInt8])] {
        var variables: [(String, [UInt8])] = []
        for text in arguments.values(set) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = parts.first.map(String.init), ScriptVariables.isName(name),
                let bytes = try? Hex.bytes(String(parts[1]))
            else {
                throw .usage(
                    "wrong-value", "--set takes NAME=HEX", likely: "a digit is missing",
                    remedy: "write --set key=00112233")
            }
            guard !ScriptVariables.followsReplies(name) else {
                throw .usage(
                    "wrong-value", "--set cannot give $\(name) a value: it follows the replies of the card",
                    remedy: "choose another name")
            }
            variables.append((name, bytes))
        }
        return variables
    }

    /// An expectation that is not met is a result; everything else is a failure with what was done before.
    private static func end(
        _ error: ScriptFailure, _ name: String, _ view: ScriptView, _ session: CardSession, _ output: Output
    ) throws(Failure) -> ExitCode {
        var failure = Failure(error, script: name, reader: session.connection.reader)
        guard error.unmet != nil else {
            failure.results = [.init(key: "line", value: .int(error.line))] + view.stepsMember
            throw failure
        }
        finish(error, name, view, session, output)
        output.complaint(failure)
        return .expectationFailed
    }

    private static func finish(
        _ failure: ScriptFailure?, _ name: String, _ view: ScriptView, _ session: CardSession, _ output: Output
    ) {
        guard !output.isText else {
            if failure == nil {
                // What cd, cat, secure and presets send counts as well.
                output.note(
                    StyledText("passed: ", .good)
                        + StyledText(
                            "\(session.traffic.exchanges) sent, \(Count.of(view.expectations, "expectation")) met"))
            }
            return
        }
        var reason = JSONValue.null
        if let (line, column, words) = failure?.unmet {
            reason = ["line": .int(line), "column": .int(column), "message": .string(words)]
        }
        output.json(view.document(session, script: name, isPassed: failure == nil, failure: reason))
    }
}
