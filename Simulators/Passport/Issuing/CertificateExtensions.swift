import InlaySeams
import Octets

/// The certificate extensions of 9303-12 table 6, encoded.
enum CertificateExtensions {
    /// AuthorityKeyIdentifier with a keyIdentifier.
    static func authorityKeyIdentifier(_ identifier: [UInt8]) -> [UInt8] {
        certificateExtension(35, DER.sequence([TLV.encode(0x80, identifier)]))
    }

    /// SubjectKeyIdentifier.
    static func subjectKeyIdentifier(_ identifier: [UInt8]) -> [UInt8] {
        certificateExtension(14, DER.octetString(identifier))
    }

    /// KeyUsage of a CSCA: keyCertSign and cRLSign.
    static var certificateSigning: [UInt8] {
        certificateExtension(15, isCritical: true, TLV.encode(.bitString, [0x01, 0x06]))
    }

    /// KeyUsage of a document signer: digitalSignature.
    static var digitalSignature: [UInt8] {
        certificateExtension(15, isCritical: true, TLV.encode(.bitString, [0x07, 0x80]))
    }

    /// ExtKeyUsage of a master list signer.
    static var masterListSigning: [UInt8] {
        certificateExtension(37, isCritical: true, DER.sequence([DER.encode(.masterListSigningKey)]))
    }

    /// CRLNumber of a revocation list.
    static func revocationListNumber(_ number: Int) -> [UInt8] { certificateExtension(20, DER.encode(integer: number)) }

    /// BasicConstraints of a CSCA: cA, pathLenConstraint 0.
    static var authority: [UInt8] {
        certificateExtension(
            19, isCritical: true, DER.sequence([TLV.encode(.boolean, [0xFF]), DER.encode(integer: 0)]))
    }

    /// PrivateKeyUsagePeriod.
    static func privateKeyUsage(from start: Moment, to end: Moment) -> [UInt8] {
        certificateExtension(
            16,
            DER.sequence([TLV.encode(0x80, Time.generalized(start)), TLV.encode(0x81, Time.generalized(end))]))
    }

    /// SubjectAltName and IssuerAltName: an e-mail address and a directoryName with the code of the state.
    static func alternativeNames(code: String, email: String) -> [[UInt8]] {
        // GeneralName [4] is a CHOICE inside, so its tag is explicit.
        let names = DER.sequence([
            TLV.encode(0x81, Array(email.utf8)), TLV.encode(0xA4, DistinguishedName.locality(code)),
        ])
        return [certificateExtension(17, names), certificateExtension(18, names)]
    }

    /// CRLDistributionPoints with one URI.
    static func revocationList(at address: String) -> [UInt8] {
        let fullName = TLV.encode(0xA0, TLV.encode(0x86, Array(address.utf8)))
        return certificateExtension(31, DER.sequence([DER.sequence([TLV.encode(0xA0, fullName)])]))
    }

    /// DocumentTypeList (9303-12 §7.1.1.6).
    static func documentTypes(_ types: [String]) -> [UInt8] {
        encode(
            .icaoExtension.appending(2),
            DER.sequence([DER.encode(integer: 0), DER.setOf(types.map(DER.printableString))]))
    }

    private static func certificateExtension(_ arc: UInt8, isCritical: Bool = false, _ value: [UInt8]) -> [UInt8] {
        encode(.certificateExtension.appending(arc), isCritical: isCritical, value)
    }

    private static func encode(_ identifier: ObjectIdentifier, isCritical: Bool = false, _ value: [UInt8]) -> [UInt8] {
        let critical = isCritical ? [TLV.encode(.boolean, [0xFF])] : []
        return DER.sequence([DER.encode(identifier)] + critical + [DER.octetString(value)])
    }
}
