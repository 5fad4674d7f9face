public import CardCrypto
public import LDS
public import Octets

/// Something that is not as the standard has it, without making a check fail.
public enum Deviation: Hashable, Sendable {
    /// The signed object departs from the standard.
    case signature(SignatureDeviation)
    /// The signed content carries another type, known from real documents (emrtd-hard-cases 43).
    case contentType(ObjectIdentifier)
    /// A file departs from the standard.
    case file(FileID, LDSWarning)
    /// The security object departs from the standard.
    case securityObject(LDSWarning)
    /// More than one signer; all were checked.
    case severalSigners(Int)
    /// Another signer signed as well, behind whom nobody trusted stands.
    case otherSignerNotEstablished
    /// A key shorter than is good any more.
    case shortKey(certificate: String, bits: Int)
    /// It says that it was signed after the moment of the examination.
    case signedInTheFuture
    /// It says that it was signed before the signer's certificate existed.
    case signedBeforeCertificate
    /// A digest matches, but the list it was compared with is not shown to be genuine.
    case listNotAuthenticated
    /// A signature or digest with SHA-1, which 9303-12 §4.1.6 no longer allows.
    case sha1
    /// The issuer was found by its key; its name is written otherwise.
    case issuerNameDiffers
    /// The document signer names no issuer key; the issuer was found by trying.
    case issuerFoundByTrying
    /// A link certificate that came with the document leads to the CSCA.
    case linkFromDocument
    /// The CSCA certificate is a link certificate whose issuer is not in the trust store.
    case anchorIssuerUnknown
    /// An authority's certificate does not say that it is one; the use of its key does.
    case authorityNotDeclared
    /// The signer's certificate says that it is an authority's.
    case signerIsAuthority
    /// A certificate does not say what its key is for.
    case noKeyUsage(certificate: String)
    /// An extension that is not critical cannot be read.
    case malformedExtension(certificate: String, ObjectIdentifier)
    /// The signer's certificate was issued when the CSCA's key was not in use.
    case issuedOutsideUsagePeriod
    /// The state's revocation list is under another name than the issuer's.
    case revocationListOfOtherName
    /// The revocation list does not say when the next one comes.
    case revocationListWithoutEnd
    /// The revocation list was issued when the signer's certificate had expired, and may leave it out for that.
    case revocationListAfterExpiry
    /// The alternative names of the certificates tell another state than the zone.
    case alternativeNamesDiffer([String])
    /// Data groups that one list has and the other has not.
    case listsDiffer(onlyInCOM: [FileID], onlyInSOD: [FileID])
    /// EF.COM has tags that are no data group.
    case unknownTags([Tag])
    /// There is no EF.DG14 to confirm EF.CardAccess.
    case accessInformationUnconfirmed
    /// EF.DG14 has no ChipAuthenticationInfo; the protocol was inferred.
    case protocolInferred
    /// The chip's ECDSA signature has the DER form instead of the plain one (9303-11 §6.1.2.3).
    case signatureInDER
    /// The signature was made with another hash than EF.DG14 names, or EF.DG14 names none.
    case hashByTrying(DigestAlgorithm)
    /// The smaller of s and n - s was sent.
    case complementSignature
    /// The trailer is none of those in 9303-11.
    case unusualTrailer([UInt8])
    /// The static key's parameters are not given as 9303-11 §9.5 has them.
    case keyParametersNamed
    /// Who signed EF.CardSecurity was not established.
    case signerNotEstablished
}

extension Deviation: CustomStringConvertible {
    /// One plain sentence.
    public var description: String {
        switch self {
        case .signature(let deviation): deviation.explanation
        case .contentType(let type): "the signed content has the unusual type \(type)"
        case .file(let file, let warning): "\(file.name): \(warning)"
        case .securityObject(let warning): "security object: \(warning)"
        case .severalSigners(let count): "\(count) signers; all were checked"
        case .otherSignerNotEstablished: "another signer signed as well, and who that is was not established"
        case .shortKey(let certificate, let bits): "the RSA key of the \(certificate) certificate has only \(bits) bits"
        case .signedInTheFuture: "it says that it was signed later than the day it is judged as of"
        case .signedBeforeCertificate: "it says that it was signed before its signer's certificate existed"
        case .listNotAuthenticated: "it matches, but the list itself is not shown to be genuine"
        case .sha1: "SHA-1 is used, which is no longer allowed"
        case .issuerNameDiffers: "the issuer's name is written in two ways; its key fits"
        case .issuerFoundByTrying: "the certificate names no issuer key; the CSCA was found by trying"
        case .linkFromDocument: "a link certificate in the document leads to the CSCA"
        case .anchorIssuerUnknown:
            "the CSCA certificate is a link certificate, and who issued it is not in the trust store"
        case .authorityNotDeclared: "the CSCA certificate does not say that it is an authority's; its key usage does"
        case .signerIsAuthority: "the signer's certificate says that it is an authority's"
        case .noKeyUsage(let certificate): "the \(certificate) certificate does not say what its key is for"
        case .malformedExtension(let certificate, let oid):
            "the extension \(oid) of the \(certificate) certificate cannot be read"
        case .issuedOutsideUsagePeriod: "the signer's certificate was issued when the CSCA's key was not in use"
        case .revocationListOfOtherName: "the state's revocation list is under another name than the issuer's"
        case .revocationListWithoutEnd: "the revocation list does not say when the next one is due"
        case .revocationListAfterExpiry:
            "the revocation list is younger than the signer's certificate lasted, so it may leave it out"
        case .alternativeNamesDiffer(let names):
            "the certificates also name the state as \(names.joined(separator: ", "))"
        case .listsDiffer(let com, let sod):
            [
                com.isEmpty ? nil : "only EF.COM lists \(com.map(\.name).joined(separator: ", "))",
                sod.isEmpty ? nil : "only EF.SOD lists \(sod.map(\.name).joined(separator: ", "))",
            ].compactMap(\.self).joined(separator: "; ")
        case .unknownTags(let tags): "EF.COM lists unknown tags \(tags.map(\.description).joined(separator: ", "))"
        case .protocolInferred: "EF.DG14 gives only a key; 3DES with MSE:Set KAT was inferred"
        case .signatureInDER: "the signature has the DER form, not as specified"
        case .hashByTrying(let digest): "\(digest.name) was found by trying"
        case .complementSignature: "the smaller of s and n - s was sent"
        case .unusualTrailer(let bytes): "the trailer \(Hex.string(bytes)) is none of the standard's"
        case .keyParametersNamed: "the key names its curve, where standardized or explicit parameters are specified"
        case .signerNotEstablished: "who signed it was not established"
        case .accessInformationUnconfirmed: "there is no EF.DG14 that confirms EF.CardAccess"
        }
    }
}

extension SignatureDeviation {
    var explanation: String {
        switch self {
        case .certificateNotNamedExactly(let match): "the signer's certificate was found by \(match.explanation)"
        case .noSignedAttributes: "there are no signed attributes"
        case .attributesNotInDEROrder(let order):
            "signed attributes not in DER order (signed in \(order == .received ? "this" : "DER") order)"
        case .attributesNotInDER: "signed attributes not in DER"
        case .signatureAlgorithmIsKeyAlgorithm: "the signature algorithm is given as the kind of key only"
        case .digestAlgorithmsDiffer(let digest): "two digest algorithms are named; \(digest.name) fits"
        case .plainECDSASignature: "the ECDSA signature has the plain form"
        case .digestAlgorithmNotAnnounced: "the digest algorithm is not announced"
        }
    }
}

extension CertificateMatch {
    var explanation: String {
        switch self {
        case .issuerAndSerialNumber: "issuer and serial number"
        case .issuerNamesAndSerialNumber: "its serial number and an issuer name in another spelling"
        case .subjectKeyIdentifier: "its key identifier"
        case .serialNumber: "its serial number alone"
        case .onlyCertificate: "being the only one"
        case .triedKey: "trying its key"
        }
    }
}
