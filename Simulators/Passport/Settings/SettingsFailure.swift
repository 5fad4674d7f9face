/// Why a settings text is not understood. The text is the user's own; it holds nothing of a card.
public struct SettingsFailure: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// A part without `=`.
        case missingValue
        /// A key that does not exist.
        case unknownKey
        /// A key that is given twice.
        case repeatedKey
        /// A value that the key does not take; the text says which it takes.
        case unknownValue(String, expected: String)
    }

    /// The key in question, as it was written.
    public let key: String
    /// What is wrong with it.
    public let reason: Reason
    /// Where it stands: characters from 1.
    public let column: Int
}

extension SettingsFailure: CustomStringConvertible {
    /// One plain sentence.
    public var description: String {
        switch reason {
        case .missingValue: "“\(key)” at column \(column) needs a value: \(key)=…"
        case .unknownKey:
            "“\(key)” at column \(column) is no setting; there are \(PassportSettings.keys.joined(separator: ", "))"
        case .repeatedKey: "“\(key)” is given again at column \(column)"
        case .unknownValue(let value, let expected):
            "\(key)=\(value) at column \(column) is not possible; \(key) takes \(expected)"
        }
    }
}
