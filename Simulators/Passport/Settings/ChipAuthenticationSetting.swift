public import CardCrypto

/// One way in which a simulated chip offers Chip Authentication (9303-11 §6.2): an entry of EF.DG14.
public struct ChipAuthenticationSetting: Hashable, Sendable {
    /// How the public key tells its domain parameters.
    public enum KeyForm: String, CaseIterable, Hashable, Sendable {
        /// By all the numbers, as 9303-11 §9.4.2 asks; for a group of numbers those of PKCS #3.
        case explicit
        /// By a number of the table of standardized domain parameters.
        case standardized
        /// By the name of the curve.
        case named
        /// A group of numbers with its order, in the form of X9.42 that some documents have.
        case x942
    }

    /// Which commands run the protocol.
    public enum Commands: String, CaseIterable, Hashable, Sendable {
        /// All that the cipher allows: MSE:Set KAT for 3DES only, MSE:Set AT and GENERAL AUTHENTICATE for every cipher.
        case both
        /// MSE:Set KAT only.
        case kat
        /// MSE:Set AT and GENERAL AUTHENTICATE only.
        case at
    }

    /// The session's cipher.
    public var cipher: BlockCipher
    /// The domain parameters of the static key.
    public var parameters: StandardizedDomainParameters
    /// Number of the key; nil when it has none. Several keys get numbers by themselves.
    public var keyID: Int?
    /// How the public key tells its domain parameters.
    public var keyForm: KeyForm
    /// Which commands run the protocol.
    public var commands: Commands
    /// EF.DG14 holds a ChipAuthenticationInfo; without it readers must guess, as first documents have it.
    public var hasInfo: Bool

    /// An offer.
    public init(
        cipher: BlockCipher = .aes128, parameters: StandardizedDomainParameters = .brainpoolP256r1, keyID: Int? = nil,
        keyForm: KeyForm = .explicit, commands: Commands = .both, hasInfo: Bool = true
    ) {
        self.cipher = cipher
        self.parameters = parameters
        self.keyID = keyID
        self.keyForm = keyForm
        self.commands = commands
        self.hasInfo = hasInfo
    }
}

extension ChipAuthenticationSetting {
    /// What a settings text takes for one offer.
    static let expectation =
        "off, or a cipher (\(BlockCipher.names)), domain parameters (as for pace), keyid=N, "
        + "explicit, standardized, named or x942, kat or at, noinfo, each optional, separated by commas; several "
        + "offers by “;”"

    /// One offer; nil when a word is unknown, and for MSE:Set KAT with AES.
    init?(_ text: String) {
        self.init()
        var words = WordList(text)
        cipher = words.take(BlockCipher.init(settingsName:)) ?? cipher
        parameters = words.take(StandardizedDomainParameters.init(settingsName:)) ?? parameters
        keyID = words.takeValue("keyid") { Int($0).flatMap { $0 >= 0 && $0 <= 0x7FFF_FFFF ? $0 : nil } }
        keyForm = words.take(KeyForm.init(rawValue:)) ?? keyForm
        commands = words.take { $0 == "both" ? nil : Commands(rawValue: $0) } ?? commands
        hasInfo = !words.take("noinfo")
        guard words.isEmpty, commands != .kat || cipher == .tripleDES else { return nil }
    }

    var summary: String { "Chip Authentication with \(cipher.title) on \(parameters.name)" }
}
