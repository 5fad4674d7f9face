import Octets

/// Width and height in pixels.
public struct ImageSize: Hashable, Sendable {
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int

    /// Most pixels that are decoded; portraits in passports have less than one million.
    public static let pixelLimit = 40_000_000

    /// A size; nil unless both are in 1 to 65,535.
    public init?(width: Int, height: Int) {
        guard (1...65_535).contains(width), (1...65_535).contains(height) else { return nil }
        self.width = width
        self.height = height
    }

    /// Pixels in all rows.
    public var pixels: Int { width * height }

    /// The size as the header of an image tells it, nothing decoded; nil when it does not, or has none.
    public init?(ofImageIn bytes: ArraySlice<UInt8>, kind: ImageKind) {
        do throws(ParseError) {
            let size =
                switch kind {
                case .jpeg: try Self.jpeg(bytes)
                case .jp2: try Self.jp2(bytes)
                case .codestream: try Self.codestream(bytes)
                }
            guard let size else { return nil }
            self.init(width: size.width, height: size.height)
        } catch {
            return nil
        }
    }
}

extension ImageSize {
    /// ISO/IEC 10918-1 §B.2.2: the first frame header.
    private static func jpeg(_ bytes: ArraySlice<UInt8>) throws(ParseError) -> (width: Int, height: Int)? {
        var reader = ByteReader(bytes, in: "JPEG")
        guard try reader.number(2) == 0xFFD8 else { return nil }
        while true {
            guard try reader.byte() == 0xFF else { return nil }
            var marker = try reader.byte()
            while marker == 0xFF { marker = try reader.byte() }
            switch marker {
            case 0x01, 0xD0...0xD7: continue
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                _ = try reader.bytes(3)
                let height = try reader.number(2)
                return (try reader.number(2), height)
            case 0xD8, 0xD9, 0xDA: return nil
            default: _ = try reader.bytes(reader.number(2) - 2)
            }
        }
    }

    /// ISO/IEC 15444-1 §I.5.3.1: the image header box in the header box.
    private static func jp2(_ bytes: ArraySlice<UInt8>) throws(ParseError) -> (width: Int, height: Int)? {
        var reader = ByteReader(bytes, in: "JP2")
        while true {
            var size = try reader.number(4)
            let type = try reader.number(4)
            var head = 8
            if size == 1 {
                guard try reader.byte() == 0 else { return nil }
                size = try reader.number(7)
                head = 16
            }
            switch type {
            case 0x6A70_3268: continue
            case 0x6968_6472:
                let height = try reader.number(4)
                return (try reader.number(4), height)
            default: _ = try reader.bytes(size - head)
            }
        }
    }

    /// ISO/IEC 15444-1 §A.5.1: the size segment, which comes first.
    private static func codestream(_ bytes: ArraySlice<UInt8>) throws(ParseError) -> (width: Int, height: Int)? {
        var reader = ByteReader(bytes, in: "JPEG 2000 codestream")
        guard try reader.number(4) == 0xFF4F_FF51 else { return nil }
        _ = try reader.bytes(4)
        let right = try reader.number(4)
        let bottom = try reader.number(4)
        let left = try reader.number(4)
        return (right - left, bottom - (try reader.number(4)))
    }
}
