import CardCrypto
import Octets

@testable import PassportSimulator

extension ChipKey {
    /// The key as an unencrypted PKCS #8 PrivateKeyInfo; the exponent of a group of numbers is an INTEGER.
    func pkcs8() throws -> SecretBytes {
        switch group {
        case .curve(let group): try PrivateKey(group.curve, scalar: secret).pkcs8
        case .field(let group):
            SecretBytes(
                DER.sequence([
                    DER.encode(integer: 0), group.algorithm(.x942).encoded(),
                    DER.octetString(DER.encode(unsigned: secret.exposed())),
                ]))
        }
    }
}
