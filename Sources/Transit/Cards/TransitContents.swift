/// What the blocks of a card mean.
public enum TransitContents: Hashable, Sendable {
    /// Records of the Suica family.
    case suica(SuicaCard)
    /// Money or points.
    case money(MoneyCard)
    /// No public source tells what the blocks mean.
    case raw
}
