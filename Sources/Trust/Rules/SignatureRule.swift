import CardCrypto
import InlaySeams
import Octets

/// Every signature of EF.SOD must be that of its document signer certificate (9303-11 §5.1, RFC 5652 §5.6).
enum SignatureRule: Rule {
    static func examine(_ examination: inout Examination) {
        guard let signedData = examination.signedData else {
            examination.add(.signature, .notDone(.dependsOn(Check.securityObject.title)))
            return
        }
        guard let first = signedData.signers.first else {
            examination.add(.signature, .failed(.noSigner))
            return
        }
        var deviations: [Deviation] = []
        if signedData.signers.count > 1 { deviations.append(.severalSigners(signedData.signers.count)) }
        for signer in signedData.signers {
            let verdict = signedData.verify(signer)
            if signer.index == first.index { examination.documentSigner = verdict.certificate }
            let evidence = evidence(signer, verdict)
            switch verdict.outcome {
            case .valid: break
            case .invalid(let reason):
                examination.add(.signature, .failed(.signature(reason)), evidence)
                return
            case .unsupported(let error):
                examination.add(.signature, .notDone(.cryptography(error)), evidence)
                return
            }
            deviations += verdict.deviations.map { .signature($0) }
            if DigestAlgorithm(signer.digestAlgorithm.algorithm) == .sha1, !deviations.contains(.sha1) {
                deviations.append(.sha1)
            }
        }
        examination.isAuthenticated = examination.securityObject != nil
        examination.add(
            .signature, .passed(with: deviations), evidence(first, signedData.verify(first)))
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
