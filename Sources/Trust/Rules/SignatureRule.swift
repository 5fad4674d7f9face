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
            signedData, role: .documentSigner, examination.anchors, at: examination.moment,
            state: examination.issuingState)
        examination.signer = object.signer
        examination.signerJudgements = object.judgements
        examination.isAuthenticated = object.isAuthenticated && examination.securityObject != nil
        examination.add(.signature, object.signature)
    }

    /// The judgement, and who the signers are, as far as it was looked at; nil for one whose certificate was not found.
    static func judge(_ signedData: SignedData, _ known: [KnownSigner]) -> (Judgement, [KnownSigner?]) {
        guard !signedData.signers.isEmpty else { return (Judgement(.failed(.noSigner)), []) }
        let certificates = known.map(\.certificate)
        var deviations: [Deviation] = []
        if signedData.signers.count > 1 { deviations.append(.severalSigners(signedData.signers.count)) }
        var found: [KnownSigner?] = []
        var first: [Finding.Fact]?
        for info in signedData.signers {
            let verdict = signedData.verify(info, among: certificates)
            let signer = verdict.certificate.flatMap { found in known.first { $0.certificate.der == found.der } }
            let digest = DigestAlgorithm(info.digestAlgorithm.algorithm)
            let facts = (signer?.facts ?? []) + facts(info, digest)
            first = first ?? facts
            found.append(signer)
            switch verdict.outcome {
            case .valid: break
            case .invalid(let reason): return (Judgement(.failed(.signature(reason)), facts), found)
            case .unsupported(let error): return (Judgement(.notDone(.cryptography(error)), facts), found)
            }
            deviations += verdict.deviations.map { .signature($0) }
            if digest == .sha1, !deviations.contains(.sha1) { deviations.append(.sha1) }
        }
        return (Judgement(.passed(with: deviations), first ?? []), found)
    }

    private static func facts(_ signer: SignerInfo, _ digest: DigestAlgorithm?) -> [Finding.Fact] {
        var facts = [Finding.Fact("signature algorithm", .signature(signer.signatureAlgorithm, digest: digest))]
        if let time = signer.signedAttributes?.signingTime { facts.append(.init("signed at", .time(time))) }
        return facts
    }
}
