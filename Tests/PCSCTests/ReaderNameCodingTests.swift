import Testing

@testable import PCSC

@Suite struct ReaderNameCodingTests {
    @Test(
        arguments: [
            (Array("ACS ACR122U 00 00".utf8), "ACS ACR122U 00 00"),
            (Array("Leser für Karten".utf8), "Leser für Karten"),
            ([0x4C, 0xE9, 0x20, 0xFC], #"L\xE9 \xFC"#), ([0xC3], #"\xC3"#), ([0xE2, 0x82, 0x41], #"\xE2\x82A"#),
            ([], ""),
            (Array(#"C:\x41 \xZZ \x"#.utf8), #"C:\x41 \xZZ \x"#),
        ] as [([UInt8], String)])
    func `a name comes back as the bytes it was`(bytes: [UInt8], text: String) {
        #expect(ReaderNameCoding.text(bytes) == text)
        #expect(ReaderNameCoding.bytes(text) == bytes)
    }

    @Test func `every byte survives, wherever it stands`() {
        for byte in UInt8.min...UInt8.max {
            for name in [[byte], [0x41, byte], [byte, 0x80], [0xC3, byte], [byte, 0x41, byte]] {
                #expect(ReaderNameCoding.bytes(ReaderNameCoding.text(name)) == name)
            }
        }
    }

    @Test func `a reader whose name is no UTF-8 is listed under a name that can be typed`() throws {
        let functions = FakePCSC().functions { $0.listReaders = { _ in .init([0x4C, 0xE9, 0, 0]) } }
        #expect(try PCSCContext(functions: functions).readers() == [#"L\xE9"#])
    }
}
