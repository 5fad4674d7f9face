/// How an image in a data group is compressed, as its first bytes tell.
public enum ImageFormat: Hashable, Sendable, CaseIterable {
    /// JPEG (ISO/IEC 10918-1) in any wrapping: JFIF, Exif, raw.
    case jpeg
    /// JPEG 2000 in a JP2 file (ISO/IEC 15444-1 annex I).
    case jp2
    /// JPEG 2000, a codestream alone (ISO/IEC 15444-1 annex A).
    case jpeg2000Codestream
    /// Fingerprints in WSQ.
    case wsq
    /// None of these.
    case unknown

    /// The format of `bytes`; `unknown` when nothing fits.
    public static func detect(_ bytes: some Sequence<UInt8>) -> ImageFormat {
        let start = Array(bytes.prefix(8))
        for (format, signature) in signatures where start.starts(with: signature) { return format }
        return .unknown
    }

    /// Suffix of a file that holds such an image.
    public var fileSuffix: String {
        switch self {
        case .jpeg: "jpg"
        case .jp2: "jp2"
        case .jpeg2000Codestream: "j2k"
        case .wsq: "wsq"
        case .unknown: "bin"
        }
    }

    private static let signatures: [(ImageFormat, [UInt8])] = [
        (.jpeg, [0xFF, 0xD8, 0xFF]),
        (.jp2, [0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20]),
        (.jpeg2000Codestream, [0xFF, 0x4F, 0xFF, 0x51]),
        (.wsq, [0xFF, 0xA0, 0xFF]),
    ]
}

extension ImageFormat {
    /// How many of `bytes` belong to the image that begins there; nil when its end is not found.
    ///
    /// JPEG and JPEG 2000 end with the marker FFD9; a JP2 file is a chain of boxes. The last marker counts, because a
    /// thumbnail inside has its own.
    public static func length(ofImageIn bytes: some BidirectionalCollection<UInt8>) -> Int? {
        let bytes = Array(bytes)
        switch detect(bytes) {
        case .jpeg, .jpeg2000Codestream: return endOfImage(bytes, from: 0)
        case .jp2: return endOfBoxes(bytes)
        case .wsq, .unknown: return nil
        }
    }

    private static func endOfImage(_ bytes: [UInt8], from start: Int) -> Int? {
        var index = bytes.count - 1
        while index > start {
            if bytes[index] == 0xD9, bytes[index - 1] == 0xFF { return index + 1 }
            index -= 1
        }
        return nil
    }

    /// ISO/IEC 15444-1 §I.4: length, type, contents; length 0 reaches to the end, length 1 means eight octets of length.
    private static func endOfBoxes(_ bytes: [UInt8]) -> Int? {
        var offset = 0
        var hasCodestream = false
        while bytes.count - offset >= 8 {
            let head = bytes[offset..<(offset + 8)]
            let type = Array(head.suffix(4))
            var size = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard type.allSatisfy({ (0x20...0x7E).contains($0) }) else { break }
            if size == 0 { return endOfImage(bytes, from: offset) }
            if size == 1 {
                guard bytes.count - offset >= 16, bytes[offset + 8] == 0 else { return nil }
                size = bytes[(offset + 9)..<(offset + 16)].reduce(0) { $0 << 8 | Int($1) }
            }
            guard size >= 8, size <= bytes.count - offset else { return nil }
            hasCodestream = hasCodestream || type == Array("jp2c".utf8)
            offset += size
        }
        return hasCodestream ? offset : nil
    }
}
