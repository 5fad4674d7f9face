import CardCrypto
import InlaySeams
import Octets
import Testing

struct KeyNumbersTests {
    @Test(arguments: NamedCurve.allCases) func `a curve is found by its numbers`(curve: NamedCurve) throws {
        let numbers = try #require(curve.domainNumbers)
        func find(cofactor: [UInt8]?) -> NamedCurve? {
            NamedCurve(
                prime: [0] + numbers.prime, a: numbers.a, b: numbers.b, basePoint: numbers.basePoint,
                order: numbers.order, cofactor: cofactor)
        }
        #expect(find(cofactor: nil) == curve && find(cofactor: [1]) == curve && find(cofactor: [0, 1]) == curve)
        #expect(find(cofactor: [2]) == nil && find(cofactor: []) == nil)
    }

    @Test(arguments: 0..<5) func `one other number is no known curve`(index: Int) throws {
        let known = try #require(NamedCurve.brainpoolP256r1.domainNumbers)
        var numbers = [known.prime, known.a, known.b, known.basePoint, known.order]
        numbers[index][numbers[index].count - 1] ^= 1
        #expect(
            NamedCurve(prime: numbers[0], a: numbers[1], b: numbers[2], basePoint: numbers[3], order: numbers[4]) == nil
        )
        #expect(NamedCurve(prime: [], a: [], b: [], basePoint: [], order: []) == nil)
        #expect(NamedCurve(prime: known.prime, a: known.a, b: known.b, basePoint: [4], order: known.order) == nil)
    }

    @Test func `an RSA key is made of modulus and exponent, and gives them back`() throws {
        let key = try PrivateKey(pkcs8: try hex(RSAVectors.pkcs8)).publicKey
        let numbers = try #require(key.rsaNumbers)
        let made = try PublicKey(rsaModulus: [0, 0] + numbers.modulus, publicExponent: numbers.exponent)
        #expect(made == key)
        #expect(try PublicKey(ECGroup(.secp256r1).generator, on: .secp256r1).rsaNumbers == nil)
    }

    @Test(arguments: [[], [0], [1], [0, 0, 1], [2], [1, 0, 0]] as [[UInt8]])
    func `an exponent that signs nothing is refused`(exponent: [UInt8]) throws {
        let numbers = try #require(try PrivateKey(pkcs8: try hex(RSAVectors.pkcs8)).publicKey.rsaNumbers)
        #expect(throws: CryptoError.self) {
            try PublicKey(rsaModulus: numbers.modulus, publicExponent: exponent)
        }
    }

    @Test(arguments: [[], [0xC1, 0x07]] as [[UInt8]])
    func `a modulus that is too short is refused`(modulus: [UInt8]) {
        #expect(throws: CryptoError.self) { try PublicKey(rsaModulus: modulus, publicExponent: [1, 0, 1]) }
    }
}
