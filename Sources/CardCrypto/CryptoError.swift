public import Octets

/// Why a cryptographic operation was not carried out. Holds lengths, rules and identifiers, never keys or data.
public enum CryptoError: Error, Hashable, Sendable {
    /// `what` has another length than it must have.
    case invalidLength(what: String, expected: Int, found: Int)
    /// The input is not a whole number of blocks, or empty where a block is needed.
    case notWholeBlocks(blockSize: Int, found: Int)
    /// The octets after the data are not what padding method 2 puts there.
    case invalidPadding
    /// Bytes that are not a point of the group, for the named rule.
    case invalidPoint(String)
    /// A number that is not in the range that the group allows.
    case invalidScalar
    /// A group operation led to the identity, which no protocol may go on with.
    case identity
    /// Domain parameters that are not one of the known sets, for the named rule.
    case unknownParameters(String)
    /// The random source gave no usable value in as many draws as are allowed.
    case unusableRandomness
    /// An algorithm that is not supported.
    case unsupportedAlgorithm(ObjectIdentifier)
    /// A key that cannot be used, for the named rule.
    case unusableKey(String)
    /// A structure that could not be read.
    case malformed(ParseError)
    /// OpenSSL refused the named operation.
    case libraryFailure(String)
}

extension CryptoError: CustomStringConvertible {
    /// One plain sentence without any byte of the input.
    public var description: String {
        switch self {
        case .invalidLength(let what, let expected, let found):
            "\(what): \(Count.of(expected, "byte is", "bytes are")) needed, \(Count.are(found)) there"
        case .notWholeBlocks(let size, let found):
            "\(Count.of(found, "byte is", "bytes are")) not whole blocks of \(size)"
        case .invalidPadding: "the padding is not valid"
        case .invalidPoint(let rule): "not a point of the group: \(rule)"
        case .invalidScalar: "a number is outside the range of the group"
        case .identity: "the result is the identity of the group"
        case .unknownParameters(let rule): "unknown domain parameters: \(rule)"
        case .unusableRandomness: "the random source gave no usable value"
        case .unsupportedAlgorithm(let identifier): "algorithm \(identifier) is not supported"
        case .unusableKey(let rule): "the key cannot be used: \(rule)"
        case .malformed(let error): error.description
        case .libraryFailure(let operation): "OpenSSL refused to \(operation)"
        }
    }
}
