/// Words that begin a statement, each with its help.
public enum ConsoleKeyword: String, CaseIterable, Sendable {
    case send, frame, fetch, expect, set, number, capture, `repeat`, `for`, `if`, reset, transaction, secure
    case ls, cd, cat, preset, print, save, stop

    /// How it is written.
    public var usage: String {
        switch self {
        case .send: "[send] BYTES [=> PATTERN]"
        case .frame: "frame BYTES [=> PATTERN]"
        case .fetch: "fetch"
        case .expect:
            "expect [not] PATTERN | sw PATTERN | data PATTERN | length [<|>] N | $NAME is PATTERN | NUMBER < NUMBER"
        case .set: "set NAME = BYTES"
        case .number: "number NAME = NUMBER"
        case .capture: "capture NAME [tlv TAG/TAG…]"
        case .repeat: "repeat N { … }"
        case .for: "for NAME in 0..7 { … } | for NAME in BYTES, BYTES… { … }"
        case .if: "if CONDITION { … } [else { … }]"
        case .reset: "reset cold|warm"
        case .transaction: "transaction { … }"
        case .secure: "secure pace|bac|off"
        case .ls: "ls"
        case .cd: "cd [NAME]"
        case .cat: "cat NAME"
        case .preset: "preset NAME [KEY=VALUE…]"
        case .print: "print TEXT|$NAME|NUMBER…"
        case .save: "save transcript FILE"
        case .stop: "stop"
        }
    }

    /// What it does, in a sentence.
    public var summary: String {
        switch self {
        case .send:
            "sends bytes to the card, exactly as they are written and once; Lc and Le stand for lengths that are computed"
        case .frame: "sends a raw frame to a chip that does not speak APDUs, through the dialect of the reader"
        case .fetch: "asks for what the last answer announced: 61xx, 6Cxx, 91AF, and 6310 of GET STATUS"
        case .expect: "stops unless the last reply is as expected"
        case .set: "gives bytes a name; $NAME stands for them"
        case .number: "gives a number a name; u8($NAME), u16($NAME), u24le($NAME) are its bytes"
        case .capture: "remembers the data of the last reply, or one data object in it"
        case .repeat: "does it N times"
        case .for: "does it for each number, or for each value"
        case .if: "does it if the last reply, or a variable, is so; conditions are those of expect"
        case .reset: "restarts the card; everything set up on it is lost"
        case .transaction: "lets no other program send commands in between"
        case .secure: "opens a passport chip and sends what follows protected; off: plain again, after a restart"
        case .ls: "lists the files that a standard names for this kind of card; sends nothing"
        case .cd: "selects an application, or the master file"
        case .cat: "reads a file by its name, and explains it"
        case .preset: "runs a preset, if the card is one that it is for"
        case .print: "shows text and variables"
        case .save: "writes everything sent and received so far to a file, which --reader replay:FILE answers from"
        case .stop: "ends the script"
        }
    }

    static let hint = "statements are bytes in hexadecimal, and " + allCases.map(\.rawValue).joined(separator: ", ")

    /// The keyword that may be meant by `word`.
    static func near(_ word: String) -> String? {
        let word = word.lowercased()
        guard word.count >= 2 else { return nil }
        return allCases.map(\.rawValue).first { $0.hasPrefix(word) || word.hasPrefix($0) }
    }

    /// What to write instead of a word that begins no statement.
    static func advice(for word: String) -> String {
        if word.lowercased() == "else" {
            return "else stands behind the block of an if: if 9000 { stop } else { stop }"
        }
        // FAMILY.NAME
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 2, parts.allSatisfy({ $0.count > 1 }) { return "a preset is run with: preset \(word)" }
        return near(word).map { "\($0) is meant?" } ?? hint
    }

    /// True for a word that a statement can begin with: a keyword, or bytes, right or not.
    public static func begins(_ word: String) -> Bool {
        guard let first = word.unicodeScalars.first else { return false }
        return ConsoleKeyword(rawValue: word.lowercased()) != nil || ScriptParser.isCommandWord(word)
            || "\"$}{;#\\".unicodeScalars.contains(first)
    }
}
