public import Octets

/// SecurityInfos ::= SET OF SecurityInfo (9303-11 §9.2), as EF.CardAccess, EF.DG14 and EF.CardSecurity hold it.
public struct SecurityInfos: Hashable, Sendable {
    /// Most entries that are read.
    public static let limit = 256

    /// The entries, in the order in which they were read.
    public let entries: [SecurityInfo]
    /// Entries that could not be understood, versions that the standard does not know, forms of keys that it does not have.
    public private(set) var warnings: [LDSWarning]

    /// A set of entries, in DER order.
    public init(_ entries: [SecurityInfo]) {
        self.entries = entries.sorted { $0.encoded.lexicographicallyPrecedes($1.encoded) }
        warnings = []
    }

    /// Reads an encoded set that fills `bytes`.
    public init(parsing bytes: [UInt8], in structure: String = "SecurityInfos") throws(ParseError) {
        var reader = TLVReader(bytes, in: structure)
        try self.init(reader.next(.set), in: structure)
        try reader.expectEnd()
    }

    /// Reads the set in `object`. Only a broken frame throws; an entry that is wrong by itself becomes a warning.
    public init(_ object: TLV, in structure: String) throws(ParseError) {
        try object.expect(.set, structure)
        var reader = try object.contents(structure)
        var entries: [SecurityInfo] = []
        var warnings: [LDSWarning] = []
        while !reader.isAtEnd {
            guard entries.count < Self.limit else { throw reader.error(.tooMany(limit: Self.limit)) }
            let entry = SecurityInfo(try reader.next(), warnings: &warnings)
            warnings += entry.versionWarnings
            entries.append(entry)
        }
        self.entries = entries
        self.warnings = warnings
        self.warnings += keyWarnings
    }

    /// The encoded set, entries in their order and bytes as they are.
    public func encoded() -> [UInt8] { TLV.encode(.set, parts: entries.map(\.encoded)) }
}

extension SecurityInfos {
    /// Offers of PACE.
    public var pace: [PACEInfo] {
        entries.compactMap { if case .pace(let info) = $0.content { info } else { nil } }
    }

    /// Explicit domain parameters for PACE.
    public var paceDomainParameters: [PACEDomainParameterInfo] {
        entries.compactMap { if case .paceDomainParameter(let info) = $0.content { info } else { nil } }
    }

    /// Offers of Chip Authentication.
    public var chipAuthentication: [ChipAuthenticationInfo] {
        entries.compactMap { if case .chipAuthentication(let info) = $0.content { info } else { nil } }
    }

    /// Keys for Chip Authentication.
    public var chipAuthenticationPublicKeys: [ChipAuthenticationPublicKeyInfo] {
        entries.compactMap { if case .chipAuthenticationPublicKey(let info) = $0.content { info } else { nil } }
    }

    /// Terminal Authentication.
    public var terminalAuthentication: [TerminalAuthenticationInfo] {
        entries.compactMap { if case .terminalAuthentication(let info) = $0.content { info } else { nil } }
    }

    /// Active Authentication.
    public var activeAuthentication: [ActiveAuthenticationInfo] {
        entries.compactMap { if case .activeAuthentication(let info) = $0.content { info } else { nil } }
    }

    /// Entries of this set that `other` does not hold byte for byte. EF.DG14 must repeat all of EF.CardAccess
    /// (9303-11 §9.2.11), so `cardAccess.entries(missingIn: dg14)` must be empty.
    public func entries(missingIn other: SecurityInfos) -> [SecurityInfo] {
        // A handful each, so that looking through beats a set.
        entries.filter { entry in !other.entries.contains { $0.encoded == entry.encoded } }
    }
}

extension SecurityInfo {
    var versionWarnings: [LDSWarning] {
        let isKnown =
            switch content {
            case .pace(let info): info.version == PACEInfo.currentVersion
            case .chipAuthentication(let info): (1...3).contains(info.version)
            case .terminalAuthentication(let info): (1...2).contains(info.version)
            case .activeAuthentication(let info): info.version == 1
            default: true
            }
        return isKnown ? [] : [.unknownVersion(name)]
    }
}
