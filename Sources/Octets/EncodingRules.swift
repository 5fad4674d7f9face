/// Which encodings a reader accepts.
public enum EncodingRules: Hashable, Sendable {
    /// BER-TLV data objects of cards (7816-4 §5.2.2): definite lengths in any form up to four octets.
    case berTLV
    /// Distinguished encoding (X.690 §10): lengths as short as possible.
    case der
    /// Basic encoding (X.690 §8): also the indefinite form, which real security objects use.
    case ber
}
