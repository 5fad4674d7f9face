public import CardCrypto

/// How a simulated chip proves itself with Active Authentication (9303-11 §6.1).
public struct ActiveAuthenticationSetting: Hashable, Sendable {
    /// How the signature is written.
    public enum SignatureForm: String, CaseIterable, Hashable, Sendable {
        /// As the standard has it: s for RSA, r and s side by side for ECDSA.
        case standard
        /// ECDSA as a SEQUENCE of r and s, which some chips send.
        case der
        /// RSA by ISO/IEC 9796-2 annex B.4: the smaller of s and n - s.
        case smaller = "b4"
    }

    /// The kind of key.
    public var key: SignatureKeyKind
    /// The digest.
    public var digest: DigestAlgorithm
    /// How the signature is written.
    public var form: SignatureForm
    /// With RSA and SHA-1: the trailer has two octets, 33CC, instead of BC.
    public var longTrailer: Bool
    /// With ECDSA: EF.DG14 tells the algorithm, as 9303-11 §9.2.4 asks.
    public var hasInfo: Bool

    /// A key and what it signs with.
    public init(
        key: SignatureKeyKind = .rsa(bits: 1024), digest: DigestAlgorithm = .sha256, form: SignatureForm = .standard,
        longTrailer: Bool = false, hasInfo: Bool = true
    ) {
        self.key = key
        self.digest = digest
        self.form = form
        self.longTrailer = longTrailer
        self.hasInfo = hasInfo
    }
}

extension ActiveAuthenticationSetting {
    /// What a settings text takes.
    static let expectation =
        "off, or \(SignatureKeyKind.expectation), a digest (sha1, sha224, sha256, sha384, sha512), "
        + "der, b4, 33cc, noinfo, each optional, separated by commas"

    /// nil when a word is unknown, or of another kind of key.
    init?(_ text: String) {
        self.init()
        var words = WordList(text)
        key = words.take(SignatureKeyKind.init(settingsName:)) ?? key
        digest = words.take(DigestAlgorithm.init(settingsName:)) ?? digest
        form = words.take { $0 == SignatureForm.standard.rawValue ? nil : SignatureForm(rawValue: $0) } ?? form
        longTrailer = words.take("33cc")
        hasInfo = !words.take("noinfo")
        guard words.isEmpty else { return nil }
        switch key {
        case .rsa(let bits):
            // Header, trailer, digest and at least one octet of the chip's own must fit.
            guard form != .der, hasInfo, !longTrailer || digest == .sha1, bits / 8 > digest.byteCount + 4 else {
                return nil
            }
        case .curve: guard form != .smaller, !longTrailer else { return nil }
        }
    }

    var summary: String { "Active Authentication with \(key.title(digest))" }
}
