public import CardCrypto
public import ChipSimulation
public import InlaySeams

/// How a simulated passport is made: what is on it, and how its chip behaves. The defaults make a passport of today.
public struct PassportSettings: Hashable, Sendable {
    /// Which ways in the chip offers (9303-11 §4).
    public enum AccessControl: String, CaseIterable, Hashable, Sendable {
        /// None: every file can be read by everybody.
        case plain
        /// Basic Access Control.
        case bac
        /// PACE.
        case pace
        /// Both.
        case both

        /// Basic Access Control opens the chip.
        public var offersBasicAccess: Bool { self == .bac || self == .both }
        /// PACE opens the chip.
        public var offersPACE: Bool { self == .pace || self == .both }
    }

    /// What the chip says when more bytes are asked for than it gives at once.
    public enum LongReadAnswer: String, CaseIterable, Hashable, Sendable {
        /// 6700, wrong length.
        case wrongLength = "6700"
        /// 6Cxx with the length that it would give.
        case correctLength = "6C"
        /// 6B00, as if the offset were wrong.
        case wrongParameters = "6B00"
        /// Fewer bytes and 9000.
        case fewer
        /// No bytes and 9000.
        case empty
    }

    /// What the chip says when an answer, such as a long signature, does not fit.
    public enum LongAnswer: String, CaseIterable, Hashable, Sendable {
        /// 6700, wrong length.
        case wrongLength = "6700"
        /// 6Cxx with the low byte of the right length.
        case correctLength = "6C"
        /// As much as fits and 61xx, the rest for GET RESPONSE.
        case remaining = "61"
        /// As much as fits and 9000.
        case truncated = "cut"
    }

    /// What the chip says about extended length, and what it does.
    public enum ExtendedLength: String, CaseIterable, Hashable, Sendable {
        /// It announces extended length and takes it.
        case on
        /// Neither.
        case off
        /// It announces extended length, and answers 6700 to every such command.
        case claims

        var isAnnounced: Bool { self != .off }
    }

    /// Sizes of documents, which decide about the machine readable zone.
    public enum DocumentFormat: String, CaseIterable, Hashable, Sendable {
        /// An identity card, three lines of 30 characters (9303-5).
        case td1
        /// A larger identity card, two lines of 36 characters (9303-6).
        case td2
        /// A passport, two lines of 44 characters (9303-4).
        case td3
    }

    /// The LDS version, which decides about the version of EF.SOD (9303-10 §4.6.2).
    public enum LDSVersion: String, CaseIterable, Hashable, Sendable {
        /// LDS 1.7: LDSSecurityObject version 0.
        case v1_7 = "1.7"
        /// LDS 1.8: LDSSecurityObject version 1, with the version number under the signature.
        case v1_8 = "1.8"
    }

    /// How certificates tell the domain parameters of a curve.
    public enum CurveParameters: String, CaseIterable, Hashable, Sendable {
        /// By all the numbers, as 9303-12 §4.1.6.3 asks.
        case explicit
        /// By the curve's name, which is met in the field.
        case named
    }

    /// Access control.
    public var access: AccessControl = .both
    /// Offers of PACE, in the order of EF.CardAccess; without effect when `access` does not offer PACE.
    public var pace: [PACESetting] = [PACESetting()]
    /// Offers of Chip Authentication, in the order of EF.DG14.
    public var chipAuthentication: [ChipAuthenticationSetting] = []
    /// Private keys for Chip Authentication, as unencrypted PKCS #8; they take the place of keys from the seed, and
    /// belong to public keys in the files that a chip is made from.
    public var chipAuthenticationKeys: [SecretBytes] = []
    /// Active Authentication; nil when the chip has none.
    public var activeAuthentication: ActiveAuthenticationSetting?
    /// The private key of Active Authentication, as unencrypted PKCS #8; it takes the place of a key from the seed.
    public var activeAuthenticationKey: SecretBytes?
    /// Terminal Authentication, which opens EF.DG3 and EF.DG4; nil when the chip does not know it.
    public var terminalAuthentication: TerminalAuthenticationSetting?
    /// The six digits on the front of the document; nil when there are none.
    public var cardAccessNumber: String? = "271828"
    /// The PIN, six digits; nil when there is none.
    public var pin: String?
    /// The PUK, ten digits; nil when there is none.
    public var puk: String?
    /// Tries of the PIN that are left when the card is new: 1 is suspended, 0 blocked.
    public var pinTries = 3
    /// How often the PUK may unblock the PIN.
    public var pukUses = 10
    /// The PIN may be used.
    public var pinIsActive = true
    /// The document is an identity card with an eID application, which shows the LDS1 application to inspection systems
    /// only.
    public var isIdentityCard = false
    /// Size and lines of the machine readable zone.
    public var format: DocumentFormat = .td3
    /// Document number; nil for that of the usual holder. More than nine characters go on in the optional data of an
    /// identity card (9303-5 §4.2.4).
    public var documentNumber: String?
    /// Issuing state in the zone; nil for Utopia's code.
    public var issuingState: String?
    /// Extended length fields, as the chip announces them and as it takes them.
    public var extendedLength: ExtendedLength = .on
    /// Longest command APDU in extended form, as EF.ATR/INFO tells it.
    public var maximumCommand = 2048
    /// Longest response APDU in extended form, as EF.ATR/INFO tells it.
    public var maximumResponse = 8192
    /// Largest number of bytes that one READ BINARY gives; nil when only the buffers limit it.
    public var maximumRead: Int?
    /// What is answered when more is asked for.
    public var longReadAnswer: LongReadAnswer = .wrongLength
    /// What is answered when another answer than that of READ BINARY is longer than the command allows.
    public var longAnswer: LongAnswer = .wrongLength
    /// Bit rate of the contactless link whose time passes; nil when no time passes.
    public var bitRate: ContactlessTiming.BitRate?
    /// LDS version.
    public var ldsVersion: LDSVersion = .v1_7
    /// Digest of data groups and signatures.
    public var digest: DigestAlgorithm = .sha256
    /// Curve of the document signer's key.
    public var signerCurve: NamedCurve = .brainpoolP256r1
    /// Curve of the country signing key.
    public var countryCurve: NamedCurve = .brainpoolP384r1
    /// How certificates tell the domain parameters.
    public var curveParameters: CurveParameters = .explicit
    /// Optional data groups among 3, 4, 11 and 12. DG3 and DG4 hold no image, and are read behind Terminal Authentication
    /// only.
    public var optionalDataGroups: Set<Int> = [11, 12]
    /// The portrait grows to this many bytes, if it is smaller.
    public var portraitSize: Int?
    /// All keys of the issuing state follow from this number: the same seed gives the same state.
    public var seed: UInt64 = 1
    /// Day of issue; nil for 2024-03-12. The document is valid for ten years.
    public var issued: Moment?
    /// Ways in which the chip departs from the standard.
    public var deviations = Deviations()

    /// The defaults: BAC and PACE-GM with AES-128, extended length, LDS 1.7.
    public init() {}
}
