import CardCrypto
import LDS

/// PACE-CAM counts when CA_IC · PK_IC is the chip's key of the mapping, and a signed EF.CardSecurity gives PK_IC
/// (9303-11 §4.4.3.5, §9.2.12).
enum ChipMappingRule: Rule {
    static func examine(_ examination: inout Examination) {
        guard let evidence = examination.evidence.mapping else {
            examination.add(.chipMapping, .notOffered)
            return
        }
        guard examination.files[.cardSecurity] != nil else {
            examination.add(.chipMapping, .notDone(.fileMissing(.cardSecurity)))
            return
        }
        guard let signed = examination.cardSecurity else {
            examination.add(.chipMapping, .notDone(.dependsOn(Check.cardSecurity.title)))
            return
        }
        examination.add(
            .chipMapping, judge(evidence, signed, examination.signer?.issued?.known.country),
            [.init("key id", "\(evidence.parameterID)")])
    }

    private static func judge(
        _ evidence: PACECAMEvidence, _ signed: SignedSecurityInfos, _ country: String?
    ) -> Verdict {
        // A CSCA vouches for its own state only, and the key must be that of this document.
        if signed.signerIsEstablished, let other = signed.country, let country, other != country {
            return .failed(.signerOfOtherState(signer: other, authority: country))
        }
        guard let data = evidence.chipAuthenticationData else { return .failed(.noMappingData) }
        let keys = signed.infos.chipAuthenticationPublicKeys.filter { $0.keyAgreement == .ecdh }
        // For PACE-CAM the key's id is the id of the domain parameters (9303-11 §9.2.1).
        guard
            let info = keys.first(where: { $0.keyID == evidence.parameterID }) ?? (keys.count == 1 ? keys.first : nil),
            let key = try? PublicKey(subjectPublicKeyInfo: info.publicKey.encoded)
        else { return .failed(.noKey(.cardSecurity)) }
        guard MappingData.fits(data, mappingKey: evidence.mappingPublicKey, staticKey: key) else {
            return .failed(.wrongMappingData)
        }
        return .passed(with: signed.signerIsEstablished ? [] : [.signerNotEstablished])
    }
}
