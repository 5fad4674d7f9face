public import Octets

/// A face image data block of ISO/IEC 39794-5 as 9303-10 §4.5.6 profiles it: what a passport has to hold, and no more.
public struct FaceDataBlock: Hashable, Sendable {
    /// One representation of the face.
    public struct Representation: Hashable, Sendable {
        /// The image.
        public var image: [UInt8]
        /// Coded image format: 2 JPEG, 3 JPEG 2000 lossy, 4 JPEG 2000 lossless; nil when it is coded otherwise.
        public var imageFormat: Int?
        /// Width in pixels, if given.
        public var width: Int?
        /// Height in pixels, if given.
        public var height: Int?

        /// An image; its format code is taken from its bytes.
        public init(image: [UInt8], width: Int? = nil, height: Int? = nil) {
            self.image = image
            self.width = width
            self.height = height
            switch ImageFormat.detect(image) {
            case .jpeg: imageFormat = 2
            case .jp2, .jpeg2000Codestream: imageFormat = 3
            case .wsq, .unknown: imageFormat = nil
            }
        }
    }

    /// Generation of the standard's extensible parts.
    public let generation: Int
    /// Year of the standard.
    public let year: Int
    /// The representations.
    public let representations: [Representation]

    private static let blockTag: Tag = 0x65

    /// A block of these representations.
    public init(_ representations: [Representation], generation: Int = 3, year: Int = 2019) {
        self.representations = representations
        self.generation = generation
        self.year = year
    }

    /// Reads the value of object 7F2E, or a bare block. Parts that are not needed are passed over.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        let structure = "face image data block"
        var reader = TLVReader(bytes, in: structure)
        if let wrapped = try reader.nextIfPresent(0xA1) { reader = try wrapped.contents(structure) }
        var block = try reader.next(Self.blockTag).contents(structure)
        var version = try block.next(0xA0).contents(structure)
        generation = try Self.number(version.next(0x80), structure)
        year = try Self.number(version.next(0x81), structure)
        var list = try block.next(0xA1).contents(structure)
        var found: [Representation] = []
        while !list.isAtEnd {
            guard found.count < BiometricTemplates.limit else {
                throw list.error(.tooMany(limit: BiometricTemplates.limit))
            }
            found.append(try Representation(list.next(.sequence), structure))
        }
        representations = found
    }

    /// The encoded value of object 7F2E.
    public func encoded() -> [UInt8] {
        let version = TLV.encode(
            0xA0, parts: [Self.encode(0x80, generation), Self.encode(0x81, year)])
        let list = TLV.encode(
            0xA1, parts: representations.enumerated().map { $0.element.encoded(id: $0.offset) })
        return TLV.encode(0xA1, TLV.encode(Self.blockTag, parts: [version, list]))
    }

    /// INTEGER with an implicit tag.
    static func number(_ object: TLV, _ structure: String) throws(ParseError) -> Int {
        guard (1...4).contains(object.value.count) else {
            throw ParseError(.invalidValue("a number of 1 to 4 octets is expected"), in: structure, at: object.offset)
        }
        return object.value.reduce(0) { $0 << 8 | Int($1) }
    }

    static func encode(_ tag: Tag, _ value: Int) -> [UInt8] {
        TLV.encode(tag, DER.encode(integer: value).dropFirst(2))
    }
}

extension FaceDataBlock.Representation {
    /// Representation { 80 id, A1 { A0 { A0 { 80 image, A1 information … }}} … }.
    init(_ object: TLV, _ structure: String) throws(ParseError) {
        let outer = try Self.child(0xA1, of: object, structure)
        let kind = try Self.child(0xA0, of: outer, structure)
        let twoDimensional = try Self.child(0xA0, of: kind, structure)
        image = Array(try Self.child(0x80, of: twoDimensional, structure).value)
        guard let information = try? Self.child(0xA1, of: twoDimensional, structure) else { return }
        if let format = try? Self.child(0xA0, of: information, structure) {
            imageFormat = try? FaceDataBlock.number(Self.child(0x80, of: format, structure), structure)
        }
        if let size = try? Self.child(0xA7, of: information, structure) {
            width = try? FaceDataBlock.number(Self.child(0x80, of: size, structure), structure)
            height = try? FaceDataBlock.number(Self.child(0x81, of: size, structure), structure)
        }
    }

    private static func child(_ tag: Tag, of object: TLV, _ structure: String) throws(ParseError) -> TLV {
        var reader = try object.contents(structure)
        while !reader.isAtEnd {
            let child = try reader.next()
            if child.tag == tag { return child }
        }
        throw reader.error(.unexpectedTag(expected: tag, found: nil))
    }

    func encoded(id: Int) -> [UInt8] {
        var information: [[UInt8]] = []
        if let imageFormat { information.append(TLV.encode(0xA0, FaceDataBlock.encode(0x80, imageFormat))) }
        if let width, let height {
            information.append(
                TLV.encode(0xA7, parts: [FaceDataBlock.encode(0x80, width), FaceDataBlock.encode(0x81, height)]))
        }
        let twoDimensional = TLV.encode(
            0xA0, parts: [TLV.encode(0x80, image), TLV.encode(0xA1, parts: information)])
        return TLV.encode(
            .sequence, parts: [FaceDataBlock.encode(0x80, id), TLV.encode(0xA1, TLV.encode(0xA0, twoDimensional))])
    }
}
