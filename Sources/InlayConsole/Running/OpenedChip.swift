public import ISO7816

/// A chip that was opened: what commands travel through, and how it is opened once more.
public struct OpenedChip {
    /// The protected channel.
    public let channel: any CardChannel
    /// Opens the chip again in the same way when a session was lost; what is current is then as right after opening.
    public let renew: () throws(CardError) -> any CardChannel

    /// An opened chip.
    public init(_ channel: any CardChannel, renew: @escaping () throws(CardError) -> any CardChannel) {
        self.channel = channel
        self.renew = renew
    }
}
