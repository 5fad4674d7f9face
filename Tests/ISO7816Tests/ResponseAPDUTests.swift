import ISO7816
import Testing

@Suite struct ResponseAPDUTests {
    @Test(arguments: [[0x90, 0x00], [0x01, 0x02, 0x61, 0x10]] as [[UInt8]])
    func `the last two bytes are the status word`(bytes: [UInt8]) throws {
        let response = try ResponseAPDU(parsing: bytes, during: "test")
        #expect(response.data == Array(bytes.dropLast(2)))
        #expect(response.status.bytes == Array(bytes.suffix(2)))
        #expect(response.encoded == bytes)
    }

    @Test(arguments: [[], [0x90]] as [[UInt8]])
    func `fewer than two bytes are no answer`(bytes: [UInt8]) {
        #expect(throws: CardError(.malformedResponse, during: "test")) {
            try ResponseAPDU(parsing: bytes, during: "test")
        }
    }

    @Test func `success is 9000 and nothing else`() throws {
        #expect(try ResponseAPDU(data: [1], status: .success).success(during: "test") == [1])
        for status in [0x6700, 0x6300, 0x9001, 0x6282, 0x6100] as [StatusWord] {
            #expect(throws: CardError(.unexpectedStatus(status), during: "test")) {
                try ResponseAPDU(status: status).success(during: "test")
            }
        }
    }
}
