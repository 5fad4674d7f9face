import COpenSSL
import Synchronization

/// OpenSSL's form of one public key: made when it is first needed, then kept, since making it costs as much as some
/// verifications. It is only read afterwards, which OpenSSL allows on several threads at once.
final class PublicKeyHandle: Sendable {
    /// The address, or why there is none.
    private let made = Mutex<Result<UInt, CryptoError>?>(nil)

    deinit {
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

    private static func result(_ make: () throws(CryptoError) -> OpaquePointer?) -> Result<UInt, CryptoError> {
        do throws(CryptoError) {
            guard let key = unsafe try make() else { return .failure(.unusableKey("OpenSSL does not take it")) }
            return .success(UInt(bitPattern: key))
        } catch {
            return .failure(error)
        }
    }
}
