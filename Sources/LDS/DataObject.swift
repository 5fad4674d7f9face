public import Octets

/// A data object kept as it was read.
public struct DataObject: Hashable, Sendable {
    /// Its tag.
    public let tag: Tag
    /// Its value.
    public let value: [UInt8]
    /// The whole, as it was read or made.
    public let encoded: [UInt8]

    /// An object in canonical encoding.
    public init(_ tag: Tag, _ value: [UInt8]) {
        self.tag = tag
        self.value = value
        encoded = TLV.encode(tag, value)
    }

    init(_ object: TLV) {
        tag = object.tag
        value = Array(object.value)
        encoded = Array(object.encoded)
    }
}

extension TLVReader {
    /// The objects that are left in a file without an enclosing tag; zero or FF bytes at its end, with which cards fill
    /// it up, are told.
    mutating func objectsBeforePadding() throws(ParseError) -> (objects: [DataObject], warnings: [LDSWarning]) {
        var objects: [DataObject] = []
        while !isAtEnd {
            if let first = rest.first, first == 0x00 || first == 0xFF, rest.allSatisfy({ $0 == first }) {
                return (objects, [.trailingBytes(rest.count)])
            }
            objects.append(DataObject(try next()))
        }
        return (objects, [])
    }
}
