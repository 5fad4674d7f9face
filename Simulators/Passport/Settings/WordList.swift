import CardCrypto

/// Words of a setting, separated by commas, in any order. Each kind of word may be used once.
struct WordList {
    private var words: [String]

    init(_ text: String) {
        words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    /// Takes the first word that `meaning` understands; nil when there is none.
    mutating func take<Value>(_ meaning: (String) -> Value?) -> Value? {
        for (index, word) in words.enumerated() {
            guard let value = meaning(word) else { continue }
            words.remove(at: index)
            return value
        }
        return nil
    }

    /// Takes `word`; false when it is not there.
    mutating func take(_ word: String) -> Bool { take { $0 == word ? true : nil } ?? false }

    /// Takes a word `key=…` or `key:…` and gives what stands behind the sign.
    mutating func takeValue<Value>(_ key: String, _ meaning: (String) -> Value?) -> Value? {
        take { word in
            guard word.hasPrefix(key + "=") || word.hasPrefix(key + ":") else { return nil }
            return meaning(String(word.dropFirst(key.count + 1)))
        }
    }

    /// True when every word was understood.
    var isEmpty: Bool { words.isEmpty }
}

extension NamedCurve {
    /// The name in a settings text: `p256`, `bp384`.
    var settingsName: String { (name.hasPrefix("brainpool") ? "bp" : "p") + String(bits) }

    /// The names that a settings text uses.
    static let names = allCases.map(\.settingsName).joined(separator: ", ")

    init?(settingsName: String) {
        guard let curve = Self.allCases.first(where: { $0.settingsName == settingsName }) else { return nil }
        self = curve
    }
}

extension StandardizedDomainParameters {
    /// The name in a settings text.
    var settingsName: String {
        switch self {
        case .modp1024s160: "modp1024s160"
        case .modp2048s224: "modp2048s224"
        case .modp2048s256: "modp2048s256"
        default: curve?.settingsName ?? String(rawValue)
        }
    }

    /// The names that a settings text uses.
    static let names = allCases.map(\.settingsName).joined(separator: ", ") + ", or their number 0-2, 8-18"

    /// By name or by number.
    init?(settingsName: String) {
        let found = Self.allCases.first { $0.settingsName == settingsName || String($0.rawValue) == settingsName }
        guard let found else { return nil }
        self = found
    }
}

extension BlockCipher {
    /// The name in a settings text.
    var settingsName: String {
        switch self {
        case .tripleDES: "3des"
        case .aes128: "aes128"
        case .aes192: "aes192"
        case .aes256: "aes256"
        }
    }

    /// The name in a sentence.
    var title: String { self == .tripleDES ? "3DES" : "AES-\(keyLength * 8)" }

    /// The names that a settings text uses.
    static let names = allCases.map(\.settingsName).joined(separator: ", ")

    init?(settingsName: String) {
        guard let cipher = Self.allCases.first(where: { $0.settingsName == settingsName }) else { return nil }
        self = cipher
    }

    /// The last arc of the object identifiers of PACE and Chip Authentication (9303-11 §9.2.1, §9.2.5).
    var arc: UInt8 {
        switch self {
        case .tripleDES: 1
        case .aes128: 2
        case .aes192: 3
        case .aes256: 4
        }
    }
}

extension DigestAlgorithm {
    /// The name in a settings text.
    var settingsName: String { name.lowercased().replacing("-", with: "") }

    init?(settingsName: String) {
        guard let digest = Self.allCases.first(where: { $0.settingsName == settingsName }) else { return nil }
        self = digest
    }
}
