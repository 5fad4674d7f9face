import Octets

extension PrivateKey {
    /// Reads a key as tools write it: PKCS#8, PKCS#1 (RFC 8017 App. A.1.2) or ECPrivateKey with its curve (RFC 5915 §3),
    /// each in DER or PEM; of a PEM file the first private key. Encrypted keys are not read.
    public init(file bytes: [UInt8]) throws(CryptoError) {
        guard PEM.isLikely(bytes) else {
            self = try Self.read(der: bytes)
            return
        }
        let blocks = PEM.blocks(in: bytes)
        guard !blocks.contains(where: { $0.label == "ENCRYPTED PRIVATE KEY" }) else { throw Self.encrypted }
        // OpenSSL's older form of encryption stands in the lines above the base64, which then does not decode.
        guard let block = blocks.first(where: { $0.label.hasSuffix("PRIVATE KEY") }) else {
            throw .unusableKey("there is no unencrypted private key in the file")
        }
        self = try Self.read(der: block.der)
    }

    private static let encrypted = CryptoError.unusableKey("it is encrypted; give it without encryption")

    private static func read(der: [UInt8]) throws(CryptoError) -> PrivateKey {
        let structure = "private key"
        do {
            var outer = TLVReader(der, in: structure, rules: .ber)
            var contents = try outer.next(.sequence).contents(structure)
            // EncryptedPrivateKeyInfo begins with an algorithm instead of a version.
            guard contents.nextTag != .sequence else { throw encrypted }
            _ = try contents.next(.integer)
            switch contents.nextTag {
            case .integer:
                let algorithm = AlgorithmIdentifier(.pkcs1.appending(1), parameters: AlgorithmIdentifier.null)
                return try wrapped(algorithm, der)
            case .octetString:
                _ = try contents.next(.octetString)
                guard let parameters = try contents.nextIfPresent(0xA0) else {
                    throw CryptoError.unknownParameters("the key does not name its curve")
                }
                return try wrapped(AlgorithmIdentifier(.ecPublicKey, parameters: Array(parameters.value)), der)
            default: return try PrivateKey(pkcs8: der)
            }
        } catch let error as CryptoError {
            throw error
        } catch let error as ParseError {
            throw .malformed(error)
        } catch {
            throw .unusableKey(structure)
        }
    }

    /// The key as PKCS#8, whose intermediate copy is wiped.
    private static func wrapped(_ algorithm: AlgorithmIdentifier, _ key: [UInt8]) throws(CryptoError) -> PrivateKey {
        var der = DER.sequence([DER.encode(integer: 0), algorithm.encoded(), DER.octetString(key)])
        defer { der.wipe() }
        return try PrivateKey(pkcs8: der)
    }
}
