import COpenJPEG

/// Turns JPEG 2000 into pixels (OpenJPEG). Runs in the decoding process only.
enum JPEG2000Decoder {
    /// What is left is shown when an image is cut off or damaged.
    static func decode(_ bytes: [UInt8], isFile: Bool) throws(DecodingFailure) -> (bitmap: Bitmap, isDamaged: Bool) {
        do throws(DecodingFailure) {
            return (try decode(bytes, isFile: isFile, isStrict: true), false)
        } catch {
            guard error == .malformed else { throw error }
            return (try decode(bytes, isFile: isFile, isStrict: false), true)
        }
    }

    private static func decode(_ bytes: [UInt8], isFile: Bool, isStrict: Bool) throws(DecodingFailure) -> Bitmap {
        let result = unsafe bytes.withUnsafeBufferPointer { buffer -> Result<Bitmap, DecodingFailure> in
            do throws(DecodingFailure) {
                return .success(try unsafe decode(buffer, isFile: isFile, isStrict: isStrict))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, isFile: Bool, isStrict: Bool
    ) throws(DecodingFailure) -> Bitmap {
        var source = unsafe Source(bytes: bytes)
        return try unsafe withUnsafeMutablePointer(to: &source) { source throws(DecodingFailure) in
            guard let stream = unsafe stream(source) else { throw .tooLarge }
            defer { unsafe opj_stream_destroy(stream) }
            guard let codec = unsafe opj_create_decompress(isFile ? OPJ_CODEC_JP2 : OPJ_CODEC_J2K) else {
                throw .tooLarge
            }
            defer { unsafe opj_destroy_codec(codec) }
            var parameters = opj_dparameters_t()
            unsafe opj_set_default_decoder_parameters(&parameters)
            var found: UnsafeMutablePointer<opj_image_t>?
            guard unsafe opj_setup_decoder(codec, &parameters) != 0,
                unsafe opj_decoder_set_strict_mode(codec, isStrict ? 1 : 0) != 0
            else { throw .malformed }
            let hasHeader = unsafe opj_read_header(stream, codec, &found) != 0
            defer { unsafe opj_image_destroy(found) }
            guard hasHeader, let image = unsafe found else { throw .malformed }
            // The codestream decides, whatever a box around it says: here nothing was decoded yet.
            let width = unsafe Int(image.pointee.x1) - Int(image.pointee.x0)
            let height = unsafe Int(image.pointee.y1) - Int(image.pointee.y0)
            guard width > 0, height > 0 else { throw .malformed }
            guard let size = ImageSize(width: width, height: height), size.pixels <= ImageSize.pixelLimit,
                unsafe image.pointee.numcomps <= 4
            else { throw .tooLarge }
            guard unsafe opj_decode(codec, stream, image) != 0 else { throw .malformed }
            return try unsafe bitmap(image.pointee)
        }
    }

    // MARK: - Pixels

    private static func bitmap(_ image: opj_image_t) throws(DecodingFailure) -> Bitmap {
        var planes: [SamplePlane] = []
        let components = unsafe UnsafeBufferPointer(start: image.comps, count: Int(image.numcomps))
        for index in components.indices {
            let component = unsafe components[index]
            guard unsafe component.alpha == 0 else { continue }
            planes.append(try unsafe SamplePlane(component))
        }
        guard let first = planes.first, let size = ImageSize(width: first.width, height: first.height) else {
            throw .malformed
        }
        // Some files do not say that they hold luma and chroma; chroma at half the resolution gives it away.
        let isLuma = unsafe image.color_space == OPJ_CLRSPC_SYCC || image.color_space == OPJ_CLRSPC_EYCC
        let isSubsampled = planes.count == 3 && planes[1].width < first.width
        let kind: SamplePlane.Kind =
            switch planes.count {
            case 1, 2: .grey
            case 3: isLuma || isSubsampled ? .luma : .colours
            default: .inks
            }
        let bytes = SamplePlane.joined(planes.map { $0.samples(for: size) }, kind)
        guard let bitmap = Bitmap(size, channels: kind == .grey ? 1 : 3, bytes: bytes) else { throw .malformed }
        return bitmap
    }

    // MARK: - Input

    @unsafe private struct Source {
        let bytes: UnsafeBufferPointer<UInt8>
        var offset = 0
    }

    private static func stream(
        _ source: UnsafeMutablePointer<Source>
    ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
        guard let stream = unsafe opj_stream_default_create(1) else { return nil }
        unsafe opj_stream_set_user_data(stream, source, nil)
        unsafe opj_stream_set_user_data_length(stream, UInt64(source.pointee.bytes.count))
        unsafe opj_stream_set_read_function(stream) { buffer, count, user in
            guard let buffer = unsafe buffer, let source = unsafe user?.assumingMemoryBound(to: Source.self) else {
                return inlay_opj_end()
            }
            let (bytes, offset) = unsafe (source.pointee.bytes, source.pointee.offset)
            let taken = min(Int(count), bytes.count - offset)
            guard taken > 0, let start = bytes.baseAddress else { return inlay_opj_end() }
            unsafe buffer.copyMemory(from: start + offset, byteCount: taken)
            unsafe source.pointee.offset += taken
            return OPJ_SIZE_T(taken)
        }
        unsafe opj_stream_set_skip_function(stream) { count, user in
            guard let source = unsafe user?.assumingMemoryBound(to: Source.self) else { return -1 }
            let (offset, end) = unsafe (source.pointee.offset, source.pointee.bytes.count)
            let step = min(max(Int(count), -offset), end - offset)
            unsafe source.pointee.offset += step
            return step == 0 && count != 0 ? -1 : OPJ_OFF_T(step)
        }
        unsafe opj_stream_set_seek_function(stream) { place, user in
            guard let source = unsafe user?.assumingMemoryBound(to: Source.self), place >= 0,
                unsafe Int(place) <= source.pointee.bytes.count
            else { return 0 }
            unsafe source.pointee.offset = Int(place)
            return 1
        }
        return unsafe stream
    }
}

/// The samples of one component of a JPEG 2000 image.
private struct SamplePlane {
    /// What several planes are together.
    enum Kind {
        case grey, colours, luma, inks
    }

    let width: Int
    let height: Int
    /// As 0 to 255.
    private let samples: [UInt8]

    init(_ component: opj_image_comp_t) throws(DecodingFailure) {
        width = unsafe Int(component.w)
        height = unsafe Int(component.h)
        let precision = unsafe Int(component.prec)
        guard (1...65_535).contains(width), (1...65_535).contains(height), width * height <= ImageSize.pixelLimit,
            (1...31).contains(precision), let data = unsafe component.data
        else { throw .malformed }
        let offset = unsafe component.sgnd != 0 ? 1 << (precision - 1) : 0
        let largest = (1 << precision) - 1
        samples = unsafe UnsafeBufferPointer(start: data, count: width * height).map { value in
            let sample = min(max(Int(value) + offset, 0), largest)
            return UInt8(truncatingIfNeeded: largest == 255 ? sample : sample * 255 / largest)
        }
    }

    /// One for each pixel of a picture of `size`, which may have more of them.
    func samples(for size: ImageSize) -> [UInt8] {
        if width == size.width, height == size.height { return samples }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size.pixels)
        for row in 0..<size.height {
            let start = row * height / size.height * width
            for column in 0..<size.width { bytes.append(samples[start + column * width / size.width]) }
        }
        return bytes
    }

    /// One byte for each pixel when grey, otherwise red, green and blue.
    static func joined(_ planes: [[UInt8]], _ kind: Kind) -> [UInt8] {
        guard kind != .grey, planes.count >= 3 else { return planes.first ?? [] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(planes[0].count * 3)
        for index in planes[0].indices {
            let (first, second, third) = (Int(planes[0][index]), Int(planes[1][index]), Int(planes[2][index]))
            switch kind {
            case .luma:
                // ITU-R BT.601, full range, in 1/65536.
                let (blue, red) = (second - 128, third - 128)
                bytes.append(clamped(first + (91_881 * red) >> 16))
                bytes.append(clamped(first - (22_554 * blue + 46_802 * red) >> 16))
                bytes.append(clamped(first + (116_130 * blue) >> 16))
            case .inks where planes.count > 3:
                let light = 255 - Int(planes[3][index])
                for ink in [first, second, third] { bytes.append(clamped((255 - ink) * light / 255)) }
            default:
                bytes.append(planes[0][index])
                bytes.append(planes[1][index])
                bytes.append(planes[2][index])
            }
        }
        return bytes
    }

    private static func clamped(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: min(max(value, 0), 255)) }
}
