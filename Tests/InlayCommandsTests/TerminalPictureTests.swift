import FaceImages
import Testing

@testable import InlayCommands

@Suite struct TerminalPictureTests {
    private static func picture(_ width: Int, _ height: Int, _ bytes: [UInt8]) throws -> Picture {
        let size = try #require(ImageSize(width: width, height: height))
        return try #require(Picture(size, bytes: bytes))
    }

    @Test func `two pixels, one above the other, are one character`() throws {
        let picture = try Self.picture(2, 3, [1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6, 7, 8, 9, 9, 9, 9])
        #expect(
            TerminalPicture(picture, .blocks(isTrueColour: true)).lines == [
                "\u{1B}[38;2;1;2;3;48;2;4;5;6m▀▀\u{1B}[0m\n",
                "\u{1B}[38;2;7;8;9;48;2;7;8;9m▀\u{1B}[38;2;9;9;9;48;2;9;9;9m▀\u{1B}[0m\n",
            ])
    }

    @Test func `without UTF-8 a cell is a space`() throws {
        let picture = try Self.picture(1, 2, [255, 0, 0, 0, 0, 0])
        #expect(
            TerminalPicture(picture, .blocks(isTrueColour: false), isUTF8: false).lines == [
                "\u{1B}[48;5;196m \u{1B}[0m\n"
            ])
    }

    @Test(arguments: [
        ([0, 0, 0], 16), ([255, 255, 255], 231), ([255, 0, 0], 196), ([128, 128, 128], 244), ([8, 8, 8], 232),
        ([95, 135, 175], 67), ([238, 238, 238], 255), ([250, 250, 250], 231),
    ])
    func `256 colours are matched`(pixel: [Int], index: Int) {
        #expect(TerminalPicture.nearest(pixel).index == index)
    }

    @Test func `kitty gets its pixels in base 64, in parts`() throws {
        let small = try Self.picture(1, 1, [0x4D, 0x61, 0x6E])
        #expect(
            TerminalPicture(small, .kitty).lines == ["\u{1B}_Ga=T,q=2,f=24,s=1,v=1,c=32,r=16,m=0;TWFu\u{1B}\\\n"])
        let large = try Self.picture(60, 80, [UInt8](repeating: 0xFF, count: 14_400))
        let text = try #require(TerminalPicture(large, .kitty).lines.first)
        #expect(text.hasPrefix("\u{1B}_Ga=T,q=2,f=24,s=60,v=80,c=31,r=21,m=1;////"))
        #expect(text.contains("\u{1B}\\\u{1B}_Gm=0;"))
        #expect(text.filter { $0 == "/" }.count == 19_200)
        let parts = text.split(separator: "\u{1B}\\").filter { $0.contains(";") }
        #expect(parts.count == 5)
        #expect(parts.allSatisfy { $0.split(separator: ";")[1].count <= 4096 })
    }

    @Test func `sixels are drawn in bands, colour by colour`() throws {
        let column: [UInt8] = [255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0]
        let picture = try Self.picture(1, 7, column)
        #expect(
            TerminalPicture(picture, .sixel).lines == [
                "\u{1B}P0;1;0q\"1;1;1;7#0;2;0;0;0#180;2;100;0;0#215;2;100;100;100#0w$#215F$-#180@$-\u{1B}\\\n"
            ])
        let wide = try Self.picture(9, 1, [UInt8](repeating: 0, count: 27))
        #expect(TerminalPicture(wide, .sixel).lines.first?.contains("#0!9@$-") == true)
    }

    @Test(arguments: [TerminalGraphics.kitty, .sixel, .blocks(isTrueColour: true), .blocks(isTrueColour: false)])
    func `nothing but the escapes of pictures is written`(graphics: TerminalGraphics) throws {
        let bytes = (0..<(20 * 20 * 3)).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        for line in TerminalPicture(try Self.picture(20, 20, bytes), graphics).lines {
            #expect(line.last == "\n")
            for part in line.split(separator: "\u{1B}") {
                #expect(["[", "P", "_", "\\"].contains(part.first))
            }
            #expect(!line.dropLast().contains { $0.isNewline })
        }
    }
}
