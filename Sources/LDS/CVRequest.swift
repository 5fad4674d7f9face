public import Octets

/// A request for a CV certificate (TR-03110-3 §C.2): a body without role and dates, signed with the key that is to be
/// certified, and often once more with the requester's earlier key.
public struct CVRequest: Hashable, Sendable {
    /// Who vouches for the requester.
    public struct OuterSignature: Hashable, Sendable {
        /// Holder of the key that made the signature.
        public let authorityReference: CertificateReference
        /// The signature over the request and the reference.
        public let signature: [UInt8]
        /// The bytes that are signed: the inner 7F21 and the 42 behind it.
        public let signed: [UInt8]
    }

    /// The authority that is asked; it may be missing.
    public let authorityReference: CertificateReference?
    /// The key that is to be certified.
    public let publicKey: CVPublicKey
    /// The name that is asked for.
    public let holderReference: CertificateReference
    /// Extensions as they are.
    public let extensions: [CVExtension]
    /// The whole body: the inner signature is over these bytes.
    public let body: [UInt8]
    /// The inner signature.
    public let signature: [UInt8]
    /// The outer signature of a 67.
    public let outerSignature: OuterSignature?

    /// Reads a request that fills `bytes`: a 7F21, or a 67 around it.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        var reader = TLVReader(bytes, in: Self.structure)
        self = try Self.next(&reader)
        try reader.expectEnd()
    }

    static func next(_ reader: inout TLVReader) throws(ParseError) -> CVRequest {
        guard reader.nextTag == 0x67 else { return try CVRequest(reader.next(0x7F21), nil) }
        var parts = try reader.next(0x67).contents(structure)
        let inner = try parts.next(0x7F21)
        let reference = try parts.next(0x42)
        let outer = OuterSignature(
            authorityReference: try CertificateReference(
                parsing: reference.value, in: "CAR", at: reference.valueOffset),
            signature: try CVCertificate.signature(&parts), signed: Array(inner.encoded + reference.encoded))
        try parts.expectEnd()
        return try CVRequest(inner, outer)
    }

    private init(_ object: TLV, _ outer: OuterSignature?) throws(ParseError) {
        var contents = try object.contents(Self.structure)
        let body = try contents.next(0x7F4E)
        signature = try CVCertificate.signature(&contents)
        try contents.expectEnd()
        var parts = try body.contents(Self.structure)
        try CVCertificateBody.profile(&parts)
        authorityReference =
            parts.nextTag == 0x42 ? try CVCertificateBody.reference(0x42, "CAR", &parts) : nil
        publicKey = try CVPublicKey(parts.next(0x7F49))
        holderReference = try CVCertificateBody.reference(0x5F20, "CHR", &parts)
        extensions = try CVCertificateBody.extensions(&parts)
        try parts.expectEnd()
        self.body = Array(body.encoded)
        outerSignature = outer
    }

    private static let structure = "CV certificate request"
}
