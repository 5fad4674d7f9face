import CardCrypto
import LDS
import Octets

/// PACE-CAM counts when CA_IC · PK_IC is the chip's key of the mapping, and a signed EF.CardSecurity, whose signer a
/// trusted CSCA issued, gives PK_IC (9303-11 §4.4.3.5, §9.2.12).
enum ChipMappingRule: Rule {
    static func examine(_ examination: inout Examination) {
        guard let evidence = examination.evidence.mapping else {
            examination.add(.chipMapping, .notOffered)
            return
        }
        guard let bytes = examination.files[.cardSecurity] else {
            examination.add(.chipMapping, .notDone(.fileMissing(.cardSecurity)))
            return
        }
        guard let signed = examineCardSecurity(bytes, &examination) else {
            examination.add(.chipMapping, .notDone(.dependsOn(Check.cardSecurity.title)))
            return
        }
        examination.add(
            .chipMapping, judge(evidence, signed.infos, signerIsEstablished: signed.signerIsEstablished),
            [.init("key id", "\(evidence.parameterID)")])
    }

    /// The contents of EF.CardSecurity if its signature holds.
    private static func examineCardSecurity(
        _ bytes: [UInt8], _ examination: inout Examination
    ) -> (infos: SecurityInfos, signerIsEstablished: Bool)? {
        do {
            let signedData = try SignedData(parsing: try EFCardSecurity(parsing: bytes).contentInfo)
            guard signedData.version == 3 else {
                throw Refusal(.unknownVersion(structure: "the CMS SignedData", version: signedData.version))
            }
            guard signedData.contentType == securityObject else {
                throw Refusal(.wrongContentType(signedData.contentType))
            }
            guard let content = signedData.content else { throw Refusal(.noContent) }
            guard let signer = signedData.signers.first else { throw Refusal(.noSigner) }
            let verdict = signedData.verify(signer)
            switch verdict.outcome {
            case .valid: break
            case .invalid(let reason): throw Refusal(.signature(reason))
            case .unsupported(let error): throw Refusal(.cryptography(error))
            }
            let infos = try SecurityInfos(parsing: content, in: FileID.cardSecurity.name)
            let isEstablished = verdict.certificate.map { certificate in
                examination.anchors.candidates(for: certificate).contains {
                    certificate.isSigned(by: $0.publicKey) == .valid
                }
            }
            let deviations: [Deviation] =
                verdict.deviations.map { .signature($0) } + (isEstablished == true ? [] : [.signerNotEstablished])
            examination.add(.cardSecurity, .passed(with: deviations))
            return (infos, isEstablished == true)
        } catch let refusal as Refusal {
            examination.add(.cardSecurity, .failed(refusal.reason))
        } catch let error as CryptoError {
            examination.add(.cardSecurity, .failed(.malformedSignedData(error)))
        } catch let error as ParseError {
            examination.add(.cardSecurity, .failed(.malformed(.cardSecurity, error)))
        } catch {
            examination.add(.cardSecurity, .failed(.noContent))
        }
        return nil
    }

    private struct Refusal: Error {
        let reason: Reason
        init(_ reason: Reason) { self.reason = reason }
    }

    private static func judge(
        _ evidence: PACECAMEvidence, _ infos: SecurityInfos, signerIsEstablished: Bool
    ) -> Verdict {
        guard let data = evidence.chipAuthenticationData else { return .failed(.noMappingData) }
        let keys = infos.chipAuthenticationPublicKeys.filter { $0.keyAgreement == .ecdh }
        // For PACE-CAM the key's id is the id of the domain parameters (9303-11 §9.2.1).
        guard
            let info = keys.first(where: { $0.keyID == evidence.parameterID }) ?? (keys.count == 1 ? keys.first : nil),
            let key = try? PublicKey(subjectPublicKeyInfo: info.publicKey.encoded)
        else { return .failed(.noKey(.cardSecurity)) }
        guard MappingData.fits(data, mappingKey: evidence.mappingPublicKey, staticKey: key) else {
            return .failed(.wrongMappingData)
        }
        return .passed(with: signerIsEstablished ? [] : [.signerNotEstablished])
    }

    /// id-SecurityObject (TR-03110-3 §A.1.2.2).
    private static let securityObject = ObjectIdentifier("0.4.0.127.0.7.3.2.1")
}
