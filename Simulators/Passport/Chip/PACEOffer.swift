import CardCrypto
import LDS
import Octets

/// One PACEInfo of a chip (9303-11 §9.2.1).
struct PACEOffer: Hashable {
    /// The protocol that MSE:Set AT names.
    let identifier: ObjectIdentifier
    /// The session's cipher.
    let cipher: BlockCipher
    /// The standardised domain parameters.
    let curve: NamedCurve

    /// id-PACE-ECDH-GM-… for a setting.
    init(_ setting: PACESetting) {
        cipher = setting.cipher
        curve = setting.parameters
        identifier = ObjectIdentifier.pace.appending(2, Self.arc(setting.cipher))
    }

    /// The offer in a PACEInfo; nil when the chip cannot carry it out.
    init?(identifier: ObjectIdentifier, parameter: Int?) {
        let ciphers: [BlockCipher] = [.tripleDES, .aes128, .aes192, .aes256]
        guard
            let cipher = ciphers.first(where: { ObjectIdentifier.pace.appending(2, Self.arc($0)) == identifier }),
            let parameter, let curve = NamedCurve(standardizedDomainParameterID: parameter)
        else { return nil }
        self.identifier = identifier
        self.cipher = cipher
        self.curve = curve
    }

    /// PACEInfo with version 2.
    var securityInfo: [UInt8] {
        DER.sequence([
            DER.encode(identifier), DER.encode(integer: 2),
            DER.encode(integer: curve.standardizedDomainParameterID),
        ])
    }

    private static func arc(_ cipher: BlockCipher) -> UInt8 {
        switch cipher {
        case .tripleDES: 1
        case .aes128: 2
        case .aes192: 3
        case .aes256: 4
        }
    }
}
