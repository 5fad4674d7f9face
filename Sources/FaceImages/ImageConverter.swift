public import InlaySeams

/// Turns the images of a document into pictures, each in a process of its own that has nothing but the image
/// (Docs/rules.md 17). What a hostile image does to a decoder happens there.
public struct ImageConverter: Sendable {
    /// The program that is started; it must call `DecodingProcess.run` first of all.
    public let program: String
    /// How long one image may take.
    public let timeLimit: Duration
    private let time: TimeSource

    /// Most bytes that a decoding process is listened to.
    static let outputLimit = ImageSize.pixelLimit * 3 + 1_000_000

    /// Starts the running program again, or another.
    public init(
        program: String = "/proc/self/exe", timeLimit: Duration = .seconds(15), time: TimeSource = .system
    ) {
        self.program = program
        self.timeLimit = timeLimit
        self.time = time
    }

    /// The image as PNG, in its own size.
    public func png(of image: ArraySlice<UInt8>, kind: ImageKind) throws(ConversionFailure) -> PNGImage {
        let (bytes, isDamaged) = try convert(image, DecodingProcess.Request(kind))
        guard let png = PNGImage(received: bytes, isDamaged: isDamaged) else { throw .unusable("gave no PNG") }
        return png
    }

    /// The image as pixels, made smaller where it does not fit into `size`.
    public func picture(
        of image: ArraySlice<UInt8>, kind: ImageKind, fitting size: ImageSize
    ) throws(ConversionFailure) -> Picture {
        let (bytes, isDamaged) = try convert(image, DecodingProcess.Request(kind, fitting: size))
        guard let picture = Picture(received: bytes, fitting: size, isDamaged: isDamaged) else {
            throw .unusable("gave no picture")
        }
        return picture
    }

    private func convert(
        _ image: ArraySlice<UInt8>, _ request: DecodingProcess.Request
    ) throws(ConversionFailure) -> (bytes: [UInt8], isDamaged: Bool) {
        guard image.count <= DecodingProcess.inputLimit else { throw .tooLarge }
        if let size = ImageSize(ofImageIn: image, kind: request.kind), size.pixels > ImageSize.pixelLimit {
            throw .tooLarge
        }
        let child = try ChildProcess(program, [DecodingProcess.word] + request.words)
        let end = time.monotonic + timeLimit
        let outcome = try child.exchange(image, outputLimit: Self.outputLimit) { end - time.monotonic }
        switch outcome.ending {
        case .exited(0): return (outcome.output, false)
        case .exited(DecodingProcess.damaged): return (outcome.output, true)
        case .exited(let status):
            switch DecodingFailure(rawValue: status) {
            case .malformed: throw .malformed
            case .tooLarge: throw .tooLarge
            case .notConfined: throw .unusable("could not be confined")
            case .wrongCall, .notWritten, nil: throw .unusable("ended with status \(status)")
            }
        case .killed(let signal): throw .crashed(signal: signal)
        case .tooSlow: throw .tooSlow
        case .tooMuch: throw .unusable("gave more than a picture")
        }
    }
}
