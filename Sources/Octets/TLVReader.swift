/// Reads data objects one after another. Depth and count are bounded, so that no input can exhaust the program.
public struct TLVReader: Sendable {
    /// Deepest nesting that is followed.
    public static let depthLimit = 32
    /// Most objects that one reader hands out.
    public static let countLimit = 65_536

    private var reader: ByteReader
    private let rules: EncodingRules
    private let depth: Int
    private var count = 0

    /// Reads the objects in `bytes`, whose first byte is at `offset` of the original input and stands `depth` objects
    /// deep. Throws `tooDeep`.
    public init(
        _ bytes: ArraySlice<UInt8>, in structure: String, at offset: Int = 0, rules: EncodingRules = .berTLV,
        depth: Int
    ) throws(ParseError) {
        guard depth <= Self.depthLimit else {
            throw ParseError(.tooDeep(limit: Self.depthLimit), in: structure, at: offset)
        }
        reader = ByteReader(bytes, in: structure, at: offset)
        self.rules = rules
        self.depth = depth
    }

    /// Reads the objects in `bytes`, whose first byte is at `offset` of the original input.
    public init(
        _ bytes: ArraySlice<UInt8>, in structure: String, at offset: Int = 0, rules: EncodingRules = .berTLV
    ) {
        reader = ByteReader(bytes, in: structure, at: offset)
        self.rules = rules
        depth = 0
    }

    /// Reads the objects in `bytes`.
    public init(_ bytes: [UInt8], in structure: String, rules: EncodingRules = .berTLV) {
        self.init(bytes[...], in: structure, rules: rules)
    }

    /// Reads the objects of the SEQUENCE that fills `bytes`, in BER, as keys, certificates and signed objects are read.
    public init(sequenceFilling bytes: [UInt8], in structure: String) throws(ParseError) {
        var outer = TLVReader(bytes, in: structure, rules: .ber)
        self = try outer.next(.sequence).contents(structure)
        try outer.expectEnd()
    }

    /// True when nothing is left.
    public var isAtEnd: Bool { reader.isAtEnd }

    /// Offset of the next object in the original input.
    public var offset: Int { reader.offset }

    /// The bytes that are left.
    public var rest: ArraySlice<UInt8> { reader.rest }

    /// The tag of the next object, without taking it; nil at the end or when it is not a tag.
    public var nextTag: Tag? {
        var ahead = reader
        return try? ahead.tag()
    }

    /// Takes the next object. Throws at the end and on anything that the rules do not allow.
    public mutating func next() throws(ParseError) -> TLV {
        guard count < Self.countLimit else { throw reader.error(.tooMany(limit: Self.countLimit)) }
        let object = try Self.object(&reader, rules: rules, depth: depth)
        count += 1
        return object
    }

    /// Takes the next object, which must carry `tag`.
    public mutating func next(_ tag: Tag) throws(ParseError) -> TLV {
        guard !isAtEnd else { throw reader.error(.unexpectedTag(expected: tag, found: nil)) }
        let object = try next()
        guard object.tag == tag else {
            throw reader.error(.unexpectedTag(expected: tag, found: object.tag), at: object.offset)
        }
        return object
    }

    /// Takes the next object if it carries `tag`.
    public mutating func nextIfPresent(_ tag: Tag) throws(ParseError) -> TLV? {
        guard nextTag == tag else { return nil }
        return try next()
    }

    /// Takes all objects that are left.
    public mutating func all() throws(ParseError) -> [TLV] {
        var objects: [TLV] = []
        while !isAtEnd { objects.append(try next()) }
        return objects
    }

    /// Throws `trailingBytes` unless everything was taken.
    public func expectEnd() throws(ParseError) { try reader.expectEnd() }

    /// An error at the present place.
    public func error(_ reason: ParseError.Reason) -> ParseError { reader.error(reason) }

    // MARK: - One object

    static func object(_ reader: inout ByteReader, rules: EncodingRules, depth: Int) throws(ParseError) -> TLV {
        let start = reader.offset
        let tag = try reader.tag()
        let length = try length(&reader, rules: rules)
        let header = reader.offset - start
        if let length {
            try reader.skip(length)
        } else {
            guard tag.isConstructed else { throw reader.error(.invalidLength, at: start) }
            try skipContents(&reader, depth: depth + 1)
        }
        return TLV(
            tag, reader.taken(from: start), header: header, trailer: length == nil ? 2 : 0, offset: start, rules: rules,
            depth: depth)
    }

    /// X.690 §8.1.3; nil is the indefinite form.
    private static func length(_ reader: inout ByteReader, rules: EncodingRules) throws(ParseError) -> Int? {
        let start = reader.offset
        let first = try reader.byte()
        guard first & 0x80 != 0 else { return Int(first) }
        let count = Int(first & 0x7F)
        guard count > 0 else {
            guard rules == .ber else { throw reader.error(.invalidLength, at: start) }
            return nil
        }
        guard count <= 4 else { throw reader.error(.invalidLength, at: start) }
        let value = try reader.number(count)
        if rules == .der, value <= 0x7F || value >> (8 * (count - 1)) == 0 {
            throw reader.error(.invalidLength, at: start)
        }
        return value
    }

    /// Passes over the objects of an indefinite-length value and its end-of-contents octets.
    private static func skipContents(_ reader: inout ByteReader, depth: Int) throws(ParseError) {
        guard depth <= depthLimit else { throw reader.error(.tooDeep(limit: depthLimit)) }
        var count = 0
        while true {
            guard count < countLimit else { throw reader.error(.tooMany(limit: countLimit)) }
            count += 1
            let object = try object(&reader, rules: .ber, depth: depth)
            guard object.tag == 0 else { continue }
            // X.690 §8.1.5: end-of-contents is 00 00 and nothing else.
            guard object.encoded.count == 2 else {
                throw reader.error(.invalidLength, at: object.offset)
            }
            return
        }
    }
}
