import Octets

/// An X.501 name as 9303-12 §7.1 wants it: country in PrintableString, the rest in UTF8String.
enum DistinguishedName {
    /// C, O and CN, in this order.
    static func issuer(
        country: String, organization: String, commonName: String, isReversed: Bool = false, isPrintable: Bool = false
    ) -> [UInt8] {
        let text = isPrintable ? DER.printableString : DER.utf8String
        let parts = [
            attribute(6, DER.printableString(country)), attribute(10, text(organization)),
            attribute(3, text(commonName)),
        ]
        return DER.sequence(isReversed ? parts.reversed() : parts)
    }

    /// L with the three-letter code of the machine readable zone, for SubjectAltName (9303-12 table 6).
    static func locality(_ code: String) -> [UInt8] { DER.sequence([attribute(7, DER.printableString(code))]) }

    private static func attribute(_ arc: UInt8, _ value: [UInt8]) -> [UInt8] {
        DER.setOf([DER.sequence([DER.encode(ObjectIdentifier.attributeType.appending(arc)), value])])
    }
}
