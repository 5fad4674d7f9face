import FaceImages
import LDS

/// How images are turned into pictures and shown.
struct Pictures: Sendable {
    /// Decodes images, each in a process of its own.
    var converter: ImageConverter
    /// Asks the terminal what it is: the attributes of its answer (ECMA-48 §8.3.24), none when it gives none in time.
    var deviceAttributes: @Sendable () -> [Int]

    /// Of the process.
    static let system = Pictures(converter: ImageConverter(), deviceAttributes: { TerminalQuery.deviceAttributes() })
}

extension ImageFormat {
    /// What a decoder is told; nil for what cannot be decoded.
    var kind: ImageKind? {
        switch self {
        case .jpeg: .jpeg
        case .jp2: .jp2
        case .jpeg2000Codestream: .codestream
        case .wsq, .unknown: nil
        }
    }
}
