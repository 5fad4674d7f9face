public import Octets

/// The elementary files of an eMRTD (9303-10 §3.11): those of the master file, then those of the LDS1 application.
public enum FileID: Hashable, Sendable, CaseIterable, Comparable {
    case cardAccess, cardSecurity, atrInfo, directory
    case com, sod, cvca
    case dg1, dg2, dg3, dg4, dg5, dg6, dg7, dg8, dg9, dg10, dg11, dg12, dg13, dg14, dg15, dg16

    /// EF.DG1 to EF.DG16; nil for any other number.
    public init?(dataGroupNumber number: Int) {
        guard (1...Self.dataGroups.count).contains(number) else { return nil }
        self = Self.dataGroups[number - 1].file
    }

    /// The file of the LDS1 application whose outermost tag is `tag`, as the tag list of EF.COM names it.
    public init?(tag: Tag) {
        switch tag {
        case Self.com.tag: self = .com
        case Self.sod.tag: self = .sod
        default:
            guard let index = Self.dataGroups.firstIndex(where: { $0.tag == tag }) else { return nil }
            self = Self.dataGroups[index].file
        }
    }

    /// Two-byte file identifier; unique only together with `isInMasterFile`.
    public var fileIdentifier: UInt16 {
        switch self {
        case .cardAccess, .cvca: 0x011C
        case .cardSecurity, .sod: 0x011D
        case .atrInfo: 0x2F01
        case .directory: 0x2F00
        case .com: 0x011E
        default: 0x0100 + UInt16(dataGroupNumber ?? 0)
        }
    }

    /// Short EF identifier, 1 to 30; unique only together with `isInMasterFile`.
    public var shortFileIdentifier: UInt8 { self == .directory ? 0x1E : UInt8(fileIdentifier & 0x1F) }

    /// The tag that encloses the file; nil for EF.ATR/INFO, EF.DIR and EF.CVCA, which hold several objects.
    public var tag: Tag? {
        switch self {
        case .cardAccess: .set
        case .cardSecurity: .sequence
        case .atrInfo, .directory, .cvca: nil
        case .com: 0x60
        case .sod: 0x77
        default: dataGroup?.tag
        }
    }

    /// True when the file lies in the master file, not in the LDS1 application.
    public var isInMasterFile: Bool {
        switch self {
        case .cardAccess, .cardSecurity, .atrInfo, .directory: true
        default: false
        }
    }

    /// The name in the standard: "EF.DG1".
    public var name: String {
        switch self {
        case .cardAccess: "EF.CardAccess"
        case .cardSecurity: "EF.CardSecurity"
        case .atrInfo: "EF.ATR/INFO"
        case .directory: "EF.DIR"
        case .com: "EF.COM"
        case .sod: "EF.SOD"
        case .cvca: "EF.CVCA"
        default: "EF.DG\(dataGroupNumber ?? 0)"
        }
    }

    /// What the file holds, in words.
    public var title: String {
        switch self {
        case .cardAccess: "access control offered by the chip"
        case .cardSecurity: "signed security information of the chip"
        case .atrInfo: "capabilities of the chip"
        case .directory: "list of applications"
        case .com: "list of data groups"
        case .sod: "document security object"
        case .cvca: "certification authorities that the chip trusts"
        default: dataGroup?.title ?? ""
        }
    }

    /// 1 to 16 for a data group, otherwise nil.
    public var dataGroupNumber: Int? {
        switch self {
        case .cardAccess, .cardSecurity, .atrInfo, .directory, .com, .sod, .cvca: nil
        case .dg1: 1
        case .dg2: 2
        case .dg3: 3
        case .dg4: 4
        case .dg5: 5
        case .dg6: 6
        case .dg7: 7
        case .dg8: 8
        case .dg9: 9
        case .dg10: 10
        case .dg11: 11
        case .dg12: 12
        case .dg13: 13
        case .dg14: 14
        case .dg15: 15
        case .dg16: 16
        }
    }

    private var dataGroup: (file: FileID, tag: Tag, title: String)? {
        dataGroupNumber.map { Self.dataGroups[$0 - 1] }
    }

    /// 9303-10 §4.7.
    private static let dataGroups: [(file: FileID, tag: Tag, title: String)] = [
        (.dg1, 0x61, "machine readable zone"),
        (.dg2, 0x75, "face image"),
        (.dg3, 0x63, "fingerprints"),
        (.dg4, 0x76, "iris images"),
        (.dg5, 0x65, "displayed portrait"),
        (.dg6, 0x66, "reserved for future use"),
        (.dg7, 0x67, "displayed signature"),
        (.dg8, 0x68, "data features"),
        (.dg9, 0x69, "structure features"),
        (.dg10, 0x6A, "substance features"),
        (.dg11, 0x6B, "additional personal details"),
        (.dg12, 0x6C, "additional document details"),
        (.dg13, 0x6D, "optional details"),
        (.dg14, 0x6E, "security options"),
        (.dg15, 0x6F, "active authentication public key"),
        (.dg16, 0x70, "persons to notify"),
    ]
}

extension FileID: CustomStringConvertible {
    /// The name in the standard.
    public var description: String { name }
}
