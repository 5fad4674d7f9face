import Octets

/// Numbers of SIM cards: two digits in a byte, the second one in the high half (TS 102 221 §13.2, TS 31.102 §4.2.2).
public enum SwappedDigits {
    /// The card number (ICCID) as it is printed on the card: up to 20 digits, `F` where there are fewer.
    /// Nil for bytes that hold something else.
    public static func cardNumber(_ bytes: [UInt8]) -> String? {
        guard bytes.count == 10 else { return nil }
        return digits(bytes.flatMap(swapped))
    }

    /// The identity of a subscriber (IMSI): a length, then digits behind four bits that say whether they are odd in number.
    /// Nil for bytes that hold something else.
    public static func subscriber(_ bytes: [UInt8]) -> String? {
        guard let count = bytes.first.map(Int.init), (1...8).contains(count), bytes.count > count else { return nil }
        let halves = bytes[1...count].flatMap(swapped)
        // 1 for an even number of digits, 9 for an odd one.
        guard let kind = halves.first, kind & 0x07 == 1, let text = digits(Array(halves.dropFirst())) else {
            return nil
        }
        return text.count % 2 == (kind == 9 ? 1 : 0) ? text : nil
    }

    private static func swapped(_ byte: UInt8) -> [UInt8] { [byte & 0x0F, byte >> 4] }

    /// Decimal digits, and nothing but `F` behind them.
    private static func digits(_ halves: [UInt8]) -> String? {
        let digits = halves.prefix { $0 < 10 }
        guard !digits.isEmpty, halves.dropFirst(digits.count).allSatisfy({ $0 == 0x0F }) else { return nil }
        return String(decoding: digits.map { 0x30 + $0 }, as: UTF8.self)
    }
}
