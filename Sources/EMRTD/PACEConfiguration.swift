package import CardCrypto
package import LDS
import Octets

/// A PACEInfo that this reader can run.
package struct PACEConfiguration: Sendable {
    package let info: PACEInfo
    package let cipher: BlockCipher
    package let curve: NamedCurve
    package let parameterID: Int

    /// Nil when the entry names something that is not implemented or not allowed (Docs/rules.md 5).
    package init?(_ info: PACEInfo) {
        guard info.version == 2, info.keyAgreement == .ecdh, info.mapping == .generic,
            let parameterID = info.parameterID,
            let curve = NamedCurve(standardizedDomainParameterID: parameterID)
        else { return nil }
        self.info = info
        self.curve = curve
        self.parameterID = parameterID
        cipher = BlockCipher(info.cipher)
    }

    /// Everything usable in `infos`, best first: the longest AES key, then the largest curve; 3DES last. Equal ones stay
    /// in the chip's order.
    package static func usable(in infos: SecurityInfos) -> [PACEConfiguration] {
        let known = infos.pace.compactMap(PACEConfiguration.init)
        return known.enumerated().sorted { left, right in
            let (first, second) = (left.element.rank, right.element.rank)
            return first == second ? left.offset < right.offset : first > second
        }.map(\.element)
    }

    private var rank: [Int] { [cipher == .tripleDES ? 0 : cipher.keyLength, curve.fieldByteCount] }

    func description(_ password: PACEPassword) -> PACEDescription {
        PACEDescription(
            oid: info.protocolOID, mapping: info.mapping, keyAgreement: info.keyAgreement, cipher: cipher,
            parameterID: parameterID, parameterName: curve.name, password: password)
    }

    func domain() throws(CryptoError) -> any KeyAgreementDomain { ECDHDomain(try ECGroup(curve)) }
}

extension BlockCipher {
    init(_ cipher: SessionCipher) {
        switch cipher {
        case .tripleDES: self = .tripleDES
        case .aes128: self = .aes128
        case .aes192: self = .aes192
        case .aes256: self = .aes256
        }
    }
}

func > (left: [Int], right: [Int]) -> Bool { right.lexicographicallyPrecedes(left) }
