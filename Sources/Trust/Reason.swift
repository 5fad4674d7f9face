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
    /// No revocation list was given.
    case noRevocationList
    /// The states differ.
    case stateDiffers(document: String, signer: String)
    /// A certificate names no country.
    case noCountry
    /// The issuing state has no country code to compare with.
    case stateWithoutCode(String)
    /// EF.DG14 does not repeat what EF.CardAccess says.
    case accessInformationDiffers(entries: Int)
    /// EF.DG14 lists PACE, but EF.CardAccess did not offer it.
    case paceWithheld
    /// The chip was not asked.
    case notAsked
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
        case .fileMissing(let file): "\(file.name) is missing"
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
        case .notYetValid(let certificate, let from): "the \(certificate) certificate is valid from \(from.isoDate)"
        case .expired(let certificate, let date): "the \(certificate) certificate expired on \(date.isoDate)"
        case .notACertificationAuthority: "the issuing certificate may not issue certificates"
        case .unknownCriticalExtension(let oid): "a certificate has the unknown critical extension \(oid)"
        case .keyUsage(let certificate): "the key of the \(certificate) certificate may not be used for this"
        case .noRevocationList: "no revocation list was given"
        case .stateDiffers(let document, let signer): "the document says \(document), the signer is of \(signer)"
        case .noCountry: "the signer's certificate names no country"
        case .stateWithoutCode(let state): "no country code is known for the issuing state \(state)"
        case .accessInformationDiffers(let entries):
            "\(entries) entries of EF.CardAccess are not in the signed EF.DG14: it may have been changed"
        case .notAsked: "the chip was not asked"
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

extension SignatureOutcome.Reason {
    var explanation: String {
        switch self {
        case .signature: "the signature is not the signer's, or what it covers was changed"
        case .algorithmsDiffer: "a certificate names two different signature algorithms"
        case .noCertificate: "the signer's certificate is not in EF.SOD"
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
