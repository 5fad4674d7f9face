/// What a card answers to Read Without Encryption.
public enum ReadAnswer: Hashable, Sendable {
    /// The blocks in the order of the block list.
    case blocks([Block])
    /// The card refused, and gave nothing.
    case refused(StatusFlags)
}
