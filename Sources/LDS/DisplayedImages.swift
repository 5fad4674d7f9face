public import Octets

/// EF.DG5 or EF.DG7 (9303-10 §4.7.5, §4.7.7): images of the portrait or the signature as they are displayed.
public struct DisplayedImages: Hashable, Sendable {
    /// Most images that are read.
    public static let limit = 64

    /// Which file it is.
    public let fileID: FileID
    /// The images, each in the format that it was stored in.
    public let images: [ArraySlice<UInt8>]
    /// Objects that the file does not have.
    public let unknownObjects: [DataObject]
    /// What departs from the standard.
    public private(set) var warnings: [LDSWarning]

    private let tag: Tag
    private let imageTag: Tag

    /// A file of these images; nil for any other file than EF.DG5 and EF.DG7.
    public init?(_ fileID: FileID, images: [[UInt8]]) {
        guard let tag = fileID.tag, let imageTag = Self.imageTag(fileID) else { return nil }
        self.fileID = fileID
        self.tag = tag
        self.imageTag = imageTag
        self.images = images.map { $0[...] }
        unknownObjects = []
        warnings = []
    }

    /// Reads the file `fileID`.
    public init(_ fileID: FileID, parsing bytes: [UInt8]) throws(ParseError) {
        let structure = fileID.name
        var reader = TLVReader(bytes, in: structure)
        guard let tag = fileID.tag, let imageTag = Self.imageTag(fileID) else { throw reader.error(.invalidTag) }
        let object = try reader.next(tag)
        var warnings: [LDSWarning] = reader.isAtEnd ? [] : [.trailingBytes(reader.rest.count)]
        var contents = try object.contents(structure)
        let declared = try contents.next(.integer).integer(structure)
        var images: [ArraySlice<UInt8>] = []
        var unknown: [DataObject] = []
        while !contents.isAtEnd {
            let object = try contents.next()
            if object.tag == imageTag {
                guard images.count < Self.limit else { throw contents.error(.tooMany(limit: Self.limit)) }
                images.append(object.value)
                if ImageFormat.detect(object.value) == .unknown { warnings.append(.unknownImageFormat) }
            } else {
                warnings.append(.unknownTag(object.tag))
                unknown.append(DataObject(object))
            }
        }
        if declared != images.count {
            warnings.append(.mismatch("number of images", declared: declared, found: images.count))
        }
        self.fileID = fileID
        self.tag = tag
        self.imageTag = imageTag
        self.images = images
        unknownObjects = unknown
        self.warnings = warnings
        self.warnings += chain.warnings(comparedWith: object.encoded)
    }

    /// The file.
    public func encoded() -> [UInt8] { chain.bytes }

    private var chain: ByteChain {
        let count = ByteChain(DER.encode(integer: images.count)[...])
        let images = images.map { ByteChain(imageTag, [ByteChain($0)]) }
        return ByteChain(tag, [count] + images + unknownObjects.map(\.chain))
    }

    private static func imageTag(_ fileID: FileID) -> Tag? {
        switch fileID {
        case .dg5: 0x5F40
        case .dg7: 0x5F43
        default: nil
        }
    }
}
