package import CardCrypto
package import LDS
import Octets

/// A PACEInfo that this reader can run.
package struct PACEConfiguration: Sendable {
    package let info: PACEInfo
    package let cipher: BlockCipher
    package let parameters: KeyAgreementParameters

    /// Nil when the entry names something that does not exist or is not allowed (Docs/rules.md 5): another version, an
    /// unknown or untrusted set of parameters, integrated mapping on secp224r1.
    package init?(_ info: PACEInfo, in infos: SecurityInfos = SecurityInfos([])) {
        guard info.version == PACEInfo.currentVersion,
            let parameters = Self.parameters(of: info, in: infos), parameters.agreement == info.keyAgreement,
            !(info.mapping == .integrated && parameters == .curve(.secp224r1))
        else { return nil }
        self.info = info
        self.parameters = parameters
        cipher = BlockCipher(info.cipher)
    }

    /// Explicit parameters go before the standardized set of the same number, which they replace (9303-11 §9.2.2).
    private static func parameters(of info: PACEInfo, in infos: SecurityInfos) -> KeyAgreementParameters? {
        let explicit = infos.paceDomainParameters.filter { $0.parameterID == info.parameterID }
        for candidate in explicit {
            guard let parameters = candidate.domainParameter.parameters else { continue }
            if let known = KeyAgreementParameters(explicit: parameters, agreement: info.keyAgreement) { return known }
        }
        guard explicit.isEmpty, let id = info.parameterID else { return nil }
        return KeyAgreementParameters(standardizedID: id)
    }

    /// Everything usable in `infos`, best first: the longest AES key, then the stronger parameters; among equals chip
    /// authentication mapping, which also proves the chip, then generic, then integrated; then the chip's order.
    package static func usable(in infos: SecurityInfos) -> [PACEConfiguration] {
        let known = infos.pace.compactMap { PACEConfiguration($0, in: infos) }
        return known.enumerated().sorted { left, right in
            let (first, second) = (left.element.rank, right.element.rank)
            return first == second ? left.offset < right.offset : second.lexicographicallyPrecedes(first)
        }.map(\.element)
    }

    private var rank: [Int] {
        let mapping =
            switch info.mapping {
            case .chipAuthentication: 2
            case .generic: 1
            case .integrated: 0
            }
        return [cipher == .tripleDES ? 0 : cipher.keyLength, parameters.strength, mapping]
    }

    func description(_ password: PACEPassword) -> PACEDescription {
        PACEDescription(
            oid: info.protocolOID, mapping: info.mapping, keyAgreement: info.keyAgreement, cipher: cipher,
            parameterID: info.parameterID ?? parameters.standardizedID, parameterName: parameters.name,
            password: password)
    }
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
