import CardCrypto
import Foundation
import InlaySeams
import Octets
import Testing

struct PrivateKeyFileTests {
    private static let curve = NamedCurve.brainpoolP256r1

    private static func pem(_ label: String, _ der: [UInt8], lines: String = "") -> [UInt8] {
        let base64 = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return Array("-----BEGIN \(label)-----\n\(lines)\(base64)\n-----END \(label)-----\n".utf8)
    }

    /// The same key in every form, and the key itself.
    private static func ecForms() throws -> (forms: [[UInt8]], key: PrivateKey) {
        let key = try PrivateKey(curve, random: .seeded(5))
        let scalar = try #require(key.scalar).exposed()
        let parameters = DER.encode(curve.oid)
        let named = DER.sequence([
            DER.encode(integer: 1), DER.octetString(scalar), TLV.encode(0xA0, parameters),
            TLV.encode(0xA1, DER.bitString(key.publicKey.subjectPublicKey)),
        ])
        let explicit = DER.sequence([
            DER.encode(integer: 1), DER.octetString(scalar), TLV.encode(0xA0, try curve.explicitParameters()),
        ])
        let pkcs8 = DER.sequence([
            DER.encode(integer: 0),
            AlgorithmIdentifier(try #require(ObjectIdentifier("1.2.840.10045.2.1")), parameters: parameters).encoded(),
            DER.octetString(DER.sequence([DER.encode(integer: 1), DER.octetString(scalar)])),
        ])
        // What OpenSSL writes in front of an EC PRIVATE KEY.
        let block = pem("EC PARAMETERS", parameters) + pem("EC PRIVATE KEY", named)
        return ([named, explicit, pkcs8, pem("EC PRIVATE KEY", explicit), pem("PRIVATE KEY", pkcs8), block], key)
    }

    @Test func `a key on a curve is read in every form`() throws {
        let (forms, key) = try Self.ecForms()
        for form in forms {
            let read = try PrivateKey(file: form)
            #expect(read.scalar == key.scalar)
            #expect(read.publicKey.curve == Self.curve)
            #expect(read.publicKey.subjectPublicKey == key.publicKey.subjectPublicKey)
        }
    }

    @Test func `an RSA key is read in every form`() throws {
        let pkcs8 = try hex(RSAVectors.pkcs8)
        let key = try PrivateKey(pkcs8: pkcs8).publicKey
        let pkcs1 = Array(pkcs8.dropFirst(26))
        for form in [
            pkcs8, pkcs1, Self.pem("PRIVATE KEY", pkcs8), Self.pem("RSA PRIVATE KEY", pkcs1),
        ] {
            #expect(try PrivateKey(file: form).publicKey == key)
        }
    }

    @Test func `an encrypted key, a public key and a cut one are refused`() throws {
        let (forms, key) = try Self.ecForms()
        let encrypted = DER.sequence([DER.sequence([DER.encode(Self.curve.oid)]), DER.octetString([1, 2])])
        let headers = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n"
        for file in [
            encrypted, Self.pem("ENCRYPTED PRIVATE KEY", encrypted),
            Self.pem("EC PRIVATE KEY", forms[0], lines: headers),
            key.publicKey.subjectPublicKeyInfo, Self.pem("PUBLIC KEY", key.publicKey.subjectPublicKeyInfo), [],
            Array("-----BEGIN PRIVATE KEY-----\n".utf8),
            DER.sequence([DER.encode(integer: 1), DER.octetString([1])]),
        ] {
            #expect(throws: CryptoError.self) { try PrivateKey(file: file) }
        }
        for form in forms.prefix(3) {
            for count in 0..<(form.count / 2) {
                #expect(throws: CryptoError.self) { try PrivateKey(file: Array(form.prefix(count))) }
            }
        }
    }
}
