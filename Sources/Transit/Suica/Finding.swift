/// What stands out in the history of a card. Entries are counted from the newest, 0.
public enum Finding: Hashable, Sendable {
    /// The card is inside now; with the record of the entry when the gate log has it.
    case openEntry(GateRecord?)
    /// A serial number is used that no record has: somebody went in, and no exit followed.
    case entryWithoutExit(before: Int)
    /// The ride began before the records inside it: a charge behind the gates.
    case insideRide(ride: Int, inside: [Int])
    /// Records are missing between an entry and the next older one: as many serial numbers are unaccounted for.
    case lostRecords(after: Int, numbers: Int)
    /// Serial numbers do not fall from this entry to the next: other cards are mixed in, or somebody edited them.
    case outOfOrder(after: Int)
    /// Two records with one serial number.
    case sameSerial(Int)
    /// The balance rose where money is usually paid.
    case credit(entry: Int, yen: Int)
    /// The balance fell where money is loaded.
    case loss(entry: Int, yen: Int)
    /// The record is of an earlier day than the next older one.
    case dayFallsBack(entry: Int)
    /// The purse and the newest record disagree; usual while a ride with auto-charge is open.
    case balanceDiffers(attributes: Int, history: Int)
    /// The gate log says another amount than the history for the same exit.
    case gateContradiction(entry: Int, gate: GateRecord)
}

extension Finding {
    /// For scripts.
    public var identifier: String {
        switch self {
        case .openEntry: "openEntry"
        case .entryWithoutExit: "entryWithoutExit"
        case .insideRide: "insideRide"
        case .lostRecords: "lostRecords"
        case .outOfOrder: "outOfOrder"
        case .sameSerial: "sameSerial"
        case .credit: "credit"
        case .loss: "loss"
        case .dayFallsBack: "dayFallsBack"
        case .balanceDiffers: "balanceDiffers"
        case .gateContradiction: "gateContradiction"
        }
    }
}
