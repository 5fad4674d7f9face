import CardCrypto
import LDS

/// Looks for chains from a terminal's certificate up to an authority that the chip names.
struct CVChainSearch {
    /// A chain whose signatures fit as far as they can be checked.
    struct Path {
        let trustPoint: CertificateReference
        /// From the first below the trust point down to the terminal.
        var certificates: [CVCertificate]
        var notes: [CVChainNote] = []
    }

    private let bag: [CVCertificate]
    private let references: [CertificateReference]
    private let holder: PublicKey

    /// Longer chains, and more of them, are not looked at: a bag can be made to hold any number.
    private static let lengthLimit = 12
    private static let pathLimit = 64
    private static let bagLimit = 256
    private static let stepLimit = 4096

    init(_ bag: [CVCertificate], references: [CertificateReference], holder: PublicKey) {
        var seen: Set<CVCertificate> = []
        self.bag = Array(bag.filter { seen.insert($0).inserted }.prefix(Self.bagLimit))
        self.references = references
        self.holder = holder
    }

    /// Certificates in which `reference` is the holder.
    func certificates(of reference: CertificateReference) -> [CVCertificate] {
        bag.filter { $0.body.holderReference == reference }
    }

    /// All chains, at least one.
    func paths() throws(CVChainFailure) -> [Path] {
        guard !references.isEmpty else { throw CVChainFailure(problems: [.noReferences]) }
        var problems: [CVChainFailure.Problem] = []
        var candidates: [Path] = []
        var steps = 0
        for leaf in try leaves() { climb([leaf], &candidates, &problems, &steps) }
        var found: [Path] = []
        for candidate in candidates {
            do {
                found.append(try checked(candidate))
            } catch {
                problems += error.problems.filter { !problems.contains($0) }
            }
        }
        guard !found.isEmpty else { throw CVChainFailure(problems: problems) }
        return found
    }

    // MARK: - The terminal's certificate

    private func leaves() throws(CVChainFailure) -> [CVCertificate] {
        guard !bag.isEmpty else { throw CVChainFailure(problems: [.noCertificates]) }
        let owned = bag.filter { hasHolderKey($0) }
        let leaves = owned.filter { $0.body.authorization.role == .terminal }
        guard leaves.isEmpty else { return leaves }
        if let other = owned.first {
            throw CVChainFailure(
                problems: [.privateKeyOf(other.body.holderReference, other.body.authorization.role)])
        }
        let terminals = bag.filter { $0.body.authorization.role == .terminal }.map(\.body.holderReference)
        throw CVChainFailure(
            problems: [terminals.isEmpty ? .noTerminalCertificate : .privateKeyOfNobody(terminals)])
    }

    /// The key's own curve stands for the parameters that the certificate leaves out.
    private func hasHolderKey(_ certificate: CVCertificate) -> Bool {
        guard let key = try? CVSignatureKey(certificate.body.publicKey, inheriting: holder.curve) else { return false }
        return key.belongs(to: holder)
    }

    // MARK: - Upwards

    /// Goes on from the first of `path` to its authority.
    private func climb(
        _ path: [CVCertificate], _ found: inout [Path], _ problems: inout [CVChainFailure.Problem],
        _ steps: inout Int
    ) {
        guard let top = path.first, found.count < Self.pathLimit, steps < Self.stepLimit else { return }
        steps += 1
        func note(_ problem: CVChainFailure.Problem) {
            if !problems.contains(problem), problems.count < Self.pathLimit { problems.append(problem) }
        }
        let (authority, own, role) = (
            top.body.authorityReference, top.body.holderReference, top.body.authorization.role
        )
        if references.contains(authority) {
            if role == .terminal {
                note(.wrongRole(authority, nil, above: own, role))
            } else {
                found.append(Path(trustPoint: authority, certificates: path))
            }
            return
        }
        // A self-signed certificate names the authority and leads no further.
        let above = certificates(of: authority).filter { !$0.isSelfSigned && !path.contains($0) }
        guard !above.isEmpty else {
            let isKnown = bag.contains { $0.isSelfSigned && $0.body.holderReference == authority }
            note(isKnown ? .otherTrustPoint(authority, trusted: references) : .missing(authority, above: own))
            return
        }
        for certificate in above where path.count < Self.lengthLimit {
            guard Self.may(certificate.body.authorization.role, sign: role) else {
                note(.wrongRole(authority, certificate.body.authorization.role, above: own, role))
                continue
            }
            climb([certificate] + path, &found, &problems, &steps)
        }
    }

    /// 9303-12 §7.2.1: a CVCA certifies its next key and document verifiers, a document verifier certifies terminals.
    private static func may(
        _ authority: CertificateHolderAuthorization.Role, sign holder: CertificateHolderAuthorization.Role
    ) -> Bool {
        switch holder {
        case .terminal: authority.isDocumentVerifier
        case .domesticDocumentVerifier, .foreignDocumentVerifier, .certificationAuthority:
            authority == .certificationAuthority
        }
    }

    // MARK: - Signatures

    private func checked(_ path: Path) throws(CVChainFailure) -> Path {
        var path = path
        var authorities = keys(of: path.trustPoint)
        for certificate in path.certificates {
            let body = certificate.body
            let signers = authorities.filter { (try? $0.signed(certificate)) ?? false }
            guard !signers.isEmpty || authorities.isEmpty else {
                throw CVChainFailure(
                    problems: [.wrongSignature(body.holderReference, authority: body.authorityReference)])
            }
            if authorities.isEmpty {
                path.notes.append(.signatureNotChecked(body.holderReference, authority: body.authorityReference))
            }
            let isLink = body.authorization.role == .certificationAuthority
            if body.publicKey.domainParameters != nil, !isLink {
                path.notes.append(.carriesDomainParameters(body.holderReference))
            }
            // Without the certificates above, the terminal's own curve is that of the whole chain below the last link.
            let inherited = signers.first?.curve ?? (isLink ? nil : holder.curve)
            do {
                let key = try CVSignatureKey(body.publicKey, inheriting: inherited)
                if let signer = signers.first, !isLink, Self.differ(signer, key) {
                    path.notes.append(.keyChanges(body.holderReference))
                }
                authorities = [key]
            } catch {
                guard case .unknownParameters = error, body.publicKey.domainParameters == nil else {
                    throw CVChainFailure(problems: [.unusableKey(body.holderReference, error.description)])
                }
                authorities = []
            }
        }
        return path
    }

    /// Keys under which `reference` is known here; more than one when certificates differ.
    private func keys(of reference: CertificateReference) -> [CVSignatureKey] {
        let inherited = curve(above: reference)
        return certificates(of: reference).compactMap { certificate in
            try? CVSignatureKey(certificate.body.publicKey, inheriting: inherited)
        }
    }

    /// The curve that certificates of `reference` inherit from the nearest ones above that have parameters.
    private func curve(above reference: CertificateReference) -> NamedCurve? {
        var visited: Set<CertificateReference> = []
        var next = [reference]
        while let current = next.popLast() {
            guard visited.insert(current).inserted else { continue }
            for certificate in certificates(of: current) {
                if let parameters = certificate.body.publicKey.domainParameters { return NamedCurve(parameters) }
                next.insert(certificate.body.authorityReference, at: 0)
            }
        }
        return nil
    }

    private static func differ(_ authority: CVSignatureKey, _ holder: CVSignatureKey) -> Bool {
        if authority.algorithm != holder.algorithm || authority.curve != holder.curve { return true }
        return authority.publicKey.rsaNumbers?.modulus.count != holder.publicKey.rsaNumbers?.modulus.count
    }
}
