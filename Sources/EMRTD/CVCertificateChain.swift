public import CardCrypto
public import LDS

/// The certificates that a chip needs to see, in order: from an authority that it trusts, over links if there must be
/// any, to the document verifier and the terminal (9303-11 §7.1.1).
public struct CVCertificateChain: Hashable, Sendable {
    /// The authority that the chip trusts and that signed the first certificate.
    public let trustPoint: CertificateReference
    /// What is sent, in this order; the last is the terminal's.
    public let certificates: [CVCertificate]
    /// What is to be known about the chain. None of it keeps the chain from being sent: the chip decides.
    public let notes: [CVChainNote]
    /// The rights that all certificates grant, those of the trust point included when its own certificate is among the
    /// files; nil when the certificates are for different kinds of terminals.
    public let authorization: CertificateHolderAuthorization?
    /// The date to which the chip will move its own for good, if it is earlier; nil when it will not (9303-11 §7.1.1).
    public let movesDateTo: CalendarDate?

    /// The terminal's certificate.
    public var terminal: CVCertificate? { certificates.last }

    /// Finds the chain for the terminal whose private key belongs to `holder`.
    ///
    /// - `bag`: certificates in any order, also ones that do not belong here.
    /// - `references`: the authorities that the chip names, newest first.
    /// - `day`: to tell what has expired, as information.
    ///
    /// Of several chains one without link certificates goes first, then the newer authority: a link certificate changes
    /// what the chip trusts for good. Throws `CVChainFailure` with everything that is missing or wrong.
    public init(
        from bag: [CVCertificate], references: [CertificateReference], holder: PublicKey, on day: CalendarDate? = nil
    ) throws(CVChainFailure) {
        let search = CVChainSearch(bag, references: references, holder: holder)
        guard let best = try search.paths().min(by: { Self.rank($0, references, day) < Self.rank($1, references, day) })
        else { throw CVChainFailure(problems: [.noCertificates]) }
        let path = best.certificates
        trustPoint = best.trustPoint
        certificates = path
        let own = search.certificates(of: best.trustPoint).map(\.body.authorization)
        authorization = Self.common(path, own)
        movesDateTo = Self.accurateDate(path)
        var notes = best.notes
        for certificate in path { notes += Self.notes(on: certificate, day) }
        if Set(path.map(\.body.authorization.terminalTypeOID)).count > 1 { notes.append(.terminalTypesDiffer) }
        if own.isEmpty { notes.append(.trustPointNotAtHand(best.trustPoint)) }
        self.notes = notes
    }

    /// Less is better.
    private static func rank(
        _ path: CVChainSearch.Path, _ references: [CertificateReference], _ day: CalendarDate?
    ) -> (Int, Int, Int, Int) {
        let expired = path.certificates.filter { certificate in
            !certificate.isLink && (day.map { $0.isAfter(certificate.body.expiryDate) } ?? false)
        }
        let expiry = path.certificates.last?.body.expiryDate
        let latest = expiry.map { $0.year * 372 + ($0.month ?? 1) * 31 + ($0.day ?? 1) } ?? 0
        return (
            expired.count, path.certificates.count, references.firstIndex(of: path.trustPoint) ?? references.count,
            -latest
        )
    }

    private static func common(
        _ path: [CVCertificate], _ trustPoint: [CertificateHolderAuthorization]
    ) -> CertificateHolderAuthorization? {
        guard let terminal = path.last?.body.authorization else { return nil }
        // A trust point that is known by several certificates may have different rights in each; the chip knows which.
        let own = trustPoint.filter { $0.terminalTypeOID == terminal.terminalTypeOID }
        var all = path.map(\.body.authorization)
        if let first = own.first, Set(own.map(\.bits)).count == 1 { all.insert(first, at: 0) }
        var common = terminal
        for authorization in all {
            guard let next = authorization.restricting(common) else { return nil }
            common = next
        }
        return common
    }

    /// Links, document verifiers' certificates, and those of terminals below a domestic one count as accurate.
    private static func accurateDate(_ path: [CVCertificate]) -> CalendarDate? {
        var latest: CalendarDate?
        for (index, certificate) in path.enumerated() {
            if certificate.body.authorization.role == .terminal {
                guard index > 0, path[index - 1].body.authorization.role == .domesticDocumentVerifier else { continue }
            }
            let date = certificate.body.effectiveDate
            if latest.map({ date.isAfter($0) }) ?? true { latest = date }
        }
        return latest
    }

    private static func notes(on certificate: CVCertificate, _ day: CalendarDate?) -> [CVChainNote] {
        let body = certificate.body
        var notes: [CVChainNote] = []
        if let day {
            if day.isAfter(body.expiryDate) { notes.append(.expired(body.holderReference, body.expiryDate)) }
            if body.effectiveDate.isAfter(day) {
                notes.append(.notYetEffective(body.holderReference, body.effectiveDate))
            }
        }
        if certificate.isLink { notes.append(.addsTrustPoint(body.holderReference)) }
        if let algorithm = body.publicKey.knownAlgorithm, !algorithm.isInDoc9303 {
            notes.append(.algorithmOutsideDoc9303(body.holderReference, algorithm))
        }
        return notes
    }
}
