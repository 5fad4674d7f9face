package import CardCrypto
import InlaySeams
import Octets

/// The issuing state of Utopia: its country signing key, and those that sign for it. Everything follows from the seed.
package struct IssuingState {
    private static let country = "UT"
    private static let code = "UTO"
    private static let organization = "Utopia"
    private static let email = "csca@utopia.example"
    private static let revocationList = "https://csca.utopia.example/UTO.crl"

    let settings: PassportSettings
    let dates: DocumentDates
    let countryKey: SigningKey
    private let signerKey: SigningKey

    /// The country signing certificate, signed with its own key.
    package let countryCertificate: [UInt8]

    /// The state of `settings.seed`, with keys on the curves of the settings.
    package init(_ settings: PassportSettings) throws(CryptoError) {
        let random = RandomSource.derived(from: settings.seed, for: "salts")
        let country = try Self.key(settings.countryCurve, settings, "country signing key")
        let signerKey: SigningKey
        if settings.deviations.security.contains(.pss) {
            let key = try PrivateKey(
                rsaBits: 2048, random: .derived(from: settings.seed, for: "document signer key, RSA 2048"))
            signerKey = SigningKey(
                key, .rsaPSS(.sha512, mgfDigest: .sha512, saltLength: DigestAlgorithm.sha512.byteCount), random)
        } else {
            let signer = try Self.key(settings.signerCurve, settings, "document signer key")
            signerKey = SigningKey(signer, .ecdsa(settings.digest), random)
        }
        try self.init(
            settings, countryKey: SigningKey(country, .ecdsa(settings.digest), random), signerKey: signerKey)
    }

    /// A state with keys of the caller's, RSA keys for example.
    package init(
        _ settings: PassportSettings, countryKey: SigningKey, signerKey: SigningKey
    ) throws(CryptoError) {
        self.settings = settings
        self.countryKey = countryKey
        self.signerKey = signerKey
        dates = DocumentDates(issued: settings.issued)
        countryCertificate = try Self.certifyCountry(countryKey, by: countryKey, settings, dates)
    }

    /// A new document signer with its certificate; `number` tells several of them apart.
    package func documentSigner(number: Int = 1) throws(CryptoError) -> DocumentSigner {
        var serial = Self.serialNumber(settings.seed, number == 1 ? "document signer" : "document signer \(number)")
        if settings.deviations.security.contains(.negativeSerial) { serial[0] |= 0x80 }
        var signer = try signer(
            named: "Document Signer \(number)", serial,
            [
                CertificateExtensions.digitalSignature,
                CertificateExtensions.privateKeyUsage(from: dates.signerStart, to: dates.signerKeyEnd),
            ] + CertificateExtensions.alternativeNames(code: Self.code, email: Self.email) + [
                CertificateExtensions.revocationList(at: Self.revocationList),
                CertificateExtensions.documentTypes([settings.format == .td3 ? "P" : "ID"]),
            ])
        signer.deviations = settings.deviations.security
        return signer
    }

    /// A new signer of master lists with its certificate (9303-12 table 6).
    package func masterListSigner() throws(CryptoError) -> DocumentSigner {
        try signer(
            named: "Master List Signer", Self.serialNumber(settings.seed, "master list signer"),
            [CertificateExtensions.digitalSignature, CertificateExtensions.masterListSigning]
                + CertificateExtensions.alternativeNames(code: Self.code, email: Self.email) + [
                    CertificateExtensions.revocationList(at: Self.revocationList)
                ])
    }

    private func signer(
        named name: String, _ serialNumber: [UInt8], _ extensions: [[UInt8]]
    ) throws(CryptoError) -> DocumentSigner {
        let issuer = Self.countryName
        var builder = CertificateBuilder(
            serialNumber: serialNumber, issuer: issuer,
            subject: DistinguishedName.issuer(
                country: Self.country, organization: Self.organization, commonName: name),
            notBefore: dates.signerStart, notAfter: dates.signerEnd, publicKey: signerKey.publicKey,
            extensions: [
                CertificateExtensions.authorityKeyIdentifier(countryKey.identifier),
                CertificateExtensions.subjectKeyIdentifier(signerKey.identifier),
            ] + extensions)
        builder.isSerialSigned = serialNumber.first.map { $0 >= 0x80 } ?? false
        return DocumentSigner(
            key: signerKey.key, algorithm: signerKey.algorithm, certificate: try builder.signed(with: countryKey),
            issuer: issuer, serialNumber: serialNumber, digest: signerKey.algorithm.digest, random: signerKey.random)
    }

    /// A certificate in which this state's key vouches for the key of `next`, which takes its place under the same name
    /// (9303-12 table 6).
    package func linkCertificate(to next: IssuingState) throws(CryptoError) -> [UInt8] {
        try Self.certifyCountry(next.countryKey, by: countryKey, next.settings, next.dates)
    }

    static var countryName: [UInt8] { name() }

    /// The state's name, as it is or written otherwise.
    static func name(isReversed: Bool = false, isPrintable: Bool = false) -> [UInt8] {
        DistinguishedName.issuer(
            country: country, organization: organization, commonName: "CSCA Utopia", isReversed: isReversed,
            isPrintable: isPrintable)
    }

    private static func certifyCountry(
        _ pair: SigningKey, by issuer: SigningKey, _ settings: PassportSettings, _ dates: DocumentDates
    ) throws(CryptoError) -> [UInt8] {
        let isLink = pair.identifier != issuer.identifier
        let builder = CertificateBuilder(
            serialNumber: serialNumber(settings.seed, isLink ? "link" : "country"), issuer: countryName,
            subject: countryName, notBefore: dates.countryStart, notAfter: dates.countryEnd, publicKey: pair.publicKey,
            extensions: [
                CertificateExtensions.authorityKeyIdentifier(issuer.identifier),
                CertificateExtensions.subjectKeyIdentifier(pair.identifier),
                CertificateExtensions.certificateSigning,
                CertificateExtensions.authority,
                CertificateExtensions.privateKeyUsage(from: dates.countryStart, to: dates.countryKeyEnd),
            ] + CertificateExtensions.alternativeNames(code: code, email: email) + [
                CertificateExtensions.revocationList(at: revocationList)
            ])
        return try builder.signed(with: issuer)
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
