public import Octets

/// A data object kept as it was read; of a file that was read, it is a part and no copy.
public struct DataObject: Hashable, Sendable {
    /// Its tag.
    public let tag: Tag
    /// Its value. Indexes do not begin at 0.
    public let value: ArraySlice<UInt8>
    /// The whole, as it was read or made.
    public let encoded: ArraySlice<UInt8>

    /// An object in canonical encoding.
    public init(_ tag: Tag, _ value: some Collection<UInt8>) {
        self.tag = tag
        encoded = TLV.encode(tag, value)[...]
        self.value = encoded.suffix(value.count)
    }

    /// An object that was read.
    public init(_ object: TLV) {
        tag = object.tag
        value = object.value
        encoded = object.encoded
    }

    /// An object whose parts were found in another way.
    init(tag: Tag, value: ArraySlice<UInt8>, encoded: ArraySlice<UInt8>) {
        self.tag = tag
        self.value = value
        self.encoded = encoded
    }

    var chain: ByteChain { ByteChain(encoded) }
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
