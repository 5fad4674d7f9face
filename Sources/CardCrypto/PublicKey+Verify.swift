import COpenSSL

extension PublicKey {
    /// Whether `signature` over `message` is this key's. A signature that is malformed is simply not valid.
    ///
    /// Throws when the key cannot be used, or does not go with `algorithm`.
    public func verify(
        signature: [UInt8], of message: [UInt8], algorithm: SignatureAlgorithm
    ) throws(CryptoError) -> Bool {
        var settings = PublicKeyHandle.Settings(digest: Int32(algorithm.digest.bits))
        switch (algorithm, kind) {
        case (.rsaPKCS1, .rsa):
            settings.padding = RSA_PKCS1_PADDING
            return try verify(signature, ofDigest: algorithm.digest.hash(message), settings)
        case (.rsaPSS(_, let mgfDigest, let saltLength), .rsa):
            settings.padding = RSA_PKCS1_PSS_PADDING
            settings.mgfDigest = Int32(mgfDigest.bits)
            settings.saltLength = Int32(saltLength)
            return try verify(signature, ofDigest: algorithm.digest.hash(message), settings)
        case (.ecdsa, .ellipticCurve):
            return try verify(signature, ofDigest: algorithm.digest.hash(message), settings)
        case (.plainECDSA, .ellipticCurve(let curve, _)):
            guard let curve else { return unsafe try withHandle { _ in false } }
            guard let encoded = ECDSASignature(plain: signature, curve: curve)?.derEncoded else { return false }
            return try verify(encoded, ofDigest: algorithm.digest.hash(message), settings)
        case (_, .other(let identifier)): throw .unsupportedAlgorithm(identifier)
        default: throw .unusableKey("it is of another kind than the signature algorithm")
        }
    }

    /// How an ECDSA signature is written.
    public enum ECDSAForm: Hashable, Sendable {
        /// r and s side by side, each as long as the order.
        case plain
        /// SEQUENCE { r, s }.
        case der
    }

    /// The form in which `signature` is valid over `message`, the plain one tried first; nil when it is in neither.
    ///
    /// Chips answer Active Authentication in either form; 9303-11 §6.1.2.3 has the plain one.
    public func ecdsaForm(
        of signature: [UInt8], over message: [UInt8], digest: DigestAlgorithm
    ) throws(CryptoError) -> ECDSAForm? {
        if try verify(signature: signature, of: message, algorithm: .plainECDSA(digest)) { return .plain }
        if try verify(signature: signature, of: message, algorithm: .ecdsa(digest)) { return .der }
        return nil
    }

    /// `signature` to the power of the public exponent, as long as the modulus: for the message recovery of Active
    /// Authentication (ISO/IEC 9796-2). Throws when the key is not RSA or the number is not below the modulus.
    public func recovered(fromRSASignature signature: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard case .rsa(let bits, _) = kind else { throw .unusableKey("it is not an RSA key") }
        let count = (bits + 7) / 8
        guard signature.count == count else {
            throw .invalidLength(what: "signature", expected: count, found: signature.count)
        }
        return unsafe try withHandle { handle throws(CryptoError) in
            var output = [UInt8](repeating: 0, count: count)
            var written = 0
            guard unsafe inlay_rsa_public(handle, signature, count, &output, count, &written) == 1, written == count
            else { throw .libraryFailure("recover a message") }
            return output
        }
    }

}
