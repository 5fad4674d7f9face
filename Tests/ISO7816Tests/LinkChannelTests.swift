import ISO7816
import Octets
import Testing

@Suite struct LinkChannelTests {
    private static let zeros = String(repeating: "00", count: 256)

    // OpenSC/OpenSC #1731.
    @Test func `6100 is 256 more bytes, fetched with one GET RESPONSE`() throws {
        let link = try ScriptLink([
            ("00B0000000", "6100"), ("00C0000000", Self.zeros + "9000"), ("00B0010000", "6B00"),
        ])
        let channel = LinkChannel(link)
        let first = try channel.transmit(CommandAPDU(ins: 0xB0, expected: .asMuchAsPossible))
        #expect(first.data.count == 256)
        #expect(first.status == .success)
        let second = try channel.transmit(CommandAPDU(ins: 0xB0, p1: 1, expected: .asMuchAsPossible))
        #expect(second.status == 0x6B00)
        #expect(link.left == 0)
    }

    @Test func `pieces of an answer are joined until the last status word`() throws {
        let link = try ScriptLink([
            ("0088000002 0102 00", "AA 6102"), ("00C0000002", "BBCC 6101"), ("00C0000001", "DD 6282"),
        ])
        let response = try LinkChannel(link).transmit(
            CommandAPDU(ins: 0x88, data: [1, 2], expected: .asMuchAsPossible))
        #expect(response == ResponseAPDU(data: [0xAA, 0xBB, 0xCC, 0xDD], status: 0x6282))
    }

    @Test func `6Cxx repeats the command once with that Le`() throws {
        let link = try ScriptLink([("00B0000000", "6C03"), ("00B0000003", "010203 9000")])
        let response = try LinkChannel(link).transmit(CommandAPDU(ins: 0xB0, expected: .asMuchAsPossible))
        #expect(response.data == [1, 2, 3])

        let stubborn = try ScriptLink([("00B0000000", "6C03"), ("00B0000003", "6C04")])
        #expect(
            try LinkChannel(stubborn).transmit(CommandAPDU(ins: 0xB0, expected: .asMuchAsPossible)).status == 0x6C04)
        let same = try ScriptLink([("00B0000003", "6C03")])
        #expect(try LinkChannel(same).transmit(CommandAPDU(ins: 0xB0, expected: .upTo(3))).status == 0x6C03)
        let withData = try ScriptLink([("00B0000000", "01 6C03")])
        #expect(try LinkChannel(withData).transmit(CommandAPDU(ins: 0xB0, expected: .asMuchAsPossible)).data == [1])
    }

    /// What has no Le may have been done, and counted.
    @Test func `6Cxx to a command without Le does not send it again`() throws {
        let link = try ScriptLink([("002C000102 3132", "6C03")])
        #expect(try LinkChannel(link).transmit(CommandAPDU(ins: 0x2C, p2: 1, data: [0x31, 0x32])).status == 0x6C03)
    }

    @Test func `6Cxx to GET RESPONSE is followed as well`() throws {
        let link = try ScriptLink([("00B0000000", "6110"), ("00C0000010", "6C02"), ("00C0000002", "0102 9000")])
        #expect(try LinkChannel(link).transmit(CommandAPDU(ins: 0xB0, expected: .asMuchAsPossible)).data == [1, 2])
    }

    @Test func `announced data that does not come is an error, not a loop`() throws {
        let link = try ScriptLink([("00B0000000", "6110"), ("00C0000010", "6110")])
        #expect(throws: CardError(.malformedResponse, during: "GET RESPONSE")) {
            try LinkChannel(link).transmit(CommandAPDU(ins: 0xB0, expected: .asMuchAsPossible))
        }
        #expect(link.sent.count == 2)
    }

    @Test func `data without end is an error, not a loop`() throws {
        let link = try ScriptLink([("00B0000000", "6101")] + Array(repeating: ("00C0000001", "00 6101"), count: 600))
        #expect(throws: CardError(.malformedResponse, during: "command READ BINARY")) {
            try LinkChannel(link).transmit(CommandAPDU(ins: 0xB0, expected: .asMuchAsPossible))
        }
        #expect(link.sent.count == 513)
    }

    @Test(arguments: [(0x00 as UInt8, "00"), (0x02, "02"), (0x12, "02"), (0x80, "00"), (0x43, "43"), (0x53, "43")])
    func `GET RESPONSE goes to the same logical channel`(cla: UInt8, expected: String) throws {
        let link = try ScriptLink([(Hex.string([cla]) + "CA000000", "6101"), (expected + "C0000001", "AA 9000")])
        let response = try LinkChannel(link).transmit(
            CommandAPDU(cla: cla, ins: 0xCA, expected: .asMuchAsPossible))
        #expect(response.data == [0xAA])
    }

    // Docs/rules.md 1.
    @Test(arguments: [0x04, 0x08, 0x0C, 0x1C, 0x60] as [UInt8], ["6C03", "6103", "6700"])
    func `a protected command is sent once and its answer given as it is`(cla: UInt8, status: String) throws {
        let link = try ScriptLink([(Hex.string([cla]) + "B0000003 970100 00", status)])
        let response = try LinkChannel(link).transmit(
            CommandAPDU(cla: cla, ins: 0xB0, data: [0x97, 0x01, 0x00], expected: .asMuchAsPossible))
        #expect(response.status.description == status)
        #expect(link.sent.count == 1)
    }

    @Test func `a long command is chained over a short link`() throws {
        let data = (0..<600).map { UInt8(truncatingIfNeeded: $0) }
        let link = try ScriptLink([
            ("10860000FF" + Hex.string(data[0..<255]), "9000"), ("10860000FF" + Hex.string(data[255..<510]), "9000"),
            ("008600005A" + Hex.string(data[510...]) + "00", "AA 9000"),
        ])
        let response = try LinkChannel(link).transmit(
            CommandAPDU(ins: 0x86, data: data, expected: .upTo(1000)))
        #expect(response.data == [0xAA])
        #expect(link.left == 0)
    }

    @Test func `a chain ends with the first part that is refused`() throws {
        let data = [UInt8](repeating: 0, count: 300)
        let link = try ScriptLink([("10860000FF" + Hex.string(data.prefix(255)), "6884")])
        #expect(try LinkChannel(link).transmit(CommandAPDU(ins: 0x86, data: data)).status == 0x6884)
        #expect(link.sent.count == 1)
    }

    @Test func `an extended command goes out as one where the link allows it`() throws {
        let data = [UInt8](repeating: 0xAB, count: 300)
        let link = try ScriptLink([("0086000000012C" + Hex.string(data) + "0000", "9000")], limits: .extended)
        #expect(
            try LinkChannel(link).transmit(CommandAPDU(ins: 0x86, data: data, expected: .asMuchAsPossible)).status
                == .success)
    }

    @Test func `an expectation beyond a short link is capped`() throws {
        let link = try ScriptLink([("00B0000000", "9000")])
        #expect(try LinkChannel(link).transmit(CommandAPDU(ins: 0xB0, expected: .upTo(1000))).status == .success)
    }

    @Test func `a command longer than the link takes is refused before it is sent`() throws {
        let link = try ScriptLink([], limits: LinkLimits(maximumCommand: 8, maximumResponse: 258))
        #expect(throws: CardError(.commandTooLong(limit: 8), during: "command VERIFY")) {
            try LinkChannel(link).transmit(CommandAPDU(ins: 0x20, data: [1, 2, 3, 4]))
        }
        let secured = try ScriptLink([])
        #expect(throws: CardError.self) {
            try LinkChannel(secured).transmit(
                CommandAPDU(cla: 0x0C, ins: 0x86, data: [UInt8](repeating: 0, count: 300)))
        }
        #expect(link.sent.isEmpty && secured.sent.isEmpty)
    }

    @Test(arguments: ["", "90"])
    func `an answer without a status word is an error`(answer: String) throws {
        let link = try ScriptLink([("00840000 08", answer)])
        #expect(throws: CardError(.malformedResponse, during: "command GET CHALLENGE")) {
            try LinkChannel(link).transmit(CommandAPDU(ins: 0x84, expected: .upTo(8)))
        }
    }

    @Test(arguments: [(261, 258, false), (262, 258, false), (261, 259, false), (262, 259, true)])
    func `extended length needs room both ways`(command: Int, response: Int, allowed: Bool) {
        #expect(
            LinkLimits(maximumCommand: command, maximumResponse: response).allowExtendedLength == allowed)
    }
}
