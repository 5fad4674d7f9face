extension MRZ {
    /// What kind of document it is, in words, as far as its code tells; nil for a code that the standard does not have.
    ///
    /// The second letter of a passport has a meaning since 2026 only, before that each state used its own (9303-4
    /// §4.2.2.2); a card's second letter is the state's to choose but for those named here (9303-5 §4.2.2.2).
    public var documentTypeName: String? {
        switch format {
        case .td3: documentCode.first == "P" ? Self.passports[documentCode] ?? "passport" : nil
        case .td1 where documentCode == "AC": "crew member certificate"
        case .td1, .td2:
            Self.isForbidden(documentCode)
                ? nil : Self.cards[documentCode] ?? Self.cards[String(documentCode.prefix(1))]
        case .visaA, .visaB: "visa"
        }
    }

    /// 9303-5 and 9303-6 §4.2.2.2: V never comes second, neither C nor I after A; AC is for crew members, in TD1 only.
    private static func isForbidden(_ code: String) -> Bool {
        code.dropFirst().first == "V" || code == "AC" || code == "AI"
    }

    private static let passports: [String: String] = [
        "PP": "national passport", "PE": "emergency passport", "PD": "diplomatic passport",
        "PO": "official or service passport", "PR": "travel document of a refugee", "PT": "passport of an alien",
        "PS": "travel document of a stateless person", "PL": "laissez-passer", "PM": "military passport",
        "PU": "emergency document of a single sheet",
    ]

    private static let cards: [String: String] = [
        "IP": "passport card", "I": "identity card", "A": "official travel document",
        "C": "official travel document",
    ]
}
