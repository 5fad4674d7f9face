import CardCrypto
import LDS
import Octets

/// A signature algorithm of Terminal Authentication (9303-11 §7.1, TR-03110-3 §A.1.1.3).
struct CVAlgorithm: Hashable, Sendable {
    /// id-TA-RSA-… or id-TA-ECDSA-….
    let identifier: ObjectIdentifier
    /// How it signs.
    let signature: SignatureAlgorithm

    private init(_ arcs: (UInt8, UInt8), _ signature: SignatureAlgorithm) {
        identifier = .terminalAuthentication.appending(arcs.0, arcs.1)
        self.signature = signature
    }

    private static let table: [CVAlgorithm] = [
        CVAlgorithm((1, 1), .rsaPKCS1(.sha1)), CVAlgorithm((1, 2), .rsaPKCS1(.sha256)),
        CVAlgorithm((1, 3), pss(.sha1)), CVAlgorithm((1, 4), pss(.sha256)),
        CVAlgorithm((1, 5), .rsaPKCS1(.sha512)), CVAlgorithm((1, 6), pss(.sha512)),
        CVAlgorithm((2, 1), .plainECDSA(.sha1)), CVAlgorithm((2, 2), .plainECDSA(.sha224)),
        CVAlgorithm((2, 3), .plainECDSA(.sha256)), CVAlgorithm((2, 4), .plainECDSA(.sha384)),
        CVAlgorithm((2, 5), .plainECDSA(.sha512)),
    ]

    /// 9303-12 §7.2: the mask uses the same digest, the salt is as long as the digest.
    private static func pss(_ digest: DigestAlgorithm) -> SignatureAlgorithm {
        .rsaPSS(digest, mgfDigest: digest, saltLength: digest.byteCount)
    }

    /// The algorithm with this identifier; nil when there is none.
    init?(_ identifier: ObjectIdentifier) {
        guard let found = Self.table.first(where: { $0.identifier == identifier }) else { return nil }
        self = found
    }

    /// The algorithm of a setting; nil when it has no identifier.
    init?(_ setting: TerminalAuthenticationSetting) {
        let wanted: SignatureAlgorithm
        switch setting.key {
        case .rsa: wanted = setting.usesVersion15 ? .rsaPKCS1(setting.digest) : Self.pss(setting.digest)
        case .curve:
            guard !setting.usesVersion15 else { return nil }
            wanted = .plainECDSA(setting.digest)
        }
        guard let found = Self.table.first(where: { $0.signature == wanted }) else { return nil }
        self = found
    }
}
