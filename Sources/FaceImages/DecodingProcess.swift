import Glibc

/// The process in which images are decoded: the program itself, called with a word that nobody types.
///
/// The image comes on standard input, the picture goes to standard output, the exit status tells what happened.
public enum DecodingProcess {
    /// First argument of such a process.
    static let word = "__decode-image"
    /// Most bytes of an image.
    static let inputLimit = 16 << 20
    /// Exit status for a picture of which parts are missing.
    static let damaged: Int32 = 3

    /// When `arguments`, the program's name first, ask for it: decodes, and returns what to exit with. Otherwise nil.
    ///
    /// To be called before anything else is done: the process is confined and good for nothing else afterwards.
    public static func run(_ arguments: [String]) -> Int32? {
        guard arguments.count > 1, arguments[1] == word else { return nil }
        do throws(DecodingFailure) {
            guard let request = Request(Array(arguments.dropFirst(2))) else { throw .wrongCall }
            guard Confinement.enter() else { throw .notConfined }
            let image = try input()
            let (bitmap, isDamaged) = try decode(image, request.kind)
            guard let picture = request.picture(of: bitmap) else { throw .tooLarge }
            guard write(picture) else { throw .notWritten }
            return isDamaged ? damaged : 0
        } catch {
            return error.rawValue
        }
    }

    /// What is asked for, as words of the command line.
    struct Request: Hashable {
        let kind: ImageKind
        /// Pixels that fit into this size; nil for PNG.
        let size: ImageSize?

        init(_ kind: ImageKind, fitting size: ImageSize? = nil) {
            self.kind = kind
            self.size = size
        }

        init?(_ words: [String]) {
            guard let kind = words.first.flatMap(ImageKind.init(rawValue:)) else { return nil }
            switch words.count {
            case 1: self.init(kind)
            case 3:
                guard let width = Int(words[1]), let height = Int(words[2]),
                    let size = ImageSize(width: width, height: height)
                else { return nil }
                self.init(kind, fitting: size)
            default: return nil
            }
        }

        var words: [String] { [kind.rawValue] + (size.map { ["\($0.width)", "\($0.height)"] } ?? []) }

        /// PNG, or width and height in four bytes each and the pixels behind them.
        func picture(of bitmap: Bitmap) -> [UInt8]? {
            guard let size else { return PNGEncoder.encode(bitmap) }
            guard let scaled = bitmap.scaled(toFit: size) else { return nil }
            let numbers = [scaled.size.width, scaled.size.height].flatMap { number in
                [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
            }
            return numbers + scaled.bytes
        }
    }

    static func decode(_ image: [UInt8], _ kind: ImageKind) throws(DecodingFailure) -> (Bitmap, isDamaged: Bool) {
        // A header that announces too much is not shown to a decoder at all.
        if let size = ImageSize(ofImageIn: image[...], kind: kind), size.pixels > ImageSize.pixelLimit {
            throw .tooLarge
        }
        return switch kind {
        case .jpeg: try JPEGDecoder.decode(image)
        case .jp2: try JPEG2000Decoder.decode(image, isFile: true)
        case .codestream: try JPEG2000Decoder.decode(image, isFile: false)
        }
    }

    private static func input() throws(DecodingFailure) -> [UInt8] {
        var image: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe block.withUnsafeMutableBytes { unsafe read(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count == 0 { return image }
            guard count > 0 else {
                guard errno == EINTR else { throw .malformed }
                continue
            }
            image += block.prefix(count)
            guard image.count <= inputLimit else { throw .tooLarge }
        }
    }

    private static func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
