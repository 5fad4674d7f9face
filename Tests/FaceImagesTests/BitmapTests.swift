import Testing

@testable import FaceImages

@Suite struct BitmapTests {
    private static func size(_ width: Int, _ height: Int) throws -> ImageSize {
        try #require(ImageSize(width: width, height: height))
    }

    @Test func `pixels must fill the size`() throws {
        let size = try Self.size(2, 2)
        #expect(Bitmap(size, channels: 3, bytes: [UInt8](repeating: 0, count: 12)) != nil)
        #expect(Bitmap(size, channels: 3, bytes: [UInt8](repeating: 0, count: 11)) == nil)
        #expect(Bitmap(size, channels: 2, bytes: [UInt8](repeating: 0, count: 8)) == nil)
    }

    @Test func `a pixel of a smaller picture is the mean of those it stands for`() throws {
        let bitmap = try #require(Bitmap(Self.size(4, 2), channels: 1, bytes: [10, 20, 100, 200, 30, 40, 0, 0]))
        let scaled = try #require(bitmap.scaled(toFit: Self.size(2, 2)))
        #expect(scaled.size == ImageSize(width: 2, height: 1))
        #expect(scaled.bytes == [25, 25, 25, 75, 75, 75])
    }

    @Test(arguments: [
        (600, 800, 40, 40, 30, 40), (800, 600, 40, 40, 40, 30), (10, 10, 40, 40, 10, 10), (1, 1000, 40, 40, 1, 40),
        (1000, 1, 40, 40, 40, 1), (3, 5, 2, 2, 1, 2),
    ])
    func `a picture keeps its shape and is never made larger`(
        width: Int, height: Int, limitWidth: Int, limitHeight: Int, newWidth: Int, newHeight: Int
    ) throws {
        let size = try Self.size(width, height)
        let bytes = [UInt8](repeating: 7, count: size.pixels * 3)
        let scaled = try #require(
            Bitmap(size, channels: 3, bytes: bytes)?.scaled(toFit: Self.size(limitWidth, limitHeight)))
        #expect(scaled.size == ImageSize(width: newWidth, height: newHeight))
        #expect(scaled.bytes.allSatisfy { $0 == 7 })
    }
}
