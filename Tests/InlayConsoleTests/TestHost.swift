import CardIdentification
import ChipSimulation
import CommandPresets
import ISO7816
import InlaySeams
import Octets

@testable import InlayConsole

/// A host whose card is a link of the test's.
final class TestHost: ScriptHost {
    let link: any CardLink
    var isCancelled = false
    var frames: [[UInt8]: ReplyPattern.Reply] = [:]
    var presets = CommandPresetCatalog([])
    var opened: [SecureMode] = []
    var protected: (any CardChannel)?
    var saved: [String] = []
    var families: Set<CardFamily>?
    var hasLostCard = false
    /// What lies there when the interpreter asks after a loss.
    var returning: CardReturn?
    /// Opens the chip once more.
    var renewed: (any CardChannel)?

    init(_ link: any CardLink) { self.link = link }

    func open(_ mode: SecureMode, over link: any CardLink) throws -> OpenedChip {
        opened.append(mode)
        return OpenedChip(protected ?? MarkedChannel(LinkChannel(link))) { [renewed] () throws(CardError) in
            guard let renewed else { throw CardError(.secureMessagingBroken, during: "open again") }
            return renewed
        }
    }

    func meetCard() throws(CardError) -> CardReturn? {
        guard hasLostCard else { return nil }
        guard let returning else { throw CardError(.noCard, during: "connect") }
        hasLostCard = false
        return returning
    }

    func exchange(frame: [UInt8], over link: any CardLink) throws -> (answer: ReplyPattern.Reply, dialect: String) {
        (frames[frame] ?? .silence, "test")
    }

    func run(
        preset name: String, _ values: [String: String], over link: any CardLink, isSecured: Bool,
        tell: (PresetProgress) -> Void
    ) throws {
        guard let preset = presets.preset(name) else { throw ScriptError(line: 0, column: 0, "no such preset") }
        var run = try PresetRun(preset, given: values)
        let identity = CardIdentity(answerToReset: link.answerToReset)
        try PresetPlayer(reader: "test", identity: identity).play(&run, on: link) { tell(.step($0)) }
    }

    func saveTranscript(to path: String) throws { saved.append(path) }
}

/// A channel that protects nothing and says that it does.
private final class MarkedChannel: CardChannel {
    private let base: any CardChannel

    init(_ base: any CardChannel) { self.base = base }

    var limits: LinkLimits { base.limits }
    var isProtected: Bool { true }
    func transmit(_ command: CommandAPDU) throws(CardError) -> ResponseAPDU { try base.transmit(command) }
}

/// A script that was run over a card: what was sent, told, and how it ended.
struct ScriptRun {
    private let log: Log
    var sent: [[UInt8]] { log.commands }
    var events: [ScriptEvent] { log.events }
    let failure: ScriptFailure?
    let host: TestHost
    let interpreter: ScriptInterpreter

    /// Runs `text` over a card that answers as `answers` says, and 6F00 to everything else.
    init(
        _ text: String, answers: [(String, String)] = [], link: (any CardLink)? = nil,
        prepare: (TestHost) -> Void = { _ in }
    ) throws {
        let log = Log()
        self.log = log
        let chip = TableChip(answers)
        let traced = TracingLink(link ?? SimulatedLink(chip)) { log.commands.append($0.command) }
        let host = TestHost(traced)
        prepare(host)
        let interpreter = ScriptInterpreter(host: host, time: .fixed(Moment(secondsSince1970: 0))) {
            log.events.append($0)
        }
        self.host = host
        self.interpreter = interpreter
        let script = try Script(parsing: text)
        do throws(ScriptFailure) {
            try interpreter.run(script)
            failure = nil
        } catch {
            failure = error
        }
    }

    private final class Log {
        var commands: [[UInt8]] = []
        var events: [ScriptEvent] = []
    }

    /// Commands in hexadecimal.
    var hex: [String] { sent.map { Hex.string($0) } }

    /// Sentences about what happens.
    var remarks: [String] { events.compactMap { if case .remark(let words) = $0.kind { words } else { nil } } }

    /// What was printed.
    var text: [String] { events.compactMap { if case .text(let text) = $0.kind { text } else { nil } } }

    /// The failed expectation, with its line.
    var unmet: (line: Int, words: String)? {
        failure?.unmet.map { ($0.line, $0.words) }
    }

    /// The error of the language at run time.
    var error: ScriptError? { if case .script(let error) = failure { error } else { nil } }
}

/// Answers from a table, in turn where a command stands there more than once.
final class TableChip: ChipSimulator {
    let answerToReset: [UInt8] = [0x3B, 0x80, 0x80, 0x01, 0x01]
    private var rows: [(command: [UInt8], answer: [UInt8])]
    private(set) var resets = 0

    init(_ rows: [(String, String)]) {
        self.rows = rows.compactMap { row in
            guard let command = try? Hex.bytes(row.0), let answer = try? Hex.bytes(row.1) else { return nil }
            return (command, answer)
        }
    }

    func powerUp() { resets += 1 }

    func handle(command: [UInt8]) -> [UInt8] {
        guard let index = rows.firstIndex(where: { $0.command == command }) else { return [0x6F, 0x00] }
        let answer = rows[index].answer
        if rows.filter({ $0.command == command }).count > 1 { rows.remove(at: index) }
        return answer
    }
}
