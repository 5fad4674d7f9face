import ISO7816

/// How commands travel.
public enum SecureMode: String, Hashable, Sendable, CaseIterable {
    /// Opened with PACE.
    case pace
    /// Opened with Basic Access Control.
    case bac
    /// Plain.
    case off
}

/// What `expect` and `if` ask.
indirect enum Condition: Hashable, Sendable {
    /// The reply: data and status word, or the status word alone.
    case reply(PatternExpression)
    case status(PatternExpression)
    case data(PatternExpression)
    case length(Comparison, NumberExpression)
    /// A variable, or a part of one.
    case variable(ByteExpression.Part, PatternExpression)
    case number(NumberExpression, Comparison, NumberExpression)
    case not(Condition)

    enum Comparison: String, Hashable, Sendable {
        case equal = "="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="

        func holds(_ left: Int, _ right: Int) -> Bool {
            switch self {
            case .equal: left == right
            case .less: left < right
            case .lessOrEqual: left <= right
            case .greater: left > right
            case .greaterOrEqual: left >= right
            }
        }
    }
}

/// A statement of a script, with its place.
struct Statement: Hashable, Sendable {
    indirect enum Kind: Hashable, Sendable {
        case send(ByteExpression, expecting: PatternExpression?)
        case frame(ByteExpression, expecting: PatternExpression?)
        case fetch
        case expect(Condition)
        case set(String, ByteExpression)
        case number(String, NumberExpression)
        /// `capture NAME`, and `capture NAME tlv 6F/84`.
        case capture(String, path: [UInt32])
        case repetition(NumberExpression, [Statement])
        case range(String, NumberExpression, NumberExpression, [Statement])
        case list(String, [ByteExpression], [Statement])
        case choice(Condition, [Statement], otherwise: [Statement])
        case reset(ResetKind)
        case transaction([Statement])
        case secure(SecureMode)
        case listFiles
        case changeFolder(String)
        case showFile(String)
        case preset(String, [PresetArgument])
        case print([PrintedPart])
        case save(String)
        case stop
    }

    let kind: Kind
    let line: Int
    let column: Int

    func error(_ message: String, hint: String = "") -> ScriptError {
        ScriptError(line: line, column: column, message, hint: hint)
    }
}

/// `key=value` behind `preset NAME`.
struct PresetArgument: Hashable, Sendable {
    enum Value: Hashable, Sendable {
        /// As it was typed.
        case word(String)
        case bytes(ByteExpression)
    }

    /// Empty where only a value was written.
    let key: String
    let value: Value
}
