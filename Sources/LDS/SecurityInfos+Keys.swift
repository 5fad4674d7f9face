import Octets

extension SecurityInfos {
    /// Keys whose domain parameters are given in a form that 9303-11 §9.5.2 does not have.
    var keyWarnings: [LDSWarning] {
        chipAuthenticationPublicKeys.compactMap { key in
            // Explicit parameters are a SEQUENCE.
            guard key.keyAgreement == .ecdh, let parameters = key.publicKey.algorithm.parameters,
                key.publicKey.algorithm.algorithm != AlgorithmIdentifier.standardizedDomainParameters
            else { return nil }
            var reader = TLVReader(parameters, in: "ECParameters")
            let curve = try? reader.next(.objectIdentifier).objectIdentifier("ECParameters")
            return curve.map(LDSWarning.namedCurve)
        }
    }

    /// Offers of Chip Authentication without their key, and keys without their offer (9303-11 §9.2.5, §9.2.6).
    ///
    /// A key belongs to an offer of the same key agreement and number. An offer without a number belongs to the only
    /// key of its key agreement.
    var pairingWarnings: [LDSWarning] {
        let (offers, keys) = (chipAuthentication, chipAuthenticationPublicKeys)
        func fits(_ offer: ChipAuthenticationInfo, _ key: ChipAuthenticationPublicKeyInfo) -> Bool {
            guard offer.keyAgreement == key.keyAgreement else { return false }
            let isOnly = keys.count { $0.keyAgreement == key.keyAgreement } == 1
            return offer.keyID == key.keyID || offer.keyID == nil && isOnly
        }
        return offers.filter { offer in !keys.contains { fits(offer, $0) } }
            .map { .offerWithoutKey($0.securityInfo.name, keyID: $0.keyID) }
            + keys.filter { key in !offers.contains { fits($0, key) } }
            .map { .keyWithoutOffer($0.securityInfo.name, keyID: $0.keyID) }
    }
}
