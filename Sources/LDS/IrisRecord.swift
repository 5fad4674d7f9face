public import Octets

/// An iris image record of ISO/IEC 19794-6:2005: images of one eye or both.
public struct IrisRecord: Hashable, Sendable {
    /// Capture device (§6.3).
    public var captureDevice = 0
    /// Orientation, scan type, occlusions and boundary, some bits each (§6.4).
    public var properties = 0
    /// Expected diameter of an iris in pixels.
    public var diameter = 0
    /// Image format (§6.5).
    public var imageFormat: Int
    /// Width in pixels before compression.
    public var width: Int
    /// Height in pixels before compression.
    public var height: Int
    /// Bits for each colour.
    public var depth: UInt8 = 8
    /// 0 undefined, 1 standard (§6.6).
    public var transformation: UInt8 = 0
    /// Unique identifier of the device, 16 bytes.
    public var deviceIdentifier = [UInt8](repeating: 0, count: 16)
    /// The eyes.
    public let eyes: [Eye]
    /// Lengths and counts that disagree with what is there.
    public let warnings: [LDSWarning]

    private let headerLength: Int
    /// Bytes of a header that is longer than the standard's.
    private let headerRest: [UInt8]

    /// The images of one eye.
    public struct Eye: Hashable, Sendable {
        /// 0 undefined, 1 right, 2 left.
        public var identifier: UInt8
        /// The images.
        public var images: [Image]

        /// Images of an eye.
        public init(identifier: UInt8, images: [Image]) {
            self.identifier = identifier
            self.images = images
        }
    }

    /// One image of an eye.
    public struct Image: Hashable, Sendable {
        /// The image; of a record that was read, it is a part and no copy.
        public var image: ArraySlice<UInt8>
        /// Its number.
        public var number: Int
        /// Quality from 0 to 100; 254 and 255 undefined (§6.7).
        public var quality: UInt8 = 254
        /// Rotation of the eye; FFFF undefined.
        public var rotation = 0xFFFF
        /// How uncertain the rotation is; FFFF undefined.
        public var rotationUncertainty = 0xFFFF

        /// An image about which nothing else is said.
        public init(image: [UInt8], number: Int = 1) {
            self.image = image[...]
            self.number = number
        }
    }

    static let signature: [UInt8] = [0x49, 0x49, 0x52, 0x00]
    private static let version: [UInt8] = [0x30, 0x31, 0x30, 0x00]
    private static let usualHeaderLength = 45

    /// A record of these eyes.
    public init(_ eyes: [Eye], imageFormat: Int, width: Int, height: Int) {
        self.eyes = eyes
        self.imageFormat = imageFormat
        self.width = width
        self.height = height
        headerLength = Self.usualHeaderLength
        headerRest = []
        warnings = []
    }

    /// Reads a record that fills `bytes`. Lengths that do not fit are told.
    public init(parsing bytes: ArraySlice<UInt8>) throws(ParseError) {
        var reader = ByteReader(bytes, in: "iris image record")
        guard try reader.bytes(4).elementsEqual(Self.signature) else {
            throw ParseError(.invalidValue("IIR is expected"), in: reader.structure)
        }
        var warnings: [LDSWarning] = []
        if try !reader.bytes(4).elementsEqual(Self.version) { warnings.append(.unknownVersion(reader.structure)) }
        let length = try reader.number(4)
        if length != bytes.count {
            warnings.append(.mismatch("length of the iris image record", declared: length, found: bytes.count))
        }
        captureDevice = try reader.number(2)
        let count = Int(try reader.byte())
        headerLength = try reader.number(2)
        properties = try reader.number(2)
        diameter = try reader.number(2)
        imageFormat = try reader.number(2)
        width = try reader.number(2)
        height = try reader.number(2)
        depth = try reader.byte()
        transformation = try reader.byte()
        deviceIdentifier = Array(try reader.bytes(16))
        guard headerLength >= reader.offset else {
            throw reader.error(.invalidValue("a header of \(Self.usualHeaderLength) bytes is expected"))
        }
        headerRest = Array(try reader.bytes(headerLength - reader.offset))
        var eyes: [Eye] = []
        for _ in 0..<count { eyes.append(try Eye(&reader, &warnings)) }
        if !reader.isAtEnd { warnings.append(.trailingBytes(reader.rest.count)) }
        self.eyes = eyes
        self.warnings = warnings
    }

    /// Reads a record that fills `bytes`.
    public init(parsing bytes: [UInt8]) throws(ParseError) { try self.init(parsing: bytes[...]) }

    /// How the images are coded.
    public var coding: BiometricImageCoding { BiometricImageCoding(iso19794Iris: imageFormat) }

    /// The encoded record.
    public func encoded() -> [UInt8] {
        let blocks = eyes.flatMap { $0.encoded() }
        var writer = ByteWriter()
        writer.append(Self.signature)
        writer.append(Self.version)
        writer.number(headerLength + blocks.count, count: 4)
        writer.number(captureDevice, count: 2)
        writer.number(eyes.count, count: 1)
        for number in [headerLength, properties, diameter, imageFormat, width, height] {
            writer.number(number, count: 2)
        }
        writer.append([depth, transformation])
        writer.append((deviceIdentifier + [UInt8](repeating: 0, count: 16)).prefix(16))
        writer.append(headerRest)
        writer.append(blocks)
        return writer.bytes
    }
}

extension IrisRecord.Eye {
    /// Right, left or unknown.
    public var name: String {
        switch identifier {
        case 1: "right eye"
        case 2: "left eye"
        default: "unknown eye"
        }
    }

    init(_ reader: inout ByteReader, _ warnings: inout [LDSWarning]) throws(ParseError) {
        identifier = try reader.byte()
        let count = try reader.number(2)
        images = []
        for _ in 0..<count { images.append(try IrisRecord.Image(&reader, &warnings)) }
    }

    func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.byte(identifier)
        writer.number(images.count, count: 2)
        for image in images { writer.append(image.encoded()) }
        return writer.bytes
    }
}

extension IrisRecord.Image {
    init(_ reader: inout ByteReader, _ warnings: inout [LDSWarning]) throws(ParseError) {
        number = try reader.number(2)
        quality = try reader.byte()
        rotation = try reader.number(2)
        rotationUncertainty = try reader.number(2)
        let declared = try reader.number(4)
        let found = min(declared, reader.rest.count)
        if found != declared {
            warnings.append(.mismatch("length of the iris image", declared: declared, found: found))
        }
        image = try reader.bytes(found)
    }

    func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.number(number, count: 2)
        writer.byte(quality)
        writer.number(rotation, count: 2)
        writer.number(rotationUncertainty, count: 2)
        writer.number(image.count, count: 4)
        writer.append(image)
        return writer.bytes
    }
}
