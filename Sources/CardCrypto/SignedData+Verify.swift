import COpenSSL
import Octets

extension SignedData {
    /// Checks `signer`: finds its certificate among those inside and `others`, then signature, content digest and
    /// attributes. Nothing here is about trust.
    public func verify(_ signer: SignerInfo, others: [Certificate] = []) -> SignerVerdict {
        verify(signer, among: certificates + others)
    }

    /// The same with all certificates given, for callers that took them apart already.
    public func verify(_ signer: SignerInfo, among certificates: [Certificate]) -> SignerVerdict {
        let candidates = candidates(for: signer, among: certificates)
        var first: SignerVerdict?
        for (certificate, match) in candidates {
            let verdict = verify(signer, with: certificate, found: match)
            if verdict.outcome == .valid { return verdict }
            // A certificate that nothing speaks for is news only when its key fits.
            if first == nil, match != .triedKey { first = verdict }
        }
        return first
            ?? SignerVerdict(certificate: nil, match: nil, outcome: .invalid(.noCertificate), deviations: [])
    }

    /// All certificates that may be the signer's, most likely first. Each occurs once.
    private func candidates(
        for signer: SignerInfo, among certificates: [Certificate]
    ) -> [(Certificate, CertificateMatch)] {
        var found: [(Certificate, CertificateMatch)] = []
        var rest: [Certificate] = []
        for certificate in certificates.count > 1 ? Self.distinct(certificates) : certificates {
            if let match = signer.identifier.match(certificate) {
                found.append((certificate, match))
            } else {
                rest.append(certificate)
            }
        }
        found.sort { left, right in Self.rank(left.1) < Self.rank(right.1) }
        // A signed object of a document has one or two; what more than a few share a serial number is an attack.
        found = Array(found.prefix(Self.trialLimit))
        if found.isEmpty, rest.count == 1 {
            found += rest.map { ($0, .onlyCertificate) }
        } else {
            found += rest.prefix(Self.trialLimit).map { ($0, .triedKey) }
        }
        return found
    }

    private static func distinct(_ certificates: [Certificate]) -> [Certificate] {
        var seen: Set<[UInt8]> = []
        return certificates.filter { seen.insert($0.der).inserted }
    }

    private static func rank(_ match: CertificateMatch) -> Int {
        CertificateMatch.allCases.firstIndex(of: match) ?? CertificateMatch.allCases.count
    }

    /// Keys that are tried although nothing speaks for them.
    private static let trialLimit = 16

    // MARK: - One certificate

    private func verify(
        _ signer: SignerInfo, with certificate: Certificate, found match: CertificateMatch
    ) -> SignerVerdict {
        var verdict = SignerVerdict(certificate: certificate, match: match, outcome: .valid, deviations: [])
        if match != .issuerAndSerialNumber, match != .subjectKeyIdentifier {
            verdict.deviations.append(.certificateNotNamedExactly(match))
        }
        if !digestAlgorithms.contains(where: { $0.algorithm == signer.digestAlgorithm.algorithm }) {
            verdict.deviations.append(.digestAlgorithmNotAnnounced)
        }
        do {
            verdict.outcome = try check(signer, certificate, &verdict.deviations)
        } catch {
            verdict.outcome = .unsupported(error)
        }
        return verdict
    }

    private func check(
        _ signer: SignerInfo, _ certificate: Certificate, _ deviations: inout [SignatureDeviation]
    ) throws(CryptoError) -> SignatureOutcome {
        guard let digest = DigestAlgorithm(signer.digestAlgorithm.algorithm) else {
            throw .unsupportedAlgorithm(signer.digestAlgorithm.algorithm)
        }
        let algorithm = try SignatureAlgorithm(signer.signatureAlgorithm, digest: digest)
        if SignatureAlgorithm.isOfKey(signer.signatureAlgorithm) {
            deviations.append(.signatureAlgorithmIsKeyAlgorithm)
        }
        guard let content else { return .invalid(.noContent) }
        let key = certificate.publicKey
        guard let attributes = signer.signedAttributes else {
            deviations.append(.noSignedAttributes)
            let isValid = try Self.isValid(
                signer.signature, over: content, key, algorithm, digest, deviations: &deviations)
            return isValid ? .valid : .invalid(.signature)
        }
        let digestOfContent = digest.hash(content)
        guard let messageDigest = attributes.messageDigest else { return .invalid(.messageDigestAttribute) }
        guard messageDigest == digestOfContent else { return .invalid(.messageDigest) }
        guard let type = attributes.contentType else { return .invalid(.contentTypeAttribute) }
        guard type == contentType else { return .invalid(.contentType) }
        if let protection = attributes.algorithmProtection {
            guard protection.digest.isEquivalent(to: signer.digestAlgorithm),
                protection.signature?.isEquivalent(to: signer.signatureAlgorithm) ?? true
            else { return .invalid(.algorithmProtection) }
        }
        for order in attributes.isSorted ? [SignedAttributes.Order.received] : [.received, .sorted] {
            let isValid = try Self.isValid(
                signer.signature, over: attributes.signedOctets(order), key, algorithm, digest,
                deviations: &deviations)
            guard isValid else { continue }
            if !attributes.isSorted { deviations.append(.attributesNotInDEROrder(signed: order)) }
            return .valid
        }
        // OpenSSL encodes the attributes anew before it checks them, so it knows signatures over their DER form.
        if try isValidForOpenSSL(signer, certificate, digestOfContent) {
            deviations.append(.attributesNotInDER)
            return .valid
        }
        return .invalid(.signature)
    }

    /// What OpenSSL's CMS says. The key is looked at first, since OpenSSL would also work with curve parameters that
    /// are those of no known curve.
    private func isValidForOpenSSL(
        _ signer: SignerInfo, _ certificate: Certificate, _ digest: [UInt8]
    ) throws(CryptoError) -> Bool {
        try certificate.publicKey.checkUsable()
        return OpenSSL.run {
            unsafe inlay_cms_verify(
                encoded, encoded.count, Int32(signer.index), certificate.der, certificate.der.count, digest,
                Int32(digest.count)) == 1
        }
    }

    private static func isValid(
        _ signature: [UInt8], over message: [UInt8], _ key: PublicKey, _ algorithm: SignatureAlgorithm,
        _ digest: DigestAlgorithm, deviations: inout [SignatureDeviation]
    ) throws(CryptoError) -> Bool {
        if try key.verify(signature: signature, of: message, algorithm: algorithm) {
            if algorithm.digest != digest { deviations.append(.digestAlgorithmsDiffer(signed: algorithm.digest)) }
            return true
        }
        if case .ecdsa(let digest) = algorithm,
            try key.verify(signature: signature, of: message, algorithm: .plainECDSA(digest))
        {
            deviations.append(.plainECDSASignature)
            return true
        }
        guard algorithm.digest != digest, let other = algorithm.replacingDigest(by: digest),
            try key.verify(signature: signature, of: message, algorithm: other)
        else { return false }
        deviations.append(.digestAlgorithmsDiffer(signed: digest))
        return true
    }
}

extension SignerInfo.Identifier {
    /// How this identifier names `certificate`; nil when it does not.
    func match(_ certificate: Certificate) -> CertificateMatch? {
        switch self {
        case .issuerAndSerialNumber(let issuer, let serialNumber):
            guard certificate.serialNumber == serialNumber else { return nil }
            if certificate.issuer.der == issuer.der { return .issuerAndSerialNumber }
            return certificate.issuer.matches(issuer) ? .issuerNamesAndSerialNumber : .serialNumber
        case .subjectKeyIdentifier(let identifier):
            // RFC 5280 §4.2.1.2, method 1, where the certificate does not say.
            let own =
                certificate.extensions.subjectKeyIdentifier
                ?? DigestAlgorithm.sha1.hash(certificate.publicKey.subjectPublicKey)
            return own == identifier ? .subjectKeyIdentifier : nil
        }
    }
}
