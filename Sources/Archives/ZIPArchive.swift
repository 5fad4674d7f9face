import CZlib
public import Octets

/// A ZIP file in memory (APPNOTE.TXT 6.3), as far as files of documents need it: stored and deflated entries, no
/// encryption, no volumes, no 64-bit sizes.
///
/// The directory at its end decides what is in it. Nothing is written anywhere, and names are plain text: whoever uses one
/// as a path has to judge it first.
public struct ZIPArchive: Sendable {
    /// A file in the archive.
    public struct Entry: Hashable, Sendable {
        /// As the archive has it, bytes that are not UTF-8 replaced; may hold anything, also `../`.
        public let name: String
        /// Bytes that it has when unpacked, as the archive says.
        public let size: Int
        fileprivate let packedSize: Int
        fileprivate let method: Int
        fileprivate let isEncrypted: Bool
        fileprivate let checksum: UInt32
        fileprivate let headerOffset: Int

        /// Names of folders end with a slash.
        public var isFolder: Bool { name.hasSuffix("/") }
    }

    /// Why an entry cannot be unpacked.
    public enum Failure: Error, Hashable, Sendable {
        /// It needs a password.
        case encrypted
        /// It is packed by another method than deflate.
        case unknownMethod(Int)
        /// It is larger than the caller allows.
        case tooLarge(limit: Int)
        /// Its bytes are not those that were packed.
        case damaged
    }

    /// What is in it, in the order of its directory.
    public let entries: [Entry]
    private let bytes: [UInt8]

    /// Most entries that are read.
    public static let entryLimit = 10_000
    private static let structure = "ZIP"

    /// True when `bytes` begin as a ZIP file with entries does.
    public static func isArchive(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

    /// Reads the directory. Throws when there is none, when it is cut off, or when it has more than `entryLimit` entries.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        self.bytes = bytes
        let (offset, count) = try Self.directory(bytes)
        guard count <= Self.entryLimit else { throw ParseError(.tooMany(limit: Self.entryLimit), in: Self.structure) }
        guard offset <= bytes.count else {
            throw ParseError(.invalidValue("the directory lies behind the end"), in: Self.structure)
        }
        var reader = LittleEndianReader(bytes[offset...])
        var entries: [Entry] = []
        for _ in 0..<count { entries.append(try Self.entry(&reader)) }
        self.entries = entries
    }

    /// The contents of `entry`, no more than `limit` bytes.
    ///
    /// Memory is taken for the size that the archive announces, once that is known to be within the limit, and unpacking
    /// stops there: an entry that unpacks to more is damaged.
    public func contents(of entry: Entry, limit: Int) throws(Failure) -> [UInt8] {
        guard !entry.isEncrypted else { throw .encrypted }
        guard entry.size <= limit else { throw .tooLarge(limit: limit) }
        guard let packed = packedBytes(of: entry) else { throw .damaged }
        let unpacked: [UInt8]
        switch entry.method {
        case 0:
            guard packed.count == entry.size else { throw .damaged }
            unpacked = Array(packed)
        case 8:
            // Deflate makes at most 1032 bytes of one.
            guard entry.size <= packed.count.multipliedReportingOverflow(by: 1032).partialValue + 1032 else {
                throw .damaged
            }
            var isWhole = false
            unpacked = unsafe [UInt8](unsafeUninitializedCapacity: entry.size) { output, count in
                unsafe packed.withUnsafeBufferPointer { packed in
                    isWhole =
                        unsafe inlay_inflate(packed.baseAddress, packed.count, output.baseAddress, entry.size) == 1
                }
                // What was not written is not to be read.
                if isWhole { count = entry.size }
            }
            guard isWhole else { throw .damaged }
        default: throw .unknownMethod(entry.method)
        }
        let checksum = unsafe unpacked.withUnsafeBufferPointer { unsafe inlay_crc32($0.baseAddress, $0.count) }
        guard checksum == entry.checksum else { throw .damaged }
        return unpacked
    }

    // MARK: - Parts

    /// Offset and number of entries, from the end of central directory record (§4.3.16), behind which a comment of at
    /// most 65,535 bytes may stand.
    private static func directory(_ bytes: [UInt8]) throws(ParseError) -> (offset: Int, count: Int) {
        let size = 22
        let first = max(0, bytes.count - size - 65_535)
        var place = bytes.count - size
        while place >= first {
            if bytes[place...].starts(with: [0x50, 0x4B, 5, 6]) {
                var reader = LittleEndianReader(bytes[(place + 4)...])
                let volume = try reader.number(2)
                let directoryVolume = try reader.number(2)
                let here = try reader.number(2)
                let count = try reader.number(2)
                _ = try reader.number(4)
                let offset = try reader.number(4)
                let commentLength = try reader.number(2)
                // Anything else is a record that a comment, or an entry, only pretends to be.
                guard place + size + commentLength == bytes.count else {
                    place -= 1
                    continue
                }
                guard volume == 0, directoryVolume == 0, here == count, offset != 0xFFFF_FFFF, count != 0xFFFF else {
                    throw ParseError(.invalidValue("one volume with 32-bit sizes is expected"), in: structure)
                }
                return (offset, count)
            }
            place -= 1
        }
        throw ParseError(.invalidValue("a directory is expected at the end"), in: structure)
    }

    /// A central directory header (§4.3.12).
    private static func entry(_ reader: inout LittleEndianReader) throws(ParseError) -> Entry {
        guard try reader.number(4) == 0x0201_4B50 else {
            throw ParseError(.invalidValue("an entry of the directory is expected"), in: structure)
        }
        _ = try reader.number(4)
        let flags = try reader.number(2)
        let method = try reader.number(2)
        _ = try reader.number(4)
        let checksum = try reader.number(4)
        let packedSize = try reader.number(4)
        let size = try reader.number(4)
        let nameLength = try reader.number(2)
        let extraLength = try reader.number(2)
        let commentLength = try reader.number(2)
        _ = try reader.number(8)
        let headerOffset = try reader.number(4)
        let name = try reader.bytes(nameLength)
        _ = try reader.bytes(extraLength + commentLength)
        return Entry(
            name: String(decoding: name, as: UTF8.self), size: size, packedSize: packedSize, method: method,
            isEncrypted: flags & 1 == 1, checksum: UInt32(truncatingIfNeeded: checksum), headerOffset: headerOffset)
    }

    /// Behind the local header (§4.3.7), whose own name and extra field may have other lengths; nil when they lie outside.
    private func packedBytes(of entry: Entry) -> ArraySlice<UInt8>? {
        guard entry.headerOffset <= bytes.count else { return nil }
        var reader = LittleEndianReader(bytes[entry.headerOffset...])
        do throws(ParseError) {
            guard try reader.number(4) == 0x0403_4B50 else { return nil }
            _ = try reader.bytes(22)
            let nameLength = try reader.number(2)
            let extraLength = try reader.number(2)
            _ = try reader.bytes(nameLength + extraLength)
            return try reader.bytes(entry.packedSize)
        } catch {
            return nil
        }
    }
}
