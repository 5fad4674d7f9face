/// Why an image could not be turned into pixels, as the decoding process says with its exit status.
enum DecodingFailure: Int32, Error {
    /// The bytes are no image of their kind.
    case malformed = 10
    /// More pixels than are decoded, or more memory than there is.
    case tooLarge = 11
    /// The process could not confine itself, so it decoded nothing.
    case notConfined = 12
    /// It was called in a way that it does not know.
    case wrongCall = 13
    /// The picture could not be written.
    case notWritten = 14
}
