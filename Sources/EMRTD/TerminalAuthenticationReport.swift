public import ISO7816
public import LDS

/// What Terminal Authentication did: what the chip trusts, what was sent, and how it ended.
public struct TerminalAuthenticationReport: Hashable, Sendable {
    /// Where the chip names the authorities that it trusts.
    public enum ReferenceSource: Hashable, Sendable {
        /// In the answer to PACE (9303-11 §4.4.4.2).
        case pace
        /// In EF.CVCA.
        case efCVCA
    }

    /// Why nothing was sent.
    public enum Reason: Hashable, Sendable {
        /// Nobody has consented.
        case consentMissing
        /// The chip names no authority that it trusts: EF.CVCA is not there or cannot be understood.
        case noReferences
        /// It needs a Chip Authentication that succeeded, or PACE with chip authentication mapping (9303-11 §7.1.2).
        case chipNotAuthenticated
        /// The signature covers the document number, which was not given: the chip was opened without MRZ and PACE.
        case documentNumberUnknown
        /// The certificates make no chain for this chip.
        case noChain(CVChainFailure)
        /// The private key does not sign.
        case signatureFailed
    }

    /// How it ended.
    public enum Outcome: Hashable, Sendable {
        /// It has not ended; an interruption of the reading tells why.
        case unfinished
        /// Nothing was sent.
        case notDone(Reason)
        /// The chip accepted the terminal.
        case authenticated
        /// The chip refused a step.
        case refused(AccessRefusal)
        /// The chip's challenge has not eight bytes.
        case malformedChallenge
        /// The chip answered without protection, which ended the session; the reading went on in a new one.
        case sessionLost(CardError)
    }

    /// To what the signature was bound.
    public enum Binding: Hashable, Sendable {
        /// The document number of the MRZ, as BAC wants it.
        case documentNumber
        /// The chip's ephemeral key of PACE.
        case paceKey
        /// Document number or CAN after PACE, as old chips want it.
        case staticAfterPACE
    }

    /// The authorities that the chip trusts, newest first.
    public var references: [CertificateReference] = []
    /// Where they come from.
    public var referenceSource: ReferenceSource?
    /// The certificates that were to be sent.
    public var chain: CVCertificateChain?
    /// How many of them the chip has accepted; those changed the chip even if the rest failed.
    public var acceptedCertificates = 0
    /// To what the last signature was bound.
    public var binding: Binding?
    /// How it ended.
    public var outcome: Outcome

    /// A report of this outcome.
    public init(_ outcome: Outcome = .unfinished) { self.outcome = outcome }

    /// The rights that the chip grants now; nil unless it accepted the terminal, or when they cannot be told.
    public var granted: CertificateHolderAuthorization? { outcome == .authenticated ? chain?.authorization : nil }
}

extension TerminalAuthenticationReport.Reason: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        switch self {
        case .consentMissing: "nobody has consented to what it changes on the chip"
        case .noReferences: "the document names no authority that it trusts"
        case .chipNotAuthenticated: "Chip Authentication, which goes before it, did not succeed"
        case .documentNumberUnknown: "the document number is needed for it, and was not given"
        case .noChain(let failure): failure.description
        case .signatureFailed: "the private key does not sign with the algorithm of its certificate"
        }
    }
}

extension TerminalAuthenticationReport.Outcome: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        switch self {
        case .unfinished: "it did not come to its end"
        case .notDone(let reason): "not done: \(reason)"
        case .authenticated: "the chip accepts the terminal"
        case .refused(let refusal): refusal.diagnosis.happened
        case .malformedChallenge: "the chip's challenge has not eight bytes"
        case .sessionLost(let error): "the session was lost: \(error)"
        }
    }
}
