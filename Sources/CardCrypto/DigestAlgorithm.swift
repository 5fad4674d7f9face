import COpenSSL
public import Octets

/// The digest algorithms of machine readable travel documents (9303-12 §4.1.6.3, SHA-1 for old ones).
public enum DigestAlgorithm: CaseIterable, Hashable, Sendable {
    /// SHA-1.
    case sha1
    /// SHA-224.
    case sha224
    /// SHA-256.
    case sha256
    /// SHA-384.
    case sha384
    /// SHA-512.
    case sha512

    /// The algorithm with this object identifier; nil when it is none of these.
    public init?(_ oid: ObjectIdentifier) {
        guard let algorithm = Self.allCases.first(where: { $0.oid == oid }) else { return nil }
        self = algorithm
    }

    /// Length of a digest.
    public var byteCount: Int { bits / 8 }

    /// The algorithm's usual name, `SHA-256`.
    public var name: String { self == .sha1 ? "SHA-1" : "SHA-\(bits)" }

    /// The object identifier that names the algorithm in CMS and X.509.
    public var oid: ObjectIdentifier {
        switch self {
        case .sha1: .oiw.appending(3, 2, 26)
        case .sha224: .nistHash.appending(4)
        case .sha256: .nistHash.appending(1)
        case .sha384: .nistHash.appending(2)
        case .sha512: .nistHash.appending(3)
        }
    }

    /// The digest of `bytes`. Always has `byteCount` bytes: the functions behind it allocate nothing and cannot fail.
    public func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        bytes.withContiguousStorageIfAvailable { unsafe hash($0.span, followedBy: [UInt8]().span) }
            ?? hash(Array(bytes).span, followedBy: [UInt8]().span)
    }

    /// The digest of `secret` and the octets after it, as key derivation wants it; no copy of the input is made.
    public func hash(_ secret: SecretBytes, followedBy suffix: [UInt8] = []) -> SecretBytes {
        secret.withBytes { secret in SecretBytes(taking: hash(secret, followedBy: suffix.span)) }
    }

    /// The number that names the algorithm to the functions of the shim.
    var bits: Int {
        switch self {
        case .sha1: 160
        case .sha224: 224
        case .sha256: 256
        case .sha384: 384
        case .sha512: 512
        }
    }

    private func hash(_ first: Span<UInt8>, followedBy second: Span<UInt8>) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
            unsafe first.withUnsafeBufferPointer { first in
                unsafe second.withUnsafeBufferPointer { second in
                    unsafe inlay_sha(
                        Int32(bits), first.baseAddress, first.count, second.baseAddress, second.count,
                        digest.baseAddress)
                }
            }
            count = byteCount
        }
    }
}
