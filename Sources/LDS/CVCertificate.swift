public import Octets

/// A card verifiable certificate of Extended Access Control: data object 7F21 (9303-12 §7.2, TR-03110-3 §C).
public struct CVCertificate: Hashable, Sendable {
    /// What is certified.
    public let body: CVCertificateBody
    /// The signature over `body.encoded`; on an elliptic curve r and s side by side.
    public let signature: [UInt8]

    /// A certificate of a body and its signature.
    public init(body: CVCertificateBody, signature: [UInt8]) {
        self.body = body
        self.signature = signature
    }

    /// Reads a certificate that fills `bytes`: a 7F21, or its two objects without it.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        var reader = TLVReader(bytes, in: Self.structure)
        self = try Self.next(&reader)
        try reader.expectEnd()
    }

    /// Takes a 7F21, or a 7F4E with the 5F37 behind it.
    static func next(_ reader: inout TLVReader) throws(ParseError) -> CVCertificate {
        guard reader.nextTag != 0x7F4E else { return try CVCertificate(&reader) }
        var contents = try reader.next(0x7F21).contents(structure)
        let certificate = try CVCertificate(&contents)
        try contents.expectEnd()
        return certificate
    }

    private init(_ parts: inout TLVReader) throws(ParseError) {
        body = try CVCertificateBody(parts.next(0x7F4E))
        signature = try Self.signature(&parts)
    }

    static func signature(_ parts: inout TLVReader) throws(ParseError) -> [UInt8] {
        let object = try parts.next(0x5F37)
        guard (1...signatureLimit).contains(object.value.count) else {
            throw ParseError(
                .invalidValue("a signature of 1 to 1024 octets is expected"), in: structure, at: object.offset)
        }
        return Array(object.value)
    }

    /// Longer than the modulus of any key in use.
    private static let signatureLimit = 1024
    private static let structure = "CV certificate"

    /// Body and signature without 7F21, as PSO: VERIFY CERTIFICATE carries them (9303-11 §7.1.4).
    public var contents: [UInt8] { body.encoded + TLV.encode(0x5F37, signature) }

    /// The certificate as 7F21.
    public func encoded() -> [UInt8] { TLV.encode(0x7F21, contents) }

    /// True when the holder is the authority: the certificate of a CVCA for itself.
    public var isSelfSigned: Bool { body.authorityReference == body.holderReference }

    /// True for a certificate in which a CVCA certifies its next key (9303-12 §7.2.1).
    public var isLink: Bool { !isSelfSigned && body.authorization.role == .certificationAuthority }
}

extension CVCertificate: CustomStringConvertible {
    /// Holder, authority and role.
    public var description: String {
        "\(body.holderReference), by \(body.authorityReference), \(body.authorization.role.title)"
    }
}
