public import FeliCa

/// One record of the history (service 090F, 利用履歴), decoded from its own 16 octets and nothing else.
public struct HistoryRecord: Hashable, Sendable {
    /// Octets 6 to 9, which mean something else for each kind of record.
    public enum Details: Hashable, Sendable {
        /// The two ends of a ride; nil where none is stored.
        case rail(from: StationCode?, to: StationCode?)
        /// Operator and stop.
        case bus(BusStopCode)
        /// When, and at which terminal; the time is nil when there is no such time.
        case shop(time: TransitTime?, terminal: UInt16)
        /// Where the machine stands, when that is stored, and the two octets behind it, in which window terminals
        /// repeat the place.
        case place(StationCode?, rest: UInt16)
        /// No source tells what the octets mean.
        case unknown
    }

    /// What kind of event it is.
    public enum Kind: Hashable, Sendable, CaseIterable {
        case ride
        case busRide
        case purchase
        case purchaseCancelled
        case charge
        case autoCharge
        case bonus
        case ticket
        case adjustment
        case window
        case newIssue
        case reissue
        case refund
        case other
    }

    /// The octets.
    public let block: Block
    /// 機器種別.
    public let terminal: TerminalType
    /// 利用種別.
    public let process: ProcessType
    /// Part was paid in cash or otherwise (現金併用).
    public let isPartlyCash: Bool
    /// 支払種別.
    public let payment: PaymentType
    /// 入出場種別.
    public let gate: GateKind
    /// The day; nil when there is no such day.
    public let date: TransitDate?
    /// What happened.
    public let kind: Kind
    /// Where.
    public let details: Details
    /// Yen on the card afterwards.
    public let balance: Int
    /// Counts what the card did; see `HistoryChain`.
    public let serial: Int
    /// Of the entry, or of the only place there is.
    public let entryRegion: Region
    /// Of the exit.
    public let exitRegion: Region

    /// Decodes a slot of the history; nil when it is not in use.
    ///
    /// Unused slots are zero, or have 80 in octet 3 (PASMO), or FF FF in octets 2 and 3 with a date (factory state).
    public init?(_ block: Block) {
        let terminal = TerminalType(block.octet(0))
        guard block.big16(4) != 0, block.big16(0) & 0xFF7F != 0 else { return nil }
        self.block = block
        self.terminal = terminal
        process = ProcessType(block.octet(1))
        isPartlyCash = block.octet(1) & 0x80 != 0
        payment = PaymentType(block.octet(2))
        gate = GateKind(block.octet(3))
        date = TransitDate(packed: block.big16(4))
        balance = Int(block.little16(10))
        serial = block.big(12, 3)
        entryRegion = Region(bits: block.octet(15) >> 6)
        exitRegion = Region(bits: block.octet(15) >> 4)
        details = Self.details(terminal, process, block, entryRegion, exitRegion)
        kind = Self.kind(terminal, process)
    }

    private static func details(
        _ terminal: TerminalType, _ process: ProcessType, _ block: Block, _ entry: Region, _ exit: Region
    ) -> Details {
        let (first, second) = (block.big16(6), block.big16(8))
        if process.isShop { return .shop(time: TransitTime(packed: first), terminal: second) }
        if terminal == .onBoard || process.isBus {
            return .bus(BusStopCode(region: entry, operatorCode: first, stop: second))
        }
        if process.isRail {
            return .rail(
                from: StationCode(region: entry, octets: first), to: StationCode(region: exit, octets: second))
        }
        if terminal.isPointOfSale { return .unknown }
        if process.isAtPlace { return .place(StationCode(region: entry, octets: first), rest: second) }
        return .unknown
    }

    private static func kind(_ terminal: TerminalType, _ process: ProcessType) -> Kind {
        switch process.rawValue {
        case 0x46, 0x4B: .purchase
        case 0x4A: .purchaseCancelled
        case 0x02, 0x1F, 0x49: .charge
        case 0x14, 0x15, 0x17: .autoCharge
        case 0x48: .bonus
        case 0x07: .newIssue
        case 0x10, 0x11: .reissue
        case 0x08, 0x33: .refund
        case 0x03, 0x23: .ticket
        case 0x04, 0x05: .adjustment
        case 0x06: .window
        case 0x01, 0x13: terminal == .onBoard ? .busRide : .ride
        case 0x0C, 0x0D, 0x0F, 0x19, 0x1A, 0x1B, 0x1D: .busRide
        default: .other
        }
    }

    /// The stop or the codes of stations in it, pseudo codes left out.
    public var stations: [StationCode] {
        let all: [StationCode?] =
            switch details {
            case .rail(let from, let to): [from, to]
            case .place(let place, _): [place]
            case .bus, .shop, .unknown: []
            }
        return all.compactMap { $0 }.filter { $0.pseudoPlace == nil }
    }

    /// The time, where the record has one: purchases and charges at shops.
    public var time: TransitTime? {
        if case .shop(let time, _) = details { time } else { nil }
    }
}

extension HistoryRecord.Kind {
    /// In words.
    public var name: Wording {
        switch self {
        case .ride: Wording("ride", "乗車")
        case .busRide: Wording("bus, tram", "バス・路面")
        case .purchase: Wording("purchase", "物販")
        case .purchaseCancelled: Wording("purchase cancelled", "物販取消")
        case .charge: Wording("charge", "チャージ")
        case .autoCharge: Wording("auto-charge", "オートチャージ")
        case .bonus: Wording("bonus", "ポイント")
        case .ticket: Wording("ticket", "きっぷ")
        case .adjustment: Wording("adjustment", "精算")
        case .window: Wording("window", "窓口")
        case .newIssue: Wording("new issue", "新規")
        case .reissue: Wording("re-issue", "再発行")
        case .refund: Wording("refund", "返金")
        case .other: Wording("unknown", "不明")
        }
    }

    /// For scripts.
    public var identifier: String {
        switch self {
        case .ride: "ride"
        case .busRide: "busRide"
        case .purchase: "purchase"
        case .purchaseCancelled: "purchaseCancelled"
        case .charge: "charge"
        case .autoCharge: "autoCharge"
        case .bonus: "bonus"
        case .ticket: "ticket"
        case .adjustment: "adjustment"
        case .window: "window"
        case .newIssue: "newIssue"
        case .reissue: "reissue"
        case .refund: "refund"
        case .other: "unknown"
        }
    }
}
