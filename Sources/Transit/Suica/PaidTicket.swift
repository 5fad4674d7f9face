public import FeliCa

/// One record of tickets bought with the card for Green cars and express trains (service 184B, 料金発券・改札情報).
public struct PaidTicket: Hashable, Sendable {
    /// The octets.
    public let block: Block
    /// Where from: line and station; the region is not stored.
    public let from: UInt16
    /// Where to.
    public let to: UInt16
    /// The day on which it is valid; nil when there is no such day.
    public let date: TransitDate?
    /// When it was issued; nil when there is no such time.
    public let issued: TransitTime?
    /// Which ticket; no source lists the values.
    public let kind: UInt8
    /// Yen.
    public let price: Int
    /// The device that checked it.
    public let device: UInt16
    /// Where it was checked, 0 for nowhere.
    public let checkedAt: UInt16
    /// When it was checked; nil when it was not.
    public let checked: TransitTime?

    /// Decodes a slot; nil when it is not in use.
    public init?(_ block: Block) {
        guard block.big16(0) != 0 || block.big16(4) != 0 else { return nil }
        self.block = block
        from = block.big16(0)
        to = block.big16(2)
        date = TransitDate(packed: block.big16(4))
        issued = TransitTime(packed: block.big16(6))
        kind = block.octet(8)
        price = Int(block.octet(9)) * 10
        device = block.big16(10)
        checkedAt = block.big16(12)
        checked = checkedAt == 0 ? nil : TransitTime(packed: block.big16(14))
    }

    /// What sources read differently in this record.
    public var disagreements: [Disagreement] {
        [Disagreement(.paidTicket, reading: "a paid ticket", otherReading: "the commuter pass")]
    }
}
