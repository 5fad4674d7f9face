/// What a chip that does not speak APDUs answers to a frame. Silence is an answer too: many chips say "no" that way.
public enum FrameAnswer: Hashable, Sendable {
    /// Whole octets, without what reader and chip add on the air (check sums, start and end of frame).
    case bytes([UInt8])
    /// Four bits: an acknowledgement of ISO/IEC 14443-3 type A chips.
    case nibble(UInt8)
    /// Nothing within the time allowed.
    case silence
}

extension FrameAnswer {
    /// The octets, nil for anything else.
    public var octets: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }
}
