/// Characters of the machine readable zone as ASCII octets (9303-3 §4).
enum MRZCharacters {
    static let filler = UInt8(ascii: "<")

    /// The octet of `scalar`, small letters made capital; nil for what the zone does not have.
    static func octet(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case "A"..."Z", "0"..."9", "<": UInt8(truncatingIfNeeded: scalar.value)
        case "a"..."z": UInt8(truncatingIfNeeded: scalar.value - 0x20)
        default: nil
        }
    }

    /// True when `octet` is one of the 37 characters.
    static func isAllowed(_ octet: UInt8) -> Bool {
        isDigit(octet) || (0x41...0x5A).contains(octet) || octet == filler
    }

    static func isDigit(_ octet: UInt8) -> Bool { (0x30...0x39).contains(octet) }

    /// 9303-3 §4.9: weights 7, 3, 1 over the values of the characters, modulo 10.
    static func checkDigit(_ octets: some Sequence<UInt8>) -> Int {
        var sum = 0
        for (index, octet) in octets.enumerated() {
            let value =
                switch octet {
                case 0x30...0x39: Int(octet) - 0x30
                case 0x41...0x5A: Int(octet) - 0x41 + 10
                default: 0
                }
            sum += value * (index % 3 == 0 ? 7 : index % 3 == 1 ? 3 : 1)
        }
        return sum % 10
    }

    /// The check digit as a character.
    static func checkOctet(_ octets: some Sequence<UInt8>) -> UInt8 {
        UInt8(truncatingIfNeeded: 0x30 + checkDigit(octets))
    }

    /// The octets without fillers at the end.
    static func trimmed(_ octets: some BidirectionalCollection<UInt8>) -> [UInt8] {
        Array(octets.reversed().drop { $0 == filler }.reversed())
    }

    /// The value of a field: fillers around it dropped, those within it shown as the spaces they stand for.
    static func value(_ octets: some BidirectionalCollection<UInt8>) -> String {
        text(trimmed(octets).drop { $0 == filler }.map { $0 == filler ? 0x20 : $0 })
    }

    static func text(_ octets: some Sequence<UInt8>) -> String { latin1(octets) }

    /// `octets` with fillers up to `count`.
    static func padded(_ octets: [UInt8], to count: Int) -> [UInt8] {
        octets + [UInt8](repeating: filler, count: max(0, count - octets.count))
    }
}
