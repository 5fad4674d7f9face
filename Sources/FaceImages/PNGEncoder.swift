import CPNG

/// Turns pixels into PNG (libpng). Runs in the decoding process only.
enum PNGEncoder {
    static func encode(_ bitmap: Bitmap) -> [UInt8]? {
        let (width, height) = (UInt32(bitmap.size.width), UInt32(bitmap.size.height))
        return unsafe bitmap.bytes.withUnsafeBufferPointer { pixels -> [UInt8]? in
            var count = 0
            guard unsafe inlay_png_encode(pixels.baseAddress, width, height, Int32(bitmap.channels), nil, &count) != 0
            else { return nil }
            var bytes = [UInt8](repeating: 0, count: count)
            let success = unsafe bytes.withUnsafeMutableBufferPointer {
                unsafe inlay_png_encode(
                    pixels.baseAddress, width, height, Int32(bitmap.channels), $0.baseAddress, &count)
            }
            guard success != 0 else { return nil }
            return Array(bytes.prefix(count))
        }
    }
}
