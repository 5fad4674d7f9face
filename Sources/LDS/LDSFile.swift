public import Octets

/// One elementary file as values. Parsing and encoding are mirror images: `encoded()` gives the bytes that were read,
/// unless `warnings` holds `trailingBytes` or `otherEncoding`.
public protocol LDSFile: Hashable, Sendable {
    /// Which file it is.
    static var fileID: FileID { get }
    /// Takes a file apart. Throws where the structure is broken; a field that is wrong by itself becomes a warning.
    init(parsing bytes: [UInt8]) throws(ParseError)
    /// The file in its canonical encoding.
    func encoded() -> [UInt8]
    /// What departs from the standard in the bytes that were read; empty for a file made from values.
    var warnings: [LDSWarning] { get }
}

extension LDSFile {
    /// The object that encloses the whole file; bytes behind it, with which some chips fill a file up, become a warning.
    static func outerObject(
        of bytes: [UInt8], rules: EncodingRules = .berTLV
    ) throws(ParseError) -> (object: TLV, warnings: [LDSWarning]) {
        var reader = TLVReader(bytes, in: fileID.name, rules: rules)
        guard let tag = fileID.tag else { throw reader.error(.invalidTag) }
        let object = try reader.next(tag)
        return (object, reader.rest.isEmpty ? [] : [.trailingBytes(reader.rest.count)])
    }

    /// `otherEncoding` unless encoding the values again gives `bytes`.
    func encodingWarnings(comparedWith bytes: ArraySlice<UInt8>) -> [LDSWarning] {
        bytes.isSame(as: encoded()) ? [] : [.otherEncoding]
    }
}

extension ByteChain {
    /// `otherEncoding` unless the encoded values are `bytes`; for files with images, which are not copied for that.
    func warnings(comparedWith bytes: ArraySlice<UInt8>) -> [LDSWarning] {
        elementsEqual(bytes) ? [] : [.otherEncoding]
    }
}
