import Glibc

/// Everything a command says goes through here: results to standard output, the rest to standard error.
public final class Output {
    private let results: Sink
    private let notes: Sink
    private var colors = true
    private var progressColumns = 0
    /// Text that is kept instead of shown, as long as somebody asks for it.
    private var collected: [String]?
    /// What became of things that were done beside the result.
    private var besideCodes: [ExitCode] = []
    /// `--quiet`: results and failures only.
    private(set) var isQuiet = false
    /// `--verbose`: also what is usually left out.
    private(set) var isVerbose = false
    /// `--json` or `--jsonl`: standard output holds nothing but JSON.
    private(set) var format = Format.text

    /// Ends a failure in the words of what stands in the way on this machine.
    var adviser: (Failure) -> Failure = { $0 }

    /// What standard output holds.
    enum Format: Hashable, Sendable {
        case text
        /// Exactly one document.
        case json
        /// One document on each line.
        case jsonLines
    }

    /// Results go to `results`, notes, progress and failures to `notes`.
    init(results: Sink, notes: Sink, environment: (String) -> String?) {
        self.results = results
        self.notes = notes
        // https://no-color.org: any value that is not empty. A dumb terminal shows escape sequences as text.
        if environment("NO_COLOR").map({ !$0.isEmpty }) ?? false || environment("TERM") == "dumb" { colors = false }
    }

    /// Standard output and standard error of the process.
    static func system(environment: (String) -> String?) -> Output {
        Output(
            results: .descriptor(STDOUT_FILENO, environment: environment),
            notes: .descriptor(STDERR_FILENO, environment: environment), environment: environment)
    }

    /// Learns from raw words what the format of a failure must be, before they are known to be right.
    func prepare(_ words: some Sequence<String>) {
        for word in words {
            if word == "--\(CommonOptions.json.name)" { format = .json }
            if word == "--\(CommonOptions.jsonLines.name)" { format = .jsonLines }
            if word == "--\(CommonOptions.noColor.name)" { colors = false }
        }
    }

    /// Takes the options that every command has.
    func adopt(_ arguments: Arguments) {
        isQuiet = arguments.has(CommonOptions.quiet)
        isVerbose = arguments.has(CommonOptions.verbose)
        if arguments.has(CommonOptions.noColor) { colors = false }
        if arguments.has(CommonOptions.json) { format = .json }
        if arguments.has(CommonOptions.jsonLines) { format = .jsonLines }
    }

    /// True when standard output takes text for people.
    var isText: Bool { format == .text }

    /// Columns of a line of results.
    var width: Int { min(results.width, 120) }

    // MARK: - Results

    /// Lines of text that `body` would show, for a document.
    func collecting(_ body: () -> Void) -> [String] {
        collected = []
        defer { collected = nil }
        body()
        return collected ?? []
    }

    /// One line of results, behind `margin` spaces.
    func print(_ text: StyledText = "", margin: Int = 0) {
        guard collected == nil else {
            collected?.append(String(repeating: " ", count: margin) + text.plain)
            return
        }
        clearProgress()
        results.writeLine { line in
            for _ in 0..<margin { line.append(UInt8(ascii: " ")) }
            render(text, for: results, to: &line)
        }
    }

    /// Text that is broken at the width of the terminal, behind `margin` spaces, and `indent` from the second line on.
    func paragraph(_ text: StyledText, margin: Int = 0, indent: Int = 0) {
        // Most are one line as they stand.
        if text.fits(in: width - margin) { return print(text, margin: margin) }
        let whole = margin > 0 ? StyledText(String(repeating: " ", count: margin)) + text : text
        for line in whole.wrapped(width, indent: indent) { print(line) }
    }

    /// An entry of a list: broken as a paragraph on a terminal; in a pipe, whose width nobody knows, always one line.
    func row(_ text: StyledText, margin: Int = 0, indent: Int = 0) {
        results.isTerminal ? paragraph(text, margin: margin, indent: indent) : print(text, margin: margin)
    }

    /// A JSON document.
    func json(_ document: JSONValue) {
        clearProgress()
        results.write(document.text(format == .jsonLines ? .line : .indented) + "\n")
    }

    /// A document that is text already: on a line of its own for `--jsonl`, and as the `number`th element of an array that
    /// `beginArray` began for `--json`.
    func json(text: String, number: Int) {
        clearProgress()
        results.write(format == .jsonLines ? text + "\n" : (number > 0 ? ",\n    " : "\n    ") + text)
    }

    /// `{"schema": …, "items": [`, for `--json` over things that do not all fit into memory; nothing for `--jsonl`.
    func beginArray(schema: String) {
        guard format == .json else { return }
        results.write("{\n  \"schema\": \"\(schema)\",\n  \"items\": [")
    }

    /// The end of it.
    func endArray(count: Int) {
        guard format == .json else { return }
        clearProgress()
        results.write(count > 0 ? "\n  ]\n}\n" : "]\n}\n")
    }

    /// False when nobody takes results any more.
    var isTaken: Bool { results.failure == nil }

    /// A document in a format of its own, whose content was made safe where it was put together.
    func document(_ text: String) {
        clearProgress()
        results.write(text)
    }

    /// True when a picture can be seen: text for a person, on a terminal with colours.
    var showsPictures: Bool { isText && results.isTerminal && colors && !isQuiet }

    /// True once results cannot be written any more: nobody needs to go on.
    var hasFailed: Bool { results.failure != nil }

    /// False on a terminal that shows ASCII only: everything else would be shown as escapes there.
    var showsUnicode: Bool { !results.isTerminal || results.isUTF8 }

    /// True when results may hold characters beyond ASCII.
    var isUTF8: Bool { results.isUTF8 }

    /// A picture, on a terminal only.
    func show(_ picture: TerminalPicture) {
        guard showsPictures else { return }
        clearProgress()
        for line in picture.lines { results.write(line) }
    }

    // MARK: - Notes

    /// A line on standard error, left out with `--quiet`.
    func note(_ text: StyledText) {
        guard !isQuiet else { return }
        showOnNotes(text)
    }

    /// A line on standard error with `--verbose` only.
    func detail(_ text: StyledText) {
        guard isVerbose else { return }
        showOnNotes(text)
    }

    /// A failure in the words of what stands in the way; one that doctor has nothing to say about stays as it is.
    func advised(_ failure: Failure) -> Failure { failure.concern == nil ? failure : adviser(failure) }

    /// A failure: three short parts on standard error, and with `--json` a document on standard output.
    func failure(_ failure: Failure) {
        let failure = advised(failure)
        results.flush()
        if format != .text { json(failure.document) }
        complaint(failure)
    }

    /// The same on standard error alone: for what fails beside a result that stands on standard output.
    func complaint(_ failure: Failure) {
        let failure = advised(failure)
        showOnNotes(StyledText("inlay: ", .strong) + StyledText(failure.message, .bad))
        for line in failure.seen { showOnNotes(StyledText("        \(line)", .faint)) }
        if !failure.likely.isEmpty { showOnNotes(StyledText("likely: ", .faint) + StyledText(failure.likely)) }
        if !failure.remedy.isEmpty { showOnNotes(StyledText("next:   ", .faint) + StyledText(failure.remedy)) }
    }

    /// Does something beside a result that is shown already, and tells what: a file is saved. Its failure does not take the
    /// result away, and makes the exit code of a command that found nothing else wrong.
    func beside(_ save: () throws(Failure) -> String?) {
        do throws(Failure) {
            if let done = try save() { note(StyledText(done)) }
        } catch {
            let failure = advised(error)
            complaint(failure)
            besideCodes.append(failure.exitCode)
        }
    }

    private func showOnNotes(_ text: StyledText) {
        clearProgress()
        results.flush()
        for line in text.wrapped(notes.isTerminal ? min(notes.width, 120) : .max, indent: 8) {
            notes.writeLine { render(line, for: notes, to: &$0) }
        }
        notes.flush()
    }

    // MARK: - Progress

    /// Shows a line that is replaced by the next one; on a terminal only.
    func progress(_ text: StyledText) {
        guard notes.isTerminal, !isQuiet else { return }
        let line = StyledText(TerminalText.fitted(text.plain, columns: notes.width - 1))
        notes.write { bytes in
            bytes.append(UInt8(ascii: "\r"))
            render(line.padded(progressColumns), for: notes, to: &bytes)
        }
        progressColumns = line.width
    }

    /// True when progress can be seen.
    var showsProgress: Bool { notes.isTerminal && !isQuiet }

    /// Takes the progress line away.
    func clearProgress() {
        guard progressColumns > 0 else { return }
        notes.write("\r" + String(repeating: " ", count: progressColumns) + "\r")
        progressColumns = 0
    }

    // MARK: - The end

    /// Sends what is held back, for commands that go on.
    func flush() { results.flush() }

    /// Sends what is held back. Returns `inputOutput` when results could not be written, and otherwise the
    /// worst of `code` and of what failed beside.
    ///
    /// A reader that closed the pipe (`| head`) has what it wanted: that changes nothing and is not reported.
    func finish(_ code: ExitCode) -> ExitCode {
        clearProgress()
        results.flush()
        // The user gave up while nobody took the result.
        if results.failure == EINTR { return .interrupted }
        if let error = results.failure, error != EPIPE {
            notes.write("inlay: the result could not be written: \(SystemError(error))\n")
            notes.flush()
            return .inputOutput
        }
        notes.flush()
        return ExitCode.worst(of: [code] + besideCodes)
    }

    private func render(_ text: StyledText, for sink: Sink, to line: inout [UInt8]) {
        for span in text.spans {
            let safe = TerminalText.escaped(span.text, ascii: sink.isTerminal && !sink.isUTF8)
            guard sink.isTerminal, colors, let code = span.role.code else {
                line.append(contentsOf: safe.utf8)
                continue
            }
            line.append(contentsOf: "\u{1B}[\(code)m\(safe)\u{1B}[0m".utf8)
        }
    }
}

extension StyledText.Role {
    /// Parameters of SGR (ECMA-48 §8.3.117); the eight colours every terminal has.
    fileprivate var code: String? {
        switch self {
        case .plain: nil
        case .strong: "1"
        case .faint: "2"
        case .good: "32"
        case .bad: "31"
        case .doubtful: "33"
        }
    }
}
