import Octets

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
        return signatures.first { start.starts(with: $0.1) }?.0 ?? .unknown
    }

    /// For people.
    public var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .jp2: "JPEG 2000"
        case .jpeg2000Codestream: "JPEG 2000 (codestream)"
        case .wsq: "WSQ"
        case .unknown: "unknown format"
        }
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
    public static func length(ofImageIn bytes: ArraySlice<UInt8>) -> Int? {
        switch detect(bytes) {
        case .jpeg, .jpeg2000Codestream: endOfImage(bytes)
        case .jp2: endOfBoxes(bytes)
        case .wsq, .unknown: nil
        }
    }

    private static func endOfImage(_ bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        while let last = rest.popLast() {
            if last == 0xD9, rest.last == 0xFF { return rest.count + 1 }
        }
        return nil
    }

    /// ISO/IEC 15444-1 §I.4: length, type, contents; length 0 reaches to the end, length 1 means eight octets of length.
    private static func endOfBoxes(_ bytes: ArraySlice<UInt8>) -> Int? {
        var reader = ByteReader(bytes, in: "JP2")
        var end: Int?
        var hasCodestream = false
        do throws(ParseError) {
            while reader.rest.count >= 8 {
                let start = reader
                var size = try reader.number(4)
                let type = try reader.bytes(4)
                guard type.allSatisfy({ (0x20...0x7E).contains($0) }) else { break }
                if size == 0 { return endOfImage(start.rest).map { start.offset + $0 } }
                if size == 1 {
                    guard try reader.byte() == 0 else { return nil }
                    size = try reader.number(7)
                }
                _ = try reader.bytes(size - (reader.offset - start.offset))
                hasCodestream = hasCodestream || type.elementsEqual("jp2c".utf8)
                end = reader.offset
            }
        } catch {
            return nil
        }
        return hasCodestream ? end : nil
    }
}
