public import LDS

/// Something to be known about a chain of CV certificates that the chip may mind, or that changes the chip.
public enum CVChainNote: Hashable, Sendable {
    /// The certificate expired; a chip compares with the date that it keeps, and accepts links all the same.
    case expired(CertificateReference, CalendarDate)
    /// The certificate is not effective yet; a chip does not compare that.
    case notYetEffective(CertificateReference, CalendarDate)
    /// The signature cannot be checked here: the authority's key or its domain parameters are not among the files.
    case signatureNotChecked(CertificateReference, authority: CertificateReference)
    /// A link certificate: the chip will trust this authority from now on, and may forget an older one.
    case addsTrustPoint(CertificateReference)
    /// The certificate of the authority itself is not among the files, so its rights are not known.
    case trustPointNotAtHand(CertificateReference)
    /// The certificates are for different kinds of terminals.
    case terminalTypesDiffer
    /// Algorithm or size of the key is another than that of the authority; only a link may change them (9303-12 §7.2).
    case keyChanges(CertificateReference)
    /// Domain parameters in a certificate that must inherit them (9303-12 §7.2.2.3).
    case carriesDomainParameters(CertificateReference)
    /// The algorithm is in TR-03110 only.
    case algorithmOutsideDoc9303(CertificateReference, TerminalAuthenticationAlgorithm)
}

extension CVChainNote: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        switch self {
        case .expired(let holder, let date): "the certificate of \(holder) expired on \(date)"
        case .notYetEffective(let holder, let date): "the certificate of \(holder) is effective from \(date) only"
        case .signatureNotChecked(let holder, let authority):
            "the signature of \(authority) on the certificate of \(holder) cannot be checked without its certificate"
        case .addsTrustPoint(let holder): "the link certificate makes the chip trust \(holder) for good"
        case .trustPointNotAtHand(let holder): "the certificate of \(holder) is not among the files"
        case .terminalTypesDiffer: "the certificates are for different kinds of terminals"
        case .keyChanges(let holder): "the key of \(holder) is of another algorithm or size than its authority's"
        case .carriesDomainParameters(let holder):
            "the certificate of \(holder) holds domain parameters it must inherit"
        case .algorithmOutsideDoc9303(let holder, let algorithm):
            "the key of \(holder) is for \(algorithm), which is not in Doc 9303"
        }
    }
}
