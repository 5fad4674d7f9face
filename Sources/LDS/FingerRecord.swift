public import Octets

/// A finger image record of ISO/IEC 19794-4:2005: one or more images of fingers.
public struct FingerRecord: Hashable, Sendable {
    /// Capture device (§7.1.4).
    public var captureDevice = 0
    /// Acquisition level (§7.1.5).
    public var acquisitionLevel = 31
    /// 1 pixels per inch, 2 per centimetre (§7.1.7).
    public var scaleUnits: UInt8 = 1
    /// Scan resolution, horizontal and vertical (§7.1.8).
    public var scanResolution = [500, 500]
    /// Image resolution, horizontal and vertical (§7.1.9).
    public var imageResolution = [500, 500]
    /// Bits for each pixel.
    public var pixelDepth: UInt8 = 8
    /// Image compression algorithm (§7.1.10).
    public var compression: UInt8
    /// Reserved for future use.
    public var reserved = 0
    /// How many fingers the record announces.
    public let fingerCount: Int
    /// The images; a finger may have several.
    public let fingers: [Finger]
    /// Lengths and counts that disagree with what is there.
    public let warnings: [LDSWarning]

    /// One image of a finger.
    public struct Finger: Hashable, Sendable {
        /// The image; of a record that was read, it is a part and no copy.
        public var image: ArraySlice<UInt8>
        /// Which finger (§7.2.2).
        public var position: UInt8
        /// How many images of this finger there are (§7.2.3).
        public var viewCount: UInt8 = 1
        /// Which of them this is (§7.2.4).
        public var viewNumber: UInt8 = 1
        /// Quality; 254 undefined (§7.2.5).
        public var quality: UInt8 = 254
        /// Impression: 0 live and plain, 1 live and rolled (§7.2.6).
        public var impression: UInt8 = 0
        /// Width in pixels.
        public var width: Int
        /// Height in pixels.
        public var height: Int
        /// Reserved for future use.
        public var reserved: UInt8 = 0

        /// An image about which nothing else is said.
        public init(image: [UInt8], position: UInt8, width: Int, height: Int) {
            self.image = image[...]
            self.position = position
            self.width = width
            self.height = height
        }
    }

    static let signature: [UInt8] = [0x46, 0x49, 0x52, 0x00]
    private static let version: [UInt8] = [0x30, 0x31, 0x30, 0x00]
    private static let headerLength = 32

    /// A record of these images.
    public init(_ fingers: [Finger], compression: UInt8) {
        self.fingers = fingers
        fingerCount = Set(fingers.map(\.position)).count
        self.compression = compression
        warnings = []
    }

    /// Reads a record that fills `bytes`. Lengths that do not fit are told.
    public init(parsing bytes: ArraySlice<UInt8>) throws(ParseError) {
        var reader = ByteReader(bytes, in: "finger image record")
        guard try reader.bytes(4).elementsEqual(Self.signature) else {
            throw ParseError(.invalidValue("FIR is expected"), in: reader.structure)
        }
        var warnings: [LDSWarning] = []
        if try !reader.bytes(4).elementsEqual(Self.version) { warnings.append(.unknownVersion(reader.structure)) }
        let length = try reader.number(6)
        if length != bytes.count {
            warnings.append(.mismatch("length of the finger image record", declared: length, found: bytes.count))
        }
        captureDevice = try reader.number(2)
        acquisitionLevel = try reader.number(2)
        fingerCount = Int(try reader.byte())
        scaleUnits = try reader.byte()
        scanResolution = [try reader.number(2), try reader.number(2)]
        imageResolution = [try reader.number(2), try reader.number(2)]
        pixelDepth = try reader.byte()
        compression = try reader.byte()
        reserved = try reader.number(2)
        var fingers: [Finger] = []
        // A finger may have several views, each with a header of its own, so the count alone does not tell the end.
        while reader.rest.count >= Finger.headerLength || fingers.isEmpty && fingerCount > 0 {
            guard fingers.count < BiometricTemplates.limit else {
                throw reader.error(.tooMany(limit: BiometricTemplates.limit))
            }
            guard fingers.count < fingerCount || !reader.rest.starts(with: [0, 0, 0, 0]) else { break }
            fingers.append(try Finger(&reader, &warnings))
        }
        let found = Set(fingers.map(\.position)).count
        if found != fingerCount {
            warnings.append(.mismatch("number of fingers", declared: fingerCount, found: found))
        }
        if !reader.isAtEnd { warnings.append(.trailingBytes(reader.rest.count)) }
        self.fingers = fingers
        self.warnings = warnings
    }

    /// Reads a record that fills `bytes`.
    public init(parsing bytes: [UInt8]) throws(ParseError) { try self.init(parsing: bytes[...]) }

    /// How the images are coded.
    public var coding: BiometricImageCoding { BiometricImageCoding(iso19794Finger: compression) }

    /// The encoded record.
    public func encoded() -> [UInt8] {
        let blocks = fingers.flatMap { $0.encoded() }
        var writer = ByteWriter()
        writer.append(Self.signature)
        writer.append(Self.version)
        writer.number(Self.headerLength + blocks.count, count: 6)
        writer.number(captureDevice, count: 2)
        writer.number(acquisitionLevel, count: 2)
        writer.number(fingerCount, count: 1)
        writer.byte(scaleUnits)
        for resolution in scanResolution.prefix(2) + imageResolution.prefix(2) { writer.number(resolution, count: 2) }
        writer.append([pixelDepth, compression])
        writer.number(reserved, count: 2)
        writer.append(blocks)
        return writer.bytes
    }
}

extension FingerRecord.Finger {
    static let headerLength = 14

    init(_ reader: inout ByteReader, _ warnings: inout [LDSWarning]) throws(ParseError) {
        let length = try reader.number(4)
        position = try reader.byte()
        viewCount = try reader.byte()
        viewNumber = try reader.byte()
        quality = try reader.byte()
        impression = try reader.byte()
        width = try reader.number(2)
        height = try reader.number(2)
        reserved = try reader.byte()
        let declared = length - Self.headerLength
        let found = min(max(declared, 0), reader.rest.count)
        if found != declared {
            warnings.append(
                .mismatch("length of the finger data block", declared: length, found: found + Self.headerLength))
        }
        image = try reader.bytes(found)
    }

    func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.number(Self.headerLength + image.count, count: 4)
        writer.append([position, viewCount, viewNumber, quality, impression])
        writer.number(width, count: 2)
        writer.number(height, count: 2)
        writer.byte(reserved)
        writer.append(image)
        return writer.bytes
    }
}
