import Octets

/// Pixels for a screen: red, green and blue of each, rows from the top.
public struct Picture: Hashable, Sendable {
    /// Columns and rows.
    public let size: ImageSize
    /// Three bytes for each pixel.
    public let bytes: [UInt8]
    /// Parts of the image are missing or damaged.
    public let isDamaged: Bool

    /// A picture; nil unless the bytes fill it exactly.
    public init?(_ size: ImageSize, bytes: [UInt8], isDamaged: Bool = false) {
        guard bytes.count == size.pixels * 3 else { return nil }
        self.size = size
        self.bytes = bytes
        self.isDamaged = isDamaged
    }

    /// What a decoding process sent, which is not believed; nil unless it fits into `limit`.
    init?(received: [UInt8], fitting limit: ImageSize, isDamaged: Bool) {
        var reader = ByteReader(received, in: "picture")
        guard let width = try? reader.number(4), let height = try? reader.number(4),
            let size = ImageSize(width: width, height: height), width <= limit.width, height <= limit.height
        else { return nil }
        self.init(size, bytes: Array(reader.rest), isDamaged: isDamaged)
    }
}

/// An image as PNG.
public struct PNGImage: Hashable, Sendable {
    /// The file.
    public let bytes: [UInt8]
    /// Parts of the image are missing or damaged.
    public let isDamaged: Bool

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// What a decoding process sent; nil when it does not begin as PNG.
    init?(received: [UInt8], isDamaged: Bool) {
        guard received.starts(with: Self.signature) else { return nil }
        bytes = received
        self.isDamaged = isDamaged
    }
}
