import CardIdentification
import LDS
import Octets

/// Explains the numbers of SIM cards, whose digits stand in pairs with their halves swapped.
enum SIMNumberDecoder {
    /// EF.ICCID.
    static func explainCardNumber(_ bytes: [UInt8]) throws(ParseError) -> Explanation {
        try explain(
            "card number", "cardNumber", SwappedDigits.cardNumber(bytes), bytes, "EF.ICCID has 10 bytes of digits")
    }

    /// EF.IMSI.
    static func explainSubscriber(_ bytes: [UInt8]) throws(ParseError) -> Explanation {
        try explain(
            "subscriber", "subscriber", SwappedDigits.subscriber(bytes), bytes,
            "EF.IMSI has a length, and digits behind a parity")
    }

    /// What a preset keeps under `name`, where that is a number of this kind.
    static func explain(kept name: String, _ bytes: [UInt8]) -> Explanation? {
        switch name {
        case "iccid": try? explainCardNumber(bytes)
        case "imsi": try? explainSubscriber(bytes)
        default: nil
        }
    }

    private static func explain(
        _ name: String, _ key: String, _ digits: String?, _ bytes: [UInt8], _ wanted: String
    ) throws(ParseError) -> Explanation {
        guard let digits else { throw ParseError(.invalidValue(wanted), in: name, at: 0) }
        var explanation = Explanation()
        explanation.field(name, StyledText(digits))
        explanation.member(key, .string(digits))
        return explanation
    }
}
