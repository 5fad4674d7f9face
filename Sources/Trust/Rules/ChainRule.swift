import CardCrypto
import InlaySeams
import Octets

/// The document signer certificate must be issued by a trusted CSCA, and both be in force (9303-12 App. D: a path of
/// exactly one certificate under the anchor).
enum ChainRule: Rule {
    static func examine(_ examination: inout Examination) {
        guard let signer = examination.documentSigner else {
            examination.add(.chain, .notDone(.dependsOn(Check.signature.title)))
            return
        }
        guard !examination.anchors.isEmpty else {
            examination.add(.chain, .notDone(.noAnchors), [.init("issuer", signer.issuer.description)])
            return
        }
        var evidence: [Finding.Fact] = [.init("issuer", signer.issuer.description)]
        var rejected: SignatureOutcome?
        for anchor in examination.anchors.candidates(for: signer) {
            let outcome = signer.isSigned(by: anchor.publicKey)
            guard outcome == .valid else {
                let isNamed =
                    anchor.extensions.subjectKeyIdentifier != nil
                    && anchor.extensions.subjectKeyIdentifier == signer.extensions.authorityKeyIdentifier
                if isNamed { rejected = rejected ?? outcome }
                continue
            }
            examination.countrySigner = anchor
            evidence += [
                .init("CSCA", anchor.subject.description), .init("CSCA SHA-256", Hex.string(anchor.fingerprint)),
                .init("document signer valid", "\(signer.notBefore.isoDate) to \(signer.notAfter.isoDate)"),
                .init("CSCA valid", "\(anchor.notBefore.isoDate) to \(anchor.notAfter.isoDate)"),
            ]
            examination.add(.chain, judge(signer, issuedBy: anchor, at: examination.moment), evidence)
            return
        }
        if let rejected {
            examination.add(.chain, .failed(.issuerSignature(rejected)), evidence)
        } else {
            examination.add(.chain, .notDone(.issuerUnknown(country: signer.issuer.country)), evidence)
        }
    }

    private static func judge(_ signer: Certificate, issuedBy anchor: Certificate, at moment: Moment) -> Verdict {
        for (certificate, name) in [(signer, "document signer"), (anchor, "CSCA")] {
            if moment < certificate.notBefore {
                return .failed(.notYetValid(certificate: name, from: certificate.notBefore))
            }
            if moment > certificate.notAfter {
                return .failed(.expired(certificate: name, on: certificate.notAfter))
            }
            if let unknown = certificate.extensions.unknownCritical.first {
                return .failed(.unknownCriticalExtension(unknown))
            }
        }
        // Certificates of version 1 have no extensions; their CSCA is one because the user says so.
        if let constraints = anchor.extensions.basicConstraints, !constraints.isCA {
            return .failed(.notACertificationAuthority)
        }
        if let usage = anchor.extensions.keyUsage, !usage.contains(.keyCertSign) {
            return .failed(.keyUsage(certificate: "CSCA"))
        }
        if let usage = signer.extensions.keyUsage, !usage.contains(.digitalSignature) {
            return .failed(.keyUsage(certificate: "document signer"))
        }
        var deviations: [Deviation] = []
        if !anchor.subject.matches(signer.issuer) { deviations.append(.issuerNameDiffers) }
        if signer.extensions.authorityKeyIdentifier == nil { deviations.append(.issuerFoundByTrying) }
        return .passed(with: deviations)
    }
}
