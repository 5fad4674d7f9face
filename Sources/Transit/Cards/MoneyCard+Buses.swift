import FeliCa

/// Cards of bus companies, by felica-look alone.
extension MoneyCard {
    /// RapiCa and いわさき (Kagoshima). The year of an event is not stored.
    init(rapica blocks: CardBlocks) {
        if let block = blocks[0x004B, 1] {
            balances.append(Balance(Wording("balance", "残高"), block.big(3, 3)))
            balances.append(Balance(Wording("premium", "プレミア"), block.big(6, 2)))
            balances.append(Balance(Wording("points", "ポイント"), block.big(8, 2), unit: "points"))
        }
        let rides = blocks[0x008F].compactMap { block -> Transaction? in
            if block.isEmpty { return nil }
            let kind: Wording? =
                switch block.octet(12) {
                case 0x30: Wording("boarding", "乗車")
                case 0x41: Wording("alighting", "降車")
                case 0x40: Wording("charge", "チャージ")
                default: nil
                }
            // Month times 100 plus day, hour times 100 plus minute, in 12 bits each.
            let packed = block.big(0, 3)
            let (day, time) = (packed >> 12, packed & 0xFFF)
            return Transaction(
                block: block, kind: kind, date: nil, dayWithoutYear: Self.dayWithoutYear(day / 100, day % 100),
                time: TransitTime(hour: time / 100, minute: time % 100), amount: nil, balance: block.big(13, 3),
                serial: nil)
        }
        let charges = blocks[0x00CF].compactMap { block -> Transaction? in
            if block.isEmpty { return nil }
            return Transaction(
                block: block, kind: Wording("charge", "積増"),
                date: TransitDate(
                    year: 2000 + Int(block.octet(0)), month: Int(block.octet(1)), day: Int(block.octet(2))),
                time: nil, amount: block.big(3, 2), balance: nil, serial: nil)
        }
        transactions = rides + charges
        gap = Wording(
            "the history holds no year and no fare; stops, lines and vehicles are codes that no permitted source names",
            "履歴に年と運賃の記録はありません。停留所・系統のコード表は利用できません")
    }

    /// ナイスパス (Hamamatsu). In what unit the balance of an event is stored is not said.
    init(nicePass blocks: CardBlocks) {
        transactions = blocks[0x030F].compactMap { block in
            guard block.big16(0) != 0 else { return nil }
            // A signed number of 12 bits, in tens of yen; payments are negative.
            let stored = block.big(11, 2) & 0xFFF
            let tens = stored & 0x800 == 0 ? stored : stored - 0x1000
            return Transaction(
                block: block, kind: tens < 0 ? Wording("payment", "支払") : tens > 0 ? Wording("charge", "積増") : nil,
                date: TransitDate(packed: block.big16(0)), time: nil, amount: abs(tens) * 10, balance: nil, serial: nil)
        }
        gap = Wording(
            "times are stored in tens of minutes, balances in a unit that the source does not say; both are in the blocks",
            "時刻は10分単位、残額の単位は不明です(ブロックを参照)")
    }

    private static func dayWithoutYear(_ month: Int, _ day: Int) -> String? {
        // A leap year has every day.
        guard TransitDate(year: 2000, month: month, day: day) != nil else { return nil }
        return "--\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }
}
