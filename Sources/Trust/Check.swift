public import LDS

/// One thing that passive authentication and its neighbours establish about a document.
public enum Check: Hashable, Sendable {
    /// EF.SOD is there and has the structure that the standard gives it (9303-10 §4.6.2).
    case securityObject
    /// The signature of EF.SOD is that of the document signer certificate inside it (9303-11 §5.1).
    case signature
    /// The document signer certificate is issued by a CSCA that the user trusts (9303-12).
    case chain
    /// The certificates are in force (9303-12 App. D).
    case validity
    /// The certificates allow what they are used for (9303-12 §7.1).
    case certificateUse
    /// The document was signed while the signer's key was in use (9303-12 §7.1.1.3).
    case usagePeriod
    /// The certificates are not revoked (9303-12 §7.1.4).
    case revocation
    /// The state that signed is the state that issued, by EF.DG1 (9303-11 §5.1).
    case issuingState
    /// The signer may sign documents of this type (9303-12 §7.1.1.6).
    case documentType
    /// The printed zone is the one in EF.DG1 (9303-11 §5.1).
    case printedZone
    /// A data group has the digest that EF.SOD lists (9303-11 §5.1).
    case digest(FileID)
    /// EF.COM and EF.SOD list the same data groups (9303-10 §4.6.1).
    case dataGroupList
    /// What EF.CardAccess says is repeated in the signed EF.DG14 (9303-11 §4.2, §9.2.11).
    case accessInformation
    /// The static key of PACE-CAM is in a signed EF.CardSecurity (9303-11 §9.2.12).
    case cardSecurity
    /// PACE with chip authentication mapping showed that the chip has the private key (9303-11 §4.4.3.5).
    case chipMapping
    /// Chip Authentication showed that the chip has the private key (9303-11 §6.2).
    case chipAuthentication
    /// Active Authentication showed that the chip has the private key (9303-11 §6.1).
    case activeAuthentication

    /// It is about what the chip did when it was asked, not about files.
    public var isChipProof: Bool { [.chipMapping, .chipAuthentication, .activeAuthentication].contains(self) }

    /// The check in a few words, for people.
    public var title: String {
        switch self {
        case .securityObject: "security object"
        case .signature: "signature of EF.SOD"
        case .chain: "chain to a CSCA"
        case .validity: "validity of the certificates"
        case .certificateUse: "use of the certificates"
        case .usagePeriod: "use of the signer's key"
        case .revocation: "revocation"
        case .issuingState: "issuing state"
        case .documentType: "document type"
        case .printedZone: "printed zone and EF.DG1"
        case .digest(let file): "hash of \(file.name)"
        case .dataGroupList: "list of data groups"
        case .accessInformation: "access information"
        case .cardSecurity: "signature of EF.CardSecurity"
        case .chipMapping: "chip by PACE-CAM"
        case .chipAuthentication: "chip authentication"
        case .activeAuthentication: "active authentication"
        }
    }

    /// A name for machines, stable.
    public var identifier: String {
        switch self {
        case .securityObject: "securityObject"
        case .signature: "signature"
        case .chain: "chain"
        case .validity: "validity"
        case .certificateUse: "certificateUse"
        case .usagePeriod: "usagePeriod"
        case .revocation: "revocation"
        case .issuingState: "issuingState"
        case .documentType: "documentType"
        case .printedZone: "printedZone"
        case .digest(let file): "digest.dg\(file.dataGroupNumber ?? 0)"
        case .dataGroupList: "dataGroupList"
        case .accessInformation: "accessInformation"
        case .cardSecurity: "cardSecurity"
        case .chipMapping: "chipMapping"
        case .chipAuthentication: "chipAuthentication"
        case .activeAuthentication: "activeAuthentication"
        }
    }
}
