public import ISO7816
public import Octets

/// How the chip was opened: what was tried, what succeeded, what was refused and why.
public struct AccessSummary: Hashable, Sendable {
    /// The protocol that opened the chip.
    public enum Established: Hashable, Sendable {
        /// The files can be read without any access control.
        case unprotected
        /// Basic Access Control (9303-11 §4.3).
        case bac
        /// Password Authenticated Connection Establishment (9303-11 §4.4).
        case pace(PACEDescription)

        /// "BAC", "PACE" or "none".
        public var name: String {
            switch self {
            case .unprotected: "none"
            case .bac: "BAC"
            case .pace: "PACE"
            }
        }
    }

    /// What became of one attempt.
    public enum Outcome: Hashable, Sendable {
        /// The chip opened.
        case succeeded
        /// The chip refused the secret.
        case refusedSecret(StatusWord?)
        /// The chip does not offer this protocol, or not now.
        case notOffered(StatusWord)
        /// It failed otherwise.
        case failed(CardError)
    }

    /// One attempt.
    public struct Attempt: Hashable, Sendable {
        /// Protocol and parameters in words: "PACE-ECDH-GM-AES-128, brainpoolP256r1, MRZ".
        public let name: String
        /// What became of it.
        public let outcome: Outcome
    }

    /// What EF.CardAccess was found to be.
    public enum CardAccess: Hashable, Sendable {
        /// Not looked for yet.
        case unknown
        /// The chip has none, or does not show it; the last status word.
        case absent(StatusWord?)
        /// It was read but cannot be parsed.
        case malformed(ParseError)
        /// It was read; how many PACE configurations it lists and how many of them are implemented here.
        case read(offered: Int, usable: Int)
    }

    /// What EF.CardAccess was found to be.
    public var cardAccess: CardAccess = .unknown
    /// Attempts in order.
    public var attempts: [Attempt] = []
    /// What opened the chip; nil when nothing did.
    public var established: Established?
    /// BAC was used although PACE had failed, because the caller allows it.
    public var fellBackToBAC = false
    /// How often access was set up again in the middle of the read (Docs/rules.md 1).
    public var renewals = 0

    /// Nothing tried yet.
    public init() {}
}

extension AccessSummary {
    /// Why a chip that was to be opened is not protected: what went wrong, or that it has no access control.
    var unprotectedError: CardError {
        for case .failed(let error) in attempts.map(\.outcome) { return error }
        if attempts.contains(where: { if case .refusedSecret = $0.outcome { true } else { false } }) {
            return CardError(.authenticationFailed, during: "open the chip")
        }
        return CardError(
            .unsupported, during: "open the chip",
            detail: "it gives its files without access control, so nothing would be protected; nothing more was sent")
    }
}
