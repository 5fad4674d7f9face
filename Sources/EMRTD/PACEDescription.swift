public import CardCrypto
public import LDS
public import Octets

/// The configuration that PACE was run with.
public struct PACEDescription: Hashable, Sendable {
    /// The protocol's object identifier.
    public let oid: ObjectIdentifier
    /// Mapping of the nonce.
    public let mapping: PACEMapping
    /// Key agreement.
    public let keyAgreement: KeyAgreement
    /// Cipher of the nonce and of the session.
    public let cipher: BlockCipher
    /// Id of the standardized domain parameters (9303-11 §9.5.1).
    public let parameterID: Int
    /// Name of the domain parameters.
    public let parameterName: String
    /// The password.
    public let password: PACEPassword

    /// "PACE-ECDH-GM-AES-128, brainpoolP256r1, MRZ".
    public var name: String {
        "PACE-\(keyAgreement.abbreviation)-\(mapping.abbreviation)-\(cipher.label), \(parameterName), \(password.name)"
    }
}

extension PACEMapping {
    var abbreviation: String {
        switch self {
        case .generic: "GM"
        case .integrated: "IM"
        case .chipAuthentication: "CAM"
        }
    }
}

extension KeyAgreement {
    var abbreviation: String {
        switch self {
        case .dh: "DH"
        case .ecdh: "ECDH"
        }
    }
}

extension BlockCipher {
    /// The cipher's name in protocol identifiers.
    public var label: String {
        switch self {
        case .tripleDES: "3DES"
        case .aes128: "AES-128"
        case .aes192: "AES-192"
        case .aes256: "AES-256"
        }
    }
}
