import CardCrypto
import ISO7816
import SecureMessaging
import TestSupport
import Testing

/// Exchanges recomputed in Python from 9303-11 §9.8 (Tests/Foreign/make_vectors.py).
struct RecomputedExchangeTests {
    private static let ciphers: [String: BlockCipher] = [
        "3des": .tripleDES, "aes128": .aes128, "aes192": .aes192, "aes256": .aes256,
    ]

    @Test func `every recomputed exchange is protected and unprotected byte for byte on both sides`() throws {
        let lines = vectorFile("secure-messaging.txt")
        #expect(lines.count > 200)
        for line in lines {
            let cipher = try #require(Self.ciphers[line.text("cipher")])
            let keys = SessionKeys(
                cipher: cipher, encryption: SecretBytes(line.bytes("ksenc")),
                authentication: SecretBytes(line.bytes("ksmac")))
            var terminal = SecureMessagingCodec(keys: keys, counter: line.bytes("ssc"))
            var chip = terminal
            let (command, form) = try CommandAPDU.parse(line.bytes("command"))
            let wire = line.bytes("protected")
            // The codec writes every command in the shortest form; a longer one only has to be understood.
            var wanted = command
            if form == .extended, command.expected == .asMuchAsPossible { wanted.expected = .upTo(65_536) }
            let protected = try terminal.protect(wanted)
            if wanted.shortestForm == form {
                #expect(protected.encoded(protected.shortestForm) == wire, "\(line)")
            }

            let received = try chip.unprotect(command: try CommandAPDU(parsing: wire))
            #expect(received.header == command.header && received.data == command.data, "\(line)")
            let response = try ResponseAPDU(parsing: line.bytes("response"), during: "test")
            let answer = line.bytes("protectedresponse")
            #expect(try chip.protect(response: response).encoded == answer, "\(line)")
            #expect(try terminal.unprotect(ResponseAPDU(parsing: answer, during: "test")) == response, "\(line)")
            #expect(terminal.counter == line.bytes("sscafter"), "\(line)")
        }
    }
}
