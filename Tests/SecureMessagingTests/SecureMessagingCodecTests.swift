import CardCrypto
import ISO7816
import Octets
import SecureMessaging
import TestSupport
import Testing

/// Keys of 9303-11 appendix D.3.
private func appendixD() -> SecureMessagingCodec {
    SecureMessagingCodec(
        keys: SessionKeys(
            cipher: .tripleDES,
            encryption: SecretBytes(hex("979EC13B 1CBFE9DC D01AB0FE D307EAE5")),
            authentication: SecretBytes(hex("F1CB1F1F B5ADF208 806B89DC 579DC1F8"))),
        counter: hex("887022120C06C226"))
}

private func session(
    _ cipher: BlockCipher, mac: String, encryption: String = "", counter: String
) -> SecureMessagingCodec {
    let length = cipher.keyLength
    return SecureMessagingCodec(
        keys: SessionKeys(
            cipher: cipher,
            encryption: SecretBytes(encryption.isEmpty ? [UInt8](repeating: 0x11, count: length) : hex(encryption)),
            authentication: SecretBytes(hex(mac))),
        counter: hex(counter))
}

struct SecureMessagingCodecTests {
    /// 9303-11 appendix D.4: each protected exchange of the example.
    @Test func `appendix D_4 is protected and unprotected byte for byte`() throws {
        var terminal = appendixD()
        var chip = appendixD()
        let conversation: [(plain: String, protected: String, answer: String, plainAnswer: String)] = [
            (
                "00 A4 02 0C 02 01 1E", "0CA4020C 15 8709016375432908C044F6 8E08BF8B92D635FF24F8 00",
                "99029000 8E08FA855A5D4C50A8ED 9000", "9000"
            ),
            (
                "00 B0 00 00 04", "0CB00000 0D 970104 8E08ED6705417E96BA55 00",
                "8709019FF0EC34F9922651 99029000 8E08AD55CC17140B2DED 9000", "60145F01 9000"
            ),
            (
                "00 B0 00 04 12", "0CB00004 0D 970112 8E082EA28A70F3C7B535 00",
                "871901FB9235F4E4037F2327DCC8964F1F9B8C30F42C8E2FFF224A 99029000 8E08C8B2787EAEA07D74 9000",
                "04303130365F36063034303030305C026175 9000"
            ),
        ]
        for line in conversation {
            let command = try CommandAPDU(parsing: hex(line.plain))
            let protected = try terminal.protect(command)
            #expect(protected.encoded(protected.shortestForm) == hex(line.protected))
            let received = try chip.unprotect(command: try CommandAPDU(parsing: hex(line.protected)))
            #expect(received.header == command.header && received.data == command.data)

            let plain = try ResponseAPDU(parsing: hex(line.plainAnswer), during: "test")
            #expect(try chip.protect(response: plain).encoded == hex(line.answer))
            #expect(try terminal.unprotect(ResponseAPDU(parsing: hex(line.answer), during: "test")) == plain)
            #expect(terminal.deviations.isEmpty)
        }
        #expect(terminal.counter == hex("887022120C06C22C"))
    }

    /// Field report B22: the wanted length 256 is 00, 65,536 is 0000 with both outer lengths in extended form.
    @Test(arguments: [
        (256, "0CB00000 0D 970100 8E087365D447F121FE56 00"),
        (65_536, "0CB00000 00000E 97020000 8E08B62D986E09DB661E 0000"),
    ])
    func `DO97 spells 256 and 65536 as zeros`(expected: Int, wire: String) throws {
        var codec = session(.tripleDES, mac: "3DAE1520B5F2976B4C8F0E6BA7C44A5D", counter: "1122334455667788")
        let protected = try codec.protect(CommandAPDU(ins: 0xB0, expected: .upTo(expected)))
        #expect(protected.encoded(protected.shortestForm) == hex(wire))
    }

    /// Field report B24: the copy kept before a command is the counter to go back to.
    @Test func `a copy rolls the counter back`() throws {
        var codec = session(
            .aes128, mac: "000102030405060708090A0B0C0D0E0F", counter: "00000000000000000000000000000005")
        let before = codec
        let long = try codec.protect(CommandAPDU(ins: 0xB0, p1: 0x9C, expected: .upTo(65_536)))
        #expect(long.encoded(.extended) == hex("0CB09C0000000E970200008E08173F5744BAAF148E0000"))
        #expect(throws: SecureMessagingFailure.unprotected(0x6700)) {
            try codec.unprotect(ResponseAPDU(status: 0x6700))
        }
        codec = before
        let short = try codec.protect(CommandAPDU(ins: 0xB0, p1: 0x9C, expected: .upTo(128)))
        #expect(short.encoded(.short) == hex("0CB09C000D9701808E083CA3466C5B0B3E5E00"))
    }

    /// Values recomputed from the session keys of 9303-11 appendix G.1; seen in public test suites.
    @Test func `AES pads the MAC input before CMAC`() throws {
        let keys = SessionKeys(
            cipher: .aes128, encryption: SecretBytes(hex("F5F0E35C0D7161EE6724EE513A0D9A7F")),
            authentication: SecretBytes(hex("FE251C7858B356B24514B3BD5F4297D1")))
        var codec = SecureMessagingCodec(keys: keys)
        let select = try codec.protect(CommandAPDU(ins: 0xA4, p1: 0x02, p2: 0x0C, data: hex("011E")))
        #expect(
            select.encoded(.short)
                == hex("0CA4020C1D871101EE0E4724F4465C1BE9C2F73ABDD73A3D8E08835D1B54575C955F00"))
        #expect(
            try codec.unprotect(ResponseAPDU(data: hex("990290008E08BEA7B381C494A079"), status: 0x9000))
                == ResponseAPDU(status: 0x9000))
        let read = try codec.protect(CommandAPDU(ins: 0xB0, expected: .upTo(4)))
        #expect(read.encoded(.short) == hex("0CB000000D9701048E08AA6BA54F44DF836400"))
        let answer = hex("871101645C0B1F998A088278D07942BBE94B60990290008E0894A33C6AA2D8CCC8")
        #expect(try codec.unprotect(ResponseAPDU(data: answer, status: 0x9000)).data == hex("60145F01"))
    }

    @Test(arguments: [
        (BlockCipher.tripleDES, 256, 231), (.aes128, 256, 223), (.aes192, 256, 223), (.aes256, 256, 223),
    ])
    func `a short answer carries as much as rules 2 says`(cipher: BlockCipher, size: Int, plain: Int) throws {
        #expect(SecureMessagingCodec.answerCapacity(size, cipher: cipher) == plain)
        let key = SecretBytes([UInt8](repeating: 7, count: cipher.keyLength))
        let keys = SessionKeys(cipher: cipher, encryption: key, authentication: key)
        for (count, fits) in [(plain, true), (plain + 1, false)] {
            var chip = SecureMessagingCodec(keys: keys)
            let answer = try chip.protect(
                response: ResponseAPDU(data: [UInt8](repeating: 1, count: count), status: 0x9000))
            #expect((answer.data.count <= size) == fits)
        }
    }

    @Test(arguments: BlockCipher.allCases)
    func `the answer capacity is exact for every size`(cipher: BlockCipher) throws {
        let key = SecretBytes([UInt8](repeating: 7, count: cipher.keyLength))
        let keys = SessionKeys(cipher: cipher, encryption: key, authentication: key)
        for size in [64, 100, 141, 142, 143, 200, 255, 256, 257, 271, 272, 280, 300, 1000, 65_536] {
            let capacity = SecureMessagingCodec.answerCapacity(size, cipher: cipher)
            for (count, fits) in [(capacity, true), (capacity + 1, false)] {
                var chip = SecureMessagingCodec(keys: keys)
                let answer = try chip.protect(
                    response: ResponseAPDU(data: [UInt8](repeating: 1, count: count), status: 0x9000))
                #expect((answer.data.count <= size) == fits, "size \(size), \(count) bytes")
            }
        }
    }

    /// Recomputed in Python (Tests/Foreign/icao.py): RESET RETRY COUNTER, whose header is all that there is to protect.
    @Test(arguments: [
        (BlockCipher.tripleDES, "0C2C0303 0A 8E085A65DD7E38D13CA0 00"),
        (.aes128, "0C2C0303 0A 8E087E1DF2BE0D837BB5 00"),
        (.aes256, "0C2C0303 0A 8E082F9863BF791143FB 00"),
    ])
    func `a command without any object is padded once`(cipher: BlockCipher, protected: String) throws {
        let count = UInt8(cipher.keyLength)
        var terminal = SecureMessagingCodec(
            keys: SessionKeys(
                cipher: cipher, encryption: SecretBytes(0..<count), authentication: SecretBytes(0x40..<(0x40 + count))))
        var chip = terminal
        let command = try terminal.protect(CommandAPDU(ins: 0x2C, p1: 0x03, p2: 0x03))
        #expect(command.encoded(.short) == hex(protected))
        #expect(try chip.unprotect(command: command) == CommandAPDU(ins: 0x2C, p1: 0x03, p2: 0x03))
    }

    @Test(arguments: ["FFFFFFFFFFFFFFFF", "7FFFFFFFFFFFFFFF", "00000000000000FF"])
    func `the counter carries through every byte`(start: String) throws {
        let mac = "000102030405060708090A0B0C0D0E0F"
        var terminal = session(.tripleDES, mac: mac, counter: start)
        var chip = terminal
        for _ in 0..<3 {
            _ = try chip.unprotect(command: try terminal.protect(CommandAPDU(ins: 0xB0, expected: .upTo(4))))
            let answer = try chip.protect(response: ResponseAPDU(data: [1, 2, 3, 4], status: 0x9000))
            #expect(try terminal.unprotect(answer).data == [1, 2, 3, 4])
        }
        #expect(terminal.counter == chip.counter)
    }

    @Test(arguments: BlockCipher.allCases)
    func `no flipped bit and no cut of a protected answer is accepted`(cipher: BlockCipher) throws {
        let key = SecretBytes([UInt8](repeating: 9, count: cipher.keyLength))
        var chip = SecureMessagingCodec(keys: SessionKeys(cipher: cipher, encryption: key, authentication: key))
        let terminal = chip
        let genuine = try chip.protect(response: ResponseAPDU(data: hex("6014 5F01"), status: 0x9000)).data
        for bit in 0..<genuine.count * 8 {
            var copy = terminal
            var data = genuine
            data[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: SecureMessagingFailure.self) {
                try copy.unprotect(ResponseAPDU(data: data, status: 0x9000))
            }
        }
        for count in 0..<genuine.count {
            var copy = terminal
            #expect(throws: SecureMessagingFailure.self) {
                try copy.unprotect(ResponseAPDU(data: Array(genuine.prefix(count)), status: 0x9000))
            }
        }
    }

    @Test func `an answer without DO99 counts, and says so`() throws {
        // A MAC over the counter alone, as some emulators send it.
        let mac = "000102030405060708090A0B0C0D0E0F"
        let key = SecretBytes(hex(mac))
        let message = PaddingMethod2.add(hex("0000000000000002"), blockSize: 8)
        let checksum = try MessageAuthenticationCode.retail(message, key: key)
        var codec = session(.tripleDES, mac: mac, counter: "00")
        _ = try codec.protect(CommandAPDU(ins: 0xA4, data: [1, 1]))
        let answer = try codec.unprotect(ResponseAPDU(data: hex("8E08") + checksum, status: 0x9000))
        #expect(answer == ResponseAPDU(status: 0x9000))
        #expect(codec.deviations == [.statusNotProtected])
    }

    @Test func `a plain status word that differs from the protected one does not count`() throws {
        var chip = appendixD()
        var terminal = appendixD()
        var answer = try chip.protect(response: ResponseAPDU(status: 0x6A82))
        answer.status = 0x9000
        #expect(try terminal.unprotect(answer).status == 0x6A82)
        #expect(terminal.deviations == [.statusWordsDiffer(plain: 0x9000)])
    }

    @Test(arguments: [
        ("", SecureMessagingFailure.missingDataObjects),
        ("97 01 04", .missingDataObjects),
        ("8E 07 01020304050607", .incorrectDataObjects),
        ("8E 08 0102030405060708 97 01 04", .incorrectDataObjects),
        ("81 01 00 8E 08 0102030405060708", .incorrectDataObjects),
        ("97 01 04 8E 08 0102030405060708", .wrongMAC),
        ("87 FF 01", .incorrectDataObjects),
    ])
    func `a chip tells missing from incorrect data objects`(body: String, failure: SecureMessagingFailure) {
        var chip = appendixD()
        #expect(throws: failure) {
            try chip.unprotect(command: CommandAPDU(cla: 0x0C, ins: 0xB0, data: hex(body), expected: .asMuchAsPossible))
        }
    }
}
