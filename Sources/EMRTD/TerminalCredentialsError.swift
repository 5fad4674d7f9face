public import CardCrypto
public import Octets

/// Why files give no terminal credentials.
public enum TerminalCredentialsError: Error, Hashable, Sendable {
    /// The file at this place among the certificates' cannot be read.
    case certificateFile(index: Int, ParseError)
    /// The private key cannot be read.
    case privateKeyFile(CryptoError)
}

extension TerminalCredentialsError: CustomStringConvertible {
    /// One sentence, without any byte of a file.
    public var description: String {
        switch self {
        case .certificateFile(let index, let error): "certificate file \(index + 1): \(error)"
        case .privateKeyFile(let error): "private key: \(error)"
        }
    }
}
