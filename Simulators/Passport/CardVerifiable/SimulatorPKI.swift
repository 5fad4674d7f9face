public import CardCrypto
public import InlaySeams

/// The public key infrastructure behind Terminal Authentication with a simulated chip: Utopia's authority, document
/// verifiers, and terminals with their keys. Everything follows from the settings of the document.
public struct SimulatorPKI: Sendable {
    /// A certificate, and its holder's private key.
    public struct Member: Sendable {
        /// What a file with it is called: `cvca`, `link`, `dv`, `is`.
        public let name: String
        /// The certificate holder reference.
        public let reference: String
        /// The certificate, data object 7F21.
        public let certificate: [UInt8]
        /// The private key as unencrypted PKCS #8. Everybody can make it again: it is no secret.
        public let privateKey: SecretBytes
    }

    /// The authority whose key the chip trusts; its certificate is signed with its own key.
    public let authority: Member
    /// The authority's next key, certified with the present one.
    public let link: Member
    /// A document verifier of Utopia, and its inspection system.
    public let domestic: (verifier: Member, terminal: Member)
    /// A document verifier of another state, and its inspection system.
    public let foreign: (verifier: Member, terminal: Member)
    /// A document verifier under the authority's next key, and its inspection system.
    public let next: (verifier: Member, terminal: Member)

    /// All of them.
    public var members: [Member] {
        [
            authority, link, domestic.verifier, domestic.terminal, foreign.verifier, foreign.terminal, next.verifier,
            next.terminal,
        ]
    }

    /// The infrastructure for documents with `settings`, whose certificates are issued at `moment`; without one on the
    /// day on which the document was issued. Without Terminal Authentication in the settings its defaults count.
    public init(_ settings: PassportSettings, at moment: Moment? = nil) throws(CryptoError) {
        let office = try Office(settings, at: moment)
        authority = try office.authority()
        link = try office.member(
            "link", "UTCVCA00002", .authority, rights: 0x03, days: 3 * 365, issuer: authority, withParameters: true)
        func pair(_ suffix: String, _ state: String, _ role: CVCertificate.Role, _ issuer: Member) throws(CryptoError)
            -> (verifier: Member, terminal: Member)
        {
            let verifier = try office.member(
                "dv" + suffix, state + "DVBORDER00001", role, rights: 0x03, days: 90, issuer: issuer)
            let terminal = try office.member(
                "is" + suffix, state + "GATE00001", .inspectionSystem, rights: 0x03, days: 30, issuer: verifier)
            return (verifier, terminal)
        }
        domestic = try pair("", "UT", .domesticVerifier, authority)
        foreign = try pair("-foreign", "SE", .foreignVerifier, authority)
        next = try pair("-next", "UT", .domesticVerifier, link)
    }

    /// Issues certificates.
    private struct Office {
        private let settings: PassportSettings
        private let setting: TerminalAuthenticationSetting
        private let algorithm: CVAlgorithm
        private let dates: DocumentDates
        private let day: Moment

        init(_ settings: PassportSettings, at moment: Moment?) throws(CryptoError) {
            self.settings = settings
            setting = settings.terminalAuthentication ?? TerminalAuthenticationSetting()
            guard let algorithm = CVAlgorithm(setting) else {
                throw .unusableKey("the signature algorithm has no identifier")
            }
            self.algorithm = algorithm
            dates = DocumentDates(issued: settings.issued)
            day = moment ?? dates.issue
        }

        /// The authority's own certificate, which does not depend on the day.
        func authority() throws(CryptoError) -> Member {
            let reference = "UTCVCA00001"
            let key = try key("cvca")
            let certificate = CVCertificate(
                authorityReference: reference, holderReference: reference,
                publicKey: try CVPublicKey(key, algorithm, withParameters: true), role: .authority,
                effective: CVDate(dates.countryStart), expiry: CVDate(dates.countryEnd))
            return Member(
                name: "cvca", reference: reference,
                certificate: try certificate.signed(with: key, algorithm, random: random("signature of cvca")),
                privateKey: key.pkcs8)
        }

        func member(
            _ name: String, _ reference: String, _ role: CVCertificate.Role, rights: UInt8, days: Int, issuer: Member,
            withParameters: Bool = false
        ) throws(CryptoError) -> Member {
            let key = try key(name)
            let certificate = CVCertificate(
                authorityReference: issuer.reference, holderReference: reference,
                publicKey: try CVPublicKey(key, algorithm, withParameters: withParameters), role: role, rights: rights,
                effective: CVDate(day),
                expiry: CVDate(Moment(secondsSince1970: day.secondsSince1970 + days * 86_400)))
            return Member(
                name: name, reference: reference,
                certificate: try certificate.signed(
                    with: PrivateKey(pkcs8: issuer.privateKey.exposed()), algorithm,
                    random: random("signature of \(name)")),
                privateKey: key.pkcs8)
        }

        private func key(_ name: String) throws(CryptoError) -> PrivateKey {
            switch setting.key {
            case .rsa(let bits): try PrivateKey(rsaBits: bits, random: random("key of \(name), RSA \(bits)"))
            case .curve(let curve): try PrivateKey(curve, random: random("key of \(name) on \(curve.name)"))
            }
        }

        private func random(_ purpose: String) -> RandomSource {
            .derived(from: settings.seed, for: "card verifiable \(purpose)")
        }
    }
}
