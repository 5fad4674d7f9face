package import CardCrypto
package import InlaySeams
package import LDS

/// Domain parameters that this reader knows: a named curve or a prime field group of RFC 5114 (9303-11 §9.5.1).
package enum KeyAgreementParameters: Hashable, Sendable {
    case curve(NamedCurve)
    case group(Int)

    /// Standardized domain parameters; nil for an id that is reserved.
    package init?(standardizedID id: Int) {
        if let curve = NamedCurve(standardizedDomainParameterID: id) {
            self = .curve(curve)
        } else if (0...2).contains(id) {
            self = .group(id)
        } else {
            return nil
        }
    }

    /// Explicit parameters, only where they are those of a known curve or group: a reader must not use parameters that
    /// it does not trust already (9303-11 §9.2.2).
    init?(explicit parameters: [UInt8], agreement: KeyAgreement) {
        switch agreement {
        case .ecdh:
            guard let group = try? ECGroup(explicitParameters: parameters) else { return nil }
            self = .curve(group.curve)
        case .dh:
            guard let group = try? DHGroup(explicitParameters: parameters) else { return nil }
            self = .group(group.standardizedDomainParameterID)
        }
    }

    package var agreement: KeyAgreement {
        switch self {
        case .curve: .ecdh
        case .group: .dh
        }
    }

    var standardizedID: Int {
        switch self {
        case .curve(let curve): curve.standardizedDomainParameterID
        case .group(let id): id
        }
    }

    /// The name that people know.
    package var name: String {
        switch self {
        case .curve(let curve): curve.name
        case .group(0): "MODP 1024/160"
        case .group(1): "MODP 2048/224"
        case .group: "MODP 2048/256"
        }
    }

    /// Bits of security, roughly: half the bits of a curve, 80 and 112 for the fields.
    var strength: Int {
        switch self {
        case .curve(let curve): curve.bits / 2
        case .group(0): 80
        case .group: 112
        }
    }

    /// A fresh public key of these parameters, as commands carry it, whose secret nobody keeps.
    package func publicKey(_ random: RandomSource) throws(CryptoError) -> [UInt8] {
        try domain().keyPair(random).publicKey
    }

    func domain() throws(CryptoError) -> any KeyAgreementDomain {
        switch self {
        case .curve(let curve): ECDHDomain(try ECGroup(curve))
        case .group(let id): DHDomain(try DHGroup(standardizedDomainParameterID: id))
        }
    }
}
