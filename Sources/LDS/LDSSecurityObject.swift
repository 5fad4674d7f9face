public import Octets

/// LDSSecurityObject (9303-10 §4.6.2): the digests of the data groups, content of the signature in EF.SOD.
public struct LDSSecurityObject: Hashable, Sendable {
    /// Most digests that are read; the standard has 16.
    public static let limit = 64

    /// The digest of one data group.
    public struct DataGroupHash: Hashable, Sendable {
        /// Number of the data group.
        public let number: Int
        /// Its digest.
        public let digest: [UInt8]

        /// A digest of data group `number`.
        public init(number: Int, digest: [UInt8]) {
            self.number = number
            self.digest = digest
        }
    }

    /// LDS and Unicode version; present from version 1 on.
    public struct VersionInfo: Hashable, Sendable {
        /// Four digits, characters as found.
        public let ldsVersion: String
        /// Six digits, characters as found.
        public let unicodeVersion: String

        /// Versions as text.
        public init(ldsVersion: String, unicodeVersion: String) {
            self.ldsVersion = ldsVersion
            self.unicodeVersion = unicodeVersion
        }
    }

    /// The version as found.
    public let version: Int
    /// The digest algorithm.
    public let hashAlgorithm: AlgorithmIdentifier
    /// The digests, in order.
    public let dataGroupHashes: [DataGroupHash]
    /// LDS and Unicode version.
    public let ldsVersionInfo: VersionInfo?
    /// What departs from the standard.
    public private(set) var warnings: [LDSWarning]

    /// An object from its parts: version 1 with `ldsVersionInfo`, version 0 without, unless `version` says otherwise.
    public init(
        hashAlgorithm: AlgorithmIdentifier, dataGroupHashes: [DataGroupHash], ldsVersionInfo: VersionInfo? = nil,
        version: Int? = nil
    ) {
        self.version = version ?? (ldsVersionInfo == nil ? 0 : 1)
        self.hashAlgorithm = hashAlgorithm
        self.dataGroupHashes = dataGroupHashes
        self.ldsVersionInfo = ldsVersionInfo
        warnings = []
    }

    /// Reads the signed content. A version that the standard does not know is told, not refused; see `isKnownVersion`.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        let structure = "LDSSecurityObject"
        var reader = try TLVReader(sequenceFilling: bytes, in: structure)
        version = try reader.next(.integer).integer(structure)
        hashAlgorithm = try AlgorithmIdentifier(reader.next(.sequence), in: structure)
        dataGroupHashes = try Self.hashes(reader.next(.sequence), structure)
        ldsVersionInfo = try reader.nextIfPresent(.sequence).map { object throws(ParseError) in
            try Self.versionInfo(object, structure)
        }
        try reader.expectEnd()
        warnings = []
        if !isKnownVersion { warnings.append(.unknownVersion(structure)) }
        if version == 1, ldsVersionInfo == nil { warnings.append(.missing("LDS version")) }
        warnings += dataGroupHashes.filter { FileID(dataGroupNumber: $0.number) == nil }.map { _ in
            .malformed(ParseError(.invalidValue("a data group has a number from 1 to 16"), in: structure))
        }
        if !bytes[...].isSame(as: encoded()) { warnings.append(.otherEncoding) }
    }

    /// The object in DER.
    public func encoded() -> [UInt8] {
        var parts = [
            DER.encode(integer: version), hashAlgorithm.encoded,
            encodedHashes(),
        ]
        if let ldsVersionInfo {
            parts.append(
                DER.sequence(
                    [ldsVersionInfo.ldsVersion, ldsVersionInfo.unicodeVersion].map {
                        TLV.encode(.printableString, latin1Bytes($0))
                    }))
        }
        return DER.sequence(parts)
    }

    private func encodedHashes() -> [UInt8] {
        var list: [UInt8] = []
        list.reserveCapacity(dataGroupHashes.reduce(0) { $0 + $1.digest.count + 24 })
        for hash in dataGroupHashes {
            let number = DER.encode(integer: hash.number)
            let header = TLV.length(hash.digest.count).count + 1
            TLV.appendHeader(.sequence, number.count + header + hash.digest.count, to: &list)
            list += number
            TLV.append(.octetString, hash.digest, to: &list)
        }
        return TLV.encode(.sequence, list)
    }

    private static func hashes(_ object: TLV, _ structure: String) throws(ParseError) -> [DataGroupHash] {
        var reader = try object.contents(structure)
        var hashes: [DataGroupHash] = []
        while !reader.isAtEnd {
            guard hashes.count < limit else { throw reader.error(.tooMany(limit: limit)) }
            let entry = try reader.next(.sequence)
            var fields = try entry.contents(structure)
            let number = try fields.next(.integer).integer(structure)
            let digest = try fields.next(.octetString).octetString(structure)
            try fields.expectEnd()
            // Two digests of one file leave open which of them is meant.
            guard !hashes.contains(where: { $0.number == number }) else {
                throw ParseError(.invalidValue("a data group is listed twice"), in: structure, at: entry.offset)
            }
            hashes.append(DataGroupHash(number: number, digest: digest))
        }
        return hashes
    }

    private static func versionInfo(_ object: TLV, _ structure: String) throws(ParseError) -> VersionInfo {
        var fields = try object.contents(structure)
        let info = VersionInfo(
            ldsVersion: latin1(try fields.next(.printableString).value),
            unicodeVersion: latin1(try fields.next(.printableString).value))
        try fields.expectEnd()
        return info
    }
}

extension LDSSecurityObject {
    /// True for the versions that 9303-10 defines: 0 and 1.
    public var isKnownVersion: Bool { version == 0 || version == 1 }

    /// The digests by data group number.
    public var digests: [Int: [UInt8]] {
        Dictionary(dataGroupHashes.map { ($0.number, $0.digest) }) { first, _ in first }
    }

    /// The digest of a data group; nil when none is listed.
    public func digest(of number: Int) -> [UInt8]? { dataGroupHashes.first { $0.number == number }?.digest }

    /// The data groups that have a digest, in order.
    public var dataGroups: [FileID] { dataGroupHashes.compactMap { FileID(dataGroupNumber: $0.number) } }
}
