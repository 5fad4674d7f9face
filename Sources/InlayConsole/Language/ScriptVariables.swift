import Octets

/// What the variables of a script hold.
public struct ScriptVariables: Hashable, Sendable {
    /// Bytes or a number.
    public enum Value: Hashable, Sendable {
        /// Bytes.
        case bytes([UInt8])
        /// A number.
        case number(Int)

    }

    private var values: [String: Value] = [:]
    /// Bytes that all variables together may hold.
    static let sizeLimit = 64 << 20
    private var size = 0

    /// None yet.
    public init() {}

    /// The value of a variable.
    public subscript(name: String) -> Value? { values[name] }

    /// True for names that hold parts of the last reply, and the card's answer to reset: nobody else gives them a value.
    public static func followsReplies(_ name: String) -> Bool { ["data", "sw", "atr"].contains(name) }

    /// True for what can name a variable.
    public static func isName(_ text: String) -> Bool { ScriptScanner.isName(text) }

    /// Names, in alphabetical order.
    public var names: [String] { values.keys.sorted() }

    /// Bytes of a variable that holds some.
    func bytes(_ name: String) -> [UInt8]? { if case .bytes(let bytes) = values[name] { bytes } else { nil } }

    /// The data of the last reply.
    public var reply: [UInt8] { bytes("data") ?? [] }

    /// All variables that hold bytes.
    var allBytes: [String: [UInt8]] {
        values.compactMapValues { if case .bytes(let bytes) = $0 { bytes } else { nil } }
    }

    /// Sets a variable. False when there is no room for it.
    @discardableResult
    public mutating func set(_ name: String, _ value: Value) -> Bool {
        let old = bytes(name)?.count ?? 0
        let new = if case .bytes(let bytes) = value { bytes.count } else { 0 }
        guard size - old + new <= Self.sizeLimit, values.count < 10_000 || values[name] != nil else { return false }
        size += new - old
        values[name] = value
        return true
    }

    /// Why `$name` cannot be used as bytes.
    func missing(_ name: String, _ part: ByteExpression.Part) -> ScriptError { missing(name, part.line, part.column) }

    func missing(_ name: String, _ line: Int, _ column: Int) -> ScriptError {
        if values[name] != nil {
            return ScriptError(
                line: line, column: column, "$\(name) is a number and not bytes",
                hint: "write u8($\(name)) or u16($\(name))")
        }
        if Self.followsReplies(name) {
            return ScriptError(
                line: line, column: column, "$\(name) was not set: there is no reply yet",
                hint: "send a command first: 00 84 00 00 08")
        }
        let names = values.keys.sorted().prefix(20).map { "$\($0)" }.joined(separator: ", ")
        return ScriptError(
            line: line, column: column, "$\(name) was not set",
            hint: names.isEmpty ? "set it first: set \(name) = 00" : "there are \(names)")
    }
}
