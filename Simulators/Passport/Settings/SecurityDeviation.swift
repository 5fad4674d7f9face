/// Something in EF.SOD and the certificates behind it that the standard does not allow, or that software does not expect.
public enum SecurityDeviation: String, CaseIterable, Hashable, Sendable {
    /// EF.SOD is in BER, with indefinite lengths.
    case indefiniteLengths = "ber"
    /// The content type is 1.3.27.1.1.1.
    case oldContentType = "type-1.3.27.1.1.1"
    /// The content type is 1.2.528.1.1006.1.20.1.
    case nationalContentType = "type-1.2.528.1.1006.1.20.1"
    /// The content type is id-data.
    case dataContentType = "type-data"
    /// The signer's issuer is written in the opposite order.
    case reversedIssuer = "reversed-issuer"
    /// The signer's issuer is written in strings of another type.
    case otherStrings = "other-strings"
    /// The document signer has an RSA key and signs with RSASSA-PSS and SHA-512.
    case pss
    /// The signature does not hold.
    case badSignature = "bad-signature"
    /// The signed attributes name another digest than that of the content.
    case badDigest = "bad-digest"
    /// The signed attributes are not in the order that DER wants, and are signed as they are.
    case unsortedAttributes = "unsorted-attributes"
    /// The serial number of the document signer certificate is negative.
    case negativeSerial = "negative-serial"
}
