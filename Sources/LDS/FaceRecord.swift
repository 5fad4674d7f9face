public import Octets

/// A facial record of ISO/IEC 19794-5:2005: one or more images of the same person.
public struct FaceRecord: Hashable, Sendable {
    /// The images.
    public let faces: [Face]
    /// Lengths and counts that disagree with what is there.
    public let warnings: [LDSWarning]

    /// One feature point (§5.6.3).
    public struct FeaturePoint: Hashable, Sendable {
        /// 1 for a two-dimensional point.
        public var type: UInt8
        /// Which point of the face, major and minor number in the halves of a byte.
        public var code: UInt8
        /// Columns from the left.
        public var x: Int
        /// Rows from the top.
        public var y: Int
        /// Depth, for three-dimensional points only.
        public var z: Int

        /// A point of a face.
        public init(type: UInt8 = 1, code: UInt8, x: Int, y: Int, z: Int = 0) {
            self.type = type
            self.code = code
            self.x = x
            self.y = y
            self.z = z
        }
    }

    /// One image and what is said about it. Numbers are as found; 0 mostly means "not specified".
    public struct Face: Hashable, Sendable {
        /// The image; of a record that was read, it is a part and no copy.
        public var image: ArraySlice<UInt8>
        /// Width in pixels.
        public var width = 0
        /// Height in pixels.
        public var height = 0
        /// Gender (§5.5.3).
        public var gender: UInt8 = 0
        /// Eye colour (§5.5.4).
        public var eyeColour: UInt8 = 0
        /// Hair colour (§5.5.5).
        public var hairColour: UInt8 = 0
        /// Properties such as glasses, one bit each (§5.5.6).
        public var propertyMask = 0
        /// Expression (§5.5.7).
        public var expression = 0
        /// Yaw, pitch and roll as codes (§5.5.8).
        public var pose: [UInt8] = [0, 0, 0]
        /// How uncertain each of the three is (§5.5.9).
        public var poseUncertainty: [UInt8] = [0, 0, 0]
        /// Feature points.
        public var featurePoints: [FeaturePoint] = []
        /// 0 basic, 1 full frontal, 2 token frontal (§5.7.1).
        public var imageType: UInt8 = 1
        /// 0 JPEG, 1 JPEG 2000 (§5.7.2).
        public var imageDataType: UInt8
        /// Colour space (§5.7.4).
        public var colourSpace: UInt8 = 0
        /// Source (§5.7.5).
        public var sourceType: UInt8 = 0
        /// Device (§5.7.6).
        public var deviceType = 0
        /// Quality (§5.7.7).
        public var quality = 0

        /// An image about which nothing else is said.
        public init(image: [UInt8], width: Int = 0, height: Int = 0) {
            self.image = image[...]
            self.width = width
            self.height = height
            imageDataType = ImageFormat.detect(image) == .jpeg ? 0 : 1
        }
    }

    static let signature: [UInt8] = [0x46, 0x41, 0x43, 0x00]
    private static let version: [UInt8] = [0x30, 0x31, 0x30, 0x00]
    private static let headerLength = 14

    /// A record of these images.
    public init(_ faces: [Face]) {
        self.faces = faces
        warnings = []
    }

    /// Reads a record that fills `bytes`. Lengths that do not fit are told, and the image then ends where its own format
    /// says.
    public init(parsing bytes: ArraySlice<UInt8>) throws(ParseError) {
        var reader = ByteReader(bytes, in: "facial record")
        guard try Array(reader.bytes(4)) == Self.signature else {
            throw ParseError(.invalidValue("FAC is expected"), in: reader.structure)
        }
        var warnings: [LDSWarning] = []
        if try Array(reader.bytes(4)) != Self.version { warnings.append(.unknownVersion("facial record")) }
        let length = try reader.number(4)
        if length != bytes.count {
            warnings.append(.mismatch("length of the facial record", declared: length, found: bytes.count))
        }
        let count = try reader.number(2)
        var faces: [Face] = []
        for index in 0..<count {
            faces.append(try Face(&reader, isLast: index == count - 1, warnings: &warnings))
        }
        if !reader.isAtEnd { warnings.append(.trailingBytes(reader.rest.count)) }
        self.faces = faces
        self.warnings = warnings
    }

    /// Reads a record that fills `bytes`.
    public init(parsing bytes: [UInt8]) throws(ParseError) { try self.init(parsing: bytes[...]) }

    /// The encoded record.
    public func encoded() -> [UInt8] {
        let blocks = faces.flatMap { $0.encoded() }
        var writer = ByteWriter()
        writer.append(Self.signature)
        writer.append(Self.version)
        writer.number(Self.headerLength + blocks.count, count: 4)
        writer.number(faces.count, count: 2)
        writer.append(blocks)
        return writer.bytes
    }
}

extension FaceRecord.Face {
    /// Facial information, feature points and image information without the image.
    private static let fixedLength = 32

    init(_ reader: inout ByteReader, isLast: Bool, warnings: inout [LDSWarning]) throws(ParseError) {
        let length = try reader.number(4)
        let points = try reader.number(2)
        gender = try reader.byte()
        eyeColour = try reader.byte()
        hairColour = try reader.byte()
        propertyMask = try reader.number(3)
        expression = try reader.number(2)
        pose = Array(try reader.bytes(3))
        poseUncertainty = Array(try reader.bytes(3))
        featurePoints = []
        for _ in 0..<points {
            featurePoints.append(
                FaceRecord.FeaturePoint(
                    type: try reader.byte(), code: try reader.byte(), x: try reader.number(2), y: try reader.number(2),
                    z: try reader.number(2)))
        }
        imageType = try reader.byte()
        imageDataType = try reader.byte()
        width = try reader.number(2)
        height = try reader.number(2)
        colourSpace = try reader.byte()
        sourceType = try reader.byte()
        deviceType = try reader.number(2)
        quality = try reader.number(2)
        let before = Self.fixedLength + 8 * points
        image = try Self.image(
            &reader, declared: length - before, isLast: isLast, before: before, warnings: &warnings)
    }

    /// gmrtd/gmrtd #102: lengths that are off by some bytes are common, so the last image may end where it says itself.
    private static func image(
        _ reader: inout ByteReader, declared: Int, isLast: Bool, before: Int, warnings: inout [LDSWarning]
    ) throws(ParseError) -> ArraySlice<UInt8> {
        let available = reader.rest.count
        if declared == available || !isLast { return try reader.bytes(declared) }
        let found = ImageFormat.length(ofImageIn: reader.rest) ?? min(max(declared, 0), available)
        if found != declared {
            warnings.append(
                .mismatch("length of the facial image block", declared: declared + before, found: found + before))
        }
        return try reader.bytes(found)
    }

    /// How the image is coded.
    public var coding: BiometricImageCoding { BiometricImageCoding(iso19794Face: imageDataType) }

    func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.number(Self.fixedLength + 8 * featurePoints.count + image.count, count: 4)
        writer.number(featurePoints.count, count: 2)
        writer.append([gender, eyeColour, hairColour])
        writer.number(propertyMask, count: 3)
        writer.number(expression, count: 2)
        writer.append((pose + [0, 0, 0]).prefix(3))
        writer.append((poseUncertainty + [0, 0, 0]).prefix(3))
        for point in featurePoints {
            writer.append([point.type, point.code])
            writer.number(point.x, count: 2)
            writer.number(point.y, count: 2)
            writer.number(point.z, count: 2)
        }
        writer.append([imageType, imageDataType])
        writer.number(width, count: 2)
        writer.number(height, count: 2)
        writer.append([colourSpace, sourceType])
        writer.number(deviceType, count: 2)
        writer.number(quality, count: 2)
        writer.append(image)
        return writer.bytes
    }
}
