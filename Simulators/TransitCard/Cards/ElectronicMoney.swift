/// Electronic money in the common area FE00: balance and history that are read without a key.
enum ElectronicMoney {
    static let code: UInt16 = 0xFE00

    /// Rakuten Edy.
    static var edy: FeliCaSystem {
        // Days since 2000-01-01 and seconds of the day, in 15 and 17 bits.
        func record(_ type: UInt8, _ serial: Int, day: Int, second: Int, amount: Int, balance: Int) -> [UInt8] {
            [type] + number(serial, 3) + number(day << 17 | second, 4) + number(amount, 4) + number(balance, 4)
        }
        let history = [
            record(0x20, 3, day: 9600, second: 45_000, amount: 540, balance: 1960),
            record(0x20, 2, day: 9598, second: 30_600, amount: 500, balance: 2500),
            record(0x02, 1, day: 9597, second: 36_060, amount: 3000, balance: 3000),
        ]
        let identity: [UInt8] = [0, 0, 0x12, 0x34, 0x56, 0x78, 0x90, 0x12, 0x34, 0x56, 0, 0, 0, 0, 0, 0]
        return FeliCaSystem(
            code,
            [
                FeliCaService(0x110B, count: 1, [identity]), FeliCaService(0x1317, count: 1, [littleEndian(1960)]),
                FeliCaService(0x170F, count: 6, history),
            ])
    }

    /// nanaco.
    static var nanaco: FeliCaSystem {
        // 11 bits of year, then month, day, hour and minute.
        func record(
            _ type: UInt8, _ serial: Int, amount: Int, balance: Int, _ date: RecordDate, hour: Int, minute: Int
        ) -> [UInt8] {
            let time = (date.year - 2000) << 21 | date.month << 17 | date.day << 12 | hour << 6 | minute
            return [type] + number(amount, 4) + number(balance, 4) + number(time, 4) + number(serial, 2) + [0]
        }
        let history = [
            record(0x47, 2, amount: 324, balance: 1676, RecordDate(2026, 4, 3), hour: 19, minute: 8),
            record(0x6F, 1, amount: 2000, balance: 2000, RecordDate(2026, 4, 2), hour: 12, minute: 45),
        ]
        let identity: [UInt8] = [0x71, 0x01, 0x12, 0x34, 0x56, 0x78, 0x90, 0x12] + [UInt8](repeating: 0, count: 8)
        let points = number(42, 3) + [UInt8](repeating: 0, count: 13)
        return FeliCaSystem(
            code,
            [
                FeliCaService(0x558B, count: 1, [identity]), FeliCaService(0x5597, count: 1, [littleEndian(1676)]),
                FeliCaService(0x560B, count: 2, [points]), FeliCaService(0x564F, count: 5, history),
            ])
    }

    /// WAON.
    static var waon: FeliCaSystem {
        // From octet 2: year from 2005 in 5 bits, month 4, day 5, hour 5, minute 6, balance 18, payment 18, charge 17.
        func record(
            _ type: UInt8, _ date: RecordDate, hour: Int, minute: Int, balance: Int, payment: Int = 0, charge: Int = 0
        ) -> [UInt8] {
            let moment = (date.year - 2005) << 20 | date.month << 16 | date.day << 11 | hour << 6 | minute
            let amounts = payment << 19 | charge << 2
            // The first 43 bits, and the 37 behind them, of which the last two are not used.
            let bits = moment << 18 | balance
            let high = number(bits << 21 | amounts >> 16, 8)
            return [0, type] + high + number(amounts & 0xFFFF, 2) + [UInt8](repeating: 0, count: 4)
        }
        let empty = [UInt8](repeating: 0, count: 16)
        let history = [
            empty, record(0x04, RecordDate(2026, 2, 11), hour: 16, minute: 20, balance: 800, payment: 200), empty,
            record(0x0C, RecordDate(2026, 2, 10), hour: 9, minute: 5, balance: 1000, charge: 1000),
        ]
        let identity: [UInt8] = [0x69, 0x00, 0x12, 0x34, 0x56, 0x78, 0x90, 0x12] + [UInt8](repeating: 0, count: 8)
        let points = number(15, 3) + [UInt8](repeating: 0, count: 13)
        return FeliCaSystem(
            code,
            [
                FeliCaService(0x6817, count: 1, [littleEndian(800)]), FeliCaService(0x684F, count: 1, [identity]),
                FeliCaService(0x684B, count: 1, [points]), FeliCaService(0x680B, count: 9, history),
            ])
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        stride(from: 8 * (count - 1), through: 0, by: -8).map { UInt8(value >> $0 & 0xFF) }
    }

    private static func littleEndian(_ value: Int) -> [UInt8] {
        number(value, 4).reversed() + [UInt8](repeating: 0, count: 12)
    }
}

extension ElectronicMoney {
    /// All three in one common area.
    static var all: FeliCaSystem {
        FeliCaSystem(code, [edy, nanaco, waon].flatMap(\.services))
    }

    /// The common area with nothing in it.
    static var empty: FeliCaSystem { FeliCaSystem(code, []) }
}
