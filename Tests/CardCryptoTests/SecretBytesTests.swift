import CardCrypto
import Testing

@Suite struct SecretBytesTests {
    @Test func `it tells its length and nothing else`() {
        let secret = SecretBytes([0xAB, 0xCD])
        #expect("\(secret)" == "SecretBytes(2)")
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(!dumped.contains("171") && !dumped.uppercased().contains("AB"))
    }

    @Test func `it is equal to the same bytes only`() {
        #expect(SecretBytes([1, 2]) == SecretBytes([1, 2]))
        #expect(SecretBytes([1, 2]) != SecretBytes([1, 3]))
        #expect(SecretBytes([1, 2]) != SecretBytes([1, 2, 3]))
    }

    @Test func `parts are joined in order`() {
        let joined = SecretBytes(joining: [SecretBytes([1, 2]), SecretBytes([]), SecretBytes([3])])
        #expect(joined == SecretBytes([1, 2, 3]))
        #expect(SecretBytes(joining: []) == SecretBytes([]))
    }
}
