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

    init(_ link: any CardLink) { self.link = link }

    func open(_ mode: SecureMode, over link: any CardLink) throws -> any CardChannel {
        opened.append(mode)
        return protected ?? MarkedChannel(LinkChannel(link))
    }

    func exchange(frame: [UInt8], over link: any CardLink) throws -> (answer: ReplyPattern.Reply, dialect: String) {
        (frames[frame] ?? .silence, "test")
    }

    func run(
        preset name: String, _ values: [String: String], over link: any CardLink, isSecured: Bool,
        tell: (PresetRun.StepResult) -> Void
    ) throws {
        guard let preset = presets.preset(name) else { throw ScriptError(line: 0, column: 0, "no such preset") }
        var run = try PresetRun(preset, given: values)
        let identity = CardIdentity(answerToReset: link.answerToReset)
        try PresetPlayer(reader: "test", identity: identity).play(&run, on: link, tell: tell)
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
    let sent: [[UInt8]]
    let events: [ScriptEvent]
    let failure: ScriptFailure?
    let host: TestHost
    let interpreter: ScriptInterpreter

    /// Runs `text` over a card that answers as `answers` says, and 6F00 to everything else.
    init(
        _ text: String, answers: [(String, String)] = [], link: (any CardLink)? = nil,
        prepare: (TestHost) -> Void = { _ in }
    ) throws {
        let log = Log()
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
        sent = log.commands
        events = log.events
    }

    private final class Log {
        var commands: [[UInt8]] = []
        var events: [ScriptEvent] = []
    }

    /// Commands in hexadecimal.
    var hex: [String] { sent.map { Hex.string($0) } }

    /// What was printed.
    var text: [String] { events.compactMap { if case .text(let text) = $0.kind { text } else { nil } } }

    /// The failed expectation, with its line.
    var unmet: (line: Int, words: String)? {
        if case .expectation(let line, _, let words) = failure { (line, words) } else { nil }
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
