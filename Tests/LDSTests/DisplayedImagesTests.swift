import LDS
import Octets
import TestSupport
import Testing

@Suite struct DisplayedImagesTests {
    @Test(arguments: [
        (FileID.dg5, "65 0E 020101 5F40 08 FFD8FFE00102FFD9"), (.dg7, "67 0E 020101 5F43 08 FFD8FFE00102FFD9"),
    ])
    func `an image is read and written back`(id: FileID, text: String) throws {
        let bytes = hex(text)
        let file = try DisplayedImages(id, parsing: bytes)
        #expect(file.images.map(Array.init) == [hex("FFD8FFE00102FFD9")])
        #expect(file.warnings.isEmpty)
        #expect(file.encoded() == bytes)
        #expect(DisplayedImages(id, images: file.images.map(Array.init))?.encoded() == bytes)
        for count in 0..<bytes.count {
            #expect(throws: ParseError.self) { try DisplayedImages(id, parsing: Array(bytes.prefix(count))) }
        }
        #expect(throws: ParseError.self) { try DisplayedImages(id == .dg5 ? .dg7 : .dg5, parsing: bytes) }
    }

    @Test func `a wrong count, unknown objects and formats are told`() throws {
        let file = try DisplayedImages(.dg7, parsing: hex("67 0E 020102 5F43 02 0102 5F42 00 5F43 00 9000"))
        #expect(file.images == [[1, 2], []])
        #expect(
            file.warnings == [
                .trailingBytes(2), .unknownImageFormat, .unknownTag(0x5F42), .unknownImageFormat, .otherEncoding,
            ])
        let short = try DisplayedImages(.dg7, parsing: hex("67 03 020102"))
        #expect(short.warnings == [.mismatch("number of images", declared: 2, found: 0), .otherEncoding])
    }

    @Test func `too many images and other files are refused`() {
        let images = [[UInt8]](repeating: [], count: DisplayedImages.limit + 1)
        #expect(throws: ParseError.self) {
            try DisplayedImages(.dg5, parsing: DisplayedImages(.dg5, images: images)?.encoded() ?? [])
        }
        #expect(DisplayedImages(.dg2, images: []) == nil)
        #expect(throws: ParseError.self) { try DisplayedImages(.dg2, parsing: hex("75 00")) }
    }

    @Test(
        .enabled(if: Corpus.isThere, Corpus.notice),
        arguments: [
            ("dg/dg7/one_image.bin", FileID.dg7, ImageFormat.jpeg, []),
            ("dg/dg7/count_2bytes.bin", .dg7, .jpeg, [.otherEncoding]),
            ("tsemrtd/EF_DG5.bin", .dg5, .jp2, []), ("tsemrtd/EF_DG7.bin", .dg7, .jp2, []),
        ] as [(String, FileID, ImageFormat, [LDSWarning])])
    func `images of the corpus are read`(
        path: String, id: FileID, format: ImageFormat, warnings: [LDSWarning]
    ) throws {
        let bytes = try Corpus.file(path)
        let file = try DisplayedImages(id, parsing: bytes)
        #expect(file.images.map { ImageFormat.detect($0) } == [format])
        #expect(file.warnings == warnings)
        #expect((file.encoded() == bytes) == warnings.isEmpty)
    }
}
