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
    /// An offer of Chip Authentication whose key is not there (9303-11 §9.2.5).
    case offerWithoutKey(String, keyID: Int?)
    /// A key for Chip Authentication that no offer names (9303-11 §9.2.5).
    case keyWithoutOffer(String, keyID: Int?)
    /// A key whose curve is named by its object identifier, where 9303-11 §9.5.2 has standardized or explicit
    /// parameters.
    case namedCurve(ObjectIdentifier)
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
        case .trailingBytes(let count): "\(Count.bytes(count)) behind the end"
        case .otherEncoding: "not encoded in the canonical way"
        case .unknownTag(let tag): "unknown object \(tag)"
        case .repeatedTag(let tag): "object \(tag) for the second time"
        case .listedButMissing(let tag): "object \(tag) is listed but missing"
        case .presentButUnlisted(let tag): "object \(tag) is present but not listed"
        case .malformed(let error): error.description
        case .missing(let field): "\(field) is missing"
        case .unknownVersion(let field): "\(field): unknown version"
        case .mismatch(let field, let declared, let found): "\(field): \(declared) declared, \(found) found"
        case .offerWithoutKey(let name, let id): "\(name)\(Self.number(id)): no key of this number and kind is there"
        case .keyWithoutOffer(let name, let id): "\(name)\(Self.number(id)): no offer of Chip Authentication names it"
        case .namedCurve(let curve):
            "the curve of a key is named (\(curve)), not given by standardized or explicit parameters"
        case .unknownImageFormat: "image in an unknown format"
        case .otherImageFormat(let declared, let found): "image is declared as \(declared) and is \(found.name)"
        case .mrz(let error): error.description
        }
    }

    private static func number(_ id: Int?) -> String { id.map { " with key \($0)" } ?? "" }
}
