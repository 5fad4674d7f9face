public import CardCrypto
public import InlaySeams
public import LDS
public import Octets

/// Why a check failed, or could not be made. Holds no personal data.
public enum Reason: Hashable, Sendable {
    /// A file that is needed was not read, or is not in the dump.
    case fileMissing(FileID)
    /// A file cannot be parsed.
    case malformed(FileID, ParseError)
    /// The CMS structure cannot be parsed.
    case malformedSignedData(CryptoError)
    /// A version that the standard does not know (Docs/rules.md 10).
    case unknownVersion(structure: String, version: Int)
    /// The signed content is of another type than an LDS security object.
    case wrongContentType(ObjectIdentifier)
    /// There is no signed content.
    case noContent
    /// Nobody signed.
    case noSigner
    /// The signature does not hold.
    case signature(SignatureOutcome.Reason)
    /// An algorithm or key that cannot be used.
    case cryptography(CryptoError)
    /// An earlier check must hold first.
    case dependsOn(String)
    /// The data group has another digest.
    case digestDiffers
    /// EF.SOD lists no digest for this data group.
    case notCovered
    /// The digest algorithm is not known.
    case unknownDigest(ObjectIdentifier)
    /// No trust anchor was given.
    case noAnchors
    /// None of the trust anchors issued the document signer certificate.
    case issuerUnknown(country: String?)
    /// A trust anchor has the issuer's name or key identifier, but its key did not sign the certificate.
    case issuerSignature(SignatureOutcome)
    /// An authority that is not trusted stands between the document signer and the CSCA.
    case pathTooLong
    /// A CSCA's own key signed, where a document signer under it should.
    case signedByAuthority
    /// The certificate in the trust store is not the one that its own key signed.
    case damagedAnchor
    /// A certificate is not valid yet.
    case notYetValid(certificate: String, from: Moment)
    /// A certificate is no longer valid.
    case expired(certificate: String, on: Moment)
    /// The issuer's certificate may not issue certificates.
    case notACertificationAuthority
    /// A certificate has a critical extension that is not known.
    case unknownCriticalExtension(ObjectIdentifier)
    /// A certificate's key may not be used for this.
    case keyUsage(certificate: String)
    /// A certificate is made for another purpose.
    case extendedKeyUsage(certificate: String)
    /// A critical extension of a certificate cannot be read.
    case malformedExtension(certificate: String, ObjectIdentifier)
    /// It was signed before the key was in use, or after.
    case signedOutsideUsagePeriod
    /// When it was signed is not known.
    case signingTimeUnknown
    /// No revocation list was given.
    case noRevocationList
    /// There is a revocation list, but it shows nothing.
    case revocationListUnusable(RevocationListProblem)
    /// The certificate is not on the revocation list, but a newer one has been due since.
    case revocationListExpired(on: Moment)
    /// A certificate is revoked; the reason is a CRLReason.
    case revoked(certificate: String, on: Moment, reason: Int?)
    /// The signer may not sign documents of this type.
    case documentTypeDiffers(document: String, listed: [String])
    /// The printed zone has other characters in these fields.
    case printedZoneDiffers([MRZField])
    /// The states differ.
    case stateDiffers(document: String, signer: String)
    /// The signer's certificate names another country than the CSCA.
    case signerOfOtherState(signer: String, authority: String)
    /// A certificate names no country.
    case noCountry
    /// The issuing state has no country code to compare with.
    case stateWithoutCode(String)
    /// The CSCA's country may stand for several issuing states, and its certificates do not name this one.
    case stateNotNamed(String)
    /// The zone names a kind of person, where an issuing state should be.
    case noIssuingState(String)
    /// The zone's state is not the one of the signer, behind whom nobody trusted stands.
    case signerNamesOtherState(document: String, signer: String)
    /// More signers or certificates than a signed object of a document has.
    case tooMany(String, Int)
    /// The signed file does not repeat what EF.CardAccess says.
    case accessInformationDiffers(entries: Int, from: FileID)
    /// EF.DG14 lists PACE, but EF.CardAccess did not offer it.
    case paceWithheld
    /// The chip was not asked.
    case notAsked
    /// It held when it was recorded; a recording is not fresh and shows nothing about the chip now (Docs/rules.md 9).
    case recorded
    /// Reader and chip could not exchange the messages of the protocol.
    case messagesNotExchanged(String)
    /// The chip refused a step of the protocol.
    case chipRefused(step: String, status: String)
    /// The chip did not prove that it has the private key.
    case chipNotConfirmed(String)
    /// The chip's answer is not a signature of its key over our challenge.
    case wrongSignature
    /// The chip authentication data does not fit the static key.
    case wrongMappingData
    /// The chip sent no chip authentication data.
    case noMappingData
    /// No key for this in the signed file.
    case noKey(FileID)
    /// A key too short to show anything.
    case weakKey(bits: Int)
}

extension Reason: CustomStringConvertible {
    /// One plain sentence.
    public var description: String {
        switch self {
        case .fileMissing(let file): "\(file.name) is not at hand"
        case .malformed(let file, let error): "\(file.name) cannot be parsed: \(error)"
        case .malformedSignedData(let error): "the signed data cannot be parsed: \(error)"
        case .unknownVersion(let structure, let version): "\(structure) has version \(version), which does not exist"
        case .wrongContentType(let type): "the signed content has type \(type), not an LDS security object"
        case .noContent: "there is no signed content"
        case .noSigner: "nobody signed"
        case .signature(let reason): reason.explanation
        case .cryptography(let error): "\(error)"
        case .dependsOn(let check): "needs another check first: \(check)"
        case .digestDiffers: "the file was changed: its digest is not the one that EF.SOD lists"
        case .notCovered: "EF.SOD lists no digest for it"
        case .unknownDigest(let algorithm): "digest algorithm \(algorithm) is not known"
        case .noAnchors: "no CSCA certificate was given to check against"
        case .issuerUnknown(let country):
            "no CSCA certificate that was given issued it" + (country.map { " (country \($0))" } ?? "")
        case .issuerSignature(let outcome): "the CSCA named as issuer did not sign it: \(outcome.explanation)"
        case .pathTooLong: "another authority stands between the signer and the CSCA, which is not allowed"
        case .signedByAuthority: "the key of the CSCA itself signed, which is not allowed"
        case .damagedAnchor: "the CSCA certificate in the trust store is damaged: its own key did not sign it"
        case .notYetValid(let certificate, let from): "the \(certificate) certificate is valid from \(from.isoDate)"
        case .expired(let certificate, let date): "the \(certificate) certificate expired on \(date.isoDate)"
        case .notACertificationAuthority: "the issuing certificate may not issue certificates"
        case .unknownCriticalExtension(let oid): "a certificate has the unknown critical extension \(oid)"
        case .keyUsage(let certificate): "the key of the \(certificate) certificate may not be used for this"
        case .extendedKeyUsage(let certificate): "the \(certificate) certificate is made for another purpose"
        case .malformedExtension(let certificate, let oid):
            "the critical extension \(oid) of the \(certificate) certificate cannot be read"
        case .signedOutsideUsagePeriod: "it was signed when the signer's key was not in use"
        case .signingTimeUnknown: "the signer does not say when it signed"
        case .noRevocationList: "no revocation list of the state was given"
        case .revocationListUnusable(let problem): problem.description
        case .revocationListExpired(let date):
            "the certificate is not on the revocation list, which should have been replaced by \(date.isoDate)"
        case .revoked(let certificate, let date, let reason):
            "the \(certificate) certificate was revoked on \(date.isoDate)"
                + (reason.flatMap(Self.revocationReason).map { " (\($0))" } ?? "")
        case .documentTypeDiffers(let document, let listed):
            "the document is of type \(document), the signer may sign \(listed.joined(separator: ", "))"
        case .printedZoneDiffers(let fields):
            "the printed zone is not the one in EF.DG1"
                + (fields.isEmpty ? "" : ": \(fields.map { "\($0)" }.joined(separator: ", ")) differ")
        case .stateDiffers(let document, let signer): "the document says \(document), the signer is of \(signer)"
        case .signerOfOtherState(let signer, let authority):
            "the document signer is of \(signer), the CSCA of \(authority)"
        case .noCountry: "the signer's certificate names no country"
        case .stateWithoutCode(let state): "no country code is known for the issuing state \(state)"
        case .stateNotNamed(let state): "the certificates do not say that they are of the issuing state \(state)"
        case .noIssuingState(let state):
            state.isEmpty
                ? "the document names no issuing state" : "\(state) is a nationality, no state issues under it"
        case .signerNamesOtherState(let document, let signer):
            "the document says \(document), its signer says \(signer), and nobody trusted stands behind that signer"
        case .tooMany(let what, let count): "it holds \(count) \(what), more than any document has"
        case .accessInformationDiffers(let entries, let file):
            "\(Count.of(entries, "entry of EF.CardAccess is", "entries of EF.CardAccess are")) not in the signed "
                + "\(file.name): it may have been changed"
        case .notAsked: "the chip was not asked"
        case .recorded: "it held when it was recorded, which shows nothing about the chip now"
        case .messagesNotExchanged(let why): "reader and chip could not exchange the messages: \(why)"
        case .chipRefused(let step, let status): "the chip refused: \(step), status \(status)"
        case .chipNotConfirmed(let why): "the chip did not show that it has the private key: \(why)"
        case .wrongSignature: "the chip's answer is not a signature of its key over our challenge"
        case .wrongMappingData: "the chip's answer does not fit its key in EF.CardSecurity"
        case .noMappingData: "the chip sent no chip authentication data"
        case .noKey(let file): "\(file.name) holds no key for it"
        case .weakKey(let bits): "a key of \(bits) bits shows nothing"
        case .paceWithheld: "the signed EF.DG14 lists PACE, but EF.CardAccess did not offer it"
        }
    }
}

extension Reason {
    /// RFC 5280 §5.3.1.
    private static func revocationReason(_ code: Int) -> String? {
        switch code {
        case 1: "the key was compromised"
        case 2: "the CSCA was compromised"
        case 3: "the affiliation changed"
        case 4: "it was superseded"
        case 5: "it was no longer needed"
        case 6: "it is on hold"
        case 9: "a privilege was withdrawn"
        default: nil
        }
    }
}

extension SignatureOutcome.Reason {
    var explanation: String {
        switch self {
        case .signature: "the signature is not the signer's, or what it covers was changed"
        case .algorithmsDiffer: "a certificate names two different signature algorithms"
        case .noCertificate: "the signer's certificate is not there"
        case .noContent: "there is no signed content"
        case .messageDigestAttribute: "the messageDigest attribute is not there exactly once"
        case .messageDigest: "the signed content was changed: its digest is not the one that was signed"
        case .contentTypeAttribute: "the contentType attribute is not there exactly once"
        case .contentType: "the contentType attribute names another type than the content has"
        case .algorithmProtection: "the protected algorithm names differ from those used"
        }
    }
}

extension SignatureOutcome {
    var explanation: String {
        switch self {
        case .valid: "the signature is valid"
        case .invalid(let reason): reason.explanation
        case .unsupported(let error): "\(error)"
        }
    }
}
