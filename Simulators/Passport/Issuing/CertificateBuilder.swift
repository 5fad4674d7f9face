import CardCrypto
import InlaySeams
import Octets

/// Makes X.509 certificates of version 3 (RFC 5280 §4.1, 9303-12 table 5).
struct CertificateBuilder {
    /// Positive, at most 20 octets.
    var serialNumber: [UInt8]
    /// Name of who signs.
    var issuer: [UInt8]
    /// Name of whom the certificate is about.
    var subject: [UInt8]
    /// First second of validity.
    var notBefore: Moment
    /// Last second of validity.
    var notAfter: Moment
    /// Key of the subject.
    var publicKey: PublicKey
    /// Encoded extensions, in order.
    var extensions: [[UInt8]]
    /// The octets of the serial number are encoded as they are, though that makes the number negative.
    var isSerialSigned = false

    /// The certificate, signed with `key`.
    func signed(with pair: SigningKey) throws(CryptoError) -> [UInt8] {
        let identifier = pair.algorithm.identifier.encoded()
        let content = DER.sequence([
            TLV.encode(0xA0, DER.encode(integer: 2)),
            isSerialSigned ? TLV.encode(.integer, serialNumber) : DER.encode(unsigned: serialNumber),
            identifier,
            issuer,
            DER.sequence([Time.encode(notBefore), Time.encode(notAfter)]),
            subject,
            publicKey.subjectPublicKeyInfo,
            TLV.encode(0xA3, DER.sequence(extensions)),
        ])
        return DER.sequence([content, identifier, DER.bitString(try pair.sign(content))])
    }

    /// The key identifier of a public key: SHA-1 of the key's octets (RFC 5280 §4.2.1.2).
    static func keyIdentifier(_ key: PublicKey) -> [UInt8] { DigestAlgorithm.sha1.hash(key.subjectPublicKey) }
}
