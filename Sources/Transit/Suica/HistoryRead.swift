public import FeliCa

/// Blocks of the history as one read of a card, one dump or one list of blocks gives them.
public struct HistoryRead: Hashable, Sendable {
    /// A block with its number in the service, 0 being the newest.
    public struct Slot: Hashable, Sendable {
        /// The number.
        public let number: Int
        /// The octets.
        public let block: Block

        /// A slot.
        public init(_ number: Int, _ block: Block) {
            self.number = number
            self.block = block
        }
    }

    /// Sorted, the newest first.
    public let slots: [Slot]
    /// The numbers are those of the card, so that nothing can lie between two slots whose numbers follow each other.
    public let isNumberedByCard: Bool

    /// Blocks with the card's own numbers.
    public init(slots: [Slot]) {
        self.slots = slots.sorted { $0.number < $1.number }
        isNumberedByCard = true
    }

    /// Blocks as a service was read, from number 0 on.
    public init(_ blocks: [Block]) {
        self.init(slots: blocks.enumerated().map { Slot($0.offset, $0.element) })
    }

    /// Blocks as somebody listed them, newest first; some may have been left out.
    public init(list blocks: [Block]) {
        slots = blocks.enumerated().map { Slot($0.offset, $0.element) }
        isNumberedByCard = false
    }
}
