package import CardCrypto
package import LDS
package import Octets

/// A key of EF.DG14 with which Chip Authentication version 1 can be run, and the protocol to run (9303-11 §6.2, §9.2.5,
/// §9.2.6).
package struct ChipAuthenticationKey: Sendable {
    package let protocolOID: ObjectIdentifier
    package let cipher: BlockCipher
    package let keyID: Int?
    package let agreement: KeyAgreement
    /// SubjectPublicKeyInfo as EF.DG14 gives it.
    package let encoded: [UInt8]
    /// No ChipAuthenticationInfo names this key.
    package let isInferred: Bool
    let domain: any KeyAgreementDomain
    /// The public key as the commands of the protocol would carry it.
    package let publicKey: [UInt8]

    /// DO84, only for a key that has an id (9303-11 §9.2.5).
    package var reference: [UInt8] { keyID.map { TLV.encode(0x84, shortestOctets($0)) } ?? [] }

    /// All keys that can be used, best first: the longest AES key, 3DES last, then the chip's order.
    package static func usable(in infos: SecurityInfos) -> [ChipAuthenticationKey] {
        let keys = infos.chipAuthenticationPublicKeys
        var found: [ChipAuthenticationKey] = []
        for info in infos.chipAuthentication where info.version == 1 {
            let named = keys.filter { $0.keyAgreement == info.keyAgreement && $0.keyID == info.keyID }
            // Without an id there must be only one key (9303-11 §9.2.5); some chips give the id in one place only.
            let candidates = named.isEmpty && keys.count == 1 && info.keyID == nil ? keys : named
            for key in candidates where key.keyAgreement == info.keyAgreement {
                found += [
                    ChipAuthenticationKey(
                        key, protocolOID: info.protocolOID, cipher: BlockCipher(info.cipher), isInferred: false)
                ].compactMap(\.self)
            }
        }
        if infos.chipAuthentication.isEmpty {
            // TR-03110-3 §A.1.1: chips of version 1.0 give the key alone; they do 3DES with MSE:Set KAT.
            found += keys.compactMap { key in
                let info = ChipAuthenticationInfo(keyAgreement: key.keyAgreement, cipher: .tripleDES)
                return ChipAuthenticationKey(
                    key, protocolOID: info.protocolOID, cipher: .tripleDES, isInferred: true)
            }
        }
        return found.enumerated().sorted { left, right in
            left.element.rank == right.element.rank
                ? left.offset < right.offset : left.element.rank > right.element.rank
        }.map(\.element)
    }

    private var rank: Int { cipher == .tripleDES ? 0 : cipher.keyLength }

    /// Nil when the key is on no known parameters, or is no valid public key of them.
    private init?(
        _ info: ChipAuthenticationPublicKeyInfo, protocolOID: ObjectIdentifier, cipher: BlockCipher, isInferred: Bool
    ) {
        guard let key = try? PublicKey(subjectPublicKeyInfo: info.publicKey.encoded) else { return nil }
        switch info.keyAgreement {
        case .ecdh:
            guard let curve = key.curve, let group = try? ECGroup(curve),
                (try? group.point(decoding: key.subjectPublicKey)) != nil
            else { return nil }
            domain = ECDHDomain(group)
            publicKey = key.subjectPublicKey
        case .dh:
            guard let group = try? DHGroup(of: key), let element = try? group.element(of: key) else { return nil }
            domain = DHDomain(group)
            publicKey = group.encoded(element)
        }
        self.protocolOID = protocolOID
        self.cipher = cipher
        self.isInferred = isInferred
        keyID = info.keyID
        agreement = info.keyAgreement
        encoded = info.publicKey.encoded
    }
}
