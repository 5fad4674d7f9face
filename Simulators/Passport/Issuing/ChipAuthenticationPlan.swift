import CardCrypto
import LDS
import Octets

/// What EF.DG14 and EF.CardSecurity say about Chip Authentication (9303-11 §9.2.5, §9.2.6).
enum ChipAuthenticationPlan {
    /// The domain parameters for which the chip needs a static key.
    static func parameters(_ settings: PassportSettings) -> [StandardizedDomainParameters] {
        var parameters: [StandardizedDomainParameters] = []
        for wanted in mapped(settings).map(\.parameters) + settings.chipAuthentication.map(\.parameters)
        where !parameters.contains(wanted) {
            parameters.append(wanted)
        }
        return parameters
    }

    /// ChipAuthenticationInfo and ChipAuthenticationPublicKeyInfo for every offer and key.
    static func securityInfos(
        _ settings: PassportSettings, _ secrets: ChipSecrets
    ) throws(CryptoError) -> [[UInt8]] {
        var infos: [[UInt8]] = []
        let parameters = parameters(settings)
        for wanted in parameters {
            let mapping = mapped(settings).first { $0.parameters == wanted }
            var offers = settings.chipAuthentication.filter { $0.parameters == wanted }
            // 9303-11 §4.4: a chip with this mapping has Chip Authentication, too.
            if offers.isEmpty, let mapping {
                offers = [ChipAuthenticationSetting(cipher: mapping.cipher, parameters: wanted)]
            }
            guard let key = secrets.key(wanted), let first = offers.first else { continue }
            // 9303-11 §9.2.1: with Chip Authentication Mapping the number of the parameters is that of the key.
            var keyID = mapping?.parameterID ?? offers.compactMap(\.keyID).first
            if keyID == nil, parameters.count > 1 { keyID = wanted.rawValue }
            let number = keyID.map { [DER.encode(integer: $0)] } ?? []
            let arc: UInt8 = wanted.curve == nil ? 1 : 2
            for offer in offers where offer.hasInfo {
                let identifier = ObjectIdentifier.chipAuthentication.appending(arc, offer.cipher.arc)
                let info = DER.sequence([DER.encode(identifier), DER.encode(integer: 1)] + number)
                if !infos.contains(info) { infos.append(info) }
            }
            infos.append(
                DER.sequence(
                    [
                        DER.encode(ObjectIdentifier.publicKey.appending(arc)),
                        try key.subjectPublicKeyInfo(first.keyForm),
                    ] + number))
        }
        return infos
    }

    /// The offers of Chip Authentication Mapping.
    private static func mapped(_ settings: PassportSettings) -> [PACEOffer] {
        guard settings.access.offersPACE else { return [] }
        return PACEOffer.offers(settings.pace).filter { $0.mapping == .chipAuthentication }
    }
}
