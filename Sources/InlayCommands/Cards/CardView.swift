import CardIdentification
import ISO7816
import Octets

/// How what a card is found to be is shown.
enum CardView {
    /// The families in words, those that say most first.
    static func families(_ identity: CardIdentity) -> String {
        let families = shownFamilies(identity)
        guard !families.isEmpty else {
            return identity.isFromPartialRecording ? "not known from this trace" : "not identified"
        }
        return families.map(\.title).joined(separator: ", ")
    }

    /// Without the reader, which is no card, and without what a narrower family says already.
    static func shownFamilies(_ identity: CardIdentity) -> [CardFamily] {
        var families = identity.families
        families.remove(.reader)
        if families.count > 1 { families.remove(.iso7816) }
        if !families.isDisjoint(with: [.ntag21x, .ultralightEV1, .ultralightC]) { families.remove(.type2) }
        if families.contains(.icode) { families.remove(.iso15693) }
        return CardFamily.allCases.filter(families.contains)
    }

    /// The card in a sentence: families, and the chip where it is known.
    static func sentence(_ identity: CardIdentity) -> String {
        families(identity) + (chip(identity).map { " (\($0))" } ?? "")
    }

    /// The exact chip, where it says more than the families do.
    static func chip(_ identity: CardIdentity) -> String? {
        identity.chip.flatMap { chip in shownFamilies(identity).contains { $0.title == chip } ? nil : chip }
    }

    /// What names the card in a consent: its UID or IDm, else its answer to reset.
    static func name(_ identity: CardIdentity) -> String {
        Hex.string(identity.identifier ?? identity.answerToReset.bytes)
    }

    /// `families`, `chip`, `identifier`.
    static func document(_ identity: CardIdentity) -> [JSONValue.Member] {
        [
            .init(
                key: "families",
                value: .array(
                    CardFamily.allCases.filter(identity.families.contains).map { .string($0.rawValue) })),
            .init(key: "chip", value: JSONValue(identity.chip)),
            .init(key: "identifier", value: identity.identifier.map { .hex($0) } ?? .null),
        ]
    }

    /// How something is known, in a document.
    static func document(_ evidence: CardIdentity.Evidence) -> JSONValue {
        let families = CardFamily.allCases.filter(evidence.families.contains)
        return [
            "probe": .string(evidence.probe),
            "command": evidence.command.isEmpty ? .null : .hex(evidence.command),
            "answer": evidence.answer.isEmpty ? .null : .hex(evidence.answer),
            "finding": .string(evidence.finding),
            "families": .array(families.map { .string($0.rawValue) }),
        ]
    }
}
