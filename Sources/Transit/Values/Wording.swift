/// The languages that reports are written in.
public enum Language: Hashable, Sendable, CaseIterable {
    case english
    case japanese
}

/// A term in both languages.
public struct Wording: Hashable, Sendable {
    /// As people outside Japan know it.
    public let english: String
    /// As the card's issuers write it.
    public let japanese: String

    /// Both.
    public init(_ english: String, _ japanese: String) {
        self.english = english
        self.japanese = japanese
    }

    /// In `language`.
    public func text(_ language: Language) -> String {
        switch language {
        case .english: english
        case .japanese: japanese
        }
    }
}
