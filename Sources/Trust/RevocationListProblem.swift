public import CardCrypto
public import InlaySeams

/// Why a revocation list shows nothing.
public enum RevocationListProblem: Hashable, Sendable {
    /// No anchor of its country signed it.
    case issuerUnknown
    /// The anchor that it names did not sign it.
    case signature(SignatureOutcome)
    /// The anchor that signed it may not sign revocation lists.
    case keyUsage
    /// It was issued when the certificate of the anchor that signed it was not in force.
    case issuerNotInForce(Moment)
    /// It is issued only later than the day it is needed for.
    case notYetIssued(Moment)
    /// It is no complete list of its issuer's certificates, which 9303-12 §7.1.4 asks for.
    case limited(RevocationList.Limitation)
}

extension RevocationListProblem: CustomStringConvertible {
    /// One plain sentence.
    public var description: String {
        switch self {
        case .issuerUnknown: "no CSCA that is trusted signed the revocation list"
        case .signature(let outcome):
            "the CSCA named as issuer did not sign the revocation list: \(outcome.explanation)"
        case .keyUsage: "the CSCA that signed the revocation list may not sign one"
        case .issuerNotInForce(let issued):
            "the revocation list is of \(issued.isoDate), when the certificate of the CSCA that signed it was not in force"
        case .notYetIssued(let issued): "the revocation list is issued only on \(issued.isoDate)"
        case .limited(.delta): "the revocation list holds only what changed since another one (a delta list)"
        case .limited(.indirect): "the revocation list also holds certificates of other issuers (an indirect list)"
        case .limited(.partial): "the revocation list covers only some certificates"
        case .limited(.unknownRule(let identifier)): "the revocation list has the unknown critical rule \(identifier)"
        }
    }
}
