import FaceImages
import Octets
import TestSupport
import Testing

@Suite struct ImageSizeTests {
    @Test(arguments: [
        ("FFD8 FFE0 0004 0102 FFC0 000B 08 0102 0304 01 011100", ImageKind.jpeg, 0x0304, 0x0102),
        ("FFD8 FFFF FFE1 0002 FF01 FFC2 0008 08 0001 0002", .jpeg, 2, 1),
        (
            "0000000C6A5020200D0A870A 00000014 66747970 6A703220 00000000 6A703220 00000016 6A703268 00000016 69686472 00000095 000000A3",
            .jp2, 0xA3, 0x95
        ),
        (
            "0000000C6A5020200D0A870A 00000001 66747970 0000000000000012 0102 00000001 6A703268 0000000000000020 00000001 69686472 0000000000000016 00000001 00000002",
            .jp2, 2, 1
        ),
        ("FF4FFF51 002F 0000 00000110 00000120 00000010 00000020", .codestream, 0x100, 0x100),
    ])
    func `the header of an image tells its size`(text: String, kind: ImageKind, width: Int, height: Int) {
        let bytes = hex(text)
        #expect(ImageSize(ofImageIn: bytes[...], kind: kind) == ImageSize(width: width, height: height))
        for count in 0..<bytes.count {
            _ = ImageSize(ofImageIn: bytes.prefix(count), kind: kind)
        }
    }

    @Test(arguments: [
        ("", ImageKind.jpeg), ("FFD8", .jpeg), ("FFD8 FFDA 0002", .jpeg), ("FFD8 FFE0 0000", .jpeg), ("FFD8 00", .jpeg),
        ("FFD8 FFC4 0002 FFD9", .jpeg), ("0000000C6A5020200D0A870A", .jp2), ("00000000 66747970", .jp2),
        ("00000001 66747970 FF00000000000000", .jp2), ("00000007 66747970 00", .jp2),
        ("FF4FFF51 002F 0000 00000010 00000010 00000020 00000000", .codestream), ("FF4FFF52 002F", .codestream),
        ("FF4FFF51 002F 0000 00020000 00000010 00000000 00000000", .codestream),
    ])
    func `what tells no possible size has none`(text: String, kind: ImageKind) {
        #expect(ImageSize(ofImageIn: hex(text)[...], kind: kind) == nil)
    }

    @Test func `only sizes that a file can have are sizes`() {
        #expect(ImageSize(width: 0, height: 1) == nil)
        #expect(ImageSize(width: 1, height: 65_536) == nil)
        #expect(ImageSize(width: -1, height: -1) == nil)
        #expect(ImageSize(width: 65_535, height: 65_535)?.pixels == 65_535 * 65_535)
    }
}
