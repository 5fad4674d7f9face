public import Octets

/// Objects of a block of ISO/IEC 39794: context tags in order, each kept as it is, found by tag.
public struct BlockObjects: Hashable, Sendable {
    /// The objects, in order.
    public let objects: [DataObject]

    /// Most objects of one block; the standard has twenty.
    static let limit = 128

    /// Objects in this order.
    public init(_ objects: [DataObject]) { self.objects = objects }

    /// Reads the objects of `reader` to its end.
    init(_ reader: inout TLVReader) throws(ParseError) {
        var objects: [DataObject] = []
        while !reader.isAtEnd {
            guard objects.count < Self.limit else { throw reader.error(.tooMany(limit: Self.limit)) }
            objects.append(DataObject(try reader.next()))
        }
        self.objects = objects
    }

    var chain: ByteChain { ByteChain(objects.map(\.chain)) }
}

extension BlockObjects {
    /// The value behind `path`, one tag for each level; nil when it is not there.
    public func value(_ path: Tag...) -> ArraySlice<UInt8>? { object(path)?.value }

    /// The objects in the value behind `path`; nil when it is not there or holds something else.
    public func block(_ path: Tag...) -> BlockObjects? { object(path)?.children }

    /// A number of 1 to 4 octets, or nil.
    public func number(_ path: Tag...) -> Int? { object(path)?.smallNumber }

    /// A coded value, CHOICE { [0] code, [1] extension { [0] fallback } }: the code; nil when only an extension is there
    /// (ISO/IEC 39794-1).
    public func code(_ path: Tag...) -> Int? { object(path)?.children?.object([0x80])?.smallNumber }

    /// The code that an extension of a coded value falls back to.
    public func fallbackCode(_ path: Tag...) -> Int? {
        object(path)?.children?.object([0xA1, 0x80])?.smallNumber
    }

    private func object(_ path: [Tag]) -> DataObject? {
        guard let first = path.first, let found = objects.first(where: { $0.tag == first }) else { return nil }
        return path.count == 1 ? found : found.children?.object(Array(path.dropFirst()))
    }
}

extension DataObject {
    /// The objects in the value; nil when it holds something else.
    fileprivate var children: BlockObjects? {
        guard tag.isConstructed else { return nil }
        var reader = TLVReader(value, in: "block of ISO/IEC 39794")
        return try? BlockObjects(&reader)
    }

    fileprivate var smallNumber: Int? {
        guard (1...4).contains(value.count) else { return nil }
        return value.reduce(0) { $0 << 8 | Int($1) }
    }

    /// INTEGER with an implicit context tag.
    init(_ tag: Tag, number: Int) { self.init(tag, DER.encode(integer: number).dropFirst(2)) }

    /// A coded value that needs no extension.
    init(_ tag: Tag, code: Int) { self.init(tag, parts: [DataObject(0x80, number: code)]) }

    /// An object of other objects.
    init(_ tag: Tag, parts: [DataObject]) { self.init(tag, BlockObjects(parts).chain.bytes) }
}
