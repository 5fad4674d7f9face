/// Settings of a simulator, written `key=value&key=value`.
public protocol SimulatorSettings {
    /// Each setting with its values and what it means.
    static var help: [(key: String, values: String, meaning: String)] { get }

    /// Sets one; false when the value is none of this setting.
    mutating func set(_ key: String, _ value: String) -> Bool
}

extension SimulatorSettings {
    /// Applies a settings text over what is set.
    public mutating func apply(_ text: String) throws(SimulatorSettingsFailure) {
        for part in text.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let key = String(pair.first ?? "")
            let value = pair.count > 1 ? String(pair[1]) : ""
            guard let values = Self.help.first(where: { $0.key == key })?.values else { throw .unknownKey(key) }
            guard set(key, value) else { throw .wrongValue(key: key, values: values) }
        }
    }
}

/// Why a settings text is not understood.
public enum SimulatorSettingsFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// No setting is called so.
    case unknownKey(String)
    /// The value is none of this setting; the text says which there are.
    case wrongValue(key: String, values: String)
    /// The chip has nothing that could be set so.
    case notOfThisChip(key: String)

    /// One sentence.
    public var description: String {
        switch self {
        case .unknownKey(let key): "no setting is called \(key.prefix(20))"
        case .wrongValue(let key, let values): "\(key) takes \(values)"
        case .notOfThisChip(let key): "this chip has nothing that \(key) could set"
        }
    }
}
