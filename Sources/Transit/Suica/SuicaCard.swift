public import FeliCa

/// Everything that a card of the Suica family says without a key.
public struct SuicaCard: Hashable, Sendable {
    /// The services of system 0003 that are read, and how many blocks each has at most.
    public enum Service {
        /// 属性情報.
        public static let attributes: ServiceCode = 0x008B
        /// 利用履歴.
        public static let history: ServiceCode = 0x090F
        /// 改札入出場情報.
        public static let gates: ServiceCode = 0x108F
        /// SF改札入場情報.
        public static let entry: ServiceCode = 0x10CB
        /// 料金発券・改札情報.
        public static let tickets: ServiceCode = 0x184B
    }

    /// Nil when the service was not read or is empty.
    public let attributes: AttributeBlock?
    /// The history.
    public let history: HistoryChain
    /// Newest first.
    public let gates: [GateRecord]
    /// Nil when the service was not read or is empty.
    public let entry: EntryBlocks?
    /// Tickets for Green cars and express trains.
    public let tickets: [PaidTicket]

    /// Decodes the blocks of one card. `earlier` are histories that were read before.
    public init(_ blocks: CardBlocks, earlier: [CardBlocks] = []) {
        let all = [blocks] + earlier
        attributes = blocks[Service.attributes].first.flatMap { AttributeBlock($0) }
        gates = Self.gates(all)
        entry = EntryBlocks(blocks[Service.entry])
        tickets = Self.distinct(all.flatMap { $0[Service.tickets] }).compactMap { PaidTicket($0) }
        history = HistoryChain(
            all.compactMap(\.historyRead), gates: gates,
            newestGate: Self.newestGate(all), attributes: attributes)
    }

    /// Yen on the card now: the purse, else the newest record.
    public var balance: Int? { attributes?.balance ?? history.entries.first?.record.balance }

    /// What was written last at a gate, of all reads; of two in one minute the way out, for the way in is before it.
    private static func newestGate(_ all: [CardBlocks]) -> GateRecord? {
        all.compactMap { $0[Service.gates, 0].flatMap { GateRecord($0) } }.max { left, right in
            let (first, second) = (left.moment ?? 0, right.moment ?? 0)
            return first == second ? left.direction == .entry && right.direction != .entry : first < second
        }
    }

    /// The logs of all reads, each record once, newest first.
    private static func gates(_ all: [CardBlocks]) -> [GateRecord] {
        let records = distinct(all.flatMap { $0[Service.gates] }).compactMap { GateRecord($0) }
        guard all.count > 1 else { return records }
        return records.enumerated().sorted { left, right in
            guard let newer = left.element.moment, let older = right.element.moment else {
                return left.offset < right.offset
            }
            return (newer, right.offset) > (older, left.offset)
        }.map(\.element)
    }

    private static func distinct(_ blocks: [Block]) -> [Block] {
        var known: Set<Block> = []
        return blocks.filter { known.insert($0).inserted }
    }
}

extension GateRecord {
    /// Day and time as digits that sort; nil without a day.
    public var moment: Int? {
        date.map {
            ($0.year * 10_000 + $0.month * 100 + $0.day) * 10_000 + (time.map { $0.hour * 100 + $0.minute } ?? 0)
        }
    }
}
