public import Octets

/// A departure from the standard that does not keep a file from being understood. Holds no personal data.
public enum LDSWarning: Hashable, Sendable {
    /// Bytes behind the end of the structure.
    case trailingBytes(Int)
    /// The values would be encoded in other bytes (lengths not as short as possible, another order of objects).
    case otherEncoding
    /// An object that the file does not have; it is kept as it is.
    case unknownTag(Tag)
    /// An object for the second time; it is kept as it is.
    case repeatedTag(Tag)
    /// The tag list names an object that is not there.
    case listedButMissing(Tag)
    /// An object that the tag list does not name.
    case presentButUnlisted(Tag)
    /// A field that could not be understood; it is kept as it is.
    case malformed(ParseError)
    /// A field that the standard requires is not there.
    case missing(String)
    /// A version that the standard does not know.
    case unknownVersion(String)
    /// A count or length that disagrees with what is there.
    case mismatch(String, declared: Int, found: Int)
    /// Image data in no known format.
    case unknownImageFormat
    /// Image data in another format than the record around it says.
    case otherImageFormat(declared: String, found: ImageFormat)
    /// Something wrong in the machine readable zone.
    case mrz(MRZError)
}

extension LDSWarning: CustomStringConvertible {
    /// The warning in words.
    public var description: String {
        switch self {
        case .trailingBytes(let count): "\(count) bytes behind the end"
        case .otherEncoding: "not encoded in the canonical way"
        case .unknownTag(let tag): "unknown object \(tag)"
        case .repeatedTag(let tag): "object \(tag) for the second time"
        case .listedButMissing(let tag): "object \(tag) is listed but missing"
        case .presentButUnlisted(let tag): "object \(tag) is present but not listed"
        case .malformed(let error): error.description
        case .missing(let field): "\(field) is missing"
        case .unknownVersion(let field): "\(field): unknown version"
        case .mismatch(let field, let declared, let found): "\(field): \(declared) declared, \(found) found"
        case .unknownImageFormat: "image in an unknown format"
        case .otherImageFormat(let declared, let found): "image is declared as \(declared) and is \(found.name)"
        case .mrz(let error): error.description
        }
    }
}
