import LDS
import Octets
import TestSupport
import Testing

@Suite struct ImageFormatTests {
    // gmrtd/gmrtd #94, RfidResearchGroup/proxmark3 #2752, AndyQ/NFCPassportReader #218, jimp-dev/jimp #1059.
    @Test(arguments: [
        ("FFD8FFE000104A46", ImageFormat.jpeg, "jpg"), ("FFD8FFE101104578", .jpeg, "jpg"),
        ("FFD8FFDB00430001", .jpeg, "jpg"), ("0000000C6A5020200D0A870A", .jp2, "jp2"),
        ("FF4FFF51002F0000", .jpeg2000Codestream, "j2k"), ("FFA0FFA4", .wsq, "wsq"),
        ("89504E470D0A1A0A", .unknown, "bin"), ("", .unknown, "bin"), ("FFD8", .unknown, "bin"),
        ("0000000C6A5020", .unknown, "bin"),
    ])
    func `the first bytes tell the format`(bytes: String, format: ImageFormat, suffix: String) {
        #expect(ImageFormat.detect(hex(bytes)) == format)
        #expect(format.fileSuffix == suffix)
    }

    @Test(arguments: [
        ("FFD8FF 0102 FFD9", 7), ("FFD8FF FFD9 0102 FFD9 0000", 9), ("FF4FFF51 002F FFD9 80", 8),
        ("0000000C6A5020200D0A870A  0000000A 6A703263 FFD9  0000", 22),
        ("0000000C6A5020200D0A870A  00000000 6A703263 FF4F FFD9  0000", 24),
        ("0000000C6A5020200D0A870A  00000001 6A703263 0000000000000012 FFD9  00", 30),
    ])
    func `an image ends where its format says`(text: String, length: Int) {
        #expect(ImageFormat.length(ofImageIn: hex(text)[...]) == length)
    }

    @Test(arguments: [
        "FFD8FF 0102", "89504E470D0A1A0A FFD9", "0000000C6A5020200D0A870A",
        "0000000C6A5020200D0A870A  FFFFFFFF 6A703263", "0000000C6A5020200D0A870A  00000007 6A703263 FFD9",
        "0000000C6A5020200D0A870A  00000001 6A703263 FFFFFFFFFFFFFFFF FFD9",
        "0000000C6A5020200D0A870A  00000001 6A703263",
    ])
    func `an image without an end has none`(text: String) {
        #expect(ImageFormat.length(ofImageIn: hex(text)[...]) == nil)
    }
}
