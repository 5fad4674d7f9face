import COpenSSL
import Synchronization

/// OpenSSL's form of one public key: made when it is first needed, then kept, since making it costs as much as some
/// verifications. It is only read afterwards, which OpenSSL allows on several threads at once.
final class PublicKeyHandle: Sendable {
    /// The address, or why there is none.
    private let made = Mutex<Result<UInt, CryptoError>?>(nil)
    /// What verifies and is not at work just now.
    private let idle = Mutex<[Verifier]>([])
    /// As many threads as may verify with one key at once without making it anew.
    private static let idleLimit = 8

    /// How a signature of the key is verified, as the functions of the shim want it.
    struct Settings: Hashable {
        let digest: Int32
        var padding: Int32 = 0
        var mgfDigest: Int32 = 0
        var saltLength: Int32 = 0
    }

    private struct Verifier {
        let settings: Settings
        let address: UInt
    }

    deinit {
        idle.withLock { idle in
            for verifier in idle { unsafe EVP_PKEY_CTX_free(OpaquePointer(bitPattern: verifier.address)) }
        }
        made.withLock { made in
            guard case .success(let address)? = made else { return }
            unsafe EVP_PKEY_free(OpaquePointer(bitPattern: address))
        }
    }

    /// Lends the key to `body`; `make` is called the first time, and gives up its ownership.
    func with<R>(
        _ make: () throws(CryptoError) -> OpaquePointer?, _ body: (OpaquePointer) throws(CryptoError) -> R
    ) throws(CryptoError) -> R {
        let result = made.withLock { made in
            if let made { return made }
            let result = unsafe Self.result(make)
            made = result
            return result
        }
        guard let key = unsafe OpaquePointer(bitPattern: try result.get()) else {
            throw .unusableKey("OpenSSL does not take it")
        }
        // The key lives as long as this object, which the caller holds.
        return unsafe try body(key)
    }

    /// Whether `signature` over what has this digest is that of `key`, which is this object's.
    func verify(
        _ signature: [UInt8], ofDigest digest: [UInt8], _ settings: Settings, _ key: OpaquePointer
    ) throws(CryptoError) -> Bool {
        let known = idle.withLock { idle in
            idle.lastIndex { $0.settings == settings }.map { idle.remove(at: $0).address }
        }
        // Each verifier is used by one thread at a time.
        let made =
            unsafe known
            ?? inlay_verifier(key, settings.digest, settings.padding, settings.mgfDigest, settings.saltLength)
            .map { UInt(bitPattern: $0) }
        guard let made, let verifier = unsafe OpaquePointer(bitPattern: made) else {
            throw .unusableKey("it does not go with the signature algorithm")
        }
        let isValid = unsafe EVP_PKEY_verify(verifier, signature, signature.count, digest, digest.count) == 1
        let isKept = idle.withLock { idle in
            guard idle.count < Self.idleLimit else { return false }
            idle.append(Verifier(settings: settings, address: made))
            return true
        }
        if !isKept { unsafe EVP_PKEY_CTX_free(verifier) }
        return isValid
    }

    private static func result(_ make: () throws(CryptoError) -> OpaquePointer?) -> Result<UInt, CryptoError> {
        do throws(CryptoError) {
            guard let key = unsafe try make() else { return .failure(.unusableKey("OpenSSL does not take it")) }
            return .success(UInt(bitPattern: key))
        } catch {
            return .failure(error)
        }
    }
}
