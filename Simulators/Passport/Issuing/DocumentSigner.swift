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
    /// What departs from the standard in EF.SOD.
    var deviations: Set<SecurityDeviation> = []

    /// EF.SOD over `files`, signed at `moment`.
    package func securityObject(
        over files: LDSFiles, version: PassportSettings.LDSVersion = .v1_7, at moment: Moment
    ) throws(CryptoError) -> [UInt8] {
        let content = ldsSecurityObject(files, version)
        return TLV.encode(0x77, try signedData(content, type: contentType, at: moment))
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

    /// The type of the LDS security object.
    private var contentType: ObjectIdentifier {
        if deviations.contains(.oldContentType) { return .oldSecurityObject }
        if deviations.contains(.nationalContentType) { return .nationalSecurityObject }
        return deviations.contains(.dataContentType) ? .data : .ldsSecurityObject
    }

    /// ContentInfo with SignedData of version 3 and one SignerInfo (RFC 5652 §5, 9303-10 table 39).
    func signedData(
        _ content: [UInt8], type: ObjectIdentifier, at moment: Moment
    ) throws(CryptoError) -> [UInt8] {
        let hash = digest.hash(content)
        let attributes = [
            attribute(3, DER.encode(type)),
            attribute(4, DER.octetString(deviations.contains(.badDigest) ? hash.map(~) : hash)),
            attribute(5, Time.encode(moment)),
        ]
        // RFC 5652 §5.4: signed as the SET OF that they are, sent with an implicit tag.
        let signed =
            deviations.contains(.unsortedAttributes)
            ? TLV.encode(.set, parts: attributes.sorted { $1.lexicographicallyPrecedes($0) }) : DER.setOf(attributes)
        var signature = try key.sign(signed, algorithm: algorithm, random: random)
        if deviations.contains(.badSignature), let last = signature.indices.last { signature[last] ^= 0x01 }
        let signerInfo = DER.sequence([
            DER.encode(integer: 1),
            DER.sequence([signerIssuer, encodedSerialNumber]),
            digestIdentifier,
            [0xA0] + signed.dropFirst(),
            algorithm.identifier.encoded(),
            DER.octetString(signature),
        ])
        let parts = [
            DER.encode(integer: 3),
            DER.setOf([digestIdentifier]),
            DER.sequence([DER.encode(type), TLV.encode(0xA0, DER.octetString(content))]),
            TLV.encode(0xA0, parts: [certificate] + companions),
            DER.setOf([signerInfo]),
        ]
        guard deviations.contains(.indefiniteLengths) else {
            return DER.sequence([DER.encode(.signedData), TLV.encode(0xA0, DER.sequence(parts))])
        }
        return Self.indefinite(
            0x30, DER.encode(.signedData) + Self.indefinite(0xA0, Self.indefinite(0x30, Array(parts.joined()))))
    }

    /// A data object that ends with end-of-contents octets (X.690 §8.1.3.6).
    private static func indefinite(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] { [tag, 0x80] + contents + [0, 0] }

    /// The issuer as the SignerInfo writes it.
    private var signerIssuer: [UInt8] {
        if deviations.contains(.reversedIssuer) { return IssuingState.name(isReversed: true) }
        return deviations.contains(.otherStrings) ? IssuingState.name(isPrintable: true) : issuer
    }

    private var encodedSerialNumber: [UInt8] {
        deviations.contains(.negativeSerial) ? TLV.encode(.integer, serialNumber) : DER.encode(unsigned: serialNumber)
    }

    private func attribute(_ arc: UInt8, _ value: [UInt8]) -> [UInt8] {
        DER.sequence([DER.encode(.pkcs9.appending(arc)), DER.setOf([value])])
    }

    /// 9303-10 §4.6.2.2: the parameters are left out.
    private var digestIdentifier: [UInt8] { DER.sequence([DER.encode(digest.oid)]) }
}
