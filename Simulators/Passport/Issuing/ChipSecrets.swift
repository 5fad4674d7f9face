import CardCrypto
import InlaySeams
import LDS

/// The private keys inside a chip.
struct ChipSecrets: Sendable {
    /// Keys for Chip Authentication and Chip Authentication Mapping, one for each set of domain parameters.
    private(set) var keys: [ChipKey]
    /// The key of Active Authentication.
    private(set) var activeAuthentication: ActiveAuthenticationKey?
    /// Whom the chip trusts to read biometrics.
    private(set) var terminalAuthority: TerminalAuthority?
    /// The settings of a copied chip; nil for a genuine one.
    private let copied: PassportSettings?

    /// The keys that are given with the settings.
    init(given settings: PassportSettings) throws(CryptoError) {
        keys = []
        copied = settings.deviations.isCopy ? settings : nil
        for encoded in settings.chipAuthenticationKeys { keys.append(try ChipKey(pkcs8: encoded)) }
        if let encoded = settings.activeAuthenticationKey {
            activeAuthentication = ActiveAuthenticationKey(
                try PrivateKey(pkcs8: encoded.exposed()), settings.activeAuthentication ?? ActiveAuthenticationSetting()
            )
        }
        if settings.terminalAuthentication != nil {
            do {
                let point = try TrustPoint(certificate: SimulatorPKI(settings).authority.certificate)
                terminalAuthority = TerminalAuthority(
                    [point], today: CVDate(DocumentDates(issued: settings.issued).issue))
            } catch {
                throw error as? CryptoError ?? .unusableKey("the authority's certificate cannot be read")
            }
        }
    }

    /// The keys of a document: those that are given, and from the seed what else the settings ask for.
    init(issuing settings: PassportSettings) throws(CryptoError) {
        try self.init(given: settings)
        for parameters in ChipAuthenticationPlan.parameters(settings) where key(parameters) == nil {
            keys.append(
                try ChipKey(
                    parameters,
                    random: .derived(from: settings.seed, for: "chip authentication key on \(parameters.name)")))
        }
        if activeAuthentication == nil, let setting = settings.activeAuthentication {
            activeAuthentication = ActiveAuthenticationKey(
                try Self.key(setting.key, settings, "active authentication"), setting)
        }
    }

    private static func key(
        _ kind: SignatureKeyKind, _ settings: PassportSettings, _ purpose: String
    ) throws(CryptoError) -> PrivateKey {
        switch kind {
        case .rsa(let bits):
            try PrivateKey(rsaBits: bits, random: .derived(from: settings.seed, for: "\(purpose) key, RSA \(bits)"))
        case .curve(let curve):
            try PrivateKey(
                curve, parameters: settings.curveParameters == .explicit ? .explicit : .namedCurve,
                random: .derived(from: settings.seed, for: "\(purpose) key on \(curve.name)"))
        }
    }

    /// The key that the chip uses where a file shows the public key `subjectPublicKeyInfo`; nil when it has none.
    func chipKey(for subjectPublicKeyInfo: [UInt8]) -> ChipKey? {
        if let copied {
            guard let parameters = StandardizedDomainParameters(subjectPublicKeyInfo: subjectPublicKeyInfo) else {
                return nil
            }
            return try? ChipKey(
                parameters,
                random: .derived(from: copied.seed, for: "copied chip authentication key on \(parameters.name)"))
        }
        guard let publicKey = ChipKey.publicKey(in: subjectPublicKeyInfo) else { return nil }
        return keys.first { $0.publicKey == publicKey }
    }

    /// The key that the chip uses for Active Authentication when EF.DG15 is `file`; nil when it has none.
    func activeAuthenticationKey(for file: [UInt8]?) -> ActiveAuthenticationKey? {
        guard let copied else { return activeAuthentication }
        guard let file, let encoded = (try? EFDG15(parsing: file))?.publicKey.encoded,
            let publicKey = try? PublicKey(subjectPublicKeyInfo: encoded)
        else { return nil }
        let kind: SignatureKeyKind
        switch publicKey.kind {
        case .rsa(let bits, _): kind = .rsa(bits: bits)
        case .ellipticCurve(let curve?, _): kind = .curve(curve)
        default: return nil
        }
        guard let key = try? Self.key(kind, copied, "copied active authentication") else { return nil }
        return ActiveAuthenticationKey(key, copied.activeAuthentication ?? ActiveAuthenticationSetting())
    }

    /// ActiveAuthenticationInfo, which an ECDSA key needs (9303-11 §9.2.4).
    func activeAuthenticationInfo(_ settings: PassportSettings) -> [[UInt8]] {
        guard let key = activeAuthentication, key.key.publicKey.curve != nil,
            settings.activeAuthentication?.hasInfo ?? true
        else { return [] }
        let algorithm = SignatureAlgorithm.plainECDSA(key.digest).identifier.algorithm
        return [ActiveAuthenticationInfo(signatureAlgorithm: algorithm).securityInfo.encoded]
    }

    /// The key with these domain parameters.
    func key(_ parameters: StandardizedDomainParameters) -> ChipKey? { keys.first { $0.parameters == parameters } }
}
