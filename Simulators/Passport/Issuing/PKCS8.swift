import CardCrypto
import Octets

/// Unencrypted PKCS #8 PrivateKeyInfo (RFC 5208 §5), as other programs read and write it.
enum PKCS8 {
    /// A key on a curve: ECPrivateKey (RFC 5915 §3) with its public key.
    static func encode(_ curve: NamedCurve, scalar: SecretBytes, publicKey: [UInt8]) -> [UInt8] {
        let key = DER.sequence([
            DER.encode(integer: 1), DER.octetString(scalar.exposed()), TLV.encode(0xA1, DER.bitString(publicKey)),
        ])
        let algorithm = AlgorithmIdentifier(.ecPublicKey, parameters: DER.encode(curve.oid))
        return DER.sequence([DER.encode(integer: 0), algorithm.encoded(), DER.octetString(key)])
    }

    /// A key of Chip Authentication; one of a group of numbers is an INTEGER (X9.42).
    static func encode(_ key: ChipKey) -> [UInt8] {
        switch key.group {
        case .curve(let group): encode(group.curve, scalar: key.secret, publicKey: key.publicKey)
        case .field(let group):
            DER.sequence([
                DER.encode(integer: 0), group.algorithm(.x942).encoded(),
                DER.octetString(DER.encode(unsigned: key.secret.exposed())),
            ])
        }
    }
}
