import FaceImages
import LDS
import Octets
import TestSupport
import Testing

@Suite struct ImageConverterTests {
    /// An image, and the colours that its first and its last pixel must have.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var image: [UInt8]
        var kind: ImageKind
        var width = 8
        var first: [Int]
        var last: [Int]
        var testDescription: String { name }
    }

    private static let grey = (first: [40, 40, 40], last: [200, 200, 200])
    private static let redAndBlue = (first: [220, 30, 30], last: [30, 30, 220])
    private static let red = [254, 0, 0]

    static let cases = [
        Case(name: "JPEG, grey", image: SampleImage.jpegGrey, kind: .jpeg, first: grey.first, last: grey.last),
        Case(
            name: "JPEG, colours", image: SampleImage.jpegColour, kind: .jpeg, width: 16, first: redAndBlue.first,
            last: redAndBlue.last),
        Case(
            name: "JPEG, progressive", image: SampleImage.jpegProgressive, kind: .jpeg, width: 16,
            first: redAndBlue.first, last: redAndBlue.last),
        Case(
            name: "JPEG, inks", image: SampleImage.jpegInk, kind: .jpeg, first: [55, 255, 255], last: [55, 255, 255]),
        Case(
            name: "JP2, colours", image: SampleImage.jp2Colour, kind: .jp2, width: 16, first: redAndBlue.first,
            last: redAndBlue.last),
        Case(name: "JP2, grey", image: SampleImage.jp2Grey, kind: .jp2, first: grey.first, last: grey.last),
        Case(name: "JP2, opacity", image: SampleImage.jp2GreyAlpha, kind: .jp2, first: grey.first, last: grey.last),
        Case(name: "JP2, 12 bits", image: SampleImage.jp2Deep, kind: .jp2, first: grey.first, last: grey.last),
        Case(name: "JP2, signed", image: SampleImage.jp2Signed, kind: .jp2, first: grey.first, last: grey.last),
        Case(name: "JP2, luma and chroma", image: SampleImage.jp2Luma, kind: .jp2, first: red, last: red),
        Case(
            name: "codestream, colours", image: SampleImage.codestreamColour, kind: .codestream, width: 16,
            first: redAndBlue.first, last: redAndBlue.last),
        Case(
            name: "codestream, less chroma", image: SampleImage.codestreamSubsampled, kind: .codestream, first: red,
            last: red),
        Case(
            name: "codestream, inks", image: SampleImage.codestreamInk, kind: .codestream, first: [55, 255, 255],
            last: [55, 255, 255]),
    ]

    private static let large = ImageSize(width: 4000, height: 4000)

    @Test(arguments: cases)
    func `an image has the colours that it was made of`(_ test: Case) throws {
        let size = try #require(ImageSize(width: test.width, height: 8))
        #expect(ImageSize(ofImageIn: test.image[...], kind: test.kind) == size)
        let picture = try Programs.converter.picture(
            of: test.image[...], kind: test.kind, fitting: #require(Self.large))
        #expect(picture.size == size)
        #expect(!picture.isDamaged)
        for (found, expected) in zip(
            picture.bytes.prefix(3) + picture.bytes.suffix(3), test.first + test.last)
        {
            #expect(abs(Int(found) - expected) <= 6, "\(found) for \(expected)")
        }
        let png = try Programs.converter.png(of: test.image[...], kind: test.kind)
        #expect(!png.isDamaged)
        try Self.expectPNG(png.bytes, of: size)
    }

    /// A file of chunks with the right checksums, from the header to the end (ISO/IEC 15948 §5).
    private static func expectPNG(_ bytes: [UInt8], of size: ImageSize) throws {
        var reader = ByteReader(bytes, in: "PNG")
        #expect(try Array(reader.bytes(8)) == hex("89504E470D0A1A0A"))
        var types: [String] = []
        while !reader.isAtEnd {
            let length = try reader.number(4)
            let chunk = try reader.bytes(4 + length)
            types.append(String(decoding: chunk.prefix(4), as: UTF8.self))
            #expect(try reader.number(4) == checksum(chunk))
            guard types == ["IHDR"] else { continue }
            var header = ByteReader(chunk.dropFirst(4), in: "IHDR")
            #expect(try header.number(4) == size.width)
            #expect(try header.number(4) == size.height)
            #expect(try header.byte() == 8)
        }
        #expect(types.first == "IHDR" && types.contains("IDAT") && types.last == "IEND")
    }

    private static func checksum(_ bytes: some Sequence<UInt8>) -> Int {
        var register: UInt32 = .max
        for byte in bytes {
            register ^= UInt32(byte)
            for _ in 0..<8 { register = register >> 1 ^ (register & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return Int(~register)
    }

    @Test func `a picture is made as small as it has to be`() throws {
        let limit = try #require(ImageSize(width: 4, height: 4))
        let picture = try Programs.converter.picture(of: SampleImage.jpegColour[...], kind: .jpeg, fitting: limit)
        #expect(picture.size == ImageSize(width: 4, height: 2))
        #expect(picture.bytes.count == 24)
    }

    // MARK: - Images that are not as they should be

    @Test(arguments: cases)
    func `bytes behind an image do no harm`(_ test: Case) throws {
        for tail in [[0], [UInt8](repeating: 0xFF, count: 300), Array("trailing".utf8)] {
            let picture = try Programs.converter.picture(
                of: (test.image + tail)[...], kind: test.kind, fitting: #require(Self.large))
            #expect(picture.size.width == test.width)
        }
    }

    @Test(arguments: cases)
    func `an image that is cut is shown in part and told, or refused`(_ test: Case) throws {
        var shown = 0
        for count in stride(from: 0, to: test.image.count, by: 41) {
            do {
                let picture = try Programs.converter.picture(
                    of: test.image.prefix(count), kind: test.kind, fitting: #require(Self.large))
                shown += 1
                #expect(picture.size.width == test.width)
                #expect(picture.isDamaged)
            } catch {
                #expect(error as? ConversionFailure == .malformed)
            }
        }
        print("FaceImages: \(shown) prefixes of \(test.name) shown")
    }

    @Test(arguments: cases)
    func `an image with a wrong byte never takes more than its process with it`(_ test: Case) throws {
        for index in stride(from: 0, to: test.image.count, by: 11) {
            var image = test.image
            image[index] ^= 0x55
            do {
                _ = try Programs.converter.picture(of: image[...], kind: test.kind, fitting: #require(Self.large))
            } catch {
                let failure = try #require(error as? ConversionFailure)
                #expect([.malformed, .tooLarge].contains(failure), "byte \(index): \(failure)")
            }
        }
    }

    // Headers that announce more than is decoded, in front of a small image.
    @Test(arguments: [
        ("FFD8 FFC0 0011 08 FFFF FFFF 03 011100 021100 031100 FFDA 0002 00 FFD9", ImageKind.jpeg),
        ("FF4FFF51 002F 0000 0000FFFF 0000FFFF 00000000 00000000", .codestream),
        ("0000000C6A5020200D0A870A 0000001E 6A703268 00000016 69686472 0000FFFF 0000FFFF 0003 07 07 00 00", .jp2),
    ])
    func `a bomb is refused by its header`(text: String, kind: ImageKind) {
        #expect(throws: ConversionFailure.tooLarge) {
            try ImageConverter(program: "/nonexistent").png(of: hex(text)[...], kind: kind)
        }
    }

    @Test func `a bomb behind a harmless header is refused by the decoder`() throws {
        // The image header box says 16 x 8, the codestream's size segment 65,535 x 65,535 in one tile.
        var image = SampleImage.jp2Colour
        let segment = try #require(image.firstRange(of: hex("FF4FFF51"))).lowerBound + 8
        image.replaceSubrange(segment..<(segment + 8), with: hex("0000FFFF 0000FFFF"))
        image.replaceSubrange((segment + 16)..<(segment + 24), with: hex("0000FFFF 0000FFFF"))
        #expect(ImageSize(ofImageIn: image[...], kind: .jp2) == ImageSize(width: 16, height: 8))
        do {
            _ = try Programs.converter.png(of: image[...], kind: .jp2)
            Issue.record("the bomb was decoded")
        } catch {
            #expect([.tooLarge, .malformed].contains(error))
        }
    }

    @Test(arguments: ImageKind.allCases)
    func `what is no image is refused`(kind: ImageKind) {
        for image in [[], [0], Array("GIF89a".utf8), [UInt8](repeating: 0xFF, count: 100)] {
            #expect(throws: ConversionFailure.malformed) { try Programs.converter.png(of: image[...], kind: kind) }
        }
        #expect(throws: ConversionFailure.tooLarge) {
            try Programs.converter.png(of: [UInt8](repeating: 0, count: 16 << 20 | 1)[...], kind: kind)
        }
    }

    // MARK: - Decoders that are not as they should be

    private static func script(_ text: String) -> ArraySlice<UInt8> { Array("\(text)\n".utf8)[...] }

    @Test func `a decoder that crashes is a finding`() {
        #expect(throws: ConversionFailure.crashed(signal: 11)) {
            try Programs.obedient().png(of: Self.script("kill -SEGV $$"), kind: .jpeg)
        }
    }

    @Test(arguments: ["exec sleep 60", "exec sleep 60 >&-", "kill -XCPU $$"])
    func `a decoder that goes on and on is ended`(script: String) {
        // More than fits into the socket, so that it is never taken.
        let image = Self.script(script) + [UInt8](repeating: 0x0A, count: 1_000_000)
        #expect(throws: ConversionFailure.tooSlow) {
            try Programs.obedient(timeLimit: .milliseconds(500)).png(of: image, kind: .jpeg)
        }
    }

    @Test(arguments: [
        ("echo PNG", ConversionFailure.unusable("gave no PNG")), ("exit 10", .malformed), ("exit 11", .tooLarge),
        ("exit 12", .unusable("could not be confined")), ("exit 1", .unusable("ended with status 1")),
        ("exec yes", .unusable("gave more than a picture")),
    ])
    func `what a decoder says is judged`(script: String, failure: ConversionFailure) {
        #expect(throws: failure) { try Programs.obedient().png(of: Self.script(script), kind: .jpeg) }
    }

    @Test(arguments: [
        #"printf '\0\0\0\002\0\0\0\001123'"#, #"printf '\0\0\0\005\0\0\0\001123456789012345'"#, "true",
    ])
    func `pixels that are too many or too few are no picture`(script: String) {
        #expect(throws: ConversionFailure.unusable("gave no picture")) {
            try Programs.obedient().picture(
                of: Self.script(script), kind: .jpeg, fitting: #require(ImageSize(width: 4, height: 4)))
        }
    }

    @Test func `a decoder that is not there is told`() {
        #expect(throws: ConversionFailure.unusable("could not be started (error 2)")) {
            try ImageConverter(program: "/nonexistent/inlay").png(of: [1], kind: .jpeg)
        }
    }

    @Test func `a decoder knows nothing of us`() throws {
        let script = #"printf '\211PNG\r\n\032\n'; tr '\0' '\n' < /proc/$$/environ"#
        let png = try Programs.obedient().png(of: Self.script(script), kind: .jpeg)
        let variables = String(decoding: png.bytes.dropFirst(8), as: UTF8.self)
            .split(separator: "\n").filter { !$0.hasPrefix("LD_LIBRARY_PATH=") && !$0.hasPrefix("PWD=") }
        #expect(variables.isEmpty)
    }

    // MARK: - Confinement

    @Test func `a confined process can open, start and reach nothing`() throws {
        let lines = try Programs.output(of: "ProcessProbe", ["confined"]).split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "confined true", "open -1", "socket -1", "fork -1", "exec -1", "executable memory false",
                "memory true",
            ])
    }

    // MARK: - Specimens

    @Test(
        .enabled(if: Corpus.isThere, Corpus.notice),
        arguments: [
            ("dg/dg2/gmrtd_specimen_5181.bin", 148, 70), ("bsi_tr03105_5/Datagroup2.bin", 413, 531),
            ("jmrtd/bsi2008/Datagroup2.bin", 413, 531), ("jmrtd/loes2006/ef0102.bin", 449, 598),
            ("face/ICAO_39794_5_AP_DG2_AllFields.dat", 413, 531),
            ("face/ICAO_39794_5_AP_DG2_MandFields.dat", 413, 531),
            ("jmrtd/dg2/dg2_silver_all_fields.bin", 413, 531), ("jmrtd/dg2/dg2_silver_mandatory_fields.bin", 413, 531),
        ])
    func `the portraits of all specimens become PNG`(path: String, width: Int, height: Int) throws {
        let file = try EFDG2(parsing: Corpus.file(path))
        let face = try #require(file.faces.first)
        let kind: ImageKind = face.format == .jpeg ? .jpeg : .jp2
        let png = try Programs.converter.png(of: face.image, kind: kind)
        try Self.expectPNG(png.bytes, of: #require(ImageSize(width: width, height: height)))
        #expect(!png.isDamaged)
    }

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `the face of the sample of ISO 39794-5 becomes PNG`() throws {
        let block = try FaceDataBlock(
            parsing: Corpus.file("jmrtd/dg2/iso39794/sample-39794-5-ed-1-v1.der"))
        let face = try #require(block.representations.first)
        let png = try Programs.converter.png(of: face.image, kind: .jpeg)
        try Self.expectPNG(png.bytes, of: #require(ImageSize(width: 1024, height: 1024)))
    }
}
