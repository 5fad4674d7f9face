extension AnswerToReset {
    /// True when it is the same for every card of its kind, so that anybody may be told: an allow list (Docs/rules.md 11).
    ///
    /// What a reader makes up for a memory card names standard and kind. Of historical bytes in COMPACT-TLV (7816-4
    /// §8.1.1) only service data, capabilities and the status are known to be so; data of the issuer and from before
    /// issuing (5x, 6x) hold a serial number on some cards, and bytes in no standard form can hold anything.
    public var isHarmless: Bool {
        guard deviations.isEmpty, bytes.count >= 2 else { return false }
        if historicalBytes.isEmpty { return true }
        if let storage = StorageCard(self) { return storage.reserved.allSatisfy { $0 == 0 } }
        // PC/SC part 3 §3.1.3.2.3.1, type B: application data of the card, which may be its own; then the protocol.
        if protocols == [0, 1], historicalBytes.count == 8, historicalBytes.prefix(4).allSatisfy({ $0 == 0 }) {
            return true
        }
        guard let category = historicalBytes.first else { return true }
        var rest = historicalBytes.dropFirst()
        switch category {
        case 0x80: break
        case 0x00:
            // The status stands behind the objects: three bytes.
            guard rest.count >= 3 else { return false }
            rest = rest.dropLast(3)
        default: return false
        }
        while let head = rest.popFirst() {
            let count = Int(head & 0x0F)
            // One byte of services, up to three of capabilities or status; more than that can be anything.
            guard rest.count >= count, head == 0x31 || [0x70, 0x80].contains(head & 0xF0) && count <= 3 else {
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
