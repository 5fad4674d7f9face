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
    /// The objects that are left in a file without an enclosing tag. Zero or FF bytes without a meaning, which may stand
    /// before, between and behind them (7816-4 §6.3), are passed over and told.
    mutating func objectsBeforePadding(
        in structure: String
    ) throws(ParseError) -> (objects: [DataObject], warnings: [LDSWarning]) {
        var objects: [DataObject] = []
        var warnings: [LDSWarning] = []
        while !isAtEnd {
            let filling = rest.prefix { $0 == 0x00 || $0 == 0xFF }.count
            guard filling < rest.count else { return (objects, warnings + [.trailingBytes(filling)]) }
            if filling > 0 {
                if warnings.isEmpty { warnings.append(.otherEncoding) }
                self = TLVReader(rest.dropFirst(filling), in: structure, at: offset + filling)
            }
            guard objects.count < Self.countLimit else { throw error(.tooMany(limit: Self.countLimit)) }
            objects.append(DataObject(try next()))
        }
        return (objects, warnings)
    }
}
