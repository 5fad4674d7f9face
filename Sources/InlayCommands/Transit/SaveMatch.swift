import Transit

/// Whether a save is of the card that was read: its IDm decides; saves hold none unless asked, then their records do.
struct SaveMatch {
    private let evidence: CardEvidence

    init(_ reading: TransitCardReading) { evidence = CardEvidence(reading) }

    /// Nil when `parts`, the systems of one card in one save, are of this card; else why they are left out.
    func objection(to parts: [CardDump]) -> Failure? {
        let file = parts.first?.file ?? "a save"
        switch evidence.verdict(onSave: CardEvidence(parts)) {
        case .same: return nil
        case .different(let reason):
            return Failure(
                .wrongKind, kind: "other-card", "\(file) is of another card and is left out",
                likely: reason.sentence, remedy: "give the saves of this card")
        case .undecided:
            return Failure(
                .wrongKind, kind: "unproven-card", "\(file) is left out: nothing shows that it is of this card",
                likely: "it holds no IDm, and it shares fewer than \(CardEvidence.enough) records with the card",
                remedy: "save with --show-idm from now on; inlay transit decode --merge takes files for one card")
        }
    }
}
