/// Public keys that no honest terminal sends, made from a right one of the same parameters (cases P_23 to P_53, I_3 to I_29).
enum HostileKey: CaseIterable {
    /// Coordinates, or the number, are shorter than the field.
    case otherSize
    /// The point (0,0), or the number 0.
    case zero
    /// Coordinates, or the number, are not below the prime.
    case notBelowPrime
    /// No octet but 00, not even the first.
    case allZero
    /// A point that is not on the curve.
    case offCurve
    /// The first octet is no form of a point.
    case wrongForm

    /// In words, behind "a key".
    var words: String {
        switch self {
        case .otherSize: "of another size"
        case .zero: "at (0,0), or 0"
        case .notBelowPrime: "whose values are not below the prime"
        case .allZero: "of zeros only"
        case .offCurve: "off the curve"
        case .wrongForm: "whose first byte is no form of a point"
        }
    }

    /// The key; nil where there is none of this kind, because the parameters are no curve.
    func bytes(from key: [UInt8], isCurve: Bool) -> [UInt8]? {
        let width = isCurve ? (key.count - 1) / 2 : key.count
        guard width > 2, !isCurve || key.first == 0x04 else { return nil }
        switch self {
        case .otherSize:
            guard isCurve else { return Array(key.dropLast(2)) }
            return [0x04] + key.dropFirst().prefix(width - 1) + key.suffix(width - 1)
        case .zero: return (isCurve ? [0x04] : []) + [UInt8](repeating: 0, count: isCurve ? 2 * width : width)
        case .notBelowPrime:
            return (isCurve ? [0x04] : []) + [UInt8](repeating: 0xFF, count: isCurve ? 2 * width : width)
        case .allZero: return isCurve ? [UInt8](repeating: 0, count: key.count) : nil
        case .offCurve:
            guard isCurve, let last = key.last else { return nil }
            return key.dropLast() + [last ^ 0x01]
        case .wrongForm: return isCurve ? [0x05] + key.dropFirst() : nil
        }
    }
}
