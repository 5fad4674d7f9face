import CardCrypto
import InlaySeams

/// All certificates must be in force at the moment of the examination (9303-12 App. D).
enum ValidityRule: SignerRule {
    static let check = Check.validity

    static func judge(_ signer: SignerExamination) -> Judgement {
        judgeIssued(signer) { issued in
            let certificates = signer.certificates(issued)
            var facts: [Finding.Fact] = [.init("as of", signer.moment.isoDate)]
            facts += certificates.map { certificate, name in
                .init("\(name) valid", "\(certificate.notBefore.isoDate) to \(certificate.notAfter.isoDate)")
            }
            for (certificate, name) in certificates {
                if signer.moment < certificate.notBefore {
                    return Judgement(.failed(.notYetValid(certificate: name, from: certificate.notBefore)), facts)
                }
                if signer.moment > certificate.notAfter {
                    return Judgement(.failed(.expired(certificate: name, on: certificate.notAfter)), facts)
                }
            }
            return Judgement(.passed, facts)
        }
    }
}
