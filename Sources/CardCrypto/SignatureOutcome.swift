/// What checking a signature came to.
public enum SignatureOutcome: Hashable, Sendable {
    /// The signature is the key's, over these octets.
    case valid
    /// It is not, or what it covers does not fit the rest.
    case invalid(Reason)
    /// It could not be checked.
    case unsupported(CryptoError)

    /// Why a signature is not valid.
    public enum Reason: Hashable, Sendable {
        /// The signature is not the key's, or was made over other octets.
        case signature
        /// The algorithms inside and outside a certificate's signed part are different.
        case algorithmsDiffer
        /// No certificate is there that could be the signer's.
        case noCertificate
        /// There is no content to check.
        case noContent
        /// The messageDigest attribute is not there exactly once, with one value (RFC 5652 §11.2).
        case messageDigestAttribute
        /// The messageDigest attribute is not the digest of the content.
        case messageDigest
        /// The contentType attribute is not there exactly once, with one value (RFC 5652 §11.1).
        case contentTypeAttribute
        /// The contentType attribute names another type than the content has.
        case contentType
        /// The CMSAlgorithmProtection attribute names other algorithms than those used (RFC 6211 §3).
        case algorithmProtection
    }
}
