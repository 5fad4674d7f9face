import CardCrypto
import Octets

/// The certificates must allow what they are used for (9303-12 §7.1, tables 5 and 6).
enum CertificateUseRule: SignerRule {
    static let check = Check.certificateUse

    static func judge(_ signer: SignerExamination) -> Judgement {
        judgeIssued(signer) { issued in
            var deviations: [Deviation] = []
            for (certificate, name) in signer.certificates(issued) {
                if case .rsa(let bits, _) = certificate.publicKey.kind {
                    // As for Active Authentication: what anybody can factor shows nothing.
                    guard bits >= 1024 else { return Judgement(.failed(.weakKey(bits: bits))) }
                    if bits < 2048 { deviations.append(.shortKey(certificate: name, bits: bits)) }
                }
                if let unknown = certificate.extensions.unknownCritical.first {
                    return Judgement(.failed(.unknownCriticalExtension(unknown)))
                }
                let malformed = certificate.extensions.malformed
                guard malformed.isEmpty else {
                    // A rule that cannot be read may be one that forbids this use.
                    if certificate.extensions.all.contains(where: { $0.isCritical && malformed.contains($0.identifier) }
                    ) {
                        return Judgement(.failed(.malformedExtension(certificate: name, malformed[0])))
                    }
                    deviations += malformed.map { .malformedExtension(certificate: name, $0) }
                    continue
                }
            }
            if let reason = signerProblem(signer.certificate, signer.role, &deviations) {
                return Judgement(.failed(reason))
            }
            let authorities = [issued.link, issued.anchor].compactMap(\.self)
            for authority in authorities {
                if let reason = authorityProblem(authority, &deviations) { return Judgement(.failed(reason)) }
            }
            return Judgement(.passed(with: deviations))
        }
    }

    private static func signerProblem(
        _ certificate: Certificate, _ role: SignerRole, _ deviations: inout [Deviation]
    ) -> Reason? {
        let extensions = certificate.extensions
        if let usage = extensions.keyUsage {
            guard usage.contains(.digitalSignature) else { return .keyUsage(certificate: role.name) }
        } else {
            deviations.append(.noKeyUsage(certificate: role.name))
        }
        switch role {
        case .documentSigner:
            // Document signers name no purpose; a key for lists or terminals signs no documents.
            if let purposes = extensions.extendedKeyUsage, !purposes.isEmpty {
                return .extendedKeyUsage(certificate: role.name)
            }
        case .masterListSigner:
            guard extensions.extendedKeyUsage?.contains(MasterList.signingPurpose) ?? false else {
                return .extendedKeyUsage(certificate: role.name)
            }
        }
        if extensions.basicConstraints?.isCA ?? false { deviations.append(.signerIsAuthority) }
        return nil
    }

    /// Link certificates of some states lack cA although their key is there to sign certificates (seen from Belgium,
    /// Cameroon, Italy, Luxembourg, Portugal and Turkey); a path length cannot be exceeded by a path of one.
    private static func authorityProblem(_ certificate: Certificate, _ deviations: inout [Deviation]) -> Reason? {
        let extensions = certificate.extensions
        if let usage = extensions.keyUsage {
            guard usage.contains(.keyCertSign) else { return .keyUsage(certificate: "CSCA") }
        } else {
            deviations.append(.noKeyUsage(certificate: "CSCA"))
        }
        guard extensions.basicConstraints?.isCA != true else { return nil }
        // Certificates of version 1 have no extensions; their CSCA is one because the user says so.
        if certificate.version == 1, extensions.all.isEmpty { return nil }
        guard extensions.keyUsage != nil || extensions.basicConstraints == nil else {
            return .notACertificationAuthority
        }
        deviations.append(.authorityNotDeclared)
        return nil
    }
}
