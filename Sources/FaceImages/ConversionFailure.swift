/// Why an image could not be converted. Holds nothing of the image.
public enum ConversionFailure: Error, Hashable, Sendable {
    /// The bytes are no image of their kind.
    case malformed
    /// More pixels, or more bytes, than are decoded.
    case tooLarge
    /// The decoder took too long and was ended.
    case tooSlow
    /// The decoder crashed, with this signal: the image is one that attacks decoders, or the decoder has a defect.
    case crashed(signal: Int32)
    /// The decoder could not be started, or gave something that is no picture; the text says what.
    case unusable(String)
}

extension ConversionFailure: CustomStringConvertible {
    /// One plain sentence.
    public var description: String {
        switch self {
        case .malformed: "the image cannot be decoded"
        case .tooLarge: "the image has more pixels than are decoded"
        case .tooSlow: "decoding the image took too long"
        case .crashed(let signal): "the decoder crashed on the image (signal \(signal))"
        case .unusable(let reason): "the decoder \(reason)"
        }
    }
}
