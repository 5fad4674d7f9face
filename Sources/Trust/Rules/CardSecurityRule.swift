import CardCrypto
import LDS
import Octets

/// EF.CardSecurity is judged by the same rules as EF.SOD (9303-11 §9.2.11).
enum CardSecurityRule: Rule {
    static func examine(_ examination: inout Examination) {
        guard let bytes = examination.files[.cardSecurity] else { return }
        do {
            let signedData = try SignedData(parsing: try EFCardSecurity(parsing: bytes).contentInfo)
            if let problem = SignedObject.versionProblem(signedData) { throw Refusal(problem) }
            guard signedData.contentType == securityObject else {
                throw Refusal(.wrongContentType(signedData.contentType))
            }
            guard let content = signedData.content else { throw Refusal(.noContent) }
            let object = SignedObject(
                signedData, role: .documentSigner, examination.anchors, at: examination.moment,
                state: examination.issuingState)
            var judgement = object.combined
            // Another state vouches for the chips of its own documents only.
            if judgement.verdict.holds, let state = examination.issuingState, let signer = object.signer,
                let issued = signer.issued,
                case .failed(let reason) = IssuingStateRule.judge(state, signer.known, issued.known).verdict
            {
                judgement.verdict = .failed(reason)
            }
            examination.add(.cardSecurity, judgement)
            guard judgement.verdict.holds else { return }
            examination.cardSecurity = SignedSecurityInfos(
                infos: try SecurityInfos(parsing: content, in: FileID.cardSecurity.name),
                signerIsEstablished: object.signer?.issued != nil, country: object.signer?.issued?.known.country)
        } catch let refusal as Refusal {
            examination.add(.cardSecurity, .failed(refusal.reason))
        } catch let error as CryptoError {
            examination.add(.cardSecurity, .failed(.malformedSignedData(error)))
        } catch let error as ParseError {
            examination.add(.cardSecurity, .failed(.malformed(.cardSecurity, error)))
        } catch {
            examination.add(.cardSecurity, .failed(.noContent))
        }
    }

    private struct Refusal: Error {
        let reason: Reason
        init(_ reason: Reason) { self.reason = reason }
    }

    /// id-SecurityObject (TR-03110-3 §A.1.2.2).
    private static let securityObject = ObjectIdentifier("0.4.0.127.0.7.3.2.1")
}

/// The contents of an EF.CardSecurity whose signature holds.
struct SignedSecurityInfos {
    let infos: SecurityInfos
    let signerIsEstablished: Bool
    /// Of the CSCA that issued the signer; nil when none did.
    let country: String?
}
