import CardCrypto
import Octets
import Testing

@Suite struct DigestAlgorithmTests {
    // FIPS 180-4 examples (NIST): "abc", the empty message, and the 896-bit message.
    static let vectors: [(DigestAlgorithm, String, String)] = [
        (.sha1, "abc", "A9993E364706816ABA3E25717850C26C9CD0D89D"),
        (.sha1, "", "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709"),
        (.sha224, "abc", "23097D223405D8228642A477BDA255B32AADBCE4BDA0B3F7E36C9DA7"),
        (.sha256, "abc", "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"),
        (
            .sha384, "abc",
            "CB00753F45A35E8BB5A03D699AC65007272C32AB0EDED1631A8B605A43FF5BED8086072BA1E7CC2358BAECA134C825A7"
        ),
        (
            .sha512, "abc",
            "DDAF35A193617ABACC417349AE20413112E6FA4E89A97EA20A9EEEE64B55D39A"
                + "2192992A274FC1A836BA3C23A3FEEBBD454D4423643CE80E2A9AC94FA54CA49F"
        ),
        (
            .sha512,
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "8E959B75DAE313DA8CF4F72814FC143F8F7779C6EB9F7FA17299AEADB6889018"
                + "501D289E4900F7E4331B99DEC4B5433AC7D329EEB6DD26545E96E55B874BE909"
        ),
    ]

    @Test(arguments: vectors)
    func `the published examples of FIPS 180-4 come out`(algorithm: DigestAlgorithm, message: String, digest: String) {
        #expect(text(algorithm.hash(Array(message.utf8))) == digest)
        #expect(text(algorithm.hash(message.utf8)) == digest)
        #expect(text(algorithm.hash(([0xFF] + Array(message.utf8)).dropFirst())) == digest)
    }

    @Test(arguments: vectors)
    func `a secret and what follows it are hashed as one message`(
        algorithm: DigestAlgorithm, message: String, digest: String
    ) throws {
        let bytes = Array(message.utf8)
        for cut in [0, bytes.count / 2, bytes.count] {
            let result = algorithm.hash(SecretBytes(bytes[..<cut]), followedBy: Array(bytes[cut...]))
            #expect(result == (try secret(digest)))
        }
    }

    @Test(arguments: [
        (DigestAlgorithm.sha1, "1.3.14.3.2.26", 20, "SHA-1"), (.sha224, "2.16.840.1.101.3.4.2.4", 28, "SHA-224"),
        (.sha256, "2.16.840.1.101.3.4.2.1", 32, "SHA-256"), (.sha384, "2.16.840.1.101.3.4.2.2", 48, "SHA-384"),
        (.sha512, "2.16.840.1.101.3.4.2.3", 64, "SHA-512"),
    ])
    func `each algorithm has its identifier, length and name`(
        algorithm: DigestAlgorithm, oid: String, byteCount: Int, name: String
    ) throws {
        let identifier = try #require(ObjectIdentifier(oid))
        #expect(algorithm.oid == identifier)
        #expect(DigestAlgorithm(identifier) == algorithm)
        #expect(algorithm.byteCount == byteCount)
        #expect(algorithm.hash([]).count == byteCount)
        #expect(algorithm.name == name)
    }

    @Test func `an unknown identifier is no algorithm`() throws {
        #expect(DigestAlgorithm(try #require(ObjectIdentifier("1.2.840.113549.2.5"))) == nil)
    }
}
