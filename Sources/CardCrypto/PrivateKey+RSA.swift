import COpenSSL
public import InlaySeams
import Octets

extension PrivateKey {
    /// A new RSA key with a modulus of `rsaBits`, 1024 to 4096 and a multiple of 8, and the exponent 65537: each prime
    /// is the next one behind a number that `random` gives, so that the same source gives the same key.
    public init(rsaBits: Int, random: RandomSource) throws(CryptoError) {
        guard (1024...4096).contains(rsaBits), rsaBits.isMultiple(of: 8) else {
            throw .unusableKey("a modulus of 1024 to 4096 bits, a multiple of 8, is needed")
        }
        let count = (rsaBits / 2 + 7) / 8
        let excess = UInt8(count * 8 - rsaBits / 2)
        var primes: [[UInt8]] = []
        for _ in 0..<Self.drawLimit where primes.count < 2 {
            var prime = random.bytes(count)
            guard prime.count == count else { throw .unusableRandomness }
            // With both high bits set the product of two primes has all the bits it should have.
            prime[0] = prime[0] & (0xFF >> excess) | (0xC0 >> excess)
            let isPrime = OpenSSL.run { unsafe inlay_next_prime(&prime, Int32(count), Self.exponent) == 1 }
            if isPrime, primes.first != prime { primes.append(prime) }
        }
        guard primes.count == 2 else { throw .unusableRandomness }
        try self.init(rsaPrimes: primes[0], primes[1], exponent: Self.exponent)
    }

    /// The RSA key with these primes, which have the same length and differ.
    package init(rsaPrimes first: [UInt8], _ second: [UInt8], exponent: UInt) throws(CryptoError) {
        guard first.count == second.count, (1...256).contains(first.count), first != second else {
            throw .unusableKey("two different primes of the same length are needed")
        }
        let isAscending = first.lexicographicallyPrecedes(second)
        let primes = isAscending ? second + first : first + second
        try self.init(pkcs8: Self.encode(primes, first.count, exponent))
    }

    private static let exponent: UInt = 65_537
    private static let drawLimit = 16

    /// PrivateKeyInfo with an RSAPrivateKey (RFC 8017 App. A.1.2).
    private static func encode(_ primes: [UInt8], _ count: Int, _ exponent: UInt) throws(CryptoError) -> [UInt8] {
        var numbers = [UInt8](repeating: 0, count: 7 * count)
        let isDone = OpenSSL.run { unsafe inlay_rsa_numbers(primes, Int32(count), exponent, &numbers) == 1 }
        guard isDone else { throw .libraryFailure("make an RSA key") }
        func number(_ offset: Int, _ length: Int) -> [UInt8] {
            DER.encode(unsigned: numbers.dropFirst(offset * count).prefix(length * count))
        }
        let key = DER.sequence([
            DER.encode(integer: 0), number(0, 2), DER.encode(integer: Int(exponent)), number(2, 2),
            DER.encode(unsigned: primes.prefix(count)), DER.encode(unsigned: primes.suffix(count)), number(4, 1),
            number(5, 1), number(6, 1),
        ])
        let algorithm = AlgorithmIdentifier(.pkcs1.appending(1), parameters: AlgorithmIdentifier.null)
        return DER.sequence([DER.encode(integer: 0), algorithm.encoded(), DER.octetString(key)])
    }
}
