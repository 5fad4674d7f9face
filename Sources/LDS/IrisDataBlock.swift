public import Octets

/// An iris image data block of ISO/IEC 39794-6.
public typealias IrisDataBlock = BiometricDataBlock<IrisRepresentation>

/// One representation of an iris (ISO/IEC 39794-6).
public struct IrisRepresentation: BiometricRepresentation {
    /// Application tag 6.
    public static let blockTag: Tag = 0x66
    /// In the standard's words.
    public static let structure = "iris image data block"

    /// Eye, kind, format, orientation, time, image and what is said about it.
    public let objects: BlockObjects
    /// The image.
    public let image: ArraySlice<UInt8>

    /// A representation of these objects; nil when there is no image among them.
    public init?(_ objects: BlockObjects) {
        guard let image = objects.value(0x88) else { return nil }
        self.objects = objects
        self.image = image
    }

    /// An image of the right (1) or left (2) eye. Formats: 0 PGM, 1 PPM, 2 PNG, 3 JPEG 2000 lossless, 4 lossy.
    public init(image: [UInt8], eye: Int, imageFormat: Int, captureYear: Int) {
        objects = BlockObjects([
            DataObject(0x80, number: eye), DataObject(0xA1, code: 2), DataObject(0x82, number: 8),
            DataObject(0xA3, code: imageFormat), DataObject(0x84, number: 0), DataObject(0x85, number: 0),
            DataObject(0x86, number: 0), DataObject(0xA7, parts: [DataObject(0x80, number: captureYear)]),
            DataObject(0x88, image),
        ])
        self.image = image[...]
    }
}

extension IrisRepresentation {
    /// 0 unknown, 1 right, 2 left; nil when it is coded otherwise.
    public var eye: Int? { objects.number(0x80) }
    /// How the image is coded; nil when that is coded otherwise.
    public var coding: BiometricImageCoding? { objects.code(0xA3).map { BiometricImageCoding(iso39794Iris: $0) } }
    /// Bits for each pixel.
    public var bitDepth: Int? { objects.number(0x82) }
    /// When it was captured: year, month, day, hour, minute, second, as far as they are given.
    public var captureTime: [Int] { objects.dateTime(0xA7) }
}
