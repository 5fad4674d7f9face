import ISO7816
import Octets
import Testing

@Suite struct AnswerToResetTests {
    // kanidm/webauthn-rs #375.
    @Test func `interface bytes are announced by a bit mask`() throws {
        let answer = AnswerToReset(try Hex.bytes("3BFD1300008131FE158073C021C057597562694B657940"))
        #expect(
            answer.interfaceBytes.map(\.name) == ["TA1", "TB1", "TC1", "TD1", "TD2", "TA3", "TB3"])
        #expect(answer.interfaceBytes.map(\.value) == [0x13, 0x00, 0x00, 0x81, 0x31, 0xFE, 0x15])
        #expect(answer.protocols == [1])
        #expect(Hex.string(answer.historicalBytes) == "8073C021C057597562694B6579")
        #expect(answer.checkByte == 0x40)
        #expect(answer.deviations.isEmpty)
        let capabilities = try #require(answer.capabilities)
        #expect(capabilities.extendedLength)
        #expect(capabilities.commandChaining)
        #expect(!capabilities.extendedLengthInformation)
    }

    // PC/SC part 3 §3.1.3.2.3: what readers make up for contactless cards.
    @Test(
        arguments: [
            ("3B8F8001804F0CA000000306030001000000006A", [0, 1], "804F0CA0000003060300010000 0000", 0x6A as UInt8?),
            ("3B8080 0101", [0, 1], "", 0x01), ("3B02 1450", [0], "1450", nil),
            ("3B650000206300CB00", [0], "206300CB00", nil), ("3B00", [0], "", nil), ("3F00", [0], "", nil),
            ("3B80 0F 8F", [0], "", 0x8F),
        ] as [(String, [Int], String, UInt8?)])
    func `answers of other cards are read`(text: String, protocols: [Int], historical: String, checkByte: UInt8?) throws
    {
        let answer = AnswerToReset(try Hex.bytes(text))
        #expect(Hex.string(answer.historicalBytes) == (Hex.string(try Hex.bytes(historical))))
        #expect(answer.checkByte == checkByte)
        #expect(answer.protocols == protocols)
        #expect(answer.deviations.isEmpty)
    }

    @Test(arguments: [
        ("", [AnswerToReset.Deviation.truncated]), ("3B", [.truncated]), ("3C00", [.unknownInitialByte]),
        ("3BFD13", [.truncated]), ("3B0214", [.truncated]),
        ("3B8101", [.truncated]), ("3B000102", [.trailingBytes(2)]),
        ("3BFD1300008131FE158073C021C057597562694B657941", [.wrongCheckByte]),
        ("3BFD1300008131FE158073C021C057597562694B65794000", [.trailingBytes(1)]),
    ])
    func `what breaks the rules is told once and the rest is read`(
        text: String, deviations: [AnswerToReset.Deviation]
    ) throws {
        #expect(AnswerToReset(try Hex.bytes(text)).deviations == deviations)
    }

    @Test func `an endless chain of interface bytes ends`() {
        let answer = AnswerToReset([0x3B] + [UInt8](repeating: 0xF1, count: 200))
        #expect(answer.interfaceBytes.count <= 64)
        #expect(answer.protocols == [1])
    }

    @Test(
        arguments: [
            ("8073C021C0", 0xC0 as UInt8?, false), ("00 73C02180 9000 00", 0x80, false), ("80 72C021", nil, false),
            ("80 31C0 738421E0", 0xE0, true), ("80 71 04", nil, true),
        ] as [(String, UInt8?, Bool)])
    func `card capabilities are found in compact form`(text: String, third: UInt8?, short: Bool) throws {
        let capabilities = try #require(CardCapabilities(historicalBytes: Hex.bytes(text)))
        #expect(capabilities.third == third)
        #expect(capabilities.shortFileIdentifiers == short)
        #expect(capabilities.extendedLength == (third.map { $0 & 0x40 != 0 } ?? false))
        #expect(capabilities.commandChaining == (third.map { $0 & 0x80 != 0 } ?? false))
        #expect(capabilities.extendedLengthInformation == (third.map { $0 & 0x20 != 0 } ?? false))
    }

    @Test(arguments: ["", "80", "10 73C021C0", "80 73C021", "80 70", "80 74 01020304", "00 7384", "80 31"])
    func `historical bytes without capabilities have none`(text: String) throws {
        #expect(CardCapabilities(historicalBytes: try Hex.bytes(text)) == nil)
    }
}
