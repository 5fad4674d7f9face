import Octets

/// Values of ASN.1's own types in words.
enum ASN1Text {
    /// The type of a tag in hexadecimal; nil when it depends on what is around it.
    static func typeName(_ tag: String?) -> String? { tag.flatMap { types[$0] } }

    /// What a value says; nil when its bytes say it best.
    static func text(_ value: ArraySlice<UInt8>, _ tag: String?) -> String? {
        switch tag {
        case "01": value.first.map { $0 == 0 ? "false" : "true" }
        case "02": value.count <= 6 ? number(value) : nil
        case "05": ""
        case "06": (try? ObjectIdentifier(contents: value)).map(IdentifierNames.described)
        case "0C", "12", "13", "14", "16", "1A", "17", "18": "\"\(TerminalText.decoded(value))\""
        default: nil
        }
    }

    private static func number(_ value: ArraySlice<UInt8>) -> String? {
        guard let first = value.first else { return nil }
        return String(value.reduce(first >= 0x80 ? -1 : 0) { $0 << 8 | Int($1) })
    }

    private static let types: [String: String] = [
        "01": "BOOLEAN", "02": "INTEGER", "03": "BIT STRING", "04": "OCTET STRING", "05": "NULL",
        "06": "OBJECT IDENTIFIER", "0A": "ENUMERATED", "0C": "UTF8String", "12": "NumericString",
        "13": "PrintableString", "14": "TeletexString", "16": "IA5String", "17": "UTCTime", "18": "GeneralizedTime",
        "1A": "VisibleString", "1E": "BMPString", "30": "SEQUENCE", "31": "SET", "24": "OCTET STRING in pieces",
    ]
}
