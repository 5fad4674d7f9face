public import CommandPresets
import ISO7816

/// What can follow what was typed.
public struct ConsoleCompletion: Sendable {
    /// Words of the console besides those of the language, each with what may follow it.
    public var verbs: [String: [String]]
    /// Presets that can be named; those that fit the card, once it is known.
    public var presets: [CommandPreset]
    /// The folder whose files can be named; nil where none have names.
    public var folder: CardFolder?
    /// Folders that can be entered.
    public var folders: [CardFolder]
    /// Variables that have a value.
    public var variables: [String]
    /// The card is known, and `presets` are those that fit it.
    public var isIdentified: Bool
    /// Data of the last reply, whose tags can be named.
    public var data: [UInt8]
    /// Paths of files that begin with a text.
    public var paths: @Sendable (String) -> [String]

    /// What there is to complete.
    public init(
        verbs: [String: [String]], presets: [CommandPreset], folder: CardFolder?,
        folders: [CardFolder] = CardFolder.all, variables: [String], isIdentified: Bool = true, data: [UInt8] = [],
        paths: @escaping @Sendable (String) -> [String] = { _ in [] }
    ) {
        self.verbs = verbs
        self.presets = presets
        self.folder = folder
        self.folders = folders
        self.variables = variables
        self.isIdentified = isIdentified
        self.data = data
        self.paths = paths
    }

    /// The word that `text` ends with, and the whole words that it can become, in order.
    public func candidates(for text: String) -> (typed: String, words: [String]) {
        let statement = text.split(omittingEmptySubsequences: false) { ";{\n".contains($0) }.last ?? ""
        var words = statement.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "\t" }.map(String.init)
        let typed = words.popLast() ?? ""
        words.removeAll(where: \.isEmpty)
        let wanted = typed.lowercased()
        let found = following(words, typed).filter { $0.lowercased().hasPrefix(wanted) }
        return (typed, Array(Set(found)).sorted())
    }

    private func following(_ words: [String], _ typed: String) -> [String] {
        if typed.hasPrefix("$") { return (variables + ["data", "sw", "atr"]).map { "$\($0)" } }
        guard let first = words.first?.lowercased() else {
            return ConsoleKeyword.allCases.map(\.rawValue) + verbs.keys
        }
        if let next = verbs[first] { return words.count == 1 ? next : [] }
        switch ConsoleKeyword(rawValue: first) {
        case .preset: return words.count == 1 ? names(typed) : parameters(words)
        case .cd where words.count == 1: return folders.map(\.name)
        case .cat where words.count == 1: return folder?.files.map(\.name) ?? []
        case .reset: return ["cold", "warm"]
        case .secure: return SecureMode.allCases.map(\.rawValue)
        case .save where words.count == 1: return ["transcript"]
        case .save where words.count == 2: return paths(typed)
        case .expect where words.count == 1, .if where words.count == 1: return ["not", "sw", "data", "length"]
        case .capture where words.count == 2: return ["tlv"]
        case .capture where words.count == 3: return CapturedObject.paths(in: data)
        case .for where words.count == 2: return ["in"]
        default: return []
        }
    }

    /// Names of presets: as long as nobody knows the card, their families first, and nothing that cannot be taken back.
    private func names(_ typed: String) -> [String] {
        guard !isIdentified else { return presets.map(\.name) }
        let names = presets.filter { $0.effect != .irreversible }.map(\.name)
        return typed.contains(".") ? names : names.map { $0.prefix { $0 != "." } + "." }
    }

    private func parameters(_ words: [String]) -> [String] {
        guard words.count > 1, let preset = presets.first(where: { $0.name == words[1] }) else { return [] }
        let given = Set(words.dropFirst(2).compactMap { $0.split(separator: "=").first.map(String.init) })
        return preset.parameters.map(\.name).filter { !given.contains($0) }.map { "\($0)=" }
    }
}
