public import CardCrypto

/// Why a revocation list shows nothing.
public enum RevocationListProblem: Hashable, Sendable {
    /// No anchor of its country signed it.
    case issuerUnknown
    /// The anchor that it names did not sign it.
    case signature(SignatureOutcome)
    /// The anchor that signed it may not sign revocation lists.
    case keyUsage
    /// It covers only some of the certificates, or has a rule that is not known.
    case partial
}

extension RevocationListProblem: CustomStringConvertible {
    /// One plain sentence.
    public var description: String {
        switch self {
        case .issuerUnknown: "no CSCA that is trusted signed the revocation list"
        case .signature(let outcome):
            "the CSCA named as issuer did not sign the revocation list: \(outcome.explanation)"
        case .keyUsage: "the CSCA that signed the revocation list may not sign one"
        case .partial: "the revocation list covers only some certificates"
        }
    }
}
