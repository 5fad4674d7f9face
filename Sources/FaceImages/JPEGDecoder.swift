import CJPEG
import Glibc

/// Turns JPEG into pixels (libjpeg). Runs in the decoding process only.
enum JPEGDecoder {
    static func decode(_ bytes: [UInt8]) throws(DecodingFailure) -> (bitmap: Bitmap, isDamaged: Bool) {
        var picture = unsafe inlay_jpeg_picture()
        let status = unsafe bytes.withUnsafeBufferPointer {
            unsafe inlay_jpeg_decode($0.baseAddress, $0.count, ImageSize.pixelLimit, &picture)
        }
        defer { unsafe free(picture.pixels) }
        guard status == 0 else { throw status == 2 ? .tooLarge : .malformed }
        let (width, height, channels) = unsafe (Int(picture.width), Int(picture.height), Int(picture.channels))
        guard let size = ImageSize(width: width, height: height) else { throw .malformed }
        let pixels = unsafe Array(UnsafeBufferPointer(start: picture.pixels, count: size.pixels * channels))
        let shown = channels == 4 ? unsafe inks(pixels, isInverted: picture.is_inverted != 0) : pixels
        guard let bitmap = Bitmap(size, channels: channels == 4 ? 3 : channels, bytes: shown) else { throw .malformed }
        return (bitmap, unsafe picture.warnings > 0)
    }

    /// Cyan, magenta, yellow and black as red, green and blue. Adobe's programs write them the other way round.
    private static func inks(_ pixels: [UInt8], isInverted: Bool) -> [UInt8] {
        var shown: [UInt8] = []
        shown.reserveCapacity(pixels.count / 4 * 3)
        for start in stride(from: 0, to: pixels.count - 3, by: 4) {
            let black = Int(isInverted ? pixels[start + 3] : 255 - pixels[start + 3])
            for index in start..<(start + 3) {
                let ink = Int(isInverted ? pixels[index] : 255 - pixels[index])
                shown.append(UInt8(truncatingIfNeeded: ink * black / 255))
            }
        }
        return shown
    }
}
