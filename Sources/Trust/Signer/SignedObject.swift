import CardCrypto
import InlaySeams
import Octets

/// A signed object, its signature, and the examination of its signer.
struct SignedObject {
    let signature: Judgement
    /// Nil when the signer's certificate was not found.
    let signer: SignerExamination?
    /// Who signed besides.
    private let others: [SignerExamination]

    /// The object is as its signer signed it, whoever that is.
    var isAuthenticated: Bool { signature.verdict.holds }

    /// `state` is the issuing state of the document; nil for what has none, or is not known.
    init(
        _ signedData: SignedData, role: SignerRole, _ store: TrustStore, at moment: Moment, state: String? = nil
    ) {
        if let problem = Self.excess(signedData) {
            signature = Judgement(.failed(problem))
            signer = nil
            others = []
            return
        }
        let signers = signedData.certificateEncodings.compactMap { store.contents.signers.signer($0) }
        let (judgement, found) = SignatureRule.judge(signedData, signers)
        signature = judgement
        let companions = signers.map(\.certificate)
        func examination(_ info: SignerInfo, _ known: KnownSigner) -> SignerExamination {
            SignerExamination(
                known: known, role: role, issuance: known.issuance(in: store.contents, companions: companions),
                signedAt: info.signedAttributes?.signingTime, moment: moment, contents: store.contents,
                namedSerialNumber: Self.otherSerialNumber(info, known.certificate), state: state)
        }
        let pairs = zip(signedData.signers, found)
        signer = pairs.first { _ in true }.flatMap { info, known in known.map { examination(info, $0) } }
        others = pairs.dropFirst().compactMap { info, known in known.map { examination(info, $0) } }
    }

    /// The serial number that `info` names, where it is not that of the certificate that fits.
    private static func otherSerialNumber(_ info: SignerInfo, _ certificate: Certificate) -> [UInt8]? {
        guard case .issuerAndSerialNumber(_, let named) = info.identifier, named != certificate.serialNumber else {
            return nil
        }
        return named
    }

    /// The work that a signed object makes is bounded: a document's has one signer and one or two certificates, a master
    /// list's no more.
    private static func excess(_ signedData: SignedData) -> Reason? {
        if signedData.signers.count > signerLimit { return .tooMany("signers", signedData.signers.count) }
        let count = signedData.certificateEncodings.count
        return count > certificateLimit ? .tooMany("certificates", count) : nil
    }

    private static let signerLimit = 4
    private static let certificateLimit = 32

    /// What the rules about the certificates of all signers came to; nil when the signer's was not found. What fails for
    /// one fails; one behind whom nobody trusted stands is told.
    var judgements: [(check: Check, judgement: Judgement)]? {
        guard var all = signer?.judgements else { return nil }
        for other in others {
            for (index, (check, judgement)) in other.judgements.enumerated() where all.indices.contains(index) {
                if judgement.verdict.isFailure, !all[index].judgement.verdict.isFailure {
                    all[index].judgement = judgement
                } else if check == .chain, !judgement.verdict.holds, all[index].judgement.verdict.holds {
                    all[index].judgement.verdict = .passed(
                        with: all[index].judgement.verdict.deviations + [.otherSignerNotEstablished])
                }
            }
        }
        return all
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
        guard signature.verdict.holds, let signer, let judgements else { return signature }
        var deviations = signature.verdict.deviations
        var facts = signature.facts
        for (_, judgement) in judgements {
            if judgement.verdict.isFailure { return Judgement(judgement.verdict, facts + judgement.facts) }
            deviations += judgement.verdict.deviations
            facts += judgement.facts
        }
        if signer.issued == nil { deviations.append(.signerNotEstablished) }
        return Judgement(.passed(with: deviations), facts)
    }

    /// Why the object is not to be believed; nil when it is intact and a trusted CSCA stands behind its signer.
    var problem: Reason? {
        guard signature.verdict.holds, let judgements else { return signature.verdict.reason }
        for (check, judgement) in judgements {
            let verdict = judgement.verdict
            if verdict.isFailure || check == .chain && !verdict.holds { return verdict.reason }
        }
        return nil
    }
}
