import CommandPresets
import EMRTD
import ISO7816
public import InlaySeams
import Octets

/// Runs scripts, or one line after another of a console: variables, the current folder and secure messaging stay.
///
/// Knows no terminal and no file: what happens is told to an observer, and what needs the user is asked of the host.
public final class ScriptInterpreter {
    let host: any ScriptHost
    private let time: TimeSource
    let observe: (ScriptEvent) -> Void
    /// The host's link, with an ear on it.
    private(set) var link: any CardLink
    private let ear = Ear()

    /// What variables hold; `$data` and `$sw` follow the replies, `$atr` the resets.
    public internal(set) var variables = ScriptVariables()
    var place = CardPlace()
    /// The folder that `ls` lists; nil where something was selected that has no name here.
    public var folder: CardFolder? { place.folder }
    /// Folders that this card may have.
    public var folders: [CardFolder] { CardFolder.offered(to: host.families, host.link.answerToReset) }
    /// How commands travel.
    public internal(set) var mode = SecureMode.off
    /// Line of the statement that runs, or ran last.
    public private(set) var line = 0
    var secured: (any CardChannel)?
    var opened: OpenedChip?
    /// Reads the files of documents; it learns what chip and reader carry, so it stays as long as the session does.
    var fileReader: FileReader?
    /// How far the file was read, and what of `fileReader` was told already.
    var progress: (read: Int, total: Int?) = (0, nil)
    var toldDeviations = 0
    var last: ScriptReply?
    /// Where the card was before it was asked what it is, as long as it did not come back there.
    var unfinishedReturn: CardPlace?
    /// A Type 2 chip refused something or was halted: it sleeps, and hears nothing until it is woken.
    var mayBeAsleep = false
    /// The last command that was sent, for `fetch`.
    private var lastCommand: [UInt8] = []
    private var steps = 0

    /// Most statements that one run executes.
    static let stepLimit = 5_000_000
    /// Most times that a loop runs.
    static let loopLimit = 1_000_000

    private struct Stop: Error {}

    /// What passes over the link, as long as somebody listens.
    private final class Ear {
        var listen: ((Exchange) -> Void)?
        var hearsOpening = false
    }

    /// An interpreter over the host's card. `observe` is called on the same thread.
    public init(host: any ScriptHost, time: TimeSource, observe: @escaping (ScriptEvent) -> Void) {
        self.host = host
        self.time = time
        self.observe = observe
        let ear = ear
        link = TracingLink(host.link, time: time) { ear.listen?($0) }
        variables.set("atr", .bytes(host.link.answerToReset.bytes))
    }

    /// Gives a variable a value before a script runs.
    public func set(_ name: String, _ bytes: [UInt8]) { variables.set(name, .bytes(bytes)) }

    /// Runs a script to its end, and tells whether `stop` ended it. Throws at the first thing that does not go as it says.
    @discardableResult
    public func run(_ script: Script) throws(ScriptFailure) -> Bool {
        steps = 0
        do {
            try run(script.statements)
            return false
        } catch let failure as ScriptFailure {
            noticeLoss()
            throw failure
        } catch {
            // Only `stop` is left, which is no failure.
            return true
        }
    }

    // MARK: - Statements

    private func run(_ statements: [Statement]) throws {
        for statement in statements {
            try count(statement)
            line = statement.line
            guard !host.isCancelled else { throw ScriptFailure.cancelled(line: statement.line) }
            do {
                try run(statement)
            } catch let error as ScriptError {
                throw ScriptFailure.script(error)
            } catch let error as CardError {
                // Another program restarted it: whatever was set up on it is gone.
                if error.code == .cardReset { forgetCard() }
                throw error.code == .cancelled
                    ? ScriptFailure.cancelled(line: statement.line) : .card(error, line: statement.line)
            }
        }
    }

    private func count(_ statement: Statement) throws(ScriptFailure) {
        steps += 1
        guard steps <= Self.stepLimit else {
            throw ScriptFailure.script(statement.error("more than \(Self.stepLimit) statements were run"))
        }
    }

    /// One turn of a loop, which counts also when there is nothing in it.
    private func turn(_ body: [Statement], of statement: Statement) throws {
        try count(statement)
        try run(body)
    }

    private func run(_ statement: Statement) throws {
        switch statement.kind {
        case .send, .fetch, .reset, .secure, .changeFolder, .showFile: host.leaveFrames()
        default: break
        }
        switch statement.kind {
        case .send, .frame, .reset, .secure, .changeFolder, .showFile, .preset, .transaction: try meetCard()
        default: break
        }
        switch statement.kind {
        case .send(let bytes, let pattern):
            try send(try bytes.bytes(variables), statement)
            if let pattern { try expect(.reply(pattern), statement) }
        case .frame(let bytes, let pattern):
            try sendFrame(try bytes.bytes(variables), statement)
            if let pattern { try expect(.reply(pattern), statement) }
        case .fetch: try fetch(statement)
        case .expect(let condition): try expect(condition, statement)
        case .set(let name, let bytes): try set(name, .bytes(try bytes.bytes(variables)), statement)
        case .number(let name, let number): try set(name, .number(try number.value(variables)), statement)
        case .capture(let name, let path): try capture(name, path, statement)
        case .repetition(let number, let body):
            let count = try number.value(variables)
            guard (0...Self.loopLimit).contains(count) else {
                throw statement.error("\(count) times is not from 0 to \(Self.loopLimit)")
            }
            if count == 0 { tell(.nothingDone("repeat 0: nothing to do"), statement) }
            for _ in 0..<count { try turn(body, of: statement) }
        case .range(let name, let first, let last, let body):
            let (first, last) = (try first.value(variables), try last.value(variables))
            let (span, overflow) = last.subtractingReportingOverflow(first)
            guard !overflow, span < Self.loopLimit else {
                throw statement.error("a loop runs at most \(Self.loopLimit) times")
            }
            if last < first { tell(.nothingDone("\(first)..\(last) holds no number: nothing to do"), statement) }
            for number in stride(from: first, through: last, by: 1) {
                try set(name, .number(number), statement)
                try turn(body, of: statement)
            }
        case .list(let name, let values, let body):
            for value in values {
                try set(name, .bytes(try value.bytes(variables)), statement)
                try turn(body, of: statement)
            }
        case .choice(let condition, let body, let otherwise):
            try run(try holds(condition, statement) ? body : otherwise)
        case .reset(let kind): try reset(kind, statement)
        case .transaction(let body): try inTransaction(body, statement)
        case .secure(let mode): try secure(mode, statement)
        case .listFiles: list(statement)
        case .changeFolder(let name): try changeFolder(name, statement)
        case .showFile(let name): try showFile(name, statement)
        case .preset(let name, let arguments): try preset(name, arguments, statement)
        case .print(let parts): try printed(parts, statement)
        case .save(let path):
            try asked(statement) { try host.saveTranscript(to: path) }
            tell(.saved(path), statement)
        case .stop: throw Stop()
        }
    }

    func tell(_ kind: ScriptEvent.Kind, _ statement: Statement) {
        observe(ScriptEvent(line: statement.line, kind: kind))
    }

    /// What the host throws is told apart from what the script does wrong.
    private func asked<R>(_ statement: Statement, _ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let error as CardError {
            throw error
        } catch {
            throw ScriptFailure.host(error, line: statement.line)
        }
    }

    private func set(_ name: String, _ value: ScriptVariables.Value, _ statement: Statement) throws(ScriptError) {
        guard !ScriptVariables.followsReplies(name) else {
            throw statement.error("$\(name) follows the replies of the card", hint: "choose another name")
        }
        guard variables.set(name, value) else { throw statement.error("there is no room for more variables") }
    }

    // MARK: - Commands

    private func send(_ command: [UInt8], _ statement: Statement) throws {
        guard command.count >= 4 else {
            throw ByteExpression.tooShort(command, statement.line, statement.column)
        }
        let start = time.monotonic
        let response: ResponseAPDU
        if let secured {
            try Self.mustBeForCard(command, statement)
            let plain: CommandAPDU
            do {
                plain = try CommandAPDU(parsing: command)
            } catch {
                throw statement.error("cannot be protected: \(error)", hint: "secure off sends bytes as they are")
            }
            response = try heard(statement) { () throws(CardError) in try secured.transmit(plain) }
        } else {
            response = try ResponseAPDU(parsing: link.exchange(command), during: "APDU")
        }
        take(command, response, since: start, statement)
    }

    private func take(_ command: [UInt8], _ response: ResponseAPDU, since start: Duration, _ statement: Statement) {
        lastCommand = command
        place.note(command, response.status)
        last = .apdu(response)
        variables.set("data", .bytes(response.data))
        variables.set("sw", .bytes(response.status.bytes))
        tell(
            .exchange(
                ScriptExchange(
                    command: command, response: response, duration: time.monotonic - start,
                    isProtected: secured?.isProtected ?? false)), statement)
    }

    /// Runs `body` and tells what passed over the link meanwhile.
    func heard<R>(_ statement: Statement, _ body: () throws(CardError) -> R) throws(CardError) -> R {
        listen(statement)
        defer { ear.listen = nil }
        return try body()
    }

    private func listen(_ statement: Statement) {
        ear.listen = { [observe, ear] exchange in
            observe(ScriptEvent(line: statement.line, kind: .wire(exchange, isOpening: ear.hearsOpening)))
        }
    }

    /// Runs `body`, which opens the chip.
    func opening<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        ear.hearsOpening = true
        defer { ear.hearsOpening = false }
        return try body()
    }

    /// Nothing is fetched unless the script says so: what is sent is what is written.
    private func fetch(_ statement: Statement) throws {
        guard case .apdu(var response) = last, lastCommand.count >= 4 else {
            throw statement.error(
                "there is no reply yet whose rest could be fetched", hint: "send a command first: 00 84 00 00 08")
        }
        guard CommandAPDU(following: response.status, after: lastCommand) != nil else {
            return tell(
                .nothingDone("nothing to fetch: \(response.status) announces no more (61xx, 6Cxx, 91AF and 6310 do)"),
                statement)
        }
        var collected: [UInt8] = []
        var rounds = 0
        while let next = CommandAPDU(following: response.status, after: lastCommand) {
            rounds += 1
            guard rounds <= 512, collected.count <= 65_536 else {
                throw CardError(.malformedResponse, during: "fetch", detail: "the card announces data without end")
            }
            guard !host.isCancelled else { throw CardError(.cancelled, during: "fetch") }
            if response.status.correctLength == nil { collected += response.data }
            let start = time.monotonic
            response =
                if let secured {
                    try heard(statement) { () throws(CardError) in try secured.transmit(next) }
                } else {
                    try ResponseAPDU(parsing: link.exchange(next.encoded(next.shortestForm) ?? []), during: "fetch")
                }
            if next.ins == 0xAF, response.status == 0x911C {
                // The chip no longer knows that more was to come.
                throw statement.error(
                    "the card was interrupted in the middle of its answer (911C): another program came between",
                    hint: "put the commands into one: transaction { fetch }")
            }
            let repeated = lastCommand
            take(next.encoded(next.shortestForm) ?? [], response, since: start, statement)
            // GET RESPONSE and further frames have no command of their own to repeat.
            if next.ins == 0xC0 || next.ins == 0xAF { lastCommand = repeated }
        }
        response.data = collected + response.data
        last = .apdu(response)
        variables.set("data", .bytes(response.data))
    }

    private func sendFrame(_ frame: [UInt8], _ statement: Statement) throws {
        guard secured == nil else { throw statement.error("a frame cannot be protected", hint: "secure off") }
        listen(statement)
        defer { ear.listen = nil }
        let (answer, dialect) = try asked(statement) { try host.exchange(frame: frame, over: link) }
        last = .frame(answer)
        if case .bytes(let bytes) = answer { variables.set("data", .bytes(bytes)) }
        tell(.frame(frame, answer, dialect: dialect), statement)
        if mayBeAsleep, answer == .silence {
            tell(.remark("the chip refused or was halted before, and sleeps since; reset cold wakes it"), statement)
        }
        noteFrame(frame.first, answer)
    }

    private func preset(_ name: String, _ arguments: [PresetArgument], _ statement: Statement) throws {
        var values: [String: String] = [:]
        for argument in arguments {
            switch argument.value {
            case .word(let word): values[argument.key] = word
            case .bytes(let bytes): values[argument.key] = try typed(bytes)
            }
        }
        let way: any CardLink =
            secured.map { channel in
                ProtectedLink(channel, below: link) { [weak self] in self?.place.note($0, $1) }
            } ?? link
        if secured == nil {
            try wake(statement)
            ear.listen = { [weak self] exchange in
                guard case .answer(let answer) = exchange.outcome, answer.count >= 2 else { return }
                self?.place.note(
                    exchange.command,
                    StatusWord(UInt16(answer[answer.count - 2]) << 8 | UInt16(answer[answer.count - 1])))
            }
        }
        defer { ear.listen = nil }
        var failed: ReplyPattern.Reply?
        try asked(statement) {
            try host.run(preset: name, values, over: way, isSecured: secured != nil) { progress in
                guard case .step(let step) = progress else {
                    if case .remark(let words) = progress { tell(.remark(words), statement) }
                    return
                }
                take(step)
                tell(.preset(name, step), statement)
                if !step.matches { failed = step.reply }
            }
        }
        if let failed {
            throw ScriptFailure.reply(
                line: statement.line, column: statement.column, preset: name,
                "the preset \(name) expects another answer than \(ScriptReply.words(failed))",
                isSilence: failed == .silence)
        }
    }

    /// Of a step of a preset only the reply is kept: what was sent can hold a secret.
    private func take(_ step: PresetRun.StepResult) {
        if step.way == .send, case .bytes(let bytes) = step.reply,
            let response = try? ResponseAPDU(parsing: bytes, during: "preset")
        {
            last = .apdu(response)
            variables.set("data", .bytes(response.data))
            variables.set("sw", .bytes(response.status.bytes))
        } else {
            if step.way == .frame {
                noteFrame((try? Hex.bytes(String(step.shown.prefix(2))))?.first, step.reply)
            }
            last = .frame(step.reply)
            if case .bytes(let bytes) = step.reply { variables.set("data", .bytes(bytes)) }
        }
    }

    /// A value as it would be typed: a number in decimal, bytes in hexadecimal.
    private func typed(_ bytes: ByteExpression) throws(ScriptError) -> String {
        if case .variable(let name, slice: nil) = bytes.parts.first?.element, case .number(let number) = variables[name]
        {
            return String(number)
        }
        return "0x" + Hex.string(try bytes.bytes(variables))
    }

    // MARK: - Expectations

    private func expect(_ condition: Condition, _ statement: Statement) throws {
        let isMet = try holds(condition, statement)
        tell(.expectation(condition.words, isMet: isMet), statement)
        guard isMet else {
            throw ScriptFailure.expectation(
                line: statement.line, column: statement.column,
                "expected \(condition.words), got \(condition.found(last, variables))")
        }
    }

    /// What a pattern remembers becomes a variable.
    private func holds(_ condition: Condition, _ statement: Statement) throws(ScriptError) -> Bool {
        guard let found = try condition.match(last, variables, statement) else { return false }
        for name in found.keys.sorted() {
            guard let bytes = found[name] else { continue }
            try set(name, .bytes(bytes), statement)
            tell(.captured(name, bytes), statement)
        }
        return true
    }

    private func capture(_ name: String, _ path: [UInt32], _ statement: Statement) throws(ScriptError) {
        guard let data = variables.bytes("data") else {
            throw statement.error("there is no reply to remember", hint: "send a command first: 00 84 00 00 08")
        }
        let bytes: [UInt8]
        do {
            bytes = try CapturedObject.value(at: path, in: data).get()
        } catch {
            throw statement.error("the reply has no data object \(error.tag) there")
        }
        try set(name, .bytes(bytes), statement)
        tell(.captured(name, bytes), statement)
    }

    private func printed(_ parts: [PrintedPart], _ statement: Statement) throws(ScriptError) {
        var words: [String] = []
        for part in parts { words.append(try part.text(variables)) }
        tell(.text(words.joined(separator: " ")), statement)
    }

    // MARK: - The card

    private func reset(_ kind: ResetKind, _ statement: Statement) throws(CardError) {
        forgetCard()
        let answer = try link.reset(kind)
        variables.set("atr", .bytes(answer.bytes))
        tell(.reset(kind, answer), statement)
    }

    private func inTransaction(_ body: [Statement], _ statement: Statement) throws {
        var outcome: Result<Void, any Error> = .success(())
        try link.withTransaction { () throws(CardError) in outcome = Result { try run(body) } }
        try outcome.get()
    }

    private func secure(_ mode: SecureMode, _ statement: Statement) throws {
        if mode == .off {
            // What was opened must not stay open for whoever comes next (Docs/rules.md 14).
            if secured != nil { try reset(.warm, statement) }
            tell(.secure(.off), statement)
            return
        }
        try asked(statement) { try host.makeReady(for: mode) }
        // Opening begins with a restart.
        forgetCard()
        listen(statement)
        defer { ear.listen = nil }
        let chip = try asked(statement) { try opening { try host.open(mode, over: link) } }
        // Whatever opened it: nothing is sent in clear for protected.
        guard chip.channel.isProtected else {
            throw CardError(.secureMessagingBroken, during: "open the chip", detail: "nothing would be protected")
        }
        opened = chip
        secured = chip.channel
        self.mode = mode
        if mode == .bac { place.enter(.passport) }
        tell(.secure(mode), statement)
    }
}
