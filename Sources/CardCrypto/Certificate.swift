public import InlaySeams
import Octets

/// A certificate (X.509, RFC 5280) as a value. Whether it may be trusted is judged elsewhere.
///
/// Read here and not by OpenSSL: documents in use hold what that library hides or refuses to work with, such as negative
/// serial numbers, explicit curve parameters and names in any string type.
public struct Certificate: Hashable, Sendable {
    /// The whole certificate as it was read.
    public let der: [UInt8]
    /// The octets that are signed.
    public let toBeSigned: [UInt8]
    /// 1 to 3, normally 3.
    public let version: Int
    /// The serial number's contents octets: two's complement, big endian.
    public let serialNumber: [UInt8]
    /// Who issued it.
    public let issuer: DistinguishedName
    /// Whom it names.
    public let subject: DistinguishedName
    /// First moment of validity.
    public let notBefore: Moment
    /// Last moment of validity.
    public let notAfter: Moment
    /// The subject's key.
    public let publicKey: PublicKey
    /// The extensions.
    public let extensions: CertificateExtensions
    /// The algorithm beside the signature.
    public let signatureAlgorithm: AlgorithmIdentifier
    /// The algorithm among the signed octets, which must be the same.
    public let signedSignatureAlgorithm: AlgorithmIdentifier
    /// The signature.
    public let signature: [UInt8]

    /// Largest certificate that is read, in bytes.
    public static let byteLimit = 1 << 18

    /// Reads one certificate that fills `der`.
    public init(parsing der: [UInt8]) throws(CryptoError) {
        let signed: SignedStructure
        do {
            signed = try SignedStructure(parsing: der, byteLimit: Self.byteLimit, in: Self.structure)
        } catch {
            throw .malformed(error)
        }
        toBeSigned = signed.toBeSigned
        signatureAlgorithm = signed.signatureAlgorithm
        signature = signed.signature
        self.der = der
        let keyInfo: [UInt8]
        do {
            var fields = signed.fields
            version = try Self.version(&fields)
            serialNumber = Array(try fields.next(.integer).value)
            signedSignatureAlgorithm = try AlgorithmIdentifier(fields.next(.sequence))
            issuer = try DistinguishedName(fields.next(.sequence))
            var validity = try fields.next(.sequence).contents(Self.structure)
            notBefore = try TimeDecoding.moment(validity.next(), in: Self.structure)
            notAfter = try TimeDecoding.moment(validity.next(), in: Self.structure)
            try validity.expectEnd()
            subject = try DistinguishedName(fields.next(.sequence))
            keyInfo = Array(try fields.next(.sequence).encoded)
            // issuerUniqueID and subjectUniqueID say nothing that is used.
            _ = try fields.nextIfPresent(0x81)
            _ = try fields.nextIfPresent(0x82)
            extensions = try CertificateExtensions(from: &fields, 0xA3, in: Self.structure)
            try fields.expectEnd()
        } catch {
            throw .malformed(error)
        }
        publicKey = try PublicKey(subjectPublicKeyInfo: keyInfo)
    }

    private static func version(_ fields: inout TLVReader) throws(ParseError) -> Int {
        guard let object = try fields.nextIfPresent(0xA0) else { return 1 }
        var contents = try object.contents(structure)
        let number = try contents.next(.integer).integer(structure)
        try contents.expectEnd()
        guard (0...2).contains(number) else { throw contents.error(.invalidValue("version 1 to 3 is expected")) }
        return number + 1
    }

    private static let structure = "Certificate"

    /// SHA-256 of the whole certificate.
    public var fingerprint: [UInt8] { DigestAlgorithm.sha256.hash(der) }

    /// Whether issuer and subject are the same name.
    public var isSelfIssued: Bool { issuer.matches(subject) }

    /// Whether the certificate's signature is that of `key`.
    public func isSigned(by key: PublicKey) -> SignatureOutcome {
        key.outcome(of: signature, over: toBeSigned, signatureAlgorithm, signed: signedSignatureAlgorithm)
    }
}
