import CardCrypto
import LDS
import Octets

/// Chip Authentication as the files of a chip describe it, with the private keys that are there.
struct ChipAuthenticationOffers {
    /// One ChipAuthenticationInfo.
    struct Offer: Hashable {
        /// The protocol.
        let identifier: ObjectIdentifier
        /// The session's cipher.
        let cipher: BlockCipher
        /// Which key it is for.
        let keyID: Int?
    }

    /// A static key and its number.
    struct NumberedKey {
        let keyID: Int?
        let key: ChipKey
        /// id-PK-DH or id-PK-ECDH, by the arc.
        var arc: UInt8 { key.parameters.curve == nil ? 1 : 2 }
    }

    /// The offers.
    let offers: [Offer]
    /// The keys.
    let keys: [NumberedKey]

    /// Nothing is offered.
    static let none = ChipAuthenticationOffers(offers: [], keys: [])

    init(offers: [Offer], keys: [NumberedKey]) {
        self.offers = offers
        self.keys = keys
    }

    /// What `infos` offer with `secrets`.
    init(_ infos: [SecurityInfos], _ secrets: ChipSecrets) {
        var keys: [NumberedKey] = []
        for info in infos.flatMap(\.chipAuthenticationPublicKeys) {
            guard let key = secrets.chipKey(for: info.publicKey.encoded),
                !keys.contains(where: { $0.keyID == info.keyID && $0.key.parameters == key.parameters })
            else { continue }
            keys.append(NumberedKey(keyID: info.keyID, key: key))
        }
        var offers: [Offer] = []
        for info in infos.flatMap(\.chipAuthentication) where info.version == 1 {
            guard let cipher = BlockCipher.allCases.first(where: { $0.arc == info.cipher.rawValue }) else { continue }
            let offer = Offer(identifier: info.protocolOID, cipher: cipher, keyID: info.keyID)
            if !offers.contains(offer) { offers.append(offer) }
        }
        // TR-03110-3 §A.1.1: documents without a ChipAuthenticationInfo have the first version, with 3DES.
        if offers.isEmpty {
            offers = keys.map {
                Offer(
                    identifier: .chipAuthentication.appending($0.arc, BlockCipher.tripleDES.arc), cipher: .tripleDES,
                    keyID: $0.keyID)
            }
        }
        self.init(offers: offers, keys: keys)
    }

    /// The key that Chip Authentication Mapping with `offer` proves (9303-11 §9.2.1).
    func key(mappedBy offer: PACEOffer) -> ChipKey? {
        let fitting = keys.filter { $0.key.parameters == offer.parameters }
        return (fitting.first { $0.keyID == offer.parameterID } ?? fitting.first)?.key
    }

    /// The one key that goes with `offer`, when data object 84 names `keyID`. Throws what the chip answers.
    func key(for offer: Offer, named keyID: Int?) throws(Refusal) -> ChipKey {
        let fitting = keys.filter { key in
            offer.identifier.contents.dropLast().last == key.arc && (offer.keyID == nil || offer.keyID == key.keyID)
        }
        if let keyID {
            guard let key = fitting.first(where: { $0.keyID == keyID }) else { throw .referencedDataNotFound }
            return key.key
        }
        // 9303-11 §6.2.4: data object 84 is required when the key is ambiguous.
        guard fitting.count == 1, keys.count == 1, let key = fitting.first else {
            throw keys.isEmpty ? .referencedDataNotFound : .incorrectData
        }
        return key.key
    }
}
