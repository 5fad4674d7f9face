import FeliCa

extension Block {
    /// One octet; a block has 16 of them, so only a mistake of ours can lie outside, and reads as zero.
    func octet(_ index: Int) -> UInt8 { bytes.dropFirst(index).first ?? 0 }

    /// Two octets, the high one first.
    func big16(_ index: Int) -> UInt16 { UInt16(octet(index)) << 8 | UInt16(octet(index + 1)) }

    /// Two octets, the low one first.
    func little16(_ index: Int) -> UInt16 { UInt16(octet(index + 1)) << 8 | UInt16(octet(index)) }

    /// `count` octets, the high one first; at most 7.
    func big(_ index: Int, _ count: Int) -> Int {
        bytes.dropFirst(index).prefix(min(count, 7)).reduce(0) { $0 << 8 | Int($1) }
    }

    /// `count` octets, the low one first; at most 7.
    func little(_ index: Int, _ count: Int) -> Int {
        bytes.dropFirst(index).prefix(min(count, 7)).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// `count` octets of two decimal digits each, the high ones first; nil where one is no digit.
    func decimal(_ index: Int, _ count: Int) -> Int? {
        var value = 0
        for octet in bytes.dropFirst(index).prefix(min(count, 7)) {
            guard octet >> 4 <= 9, octet & 15 <= 9 else { return nil }
            value = value * 100 + Int(octet >> 4) * 10 + Int(octet & 15)
        }
        return value
    }

    /// Nothing but zeros.
    var isEmpty: Bool { bytes.allSatisfy { $0 == 0 } }
}
