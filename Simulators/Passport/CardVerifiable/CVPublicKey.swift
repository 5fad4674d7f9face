import CardCrypto
import Octets

/// The public key in a card verifiable certificate, data object 7F49 (9303-12 §7.2, TR-03110-3 §D.3).
struct CVPublicKey: Hashable, Sendable {
    /// The key itself.
    enum Material: Hashable, Sendable {
        case rsa(modulus: [UInt8], exponent: [UInt8])
        /// `curve` is nil when the certificate leaves the domain parameters to its issuer's.
        case curve(NamedCurve?, point: [UInt8])
    }

    let algorithm: CVAlgorithm
    let material: Material

    init(_ algorithm: CVAlgorithm, _ material: Material) {
        self.algorithm = algorithm
        self.material = material
    }

    /// The public half of `key`; `withParameters` as certificates of an authority have it.
    init(_ key: PrivateKey, _ algorithm: CVAlgorithm, withParameters: Bool) throws(CryptoError) {
        self.algorithm = algorithm
        if let curve = key.publicKey.curve {
            material = .curve(withParameters ? curve : nil, point: key.publicKey.subjectPublicKey)
            return
        }
        do {
            var reader = TLVReader(key.publicKey.subjectPublicKey, in: "RSAPublicKey", rules: .ber)
            var contents = try reader.next(.sequence).contents("RSAPublicKey")
            material = .rsa(
                modulus: try contents.next(.integer).unsigned("RSAPublicKey"),
                exponent: try contents.next(.integer).unsigned("RSAPublicKey"))
        } catch {
            throw .malformed(error)
        }
    }

    // MARK: - Reading

    /// Reads the contents of data object 7F49. Throws what the chip answers.
    init(_ object: TLV) throws(Refusal) {
        var values: [Octets.Tag: [UInt8]] = [:]
        var identifier: ObjectIdentifier?
        do {
            var reader = try object.contents("public key")
            identifier = try reader.next(.objectIdentifier).objectIdentifier("public key")
            var last: UInt32 = 0x80
            while !reader.isAtEnd {
                let part = try reader.next()
                // The objects come in the order of their tags, none twice.
                guard (last + 1...0x87).contains(part.tag.rawValue) else { throw Refusal.incorrectData }
                last = part.tag.rawValue
                values[part.tag] = Array(part.value)
            }
        } catch {
            throw .incorrectData
        }
        guard let algorithm = identifier.flatMap(CVAlgorithm.init) else { throw .incorrectData }
        self.algorithm = algorithm
        if case .plainECDSA = algorithm.signature {
            guard let point = values.removeValue(forKey: 0x86) else { throw .incorrectData }
            material = .curve(try Self.curve(values), point: point)
        } else {
            guard let modulus = values[0x81], let exponent = values[0x82], values.count == 2,
                modulus.first.map({ $0 != 0 }) ?? false, exponent.first.map({ $0 != 0 }) ?? false,
                exponent.last.map({ $0 & 1 == 1 }) ?? false, exponent != [1], modulus.count <= 512
            else { throw .incorrectData }
            material = .rsa(modulus: modulus, exponent: exponent)
        }
    }

    /// All domain parameters or none (9303-12 §7.2); they must be those of a known curve.
    private static func curve(_ values: [Octets.Tag: [UInt8]]) throws(Refusal) -> NamedCurve? {
        if values.isEmpty { return nil }
        guard let prime = values[0x81], let a = values[0x82], let b = values[0x83], let generator = values[0x84],
            let order = values[0x85]
        else { throw .incorrectData }
        let parameters = DER.sequence([
            DER.encode(integer: 1),
            DER.sequence([DER.encode(.primeField), DER.encode(unsigned: prime)]),
            DER.sequence([DER.octetString(a), DER.octetString(b)]), DER.octetString(generator),
            DER.encode(unsigned: order), DER.encode(unsigned: values[0x87] ?? [1]),
        ])
        do {
            return try ECGroup(explicitParameters: parameters).curve
        } catch {
            throw .incorrectData
        }
    }

    // MARK: - Writing

    /// The contents of data object 7F49.
    func encoded() throws(CryptoError) -> [UInt8] {
        var objects = [DER.encode(algorithm.identifier)]
        switch material {
        case .rsa(let modulus, let exponent):
            objects += [TLV.encode(0x81, modulus), TLV.encode(0x82, exponent)]
        case .curve(let curve, let point):
            var cofactor: [[UInt8]] = []
            if let curve {
                objects += try Self.parameters(curve)
                cofactor = [TLV.encode(0x87, [0x01])]
            }
            objects += [TLV.encode(0x86, point)] + cofactor
        }
        return Array(objects.joined())
    }

    /// Objects 81 to 85, from the explicit ECParameters (X9.62).
    private static func parameters(_ curve: NamedCurve) throws(CryptoError) -> [[UInt8]] {
        do {
            var outer = TLVReader(try curve.explicitParameters(), in: "ECParameters")
            var reader = try outer.next().contents("ECParameters")
            _ = try reader.next()
            var field = try reader.next().contents("ECParameters")
            _ = try field.next()
            let prime = try field.next().unsigned("ECParameters")
            var coefficients = try reader.next().contents("ECParameters")
            let a = try coefficients.next().octetString("ECParameters")
            let b = try coefficients.next().octetString("ECParameters")
            let generator = try reader.next().octetString("ECParameters")
            let order = try reader.next().unsigned("ECParameters")
            return [
                TLV.encode(0x81, prime), TLV.encode(0x82, a), TLV.encode(0x83, b), TLV.encode(0x84, generator),
                TLV.encode(0x85, order),
            ]
        } catch let error as CryptoError {
            throw error
        } catch let error as ParseError {
            throw .malformed(error)
        } catch {
            throw .libraryFailure("write domain parameters")
        }
    }

    // MARK: - Use

    /// This key with the domain parameters of its issuer's key, which may be changed by a link certificate only
    /// (TR-03110-3 §D.3). Throws what the chip answers.
    func inheriting(from issuer: CVPublicKey, mayChange: Bool) throws(Refusal) -> CVPublicKey {
        guard mayChange || algorithm == issuer.algorithm else { throw .incorrectData }
        switch (material, issuer.material) {
        case (.rsa(let modulus, _), .rsa(let other, _)):
            guard mayChange || modulus.count == other.count else { throw .incorrectData }
            return self
        case (.curve(let own, let point), .curve(let inherited, _)):
            guard own == nil || mayChange else { throw .incorrectData }
            return try checked(own ?? inherited, point)
        case (.curve(let own, let point), .rsa):
            guard mayChange else { throw .incorrectData }
            return try checked(own, point)
        case (.rsa, .curve):
            guard mayChange else { throw .incorrectData }
            return self
        }
    }

    private func checked(_ curve: NamedCurve?, _ point: [UInt8]) throws(Refusal) -> CVPublicKey {
        guard let curve, (try? ECGroup(curve).point(decoding: point)) != nil else { throw .incorrectData }
        return CVPublicKey(algorithm, .curve(curve, point: point))
    }

    /// Whether `signature` over `message` is this key's.
    func verifies(_ signature: [UInt8], over message: [UInt8]) -> Bool {
        let key: PublicKey?
        switch material {
        case .rsa(let modulus, let exponent):
            guard signature.count == modulus.count else { return false }
            let pair = DER.sequence([DER.encode(unsigned: modulus), DER.encode(unsigned: exponent)])
            let algorithm = AlgorithmIdentifier(.rsaEncryption, parameters: [0x05, 0x00])
            key = try? PublicKey(subjectPublicKeyInfo: DER.sequence([algorithm.encoded(), DER.bitString(pair)]))
        case .curve(let curve?, let point):
            key = (try? ECGroup(curve).point(decoding: point)).flatMap { try? PublicKey($0, on: curve) }
        case .curve(nil, _): return false
        }
        guard let key else { return false }
        return (try? key.verify(signature: signature, of: message, algorithm: algorithm.signature)) ?? false
    }
}
