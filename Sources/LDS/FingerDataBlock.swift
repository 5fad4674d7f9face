public import Octets

/// A finger image data block of ISO/IEC 39794-4.
public typealias FingerDataBlock = BiometricDataBlock<FingerRepresentation>

/// One representation of a finger, or of several in one image (ISO/IEC 39794-4).
public struct FingerRepresentation: BiometricRepresentation {
    /// Application tag 4.
    public static let blockTag: Tag = 0x64
    /// In the standard's words.
    public static let structure = "finger image data block"

    /// Position, impression, format, image and what is said about it.
    public let objects: BlockObjects
    /// The image.
    public let image: ArraySlice<UInt8>

    /// A representation of these objects; nil when there is no image among them.
    public init?(_ objects: BlockObjects) {
        guard let image = objects.value(0x83) else { return nil }
        self.objects = objects
        self.image = image
    }

    /// An image of the finger with the code `position`. Formats: 0 PGM, 1 WSQ, 2 JPEG 2000 lossy, 3 lossless, 4 PNG.
    public init(image: [UInt8], position: Int, impression: Int = 0, imageFormat: Int) {
        objects = BlockObjects([
            DataObject(0xA0, code: position), DataObject(0xA1, code: impression), DataObject(0xA2, code: imageFormat),
            DataObject(0x83, image),
        ])
        self.image = image[...]
    }
}

extension FingerRepresentation {
    /// Which finger; nil when it is coded otherwise.
    public var position: FingerPosition? {
        (objects.code(0xA0) ?? objects.fallbackCode(0xA0)).map { FingerPosition(code: $0) }
    }
    /// How the finger touched: 0 plain, 1 rolled, 24 plain without contact; nil when it is coded otherwise.
    public var impression: Int? { objects.code(0xA1) }
    /// How the image is coded; nil when that is coded otherwise.
    public var coding: BiometricImageCoding? { objects.code(0xA2).map { BiometricImageCoding(iso39794Finger: $0) } }
    /// When it was captured: year, month, day, hour, minute, second, as far as they are given.
    public var captureTime: [Int] { objects.dateTime(0xA4) }
}
