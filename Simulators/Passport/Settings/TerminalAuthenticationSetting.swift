public import CardCrypto

/// How a simulated chip and its authority run Terminal Authentication (9303-11 §7.1).
public struct TerminalAuthenticationSetting: Hashable, Sendable {
    /// The kind of the keys that certificates hold.
    public var key: SignatureKeyKind
    /// The digest.
    public var digest: DigestAlgorithm
    /// RSA signs with PKCS #1 version 1.5 instead of PSS.
    public var usesVersion15: Bool
    /// After PACE the chip is identified by its document number or its card access number, as first chips with PACE
    /// have it, not by its ephemeral key.
    public var bindsStatically: Bool
    /// File identifier of EF.CVCA when it is not 011C; the low five bits are its short identifier.
    public var fileIdentifier: UInt16?

    /// Keys and digest of the authority.
    public init(
        key: SignatureKeyKind = .curve(.brainpoolP256r1), digest: DigestAlgorithm = .sha256,
        usesVersion15: Bool = false, bindsStatically: Bool = false, fileIdentifier: UInt16? = nil
    ) {
        self.key = key
        self.digest = digest
        self.usesVersion15 = usesVersion15
        self.bindsStatically = bindsStatically
        self.fileIdentifier = fileIdentifier
    }
}

extension TerminalAuthenticationSetting {
    /// What a settings text takes.
    static let expectation =
        "off, or on, \(SignatureKeyKind.expectation), a digest (sha1, sha224, sha256, sha384, sha512), v15, static, "
        + "fid=HHHH, each optional, separated by commas"

    /// nil when a word is unknown, and for an algorithm without an object identifier (TR-03110-3 §A.1.1.3).
    init?(_ text: String) {
        self.init()
        var words = WordList(text)
        _ = words.take("on")
        key = words.take(SignatureKeyKind.init(settingsName:)) ?? key
        digest = words.take(DigestAlgorithm.init(settingsName:)) ?? digest
        usesVersion15 = words.take("v15")
        bindsStatically = words.take("static")
        fileIdentifier = words.takeValue("fid") { word in
            // The identifiers of the other files are taken.
            guard word.utf8.count == 4, let value = UInt16(word, radix: 16), (1...30).contains(value & 0x1F),
                value > 0x0110, value != 0x011D, value != 0x011E
            else { return nil }
            return value
        }
        guard words.isEmpty, CVAlgorithm(self) != nil else { return nil }
    }

    var summary: String { "Terminal Authentication with \(key.title(digest))" }
}
