import Octets

/// What a chip knows about terminals, in memory that outlives a session: whom it trusts, and which day it is (9303-11
/// §7.1, TR-03110-3 §2.5).
struct TerminalAuthority: Hashable, Sendable {
    /// Keys that are trusted, the newest first; at most two.
    private(set) var trustPoints: [TrustPoint]
    /// The chip has no clock: the latest day that a certificate proved.
    private(set) var today: CVDate

    /// A chip with one trusted key.
    init(_ trustPoints: [TrustPoint], today: CVDate) {
        self.trustPoints = trustPoints
        self.today = today
    }

    /// A key that certificates can be verified with, and what its chain allows so far.
    struct Issuer: Hashable, Sendable {
        let reference: [UInt8]
        let publicKey: CVPublicKey
        let role: CVCertificate.Role
        /// The rights that all certificates up to here have.
        let rights: UInt8
        let expiry: CVDate
        /// The chain goes through a verifier of another state.
        let isForeign: Bool
    }

    /// The trusted key with this name; nil when there is none.
    func trusted(_ reference: [UInt8]) -> Issuer? {
        trustPoints.first { $0.reference == reference }.map {
            Issuer(
                reference: $0.reference, publicKey: $0.publicKey, role: .authority, rights: $0.rights,
                expiry: $0.expiry, isForeign: false)
        }
    }

    /// Verifies a certificate and takes what follows from it; gives its holder as the next issuer. Throws what the chip
    /// answers.
    mutating func verify(_ body: TLV, signature: [UInt8], issuer: Issuer) throws(Refusal) -> Issuer {
        let certificate = try CVCertificate(body: body)
        guard certificate.authorityReference == issuer.reference else { throw .referencedDataNotFound }
        let isLink = certificate.role == .authority
        switch (issuer.role, certificate.role) {
        case (.authority, .authority), (.authority, .domesticVerifier), (.authority, .foreignVerifier),
            (.domesticVerifier, .inspectionSystem), (.foreignVerifier, .inspectionSystem):
            break
        default: throw .authenticationFailed
        }
        let key = try certificate.publicKey.inheriting(from: issuer.publicKey, mayChange: isLink)
        guard issuer.publicKey.verifies(signature, over: Array(body.encoded)) else { throw .authenticationFailed }
        // TR-03110-3 §2.5: link certificates are taken even after their last day.
        guard isLink || (certificate.expiry >= today && issuer.expiry >= today) else { throw .authenticationFailed }

        if isLink {
            let point = TrustPoint(certificate, key)
            trustPoints.removeAll { $0.reference == point.reference }
            trustPoints = Array(([point] + trustPoints).prefix(2))
        }
        // Terminals of another state's verifiers are not trusted with the date.
        if certificate.role != .inspectionSystem || !issuer.isForeign { today = max(today, certificate.effective) }
        return Issuer(
            reference: certificate.holderReference, publicKey: key, role: certificate.role,
            rights: issuer.rights & certificate.rights, expiry: certificate.expiry,
            isForeign: issuer.isForeign || certificate.role == .foreignVerifier)
    }

    /// EF.CVCA: the names of the trusted keys, 36 bytes (9303-11 §7.1.5).
    var file: [UInt8] {
        let names = trustPoints.flatMap { TLV.encode(0x42, $0.reference) }
        return Array((names + [UInt8](repeating: 0, count: 36)).prefix(36))
    }
}
