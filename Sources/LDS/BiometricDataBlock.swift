public import Octets

/// A data block of ISO/IEC 39794-4, -5 or -6: a version and representations of a finger, a face or an iris, in the frame
/// that ISO/IEC 39794-1 gives them all. Every object is kept as it is.
public struct BiometricDataBlock<Representation: BiometricRepresentation>: Hashable, Sendable {
    /// Generation of the standard's extensible parts.
    public let generation: Int
    /// Year of the standard.
    public let year: Int
    /// The representations.
    public let representations: [Representation]
    /// What departs from the standard.
    public private(set) var warnings: [LDSWarning]

    private let version: DataObject
    /// Objects behind the representations.
    private let extensions: BlockObjects
    /// True when the object A1 stands around the block, as 9303-10 §4.7.2 wants it in 7F2E.
    private let isWrapped: Bool

    /// A block of these representations.
    public init(_ representations: [Representation], generation: Int = 3, year: Int = 2019) {
        self.representations = representations
        self.generation = generation
        self.year = year
        version = DataObject(
            0xA0, parts: [DataObject(0x80, number: generation), DataObject(0x81, number: year)])
        extensions = BlockObjects([])
        isWrapped = true
        warnings = []
    }

    /// Reads the value of object 7F2E, or a bare block.
    public init(parsing bytes: ArraySlice<UInt8>) throws(ParseError) {
        let structure = Representation.structure
        var reader = TLVReader(bytes, in: structure)
        let wrapped = try reader.nextIfPresent(0xA1)
        var outside = reader.rest.count
        if let wrapped { reader = try wrapped.contents(structure) }
        var block = try reader.next(Representation.blockTag).contents(structure)
        outside = wrapped == nil ? reader.rest.count : outside + reader.rest.count
        let version = try block.next(0xA0)
        var numbers = try version.contents(structure)
        generation = try Self.number(numbers.next(0x80), structure)
        year = try Self.number(numbers.next(0x81), structure)
        var list = try block.next(0xA1).contents(structure)
        var found: [Representation] = []
        while !list.isAtEnd {
            guard found.count < BiometricTemplates.limit else {
                throw list.error(.tooMany(limit: BiometricTemplates.limit))
            }
            let object = try list.next(.sequence)
            var contents = try object.contents(structure)
            let objects = try BlockObjects(&contents)
            guard let representation = Representation(objects) else {
                throw ParseError(.invalidValue("a representation without an image"), in: structure, at: object.offset)
            }
            found.append(representation)
        }
        representations = found
        self.version = DataObject(version)
        extensions = try BlockObjects(&block)
        isWrapped = wrapped != nil
        warnings = outside == 0 ? [] : [.trailingBytes(outside)]
        warnings += chain.warnings(comparedWith: bytes.dropLast(outside))
    }

    /// Reads the value of object 7F2E, or a bare block.
    public init(parsing bytes: [UInt8]) throws(ParseError) { try self.init(parsing: bytes[...]) }

    /// The encoded block, in object A1 where it was read from one or made from values.
    public func encoded() -> [UInt8] { chain.bytes }

    private var chain: ByteChain {
        let list = ByteChain(0xA1, representations.map { ByteChain(.sequence, [$0.objects.chain]) })
        let block = ByteChain(Representation.blockTag, [version.chain, list, extensions.chain])
        return isWrapped ? ByteChain(0xA1, [block]) : block
    }

    private static func number(_ object: TLV, _ structure: String) throws(ParseError) -> Int {
        guard (1...4).contains(object.value.count) else {
            throw ParseError(.invalidValue("a number of 1 to 4 octets is expected"), in: structure, at: object.offset)
        }
        return object.value.reduce(0) { $0 << 8 | Int($1) }
    }
}

/// What a data block of ISO/IEC 39794 holds one or more of.
public protocol BiometricRepresentation: Hashable, Sendable {
    /// Tag of the block.
    static var blockTag: Tag { get }
    /// The block in the standard's words.
    static var structure: String { get }
    /// All objects, as they are.
    var objects: BlockObjects { get }
    /// The image: a part of the file, not a copy.
    var image: ArraySlice<UInt8> { get }
    /// A representation of these objects; nil when there is no image among them.
    init?(_ objects: BlockObjects)
}
