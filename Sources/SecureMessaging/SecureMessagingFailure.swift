public import ISO7816

/// Why a protected message is not accepted. Holds no key and no data.
public enum SecureMessagingFailure: Error, Hashable, Sendable {
    /// Only a status word came, without any protection; it could be anybody's.
    case unprotected(StatusWord)
    /// A data object that must be there is missing (a chip answers 6987).
    case missingDataObjects
    /// A data object is malformed, unknown or out of order (a chip answers 6988).
    case incorrectDataObjects
    /// The cryptographic checksum does not fit (a chip answers 6988).
    case wrongMAC
    /// The decrypted data does not end in padding method 2.
    case wrongPadding
    /// The cryptographic library refused.
    case cryptography
    /// The message is longer than its length fields can say.
    case tooLong
}

extension SecureMessagingFailure: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .unprotected(let status): "unprotected answer \(status), \(status.meaning)"
        case .missingDataObjects: "a secure messaging data object is missing"
        case .incorrectDataObjects: "a secure messaging data object is incorrect"
        case .wrongMAC: "the MAC is wrong"
        case .wrongPadding: "the decrypted data is not padded as it must be"
        case .cryptography: "the cryptographic library refused"
        case .tooLong: "the protected message is too long"
        }
    }
}
