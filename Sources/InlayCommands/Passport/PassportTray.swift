import InlaySeams
import LDS

/// `inlay passport read --loop`: documents one after another, each with its zone from standard input, as a scanner or swipe
/// reader that acts as a keyboard types it.
struct PassportTray {
    private let round: PassportRound
    private let house: House
    private let options: CardOptions
    private let fixed: AccessKeyOptions?
    private let redacts: Bool

    /// Throws for what goes with one document only; a consent is for one chip.
    static func check(_ arguments: Arguments) throws(Failure) {
        for option in [
            PassportOptions.out, PassportOptions.portrait, ReportFile.option, CommonOptions.trace,
            TerminalOptions.certificates, TerminalOptions.key,
        ] where arguments.has(option) {
            throw .usage(
                "contradiction", "--\(option.name) is about one document, and --loop reads many",
                remedy: "leave it out; --jsonl gives one line for each document")
        }
    }

    /// Checks that there is a key for each document.
    init(_ arguments: Arguments, _ house: House, _ round: PassportRound) throws(Failure) {
        self.round = round
        self.house = house
        options = try CardOptions(arguments, house)
        fixed = try AccessKeyOptions.given(arguments, house)
        redacts = arguments.has(PassportOptions.redact)
        if fixed != nil, options.isSimulator {
            throw .usage(
                "contradiction", "a simulated document with one key would be read for ever",
                remedy: "leave the key out, and give zones on standard input")
        }
    }

    /// Reads until input ends or the user interrupts; the worst of all exit codes.
    func run(_ output: Output) throws(Failure) -> ExitCode {
        house.listen()
        var codes: [ExitCode] = []
        var zones = ZoneQueue(house: house)
        var number = 0
        while !house.interruption.isRequested {
            var key = fixed
            if key == nil {
                if house.input.isTerminal { output.note("swipe or type the next zone; Ctrl-D ends") }
                switch try zones.next() {
                case nil: return ExitCode.worst(of: codes)
                case .unreadable(let error):
                    codes.append(tell(AccessKeyOptions.malformed(error), output))
                    continue
                case .zone(let input):
                    do throws(Failure) {
                        key = try AccessKeyOptions.scanned(input.mrz)
                    } catch {
                        codes.append(tell(error, output))
                        continue
                    }
                }
            }
            number += 1
            do throws(Failure) {
                try waitForDocument(output)
                var report = try round.report(key, output)
                report.isRedacted = redacts
                if output.isText, number > 1 { output.print() }
                if output.isText { report.show(on: output) } else { output.json(report.document) }
                codes.append(report.exitCode)
            } catch {
                if error.exitCode == .interrupted { break }
                let code = tell(error, output)
                codes.append(code)
                // Without a service or a reader the next document will not be read either.
                if [.noService, .noReader, .permissionRefused, .interrupted].contains(code) { break }
            }
            output.flush()
            try waitForRemoval(output)
        }
        return ExitCode.worst(of: codes)
    }

    private func tell(_ failure: Failure, _ output: Output) -> ExitCode {
        let failure = output.advised(failure)
        if output.isText { output.failure(failure) } else { output.json(failure.document) }
        output.flush()
        return failure.exitCode
    }

    // MARK: - The reader

    /// Simulated and recorded documents are always there.
    private var isLive: Bool {
        switch options.choice {
        case .any, .named: true
        case .simulator, .replay: false
        }
    }

    private func waitForDocument(_ output: Output) throws(Failure) {
        guard isLive, try loaded.isEmpty else { return }
        output.note("put the document on the reader")
        while try loaded.isEmpty { try pause() }
    }

    private func waitForRemoval(_ output: Output) throws(Failure) {
        guard isLive, try !loaded.isEmpty else { return }
        output.note("take the document away")
        while try !loaded.isEmpty { try pause() }
    }

    /// Readers in question that have a card.
    private var loaded: [ReaderSummary] {
        get throws(Failure) {
            let readers = try house.readers.list().filter(\.hasCard)
            guard case .named(let name) = options.choice else { return readers }
            return readers.filter { $0.name.lowercased().contains(name.lowercased()) }
        }
    }

    private func pause() throws(Failure) {
        house.time.pause(.milliseconds(150))
        guard !house.interruption.isRequested else {
            throw Failure(.interrupted, kind: "interrupted", "interrupted")
        }
    }
}

/// Zones out of standard input.
private struct ZoneQueue {
    let house: House
    private var reader = MRZKeyboardReader()
    private var waiting: [MRZKeyboardReader.Event] = []
    private var line: [UInt8] = []
    private var isAtEnd = false

    /// Longest line that is looked at: no zone is longer, whatever a scanner adds.
    private static let longest = 1024

    init(house: House) { self.house = house }

    /// Nil at the end of input.
    mutating func next() throws(Failure) -> MRZKeyboardReader.Event? {
        while waiting.isEmpty {
            guard !isAtEnd else { return nil }
            let bytes = try house.input.readSome()
            if bytes.isEmpty {
                isAtEnd = true
                take()
                waiting += reader.finish()
            }
            for byte in bytes {
                if byte == 0x0A || byte == 0x0D { take() } else if line.count < Self.longest { line.append(byte) }
            }
        }
        return waiting.removeFirst()
    }

    private mutating func take() {
        guard !line.isEmpty else { return }
        waiting += reader.take(TerminalText.decoded(line))
        line = []
    }
}
