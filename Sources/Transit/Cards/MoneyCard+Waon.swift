import FeliCa

extension MoneyCard {
    /// WAON, by TRETJapanNFCReader alone. Every second block of the history is an event; those between are not public.
    ///
    /// From octet 2: year from 2005 in 5 bits, month 4, day 5, hour 5, minute 6, balance 18, payment 18, charge 17.
    init(waon blocks: CardBlocks) {
        if let block = blocks[0x6817, 0] {
            balances.append(Balance(Wording("balance", "残高"), block.little(0, 3)))
        }
        if let block = blocks[0x684B, 0] {
            balances.append(Balance(Wording("points", "ポイント"), block.big(0, 3), unit: "points"))
        }
        let events = [1, 3, 5].compactMap { blocks[0x680B, $0] }.compactMap(Self.waonEvent)
        // The blocks are used in turn, so their order is not that of time.
        transactions = events.sorted { $0.moment > $1.moment }
        if !blocks[0x680B].isEmpty {
            gap = Wording(
                "of the history three events are public, in blocks 1, 3 and 5; what lies between them is not",
                "履歴のうち公開情報で解読できるのはブロック1・3・5の3件です")
        }
    }

    private static func waonEvent(_ block: Block) -> Transaction? {
        guard !block.isEmpty else { return nil }
        let kind: Wording? =
            switch block.octet(1) {
            case 0x04: Wording("payment", "支払")
            case 0x0C, 0x10: Wording("charge", "チャージ")
            case 0x08: Wording("return", "返品")
            case 0x18: Wording("points taken", "ポイントダウンロード")
            case 0x28: Wording("refund", "返金")
            case 0x1C, 0x20, 0x30: Wording("auto-charge", "オートチャージ")
            case 0x3C: Wording("moved to a new card", "新カードへ移行")
            case 0x7C: Wording("points exchanged", "ポイント交換")
            default: nil
            }
        let (payment, charge) = (block.bits(43, 18), block.bits(61, 17))
        return Transaction(
            block: block, kind: kind,
            date: TransitDate(year: 2005 + block.bits(0, 5), month: block.bits(5, 4), day: block.bits(9, 5)),
            time: TransitTime(hour: block.bits(14, 5), minute: block.bits(19, 6)),
            amount: payment > 0 ? payment : charge, balance: block.bits(25, 18), serial: nil)
    }
}

extension Block {
    /// `count` bits from bit `first` on, which are counted from octet 2; at most 18.
    fileprivate func bits(_ first: Int, _ count: Int) -> Int {
        let start = 16 + first
        let octets = big(start / 8, 4)
        return octets >> (32 - start % 8 - count) & (1 << count - 1)
    }
}
