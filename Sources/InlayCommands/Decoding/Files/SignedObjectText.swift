import CardCrypto
import InlaySeams
import LDS
import Octets

/// What EF.SOD and EF.CardSecurity sign, and who signed. Nothing is verified here.
enum SignedObjectText {
    /// Adds what can be told in a few lines; the tree shows the rest.
    static func add(_ bytes: [UInt8], _ file: FileID, to explanation: inout Explanation) {
        let contentInfo =
            file == .sod
            ? (try? EFSOD(parsing: bytes))?.contentInfo : (try? EFCardSecurity(parsing: bytes))?.contentInfo
        guard let contentInfo else { return }
        let signed: SignedData
        do throws(CryptoError) {
            signed = try SignedData(parsing: contentInfo)
        } catch {
            explanation.deviations.append("no signed data: \(error)")
            return
        }
        explanation.field("signed data", StyledText("version \(signed.version), not verified here"))
        explanation.field("content", StyledText(IdentifierNames.described(signed.contentType)))
        explanation.member("contentType", .string(signed.contentType.dotted))
        addContent(signed, to: &explanation)
        for signer in signed.signers { add(signer, to: &explanation) }
        for encoding in signed.certificateEncodings { addCertificate(encoding, to: &explanation) }
    }

    private static func addContent(_ signed: SignedData, to explanation: inout Explanation) {
        guard let content = signed.content else { return }
        if let object = try? LDSSecurityObject(parsing: content) {
            let versions = object.ldsVersionInfo.map { ", LDS \($0.ldsVersion), Unicode \($0.unicodeVersion)" } ?? ""
            explanation.field("LDS security object", StyledText("version \(object.version)\(versions)"))
            explanation.field("digests", StyledText(name(object.hashAlgorithm.algorithm)))
            for hash in object.dataGroupHashes {
                explanation.field("DG\(hash.number)", StyledText(Hex.string(hash.digest)), depth: 1)
            }
            explanation.member(
                "dataGroupHashes",
                .array(
                    object.dataGroupHashes.map { ["number": .int($0.number), "digest": .hex($0.digest)] }))
            explanation.deviations += object.warnings.map(\.description)
        } else if let infos = try? SecurityInfos(parsing: content) {
            for entry in infos.entries {
                explanation.field(entry.name, StyledText(SecurityInfoText.text(entry) ?? ""), depth: 1)
            }
        }
    }

    private static func add(_ signer: SignerInfo, to explanation: inout Explanation) {
        let named =
            switch signer.identifier {
            case .issuerAndSerialNumber(let issuer, let serial): "\(issuer), number \(Hex.string(serial))"
            case .subjectKeyIdentifier(let identifier): "key \(Hex.string(identifier))"
            }
        explanation.field("signer", StyledText("version \(signer.version), certificate of \(named)"))
        let attributes = signer.signedAttributes == nil ? ", no signed attributes" : ""
        explanation.field(
            "signature",
            StyledText(
                "\(name(signer.signatureAlgorithm.algorithm)), digest \(name(signer.digestAlgorithm.algorithm))\(attributes)"
            ))
    }

    private static func addCertificate(_ encoding: [UInt8], to explanation: inout Explanation) {
        guard let certificate = try? Certificate(parsing: encoding) else {
            explanation.field("certificate", StyledText("cannot be read", .doubtful))
            return
        }
        explanation.field("certificate", StyledText("\(certificate.subject)"))
        explanation.field("issuer", StyledText("\(certificate.issuer)"), depth: 1)
        explanation.field(
            "valid", StyledText("\(certificate.notBefore.isoDate) to \(certificate.notAfter.isoDate)"), depth: 1)
        explanation.field(
            "key", StyledText(SecurityInfoText.publicKey(certificate.publicKey.subjectPublicKeyInfo)), depth: 1)
    }

    private static func name(_ oid: ObjectIdentifier) -> String {
        DigestAlgorithm(oid)?.name ?? IdentifierNames.name(oid) ?? oid.dotted
    }
}
