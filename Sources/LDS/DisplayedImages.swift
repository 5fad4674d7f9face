public import Octets

/// EF.DG5 or EF.DG7 (9303-10 §4.7.5, §4.7.7): images of the portrait or the signature as they are displayed.
public struct DisplayedImages: Hashable, Sendable {
    /// Most images that are read.
    public static let limit = 64

    /// Which file it is.
    public let fileID: FileID
    /// The images, each in the format that it was stored in.
    public let images: [[UInt8]]
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
        self.images = images
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
        var images: [[UInt8]] = []
        var unknown: [DataObject] = []
        while !contents.isAtEnd {
            let object = try contents.next()
            if object.tag == imageTag {
                guard images.count < Self.limit else { throw contents.error(.tooMany(limit: Self.limit)) }
                images.append(Array(object.value))
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
        if !encoded().elementsEqual(object.encoded) { self.warnings.append(.otherEncoding) }
    }

    /// The file.
    public func encoded() -> [UInt8] {
        TLV.encode(
            tag,
            parts: [DER.encode(integer: images.count)] + images.map { TLV.encode(imageTag, $0) }
                + unknownObjects.map(\.encoded))
    }

    private static func imageTag(_ fileID: FileID) -> Tag? {
        switch fileID {
        case .dg5: 0x5F40
        case .dg7: 0x5F43
        default: nil
        }
    }
}
