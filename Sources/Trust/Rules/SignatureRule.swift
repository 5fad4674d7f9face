import CardCrypto
import InlaySeams
import Octets

/// Every signature of a signed object must be that of its signer's certificate (9303-11 §5.1, RFC 5652 §5.6).
enum SignatureRule: Rule {
    static func examine(_ examination: inout Examination) {
        guard let signedData = examination.signedData else {
            examination.add(.signature, .notDone(.dependsOn(Check.securityObject.title)))
            return
        }
        let object = SignedObject(
            signedData, role: .documentSigner, examination.anchors, at: examination.moment)
        examination.signer = object.signer
        examination.isAuthenticated = object.isAuthenticated && examination.securityObject != nil
        examination.add(.signature, object.signature)
    }

    /// The judgement, and the certificate of the first signer.
    static func judge(_ signedData: SignedData, _ certificates: [Certificate]) -> (Judgement, Certificate?) {
        guard !signedData.signers.isEmpty else { return (Judgement(.failed(.noSigner)), nil) }
        var deviations: [Deviation] = []
        if signedData.signers.count > 1 { deviations.append(.severalSigners(signedData.signers.count)) }
        var first: (certificate: Certificate?, facts: [Finding.Fact])?
        for signer in signedData.signers {
            let verdict = signedData.verify(signer, among: certificates)
            let facts = evidence(signer, verdict)
            first = first ?? (verdict.certificate, facts)
            switch verdict.outcome {
            case .valid: break
            case .invalid(let reason): return (Judgement(.failed(.signature(reason)), facts), first?.certificate)
            case .unsupported(let error): return (Judgement(.notDone(.cryptography(error)), facts), first?.certificate)
            }
            deviations += verdict.deviations.map { .signature($0) }
            if DigestAlgorithm(signer.digestAlgorithm.algorithm) == .sha1, !deviations.contains(.sha1) {
                deviations.append(.sha1)
            }
        }
        return (Judgement(.passed(with: deviations), first?.facts ?? []), first?.certificate)
    }

    private static func evidence(_ signer: SignerInfo, _ verdict: SignerVerdict) -> [Finding.Fact] {
        var facts: [Finding.Fact] = []
        if let certificate = verdict.certificate {
            facts.append(.init("document signer", certificate.subject.description))
            facts.append(.init("serial number", Hex.string(certificate.serialNumber)))
            facts.append(.init("key", certificate.publicKey.label))
        }
        let digest = DigestAlgorithm(signer.digestAlgorithm.algorithm)
        let algorithm = try? SignatureAlgorithm(signer.signatureAlgorithm, digest: digest)
        facts.append(
            .init("signature algorithm", algorithm?.description ?? signer.signatureAlgorithm.algorithm.dotted))
        if let time = signer.signedAttributes?.signingTime { facts.append(.init("signed at", time.iso8601)) }
        return facts
    }
}

extension PublicKey {
    /// "RSA 2048", "brainpoolP256r1".
    var label: String {
        switch kind {
        case .rsa(let bits, _): "RSA \(bits)"
        default: curve?.name ?? "EC"
        }
    }
}
