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

    /// The keys that are given with the settings.
    init(given settings: PassportSettings) throws(CryptoError) {
        keys = []
        for encoded in settings.chipAuthenticationKeys { keys.append(try ChipKey(pkcs8: encoded)) }
        if let encoded = settings.activeAuthenticationKey {
            activeAuthentication = ActiveAuthenticationKey(
                try PrivateKey(pkcs8: encoded), settings.activeAuthentication ?? ActiveAuthenticationSetting())
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
            activeAuthentication = ActiveAuthenticationKey(try Self.key(setting.key, settings), setting)
        }
    }

    private static func key(
        _ kind: SignatureKeyKind, _ settings: PassportSettings
    ) throws(CryptoError) -> PrivateKey {
        switch kind {
        case .rsa(let bits):
            try PrivateKey(
                rsaBits: bits, random: .derived(from: settings.seed, for: "active authentication key, RSA \(bits)"))
        case .curve(let curve):
            try PrivateKey(
                curve, parameters: settings.curveParameters == .explicit ? .explicit : .namedCurve,
                random: .derived(from: settings.seed, for: "active authentication key on \(curve.name)"))
        }
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
