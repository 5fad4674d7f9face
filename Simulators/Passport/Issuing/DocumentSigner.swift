package import CardCrypto
package import InlaySeams
package import LDS
import Octets

/// Signs document security objects and master lists (9303-10 §4.6.2, 9303-12 §5, §9).
package struct DocumentSigner {
    let key: PrivateKey
    /// How the key signs.
    let algorithm: SignatureAlgorithm
    /// The certificate, as it goes into the object.
    package let certificate: [UInt8]
    /// Its issuer's name.
    let issuer: [UInt8]
    /// Its serial number.
    package let serialNumber: [UInt8]
    /// Digest of data groups and content.
    let digest: DigestAlgorithm
    /// Salts of RSASSA-PSS.
    let random: RandomSource
    /// Other certificates that go into the object.
    package var companions: [[UInt8]] = []

    /// EF.SOD over `files`, signed at `moment`.
    package func securityObject(
        over files: LDSFiles, version: PassportSettings.LDSVersion = .v1_7, at moment: Moment
    ) throws(CryptoError) -> [UInt8] {
        let content = ldsSecurityObject(files, version)
        return TLV.encode(
            0x77, try signedData(content, type: .ldsSecurityObject, at: moment))
    }

    /// EF.CardSecurity with `infos`, signed at `moment` (9303-11 §9.2.12).
    func cardSecurity(_ infos: [[UInt8]], at moment: Moment) throws(CryptoError) -> [UInt8] {
        try signedData(DER.setOf(infos), type: .cardSecurityObject, at: moment)
    }

    /// LDSSecurityObject; version 1 names the LDS version under the signature.
    private func ldsSecurityObject(_ files: LDSFiles, _ version: PassportSettings.LDSVersion) -> [UInt8] {
        let groups = files.ids.compactMap { id -> [UInt8]? in
            guard let number = id.dataGroupNumber, let contents = files[id] else { return nil }
            return DER.sequence([DER.encode(integer: number), DER.octetString(digest.hash(contents))])
        }
        let versionInfo =
            version == .v1_7
            ? [] : [DER.sequence([DER.printableString("0108"), DER.printableString("040000")])]
        return DER.sequence(
            [DER.encode(integer: version == .v1_7 ? 0 : 1), digestIdentifier, DER.sequence(groups)] + versionInfo)
    }

    /// ContentInfo with SignedData of version 3 and one SignerInfo (RFC 5652 §5, 9303-10 table 39).
    func signedData(
        _ content: [UInt8], type: ObjectIdentifier, at moment: Moment
    ) throws(CryptoError) -> [UInt8] {
        let attributes = [
            attribute(3, DER.encode(type)),
            attribute(4, DER.octetString(digest.hash(content))),
            attribute(5, Time.encode(moment)),
        ]
        // RFC 5652 §5.4: signed as the SET OF that they are, sent with an implicit tag.
        let signed = DER.setOf(attributes)
        let signature = try key.sign(signed, algorithm: algorithm, random: random)
        let signerInfo = DER.sequence([
            DER.encode(integer: 1),
            DER.sequence([issuer, DER.encode(unsigned: serialNumber)]),
            digestIdentifier,
            [0xA0] + signed.dropFirst(),
            algorithm.identifier.encoded(),
            DER.octetString(signature),
        ])
        let signedData = DER.sequence([
            DER.encode(integer: 3),
            DER.setOf([digestIdentifier]),
            DER.sequence([DER.encode(type), TLV.encode(0xA0, DER.octetString(content))]),
            TLV.encode(0xA0, parts: [certificate] + companions),
            DER.setOf([signerInfo]),
        ])
        return DER.sequence([DER.encode(.signedData), TLV.encode(0xA0, signedData)])
    }

    private func attribute(_ arc: UInt8, _ value: [UInt8]) -> [UInt8] {
        DER.sequence([DER.encode(.pkcs9.appending(arc)), DER.setOf([value])])
    }

    /// 9303-10 §4.6.2.2: the parameters are left out.
    private var digestIdentifier: [UInt8] { DER.sequence([DER.encode(digest.oid)]) }
}
