/// The records of one card in order, newest first, with what each tells about its neighbours: amounts, open entries,
/// charges inside the gates, and records that are missing.
///
/// A record holds the balance after it, so an amount is the difference to the record before. Serial numbers count what
/// the card did: a ride takes two of them, entry and exit, everything else one (a window two). A number without a
/// record is an entry whose exit is not there (yet), or a record that was lost.
public struct HistoryChain: Hashable, Sendable {
    /// A record in its place.
    public struct Entry: Hashable, Sendable {
        /// The record.
        public let record: HistoryRecord
        /// By how many yen the balance changed, negative for what was paid; nil when that cannot be known.
        public internal(set) var change: Int?
        /// Why `change` is nil.
        public internal(set) var unknownChange: UnknownChange?
        /// The gate log's record of the way in.
        public internal(set) var entryGate: GateRecord?
        /// The gate log's record of the way out, or of the bus.
        public internal(set) var exitGate: GateRecord?
    }

    /// Why an amount is not known.
    public enum UnknownChange: Hashable, Sendable {
        /// No record is older, so the balance before it is not known.
        case oldest
        /// Records between this one and the next are missing; all of them together changed the balance by so many yen.
        case recordsMissing(together: Int)
        /// The serial numbers of this record and a neighbour do not fall: nothing shows that they follow each other.
        case outOfOrder
    }

    /// Newest first.
    public let entries: [Entry]
    /// What stands out.
    public let findings: [Finding]

    /// Puts one or more reads of one card together; the same record in several reads counts once.
    ///
    /// `newestGate` is what the card wrote last at a gate; nil when that is not known, `gates` being incomplete.
    public init(
        _ reads: [HistoryRead], gates: [GateRecord] = [], newestGate: GateRecord? = nil,
        attributes: AttributeBlock? = nil
    ) {
        let order = HistoryOrder(reads)
        var arithmetic = SerialArithmetic(order)
        arithmetic.run()
        var entries = order.records.map { Entry(record: $0) }
        for index in entries.indices {
            let (change, reason) = arithmetic.change(of: index)
            entries[index].change = change
            entries[index].unknownChange = reason
        }
        var join = GateJoin(entries, gates)
        join.run()
        self.entries = join.entries
        findings =
            order.findings + arithmetic.findings + join.findings
            + Self.presentState(order.records.first, newestGate, attributes) + Self.credits(join.entries)
            + Self.losses(join.entries) + Self.daysBack(join.entries)
    }

    /// The card is inside when its newest gate record is an entry; its attributes count the entry before the history.
    private static func presentState(
        _ newest: HistoryRecord?, _ gate: GateRecord?, _ attributes: AttributeBlock?
    ) -> [Finding] {
        var findings: [Finding] = []
        if let gate, gate.direction == .entry, !gate.isBus {
            let isAnswered = newest.flatMap(\.date).flatMap { day in gate.date.map { $0 < day } } ?? false
            if !isAnswered { findings.append(.openEntry(gate)) }
        }
        guard let newest, let attributes else { return findings }
        let ahead = (attributes.serial - newest.serial) & 0xFFFF
        if findings.isEmpty, ahead == 1 { findings.append(.openEntry(nil)) }
        if attributes.balance != newest.balance {
            findings.append(.balanceDiffers(attributes: attributes.balance, history: newest.balance))
        }
        return findings
    }

    private static func credits(_ entries: [Entry]) -> [Finding] {
        entries.enumerated().compactMap { index, entry in
            guard let change = entry.change, change > 0 else { return nil }
            return switch entry.record.kind {
            case .ride, .busRide, .purchase, .ticket, .adjustment, .window: .credit(entry: index, yen: change)
            default: nil
            }
        }
    }

    private static func losses(_ entries: [Entry]) -> [Finding] {
        entries.enumerated().compactMap { index, entry in
            guard let change = entry.change, change < 0 else { return nil }
            return switch entry.record.kind {
            case .charge, .autoCharge, .bonus: .loss(entry: index, yen: -change)
            default: nil
            }
        }
    }

    private static func daysBack(_ entries: [Entry]) -> [Finding] {
        zip(entries, entries.dropFirst()).enumerated().compactMap { index, pair in
            guard let newer = pair.0.record.date, let older = pair.1.record.date, newer < older else { return nil }
            return .dayFallsBack(entry: index)
        }
    }
}
