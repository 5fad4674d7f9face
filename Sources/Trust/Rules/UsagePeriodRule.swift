import CardCrypto
import InlaySeams

/// A document must be signed while the signer's private key was in use, and the signer's certificate issued while the
/// CSCA's was (9303-12 §7.1.1.3, table 6). When a document was issued is not known for certain: the signing time is
/// what its signer says.
enum UsagePeriodRule: SignerRule {
    static let check = Check.usagePeriod

    static func judge(_ signer: SignerExamination) -> Judgement {
        judgeIssued(signer) { issued in
            let claims = claims(signer)
            guard let period = signer.certificate.extensions.privateKeyUsagePeriod else {
                return Judgement(claims.isEmpty ? .notOffered : .warning(claims))
            }
            var facts: [Finding.Fact] = [
                .init("\(signer.role.name) key in use", .period(period.notBefore, period.notAfter))
            ]
            guard let signedAt = signer.signedAt else { return Judgement(.notDone(.signingTimeUnknown), facts) }
            facts.append(.init("signed at", .time(signedAt)))
            guard isWithin(signedAt, period) else { return Judgement(.failed(.signedOutsideUsagePeriod), facts) }
            var deviations = claims
            if let period = issued.issuer.extensions.privateKeyUsagePeriod,
                !isWithin(signer.certificate.notBefore, period)
            {
                facts.append(.init("CSCA key in use", .period(period.notBefore, period.notAfter)))
                deviations.append(.issuedOutsideUsagePeriod)
            }
            return Judgement(.passed(with: deviations), facts)
        }
    }

    /// What is odd about the time that the signer gives.
    private static func claims(_ signer: SignerExamination) -> [Deviation] {
        guard let signedAt = signer.signedAt else { return [] }
        if signer.moment.secondsSince1970 + 86_400 < signedAt.secondsSince1970 { return [.signedInTheFuture] }
        // Clocks differ, and some certificates begin at the end of a day.
        return signedAt.secondsSince1970 + 86_400 < signer.certificate.notBefore.secondsSince1970
            ? [.signedBeforeCertificate] : []
    }

    private static func isWithin(_ moment: Moment, _ period: CertificateExtensions.PrivateKeyUsagePeriod) -> Bool {
        (period.notBefore.map { $0 <= moment } ?? true) && (period.notAfter.map { moment <= $0 } ?? true)
    }
}
