import CardCrypto
import InlaySeams
import Octets

/// The issuing state of Utopia: its country signing key, and document signers. Everything follows from the seed.
struct IssuingState {
    private static let country = "UT"
    private static let code = "UTO"
    private static let organization = "Utopia"
    private static let email = "csca@utopia.example"
    private static let revocationList = "https://csca.utopia.example/UTO.crl"

    private let settings: PassportSettings
    private let dates: DocumentDates
    private let countryKey: PrivateKey

    /// The country signing certificate, signed with its own key.
    let countryCertificate: [UInt8]

    /// The state of `settings.seed`.
    init(_ settings: PassportSettings) throws(CryptoError) {
        self.settings = settings
        dates = DocumentDates(issued: settings.issued)
        countryKey = try Self.key(settings.countryCurve, settings, "country signing key")
        countryCertificate = try Self.certifyCountry(countryKey, settings, dates)
    }

    /// A new document signer with its certificate.
    func documentSigner() throws(CryptoError) -> DocumentSigner {
        let key = try Self.key(settings.signerCurve, settings, "document signer key")
        let serial = Self.serialNumber(settings.seed, "document signer")
        let issuer = Self.countryName
        let builder = CertificateBuilder(
            serialNumber: serial,
            issuer: issuer,
            subject: DistinguishedName.issuer(
                country: Self.country, organization: Self.organization, commonName: "Document Signer 1"),
            notBefore: dates.signerStart, notAfter: dates.signerEnd, publicKey: key.publicKey,
            extensions: [
                CertificateExtensions.authorityKeyIdentifier(
                    CertificateBuilder.keyIdentifier(countryKey.publicKey)),
                CertificateExtensions.subjectKeyIdentifier(CertificateBuilder.keyIdentifier(key.publicKey)),
                CertificateExtensions.digitalSignature,
                CertificateExtensions.privateKeyUsage(from: dates.signerStart, to: dates.signerKeyEnd),
            ] + CertificateExtensions.alternativeNames(code: Self.code, email: Self.email) + [
                CertificateExtensions.revocationList(at: Self.revocationList),
                CertificateExtensions.documentTypes(["P"]),
            ])
        return DocumentSigner(
            key: key, certificate: try builder.signed(with: countryKey, .ecdsa(settings.digest)), issuer: issuer,
            serialNumber: serial, digest: settings.digest)
    }

    private static var countryName: [UInt8] {
        DistinguishedName.issuer(country: country, organization: organization, commonName: "CSCA Utopia")
    }

    private static func certifyCountry(
        _ key: PrivateKey, _ settings: PassportSettings, _ dates: DocumentDates
    ) throws(CryptoError) -> [UInt8] {
        let identifier = CertificateBuilder.keyIdentifier(key.publicKey)
        let builder = CertificateBuilder(
            serialNumber: serialNumber(settings.seed, "country"), issuer: countryName, subject: countryName,
            notBefore: dates.countryStart, notAfter: dates.countryEnd, publicKey: key.publicKey,
            extensions: [
                CertificateExtensions.authorityKeyIdentifier(identifier),
                CertificateExtensions.subjectKeyIdentifier(identifier),
                CertificateExtensions.certificateSigning,
                CertificateExtensions.authority,
                CertificateExtensions.privateKeyUsage(from: dates.countryStart, to: dates.countryKeyEnd),
            ] + CertificateExtensions.alternativeNames(code: code, email: email) + [
                CertificateExtensions.revocationList(at: revocationList)
            ])
        return try builder.signed(with: key, .ecdsa(settings.digest))
    }

    private static func key(
        _ curve: NamedCurve, _ settings: PassportSettings, _ purpose: String
    ) throws(CryptoError) -> PrivateKey {
        try PrivateKey(
            curve, parameters: settings.curveParameters == .explicit ? .explicit : .namedCurve,
            random: .derived(from: settings.seed, for: "\(purpose) on \(curve.name)"))
    }

    /// Sixteen octets with the highest bit clear, so that the number is positive and not longer than it looks.
    private static func serialNumber(_ seed: UInt64, _ purpose: String) -> [UInt8] {
        let octets = RandomSource.derived(from: seed, for: "serial number of \(purpose)").bytes(16)
        return [octets[0] & 0x3F | 0x40] + octets.dropFirst()
    }
}
