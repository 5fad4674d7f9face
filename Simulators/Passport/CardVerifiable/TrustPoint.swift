import Octets

/// A key of the state's authority that a chip trusts (TR-03110-1 §2.2.3).
struct TrustPoint: Hashable, Sendable {
    /// Its name.
    let reference: [UInt8]
    /// The key, with its domain parameters.
    let publicKey: CVPublicKey
    /// What the authority may pass on.
    let rights: UInt8
    /// The last day on which it vouches for document verifiers.
    let expiry: CVDate

    init(reference: [UInt8], publicKey: CVPublicKey, rights: UInt8, expiry: CVDate) {
        self.reference = reference
        self.publicKey = publicKey
        self.rights = rights
        self.expiry = expiry
    }

    /// The holder of `certificate`, whose key has its domain parameters.
    init(_ certificate: CVCertificate, _ publicKey: CVPublicKey) {
        self.init(
            reference: certificate.holderReference, publicKey: publicKey, rights: certificate.rights,
            expiry: certificate.expiry)
    }

    /// Reads the certificate of an authority, data object 7F21, whose signature nobody checks.
    init(certificate bytes: [UInt8]) throws(Refusal) {
        let certificate: CVCertificate
        do {
            var reader = TLVReader(bytes, in: "certificate")
            var contents = try reader.next(0x7F21).contents("certificate")
            certificate = try CVCertificate(body: contents.next(0x7F4E))
        } catch {
            throw .incorrectData
        }
        self.init(certificate, certificate.publicKey)
    }
}
