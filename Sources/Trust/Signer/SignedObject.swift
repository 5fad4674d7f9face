import CardCrypto
import InlaySeams
import Octets

/// A signed object, its signature, and the examination of its signer.
struct SignedObject {
    let signature: Judgement
    /// Nil when the signer's certificate was not found.
    let signer: SignerExamination?

    /// The object is as its signer signed it, whoever that is.
    var isAuthenticated: Bool { signature.verdict.holds }

    init(_ signedData: SignedData, role: SignerRole, _ store: TrustStore, at moment: Moment) {
        let signers = signedData.certificateEncodings.compactMap { store.contents.signers.signer($0) }
        let (judgement, known) = SignatureRule.judge(signedData, signers)
        signature = judgement
        signer = known.map { known in
            SignerExamination(
                known: known, role: role,
                issuance: known.issuance(in: store.contents, companions: signers.map(\.certificate)),
                signedAt: signedData.signers.first?.signedAttributes?.signingTime, moment: moment,
                contents: store.contents)
        }
    }

    /// RFC 5652 §5.1: version 3 for any content but id-data; 9303-10 §4.6.2.1 asks for version 3 (Docs/rules.md 10).
    static func versionProblem(_ signedData: SignedData) -> Reason? {
        let isPlainData = signedData.contentType == idData
        guard signedData.version == 3 || (isPlainData && signedData.version == 1) else {
            return .unknownVersion(structure: "the CMS SignedData", version: signedData.version)
        }
        for signer in signedData.signers where signer.version != 1 && signer.version != 3 {
            return .unknownVersion(structure: "a SignerInfo", version: signer.version)
        }
        return nil
    }

    private static let idData = ObjectIdentifier("1.2.840.113549.1.7.1")

    /// What the rules about signature and signer came to, as one: that nobody trusted stands behind it is a deviation
    /// here, anything wrong a failure.
    var combined: Judgement {
        guard signature.verdict.holds, let signer else { return signature }
        var deviations = signature.verdict.deviations
        var facts = signature.facts
        for (_, judgement) in signer.judgements {
            if judgement.verdict.isFailure { return Judgement(judgement.verdict, facts + judgement.facts) }
            deviations += judgement.verdict.deviations
            facts += judgement.facts
        }
        if signer.issued == nil { deviations.append(.signerNotEstablished) }
        return Judgement(.passed(with: deviations), facts)
    }

    /// Why the object is not to be believed; nil when it is intact and a trusted CSCA stands behind its signer.
    var problem: Reason? {
        guard signature.verdict.holds, let signer else { return signature.verdict.reason }
        for (check, judgement) in signer.judgements {
            let verdict = judgement.verdict
            if verdict.isFailure || check == .chain && !verdict.holds { return verdict.reason }
        }
        return nil
    }
}
