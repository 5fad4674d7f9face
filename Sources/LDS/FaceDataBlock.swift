public import Octets

/// A face image data block of ISO/IEC 39794-5 as 9303-10 §4.5.6 profiles it.
public typealias FaceDataBlock = BiometricDataBlock<FaceRepresentation>

/// One representation of a face (ISO/IEC 39794-5).
public struct FaceRepresentation: BiometricRepresentation {
    /// Application tag 5.
    public static let blockTag: Tag = 0x65
    /// In the standard's words.
    public static let structure = "face image data block"

    /// Identifier, image, capture and what is said about it.
    public let objects: BlockObjects
    /// The image.
    public let image: ArraySlice<UInt8>

    /// A representation of these objects; nil when there is no image among them.
    public init?(_ objects: BlockObjects) {
        guard let image = objects.value(0xA1, 0xA0, 0xA0, 0x80) else { return nil }
        self.objects = objects
        self.image = image
    }

    /// An image; its format code is taken from its bytes.
    public init(image: [UInt8], width: Int? = nil, height: Int? = nil, identifier: Int = 0) {
        var information: [DataObject] = []
        switch ImageFormat.detect(image) {
        case .jpeg: information.append(DataObject(0xA0, code: 2))
        case .jp2, .jpeg2000Codestream: information.append(DataObject(0xA0, code: 3))
        case .wsq, .unknown: break
        }
        if let width, let height {
            information.append(
                DataObject(0xA7, parts: [DataObject(0x80, number: width), DataObject(0x81, number: height)]))
        }
        let twoDimensional = DataObject(
            0xA0, parts: [DataObject(0x80, image), DataObject(0xA1, parts: information)])
        objects = BlockObjects([
            DataObject(0x80, number: identifier), DataObject(0xA1, parts: [DataObject(0xA0, parts: [twoDimensional])]),
        ])
        self.image = image[...]
    }
}

extension FaceRepresentation {
    /// Coded image format: 2 JPEG, 3 JPEG 2000 lossy, 4 JPEG 2000 lossless; nil when it is coded otherwise.
    public var imageFormat: Int? { information?.code(0xA0) }
    /// How the image is coded; nil when that is coded otherwise.
    public var coding: BiometricImageCoding? { imageFormat.map { BiometricImageCoding(iso39794Face: $0) } }
    /// Width in pixels, if given.
    public var width: Int? { information?.number(0xA7, 0x80) }
    /// Height in pixels, if given.
    public var height: Int? { information?.number(0xA7, 0x81) }
    /// When it was captured: year, month, day, hour, minute, second, as far as they are given.
    public var captureTime: [Int] { objects.dateTime(0xA2) }

    private var information: BlockObjects? { objects.block(0xA1, 0xA0, 0xA0, 0xA1) }
}

extension BlockObjects {
    /// Year, month, day, hour, minute, second of a date and time block, as far as they are given.
    func dateTime(_ tag: Tag) -> [Int] {
        guard let block = block(tag) else { return [] }
        let tags: [Tag] = [0x80, 0x81, 0x82, 0x83, 0x84, 0x85]
        var parts: [Int] = []
        for tag in tags {
            guard let part = block.number(tag) else { break }
            parts.append(part)
        }
        return parts
    }
}
