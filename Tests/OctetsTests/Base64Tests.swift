import Octets
import Testing

struct Base64Tests {
    private func decode(_ text: String) -> String? {
        Base64.decode(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    // RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zm9vYmE=", "fooba"),
        ("Zm9vYmFy", "foobar"), (" Zm9v\r\n\tYmFy ", "foobar"), ("Zg", "f"), ("Zm8", "fo"), ("Z\ng\n=\n=", "f"),
    ])
    func `text becomes the bytes that it spells`(text: String, bytes: String) {
        #expect(decode(text) == bytes)
    }

    @Test(arguments: ["Z", "Zg=", "Zg===", "Zg==Zg==", "=", "Zm9v=", "Zm9vY", "Zm9v-", "Zm9v_", "Zm\u{F6}v", "Zm9v\0"])
    func `anything else is refused`(text: String) {
        #expect(decode(text) == nil)
    }

    @Test func `every octet and every length come back`() {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        for count in 0...300 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 251 &+ 17) }
            var text: [UInt8] = []
            for start in stride(from: 0, to: count, by: 3) {
                let group = bytes[start..<min(start + 3, count)]
                let bits = (Array(group) + [0, 0]).prefix(3).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                let characters = [18, 12, 6, 0].map { alphabet[Int(bits >> UInt32($0) & 63)] }
                text += characters.prefix(group.count + 1) + Array(repeating: UInt8(ascii: "="), count: 3 - group.count)
            }
            #expect(Base64.decode(text) == bytes)
            #expect(Array(Base64.encode(bytes).utf8) == text)
        }
    }
}
