public import Octets

/// What a chip did to show that it is genuine: inputs and outputs, no verdict. A verdict needs the chip's public key
/// from a file that EF.SOD or EF.CardSecurity vouches for, and is given offline.
public struct ChipEvidence: Hashable, Sendable {
    /// PACE with chip authentication mapping.
    public var mapping: PACECAMEvidence?
    /// Chip Authentication.
    public var chipAuthentication: ChipAuthenticationEvidence?
    /// Active Authentication.
    public var activeAuthentication: ActiveAuthenticationEvidence?

    /// Nothing yet.
    public init() {}
}

/// The chip authentication data of PACE-CAM (9303-11 §4.4.3.5).
public struct PACECAMEvidence: Hashable, Sendable {
    /// Id of the domain parameters, which is the id of the static key too.
    public var parameterID: Int
    /// PK_Map,IC, the chip's public key of the mapping: an uncompressed point.
    public var mappingPublicKey: [UInt8]
    /// CA_IC, decrypted and without padding; nil when the chip sent none or it could not be decrypted.
    public var chipAuthenticationData: [UInt8]?

    /// Evidence of these parts.
    public init(parameterID: Int, mappingPublicKey: [UInt8], chipAuthenticationData: [UInt8]?) {
        self.parameterID = parameterID
        self.mappingPublicKey = mappingPublicKey
        self.chipAuthenticationData = chipAuthenticationData
    }
}

/// A run of Chip Authentication version 1 (9303-11 §6.2).
public struct ChipAuthenticationEvidence: Hashable, Sendable {
    /// How it ended.
    public enum Outcome: Hashable, Sendable {
        /// The chip answered a command under the new keys, so it knows the private key.
        case confirmed
        /// The chip refused a step; the status word as four hexadecimal digits.
        case refused(step: String, status: String)
        /// The chip's key cannot be used.
        case unusableKey(String)
        /// The first answer under the new keys was wrong.
        case notConfirmed(String)
        /// Reader and chip could not exchange the messages, so nothing is shown either way.
        case notAsked(String)
    }

    /// The protocol that was run.
    public var protocolOID: ObjectIdentifier
    /// The key that was used: its id, if it has one.
    public var keyID: Int?
    /// SubjectPublicKeyInfo of the chip's key as EF.DG14 gives it.
    public var publicKey: [UInt8]
    /// True when EF.DG14 has no ChipAuthenticationInfo and the protocol was inferred (TR-03110-3 §A.1.1).
    public var isInferred: Bool
    /// How it ended.
    public var outcome: Outcome

    /// Evidence of these parts.
    public init(
        protocolOID: ObjectIdentifier, keyID: Int?, publicKey: [UInt8], isInferred: Bool, outcome: Outcome
    ) {
        self.protocolOID = protocolOID
        self.keyID = keyID
        self.publicKey = publicKey
        self.isInferred = isInferred
        self.outcome = outcome
    }
}

/// A run of Active Authentication (9303-11 §6.1).
public struct ActiveAuthenticationEvidence: Hashable, Sendable {
    /// RND.IFD, 8 bytes.
    public var challenge: [UInt8]
    /// What the chip answered; nil when it refused.
    public var signature: [UInt8]?
    /// The status word of a refusal as four hexadecimal digits.
    public var refusal: String?
    /// Why reader and chip could not exchange the messages; nothing is shown either way.
    public var obstacle: String?

    /// Evidence of these parts.
    public init(challenge: [UInt8], signature: [UInt8]?, refusal: String? = nil, obstacle: String? = nil) {
        self.obstacle = obstacle
        self.challenge = challenge
        self.signature = signature
        self.refusal = refusal
    }
}
