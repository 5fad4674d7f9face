/// What checking one signer of a signed object came to.
public struct SignerVerdict: Hashable, Sendable {
    /// The certificate whose key was used; nil when none could be the signer's.
    public var certificate: Certificate?
    /// How that certificate was found.
    public var match: CertificateMatch?
    /// Whether signature, content and attributes fit together. Says nothing about trust in the certificate.
    public var outcome: SignatureOutcome
    /// What differs from the standard without making the signature wrong.
    public var deviations: [SignatureDeviation]
}

/// How a signer's certificate was found, the most exact way first.
public enum CertificateMatch: Hashable, Sendable, CaseIterable {
    /// Issuer and serial number are exactly those of the certificate.
    case issuerAndSerialNumber
    /// The issuer has the same relative names, otherwise written; the serial number is the same.
    case issuerNamesAndSerialNumber
    /// The key identifier is that of the certificate's extension, or the SHA-1 of its key.
    case subjectKeyIdentifier
    /// Only the serial number is the same.
    case serialNumber
    /// Nothing is the same, but there is no other certificate.
    case onlyCertificate
    /// Nothing is the same; its key verified the signature where the others' did not.
    case triedKey
}

/// What a signed object does otherwise than the standard, without its signature being wrong.
public enum SignatureDeviation: Hashable, Sendable {
    /// The certificate is not named exactly.
    case certificateNotNamedExactly(CertificateMatch)
    /// There are no signed attributes; 9303-10 §4.6.2.1 requires them.
    case noSignedAttributes
    /// The signed attributes are not in DER order; the signature covers them in this order.
    case attributesNotInDEROrder(signed: SignedAttributes.Order)
    /// The signed attributes are not in DER otherwise; the signature covers their DER form.
    case attributesNotInDER
    /// The signature algorithm is given as the kind of key only.
    case signatureAlgorithmIsKeyAlgorithm
    /// The signature algorithm has another digest than the digest algorithm; the signature fits this one.
    case digestAlgorithmsDiffer(signed: DigestAlgorithm)
    /// The ECDSA signature has r and s side by side where SEQUENCE { r, s } is announced.
    case plainECDSASignature
    /// The digest algorithm is not among those announced for the object.
    case digestAlgorithmNotAnnounced
}
