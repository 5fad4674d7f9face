import InlaySeams
import Octets

/// Times in certificates and signatures.
enum Time {
    /// UTCTime until 2049, then GeneralizedTime (RFC 5280 §4.1.2.5).
    static func encode(_ moment: Moment) -> [UInt8] {
        let text = generalized(moment)
        guard (1950...2049).contains(moment.civil.year) else { return TLV.encode(.generalizedTime, text) }
        return TLV.encode(.utcTime, text.dropFirst(2))
    }

    /// YYYYMMDDhhmmssZ.
    static func generalized(_ moment: Moment) -> [UInt8] {
        Array(moment.iso8601.utf8.filter { ![UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "T")].contains($0) })
    }
}
