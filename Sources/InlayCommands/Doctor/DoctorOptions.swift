import Diagnosis
import PCSC

/// What `inlay doctor` takes.
enum DoctorOptions {
    static let tap = CommandOption.flag("tap", "wait for a card, and tell what came of it")
    static let connect = CommandOption.flag(
        "connect", "also connect to the card, which powers it; without this no card is touched")
    static let passive = CommandOption.flag("passive", "read files only: pcscd is not spoken to, and so not started")
    static let share = CommandOption.flag(
        "share", "without serial numbers, numbers of cards, user and host names: fit for a public report")
    static let card = CommandOption.value(
        "card", "KIND",
        "what card it is: " + CardKind.allCases.map(\.rawValue).joined(separator: ", "))
    static let code = CommandOption.value(
        "code", "CODE",
        "what another program said: a code of PC/SC in hexadecimal, or hang, escape, long-command, busy, virtual-reader"
    )
    static let file = CommandOption.value(
        "file", "FILE", "why this file may not be read or written; readers are not looked at")
    static let reader = CommandOption.value(
        "reader", "NAME",
        "the reader that is meant: its name, a part of it, or sim:NAME; INLAY_READER says the same")
    static let timeout = CommandOption.value("timeout", "SECONDS", "how long --tap waits (default 20)")

    static let group = OptionGroup(
        title: "What to look at", options: [reader, card, code, file, tap, timeout, connect, passive, share])

    private static let words: [String: Symptom] = [
        "hang": .hang, "escape": .escape, "long-command": .longCommand, "busy": .busyLoop,
        "virtual-reader": .virtualReader,
    ]

    /// What another program met.
    static func symptom(_ arguments: Arguments) throws(Failure) -> Symptom {
        if let path = arguments.value(file) {
            guard !path.isEmpty, !arguments.has(tap), !arguments.has(connect), arguments.value(code) == nil else {
                throw .usage(
                    "wrong-option", "--file asks about a file alone, and takes no --code, --tap or --connect",
                    remedy: "write inlay doctor --file FILE")
            }
            return .file(path)
        }
        guard let text = arguments.value(code) else { return .none }
        if let symptom = words[text] { return symptom }
        let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : text[...]
        guard let number = UInt32(digits, radix: 16), PCSCError(code: number).name != nil else {
            throw .usage(
                "wrong-value",
                "--code takes a code of PC/SC such as 0x8010001D, or one of "
                    + words.keys.sorted().joined(separator: ", "), remedy: "copy the eight digits behind 0x")
        }
        return .code(PCSCError(code: number))
    }

    /// What kind of card the user holds.
    static func kind(_ arguments: Arguments) throws(Failure) -> CardKind? {
        guard let text = arguments.value(card) else { return nil }
        guard let kind = CardKind(rawValue: text) else {
            let near = Nearest.word(to: text, among: CardKind.allCases.map(\.rawValue))
            throw .usage(
                "wrong-value", "--card takes one of " + CardKind.allCases.map(\.rawValue).joined(separator: ", "),
                likely: near.map { "\($0) is meant" } ?? "",
                remedy: CardKind.allCases.map { "\($0.rawValue): \($0.words)" }.joined(separator: "; "))
        }
        return kind
    }

    /// How far to go.
    static func depth(_ arguments: Arguments) throws(Failure) -> Examination.Depth {
        guard arguments.has(passive) else { return arguments.has(connect) ? .card : .service }
        guard !arguments.has(connect), !arguments.has(tap) else {
            throw .usage("wrong-option", "--passive reads files only, and --connect or --tap need pcscd")
        }
        return .files
    }

    /// How long a card is waited for.
    static func patience(_ arguments: Arguments) throws(Failure) -> Duration {
        guard let text = arguments.value(timeout) else { return .seconds(20) }
        guard let seconds = Double(text), seconds > 0, seconds <= 3600 else {
            throw .usage("wrong-value", "--timeout takes a number of seconds from more than 0 to 3600")
        }
        return .milliseconds(Int(seconds * 1000))
    }
}
