/// Which finger, or fingers, an image shows.
public struct FingerPosition: Hashable, Sendable {
    /// The code of ISO/IEC 19794-4 §7.2.2 and ISO/IEC 39794-4, which agree up to 15.
    public let code: Int

    /// A position by its code.
    public init(code: Int) { self.code = code }

    /// The position in the biometric subtype of a header (9303-10 §4.7.3: bits 1 and 2 the hand, 3 to 5 the finger); nil
    /// when it names none.
    public init?(subtype: Int) {
        let finger = subtype >> 2
        guard (1...5).contains(finger) else { return nil }
        switch subtype & 3 {
        case 1: code = finger
        case 2: code = finger + 5
        default: return nil
        }
    }

    /// In words: "right index".
    public var name: String {
        switch code {
        case 0: "unknown finger"
        case 1...5: "right \(Self.fingers[code - 1])"
        case 6...10: "left \(Self.fingers[code - 6])"
        case 13: "right four fingers"
        case 14: "left four fingers"
        case 15: "both thumbs"
        default: "position \(code)"
        }
    }

    private static let fingers = ["thumb", "index", "middle", "ring", "little"]
}
