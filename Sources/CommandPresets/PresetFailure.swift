public import CardIdentification
public import ISO7816

/// Why a preset could not be filled in or run.
public enum PresetFailure: Error, Hashable, Sendable {
    /// A parameter has no value.
    case missingValue(name: String)
    /// A value does not fit its parameter; the text says what would. Holds no value.
    case wrongValue(name: String, needs: String)
    /// A value was given for a parameter that the preset does not have.
    case unknownParameter(name: String)
    /// What stands between brackets is longer than 255 bytes.
    case tooLong
    /// The preset names a page by its meaning, and the exact chip is not known or has no such page.
    case unknownPage(String)
    /// The reader has no way to send what the step needs.
    case noFrames(reason: String)
    /// The card that lies there is not the one that was identified; nothing was sent to it.
    case otherCard(CardDifference)
    /// The card or the reader failed.
    case card(CardError)
}

extension PresetFailure: CustomStringConvertible {
    /// In words.
    public var description: String {
        switch self {
        case .missingValue(let name): "\(name) has no value"
        case .wrongValue(let name, let needs): "\(name) must be \(needs)"
        case .unknownParameter(let name): "the preset takes no \(name)"
        case .tooLong: "the values are too long for one command"
        case .unknownPage(let page): "the page \(page) of this chip is not known"
        case .noFrames(let reason): reason
        case .otherCard(let difference): difference.description
        case .card(let error): error.description
        }
    }
}
