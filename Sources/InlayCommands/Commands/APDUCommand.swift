import CardIdentification
import EMRTD
import ISO7816
import InlaySeams
import Octets

/// `inlay apdu`.
enum APDUCommand {
    private static let anyStatus = CommandOption.flag("any-status", "exit with 0 whatever the card answers")

    private static let family = CommandOption.value(
        "family", "NAME", "explain status words as cards of this family mean them (default: what the commands show)")

    private static let secure = CommandOption.value(
        "secure", "pace|bac", "open the chip first, and send the commands protected; answers are shown in plain form")

    static let command = Command(
        "apdu", summary: "send commands to a card, exactly as they are typed",
        discussion: [
            "Each argument is one command APDU in hexadecimal; spaces, colons and 0x may stand in it. Without arguments, "
                + "or for the argument -, commands come from standard input, one on each line; # begins a comment.",
            "All commands are checked before the first is sent. The bytes are sent as they are: no GET RESPONSE, no "
                + "repetition, nothing before or behind them.",
            "Nothing is guarded here: a command that writes or locks is sent like any other, without asking. inlay presets "
                + "run asks first.",
            "Each answer is shown in hexadecimal with the status word in words; below it as text or as a tree of data "
                + "objects, where it is one.",
            "With --secure the chip is opened with the key of the document, and each command travels protected: what "
                + "you type is the plain command. After PACE the master file is current, after BAC the passport application.",
            "Exit code 0 means that every answer was 9000, 61xx or 9100; otherwise it is 8. Where a reader carried a "
                + "frame (D5 43 01 90 00), the status inside of its answer counts.",
        ],
        positional: Positional(placeholder: "[HEX…]", count: 0...4096, summary: "commands in hexadecimal"),
        groups: [
            OptionGroup(title: "Commands", options: [anyStatus, family, secure]), PassportOptions.key,
            CommonOptions.card,
        ],
        examples: [
            ("inlay apdu '00 A4 04 0C 07 A0 00 00 02 47 10 01'", "selects the passport application"),
            ("inlay apdu --reader sim:passport 0084000008", "asks a simulated passport for a challenge"),
            ("inlay apdu @commands.txt", "sends the commands of a file"),
            ("inlay apdu --secure pace --can 123456 00B09C0000", "reads EF.CardAccess over secure messaging"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    /// A command, as it was typed and as it is sent.
    struct Sent: Sendable {
        let command: [UInt8]
        let response: ResponseAPDU
        let time: Duration
        var family: CardFamily?

        var view: ReplyView { ReplyView(response, for: family) }
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let commands = try commands(arguments, house, output)
        let named = try named(arguments)
        let opening = try SecureOpening(arguments.value(secure), arguments, house)
        let session = try CardSession(arguments, house)
        defer { session.close(reset: opening != nil, output) }
        if opening != nil { session.connection.resetsOnExit() }
        let log = Log(family: named, output)
        do {
            try session.link.withTransaction { () throws(CardError) in
                try session.work(hearing: log.take) { tell in
                    Result { () throws(CardError) in try send(commands, opening, session, house, tell) }
                }.get()
            }
        } catch {
            var failure = Failure(error, reader: session.connection.reader)
            failure.results = [.init(key: "exchanges", value: .array(log.sent.map(document)))]
            throw failure
        }
        let sent = log.sent
        if !output.isText {
            output.json([
                "schema": "inlay.apdu/1", "source": .string(session.connection.source.rawValue),
                "reader": .string(session.connection.reader), "exchanges": .array(sent.map(document)),
            ])
        }
        return judge(sent, anyStatus: arguments.has(anyStatus), output)
    }

    /// Shows what was sent, and keeps it for the document and the exit code.
    private final class Log {
        private let family: CardFamily?
        private let output: Output
        private var hand = FamilyAtHand()
        private(set) var sent: [Sent] = []

        init(family: CardFamily?, _ output: Output) {
            self.family = family
            self.output = output
        }

        func take(_ one: Sent) {
            var one = one
            hand.note(one.command, one.response)
            one.family = family ?? hand.family(answering: one.command)
            sent.append(one)
            if output.isText { show(one, output) }
        }
    }

    private static func send(
        _ commands: [[UInt8]], _ opening: SecureOpening?, _ session: CardSession, _ house: House, _ tell: (Sent) -> Void
    ) throws(CardError) {
        let channel = try opening?.open(session, house)
        for command in commands {
            guard !house.interruption.isRequested else { throw CardError(.cancelled, during: "APDU") }
            if let channel {
                tell(try exchange(command, over: channel, house.time))
            } else {
                tell(try exchange(command, session.link, house.time))
            }
        }
    }

    private static func exchange(
        _ command: [UInt8], _ link: any CardLink, _ time: TimeSource
    ) throws(CardError) -> Sent {
        let start = time.monotonic
        let answer = try link.exchange(command)
        let duration = time.monotonic - start
        return Sent(
            command: command, response: try ResponseAPDU(parsing: answer, during: "APDU"), time: duration)
    }

    private static func exchange(
        _ command: [UInt8], over channel: any CardChannel, _ time: TimeSource
    ) throws(CardError) -> Sent {
        let start = time.monotonic
        let plain: CommandAPDU
        do {
            plain = try CommandAPDU(parsing: command)
        } catch {
            throw CardError(.malformedResponse, during: "protect the command", detail: error.description)
        }
        let response = try channel.transmit(plain)
        return Sent(command: command, response: response, time: time.monotonic - start)
    }

    private static func named(_ arguments: Arguments) throws(Failure) -> CardFamily? {
        guard let name = arguments.value(family) else { return nil }
        if let family = CardFamily(rawValue: name) { return family }
        let names = CardFamily.allCases.map(\.rawValue)
        throw .usage(
            "wrong-value", "there is no such family",
            likely: Nearest.word(to: name, among: names).map { "\($0) is meant" } ?? "",
            remedy: "families are \(names.joined(separator: ", "))")
    }

    private static func judge(_ exchanges: [Sent], anyStatus: Bool, _ output: Output) -> ExitCode {
        let bad = exchanges.filter { !$0.view.isGood }
        guard let first = bad.first, !anyStatus else { return .done }
        let status = first.response.status
        let which =
            exchanges.count == 1 ? "the card answered" : "\(bad.count) of \(exchanges.count) commands failed, first:"
        output.note(StyledText("inlay: \(which) \(status), \(first.view.meaning)"))
        return .cardError
    }

    // MARK: - Commands

    private static func commands(
        _ arguments: Arguments, _ house: House, _ output: Output
    ) throws(Failure) -> [[UInt8]] {
        var commands: [[UInt8]] = []
        let typed = arguments.positionals.isEmpty ? ["-"] : arguments.positionals
        for (index, text) in typed.enumerated() {
            if text == "-" {
                if house.input.isTerminal { output.note("commands in hexadecimal, one on each line; Ctrl-D ends") }
                commands += try lines(house.input.readAll(1 << 20), house)
            } else if text.hasPrefix("@") {
                let path = String(text.dropFirst())
                let bytes = try BoundedFile.readOnce(path, limit: 1 << 20, unless: house.interruption)
                commands += try lines(bytes, of: path + ", ", house)
            } else {
                try mustBeQuoted(typed)
                commands.append(try parse(text, place: typed.count == 1 ? "" : "command \(index + 1), "))
            }
        }
        guard !commands.isEmpty else {
            throw .usage("missing-argument", "there is no command to send", remedy: "write one: inlay apdu 0084000008")
        }
        return commands
    }

    /// One command on each line; `#` begins a comment, empty lines are nothing.
    private static func lines(_ bytes: [UInt8], of file: String = "", _ house: House) throws(Failure) -> [[UInt8]] {
        // Many lines take a while, and whoever ends that is told so.
        house.listen()
        var commands: [[UInt8]] = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard !house.interruption.isRequested else {
                throw Failure(.interrupted, kind: "interrupted", "interrupted; nothing was sent")
            }
            let command = line.prefix { $0 != UInt8(ascii: "#") }
            if let bytes = Hex.plain(command), bytes.count >= 4 {
                commands.append(bytes)
                continue
            }
            let text = String(decoding: command, as: UTF8.self)
            guard text.contains(where: { !$0.isWhitespace }) else { continue }
            commands.append(try parse(text, place: "\(file)line \(index + 1), "))
        }
        return commands
    }

    /// A command whose bytes came as one argument each was not put in quotation marks.
    private static func mustBeQuoted(_ typed: [String]) throws(Failure) {
        guard typed.count > 1, typed.allSatisfy({ (try? Hex.words($0)).map { $0.count < 4 } ?? false }),
            let whole = try? Hex.words(typed.joined(separator: " ")), whole.count >= 4
        else { return }
        throw .usage(
            "not-a-command", "each of \(typed.count) arguments is too short for a command, which has at least 4 bytes",
            likely: "they are one command, which the shell took apart",
            remedy: "put it in quotation marks: inlay apdu '00 84 00 00 08'; nothing was sent")
    }

    private static func parse(_ text: String, place: String) throws(Failure) -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try Hex.words(text)
        } catch {
            let (column, reason) =
                switch error {
                case .invalidCharacter(let column): (column, "not a hexadecimal digit")
                case .oddDigits(let column): (column, "a byte needs two digits, the last one here has one")
                }
            let (likely, remedy) = mistake(in: text, error)
            throw .usage(
                "malformed-hex", "\(place)column \(column): \(reason)", likely: likely,
                remedy: remedy + "; nothing was sent")
        }
        guard bytes.count >= 4 else {
            throw .usage(
                "not-a-command",
                "\(place)\(Count.of(bytes.count, "byte is", "bytes are")) no command APDU, which has at least 4",
                likely: "it is a raw frame, or a command for the reader",
                remedy: "write CLA INS P1 P2 and what follows; "
                    + "inlay console and inlay run send a raw frame: frame BYTES")
        }
        return bytes
    }

    /// What somebody meant who wrote a character that is no hexadecimal digit, and what to write.
    private static func mistake(in text: String, _ error: Hex.Failure) -> (likely: String, remedy: String) {
        let example = "inlay apdu '00 84 00 00 08'"
        guard case .invalidCharacter(let column) = error, column >= 1, column <= text.unicodeScalars.count else {
            return ("a digit is missing", "correct it")
        }
        let scalars = text.unicodeScalars
        let scalar = scalars[scalars.index(scalars.startIndex, offsetBy: column - 1)]
        let word = text.split { $0.isWhitespace }.last { $0.allSatisfy { !$0.isNumber } }?.lowercased()
        switch scalar {
        case "-", ",", ".", "_", "/", "|":
            return ("bytes are separated by spaces or colons", "write \(example)")
        case "\\": return ("bytes are written without \\x", "write \(example)")
        case ";", "&", "\n": return ("each command is an argument of its own", "write \(example) '00 B0 9C 00 00'")
        case "#": return ("comments stand in files and on standard input", "leave it out, or give the lines with @FILE")
        case "$", "\"", "(", "{":
            return ("that is the language of inlay console", "inlay run - takes it from standard input")
        case "=", ">": return ("an expectation is a statement of inlay run", "inlay run - takes it from standard input")
        default: break
        }
        if word == "lc" || word == "le" {
            return (
                "Lc and Le are computed by inlay console and inlay run alone", "write the lengths, or use inlay run -"
            )
        }
        if "oO".unicodeScalars.contains(scalar) { return ("it is the letter O, for a zero", "write 0") }
        if "lI".unicodeScalars.contains(scalar) { return ("it is a letter, for the digit 1", "write 1") }
        return ("hexadecimal has the digits 0 to 9 and A to F", "write \(example)")
    }

    // MARK: - Results

    private static func show(_ exchange: Sent, _ output: Output) {
        output.print([.init("> ", .faint), .init(Hex.string(exchange.command))])
        let view = exchange.view
        var line = view.line("< ")
        if output.isVerbose { line += .init("  \(DurationText.milliseconds(exchange.time))", .faint) }
        output.print(line)
        view.show(margin: 2, on: output)
    }

    private static func document(_ exchange: Sent) -> JSONValue {
        .object(
            [.init(key: "command", value: .hex(exchange.command))] + exchange.view.members
                + [.init(key: "microseconds", value: .microseconds(exchange.time))])
    }
}
