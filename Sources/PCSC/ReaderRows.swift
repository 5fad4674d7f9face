import CPCSC

/// The rows of one `SCardGetStatusChange` after another: what came out of one is what the next takes as known.
struct ReaderRows {
    private(set) var rows: [PCSCFunctions.StateRow]

    /// Nothing is known about `names` yet.
    init(_ names: [String]) {
        rows = names.map { PCSCFunctions.StateRow(reader: $0, current: UInt32(SCARD_STATE_UNAWARE)) }
    }

    /// Takes over the states that were seen, without their mark of change: with it the next call would return at once.
    mutating func remember(_ seen: [PCSCFunctions.StateRow]) {
        rows = seen.map { PCSCFunctions.StateRow(reader: $0.reader, current: $0.event & ~UInt32(SCARD_STATE_CHANGED)) }
    }

    /// Watches other names from now on, and keeps what is known about those that stay.
    mutating func replaceNames(_ names: [String]) {
        let known = Dictionary(rows.map { ($0.reader, $0) }, uniquingKeysWith: { first, _ in first })
        rows = ReaderRows(names).rows.map { known[$0.reader] ?? $0 }
    }
}
