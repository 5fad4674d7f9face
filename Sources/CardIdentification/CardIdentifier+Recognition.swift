public import ISO7816

/// Why a card is not the one that was identified.
public enum CardDifference: Hashable, Sendable {
    /// The card was taken away in between; whether the same one came back cannot be told.
    case takenAway
    /// Another answer to reset.
    case answerToReset
    /// Another identifier.
    case identifier
}

extension CardDifference: CustomStringConvertible {
    /// In words.
    public var description: String {
        switch self {
        case .takenAway: "the card was taken away after it had been identified"
        case .answerToReset: "the card on the reader has another answer to reset than the one that was identified"
        case .identifier: "the card on the reader has another identifier than the one that was identified"
        }
    }
}

extension CardIdentifier {
    /// `identity` after a restart of the same card, which drew a new number where it draws one each time it is powered
    /// (ISO 14443-3 §6.4.4: four bytes that begin with 08). Any other number has to be the same, and is left as it was.
    public func renumbered(_ identity: CardIdentity, on link: any CardLink) throws(CardError) -> CardIdentity {
        func isDrawn(_ identifier: [UInt8]?) -> Bool { identifier?.count == 4 && identifier?.first == 0x08 }
        guard isDrawn(identity.identifier), try difference(identity, on: link, closely: false) == nil,
            let index = identity.evidence.firstIndex(where: { $0.command == CardProbe.identifier.command }),
            let answer = try send(.identifier, link), answer.status == .success, isDrawn(answer.data)
        else { return identity }
        var identity = identity
        identity.identifier = answer.data
        identity.evidence[index].answer = answer.encoded
        return identity
    }

    /// How the card on `link` differs from the one that `identity` is about; nil when it is the same.
    ///
    /// Nothing is sent to the card. `closely` compares the answer to reset too, and asks the reader for the identifier once
    /// more where it told it before; not after a reset, from which some cards come with others of both. Only in a
    /// transaction does what it says last.
    public func difference(
        _ identity: CardIdentity, on link: any CardLink, closely: Bool
    ) throws(CardError) -> CardDifference? {
        do {
            guard try link.insertion() == identity.insertion else { return .takenAway }
        } catch {
            guard error.code == .cardRemoved else { throw error }
            return .takenAway
        }
        guard closely else { return nil }
        guard link.answerToReset == identity.answerToReset else { return .answerToReset }
        let told = identity.evidence.first { $0.command == CardProbe.identifier.command && !$0.answer.isEmpty }
        guard let told else { return nil }
        return try send(.identifier, link)?.encoded == told.answer ? nil : .identifier
    }
}
