import Octets

/// A facial record of ISO/IEC 19794-5:2005 with one full frontal JPEG image.
struct FaceRecord: Hashable {
    let image: [UInt8]
    let width: Int
    let height: Int
    let sex: Character
    /// Added to the lengths that the record gives.
    var lengthError = 0

    private static let headerLength = 14
    private static let informationLength = 32

    func encoded() -> [UInt8] {
        let blockLength = Self.informationLength + image.count + lengthError
        var writer = ByteWriter()
        // Facial record header: format, version, length, number of images.
        writer.append("FAC\0010\0".utf8)
        writer.number(Self.headerLength + blockLength, count: 4)
        writer.number(1, count: 2)
        // Facial information: no feature points; green eyes, brown hair, neutral expression, no pose given.
        writer.number(blockLength, count: 4)
        writer.number(0, count: 2)
        writer.append([gender, 0x05, 0x04])
        writer.number(0, count: 3)
        writer.number(1, count: 2)
        writer.number(0, count: 6)
        // Image information: full frontal, JPEG, size, 24-bit RGB; source, device and quality are not told.
        writer.append([0x01, 0x00])
        writer.number(width, count: 2)
        writer.number(height, count: 2)
        writer.append([0x01, 0x00])
        writer.number(0, count: 2)
        writer.number(0, count: 2)
        writer.append(image)
        return writer.bytes
    }

    private var gender: UInt8 {
        switch sex {
        case "M": 1
        case "F": 2
        default: 0
        }
    }
}
