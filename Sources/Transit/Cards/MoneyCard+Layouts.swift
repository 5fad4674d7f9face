import FeliCa
import InlaySeams
import Octets

/// Layouts of single kinds (facts as collected from several public readers; what is not public is left out).
extension MoneyCard {
    private static let purse = Wording("balance", "残高")
    private static let points = Wording("points", "ポイント")

    /// 楽天Edy.
    init(edy blocks: CardBlocks) {
        if let block = blocks[0x1317, 0] { balances.append(Balance(Self.purse, block.little(0, 4))) }
        transactions = blocks[0x170F].compactMap { block in
            let kind: Wording? =
                switch block.octet(0) {
                case 0x20: Wording("payment", "支払")
                case 0x02: Wording("charge", "チャージ")
                case 0x04: Wording("gift", "ギフト")
                default: nil
                }
            if block.isEmpty { return nil }
            // Days in 15 bits and seconds in 17, since 2000-01-01 in Japan.
            let packed = block.big(4, 4)
            let (days, seconds) = (packed >> 17, packed & 0x1FFFF)
            return Transaction(
                block: block, kind: kind, date: TransitDate(daysSince1990: days + 3652),
                time: TransitTime(hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60),
                amount: block.big(8, 4), balance: block.big(12, 4), serial: block.big(1, 3))
        }
    }

    /// nanaco.
    init(nanaco blocks: CardBlocks) {
        if let block = blocks[0x5597, 0] { balances.append(Balance(Self.purse, block.little(0, 4))) }
        if let first = blocks[0x560B, 0] {
            balances.append(Balance(Self.points, first.big(0, 3), unit: "points"))
        }
        if let second = blocks[0x560B, 1] {
            balances.append(Balance(Wording("points, second", "ポイント(2)"), second.big(5, 3), unit: "points"))
        }
        transactions = blocks[0x564F].compactMap { block in
            if block.isEmpty { return nil }
            let kind: Wording? =
                switch block.octet(0) {
                case 0x47: Wording("payment", "支払")
                case 0x6F, 0x70, 0x5C: Wording("charge", "チャージ")
                case 0x35: Wording("transfer", "引継")
                case 0x83: Wording("points", "ポイント交換")
                default: nil
                }
            // Year in 11 bits, month in 4, day in 5, hour in 6, minute in 6.
            let packed = block.big(9, 4)
            return Transaction(
                block: block, kind: kind,
                date: TransitDate(year: 2000 + packed >> 21, month: packed >> 17 & 15, day: packed >> 12 & 31),
                time: TransitTime(hour: packed >> 6 & 63, minute: packed & 63), amount: block.big(1, 4),
                balance: block.big(5, 4), serial: block.big(13, 2))
        }
    }

    /// Octopus: the offset changed in October 2017, and which one counts depends on the last write, which is not stored.
    init(octopus blocks: CardBlocks) {
        guard let block = blocks[0x0117, 0] else { return }
        let raw = block.big(0, 4)
        balances = [
            Balance(Self.purse, raw - 500, unit: "HKD/10", condition: "last used since 2017-10-01"),
            Balance(Self.purse, raw - 350, unit: "HKD/10", condition: "last used before 2017-10-01"),
        ]
        disagreements = [
            Disagreement(
                .octopusOffset, reading: "by the last use: both are shown", otherReading: "by the day of reading")
        ]
    }

    /// 深圳通, cards of the first generation.
    init(shenzhenTong blocks: CardBlocks) {
        guard let block = blocks[0x0118, 0] else { return }
        balances = [Balance(Self.purse, block.big(0, 4) - 350, unit: "CNY/10")]
    }

    /// りゅーと.
    init(ryuto blocks: CardBlocks) {
        transactions = blocks[0x898F].compactMap { block in
            if block.big16(0) == 0 { return nil }
            let kind: Wording? =
                switch block.octet(9) {
                case 0x52: Wording("ride", "乗車")
                case 0x55: Wording("charge", "チャージ")
                default: nil
                }
            return Transaction(
                block: block, kind: kind, date: TransitDate(packed: block.big16(0)), time: nil,
                amount: Int(block.big16(10)), balance: Int(block.big16(14)), serial: nil)
        }
        if let newest = transactions.first?.balance { balances.append(Balance(Self.purse, newest)) }
    }
}
