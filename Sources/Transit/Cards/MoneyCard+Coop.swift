import FeliCa

extension MoneyCard {
    /// 大学生協電子マネー, by TRETJapanNFCReader alone: dates and amounts are decimal digits.
    init(coop blocks: CardBlocks) {
        if let block = blocks[0x50D7, 0] {
            balances.append(Balance(Wording("balance", "残高"), block.little(0, 4)))
        }
        if let block = blocks[0x50CB, 1], block.octet(0) == 1, let amount = block.decimal(5, 3) {
            balances.append(Balance(Wording("meal plan, last used for", "ミールカード前回利用額"), amount))
        }
        if let block = blocks[0x50CB, 2] {
            balances.append(Balance(Wording("points", "ポイント"), block.big(0, 4), unit: "points/10"))
        }
        transactions = blocks[0x50CF].compactMap { block in
            if block.isEmpty { return nil }
            let kind: Wording? =
                switch block.octet(7) {
                case 0x05: Wording("payment", "支払")
                case 0x01: Wording("charge", "チャージ")
                default: nil
                }
            let date: TransitDate? =
                if let year = block.decimal(0, 2), let month = block.decimal(2, 1), let day = block.decimal(3, 1) {
                    TransitDate(year: year, month: month, day: day)
                } else { nil }
            let time: TransitTime? =
                if let hour = block.decimal(4, 1), let minute = block.decimal(5, 1), let second = block.decimal(6, 1) {
                    TransitTime(hour: hour, minute: minute, second: second)
                } else { nil }
            return Transaction(
                block: block, kind: kind, date: date, time: time, amount: block.decimal(8, 3),
                balance: block.decimal(11, 3), serial: nil)
        }
    }
}
