import ChipSimulation
import InlaySeams
import Testing

/// The protocol of vpcd, against a listener of the test.
@Suite struct VirtualReaderTests {
    @Test func `the answer to reset is given when it is asked for, and nothing is said to other controls`() throws {
        let reader = try FakeVPCD()
        let chip = PluggedChip(on: VirtualReader(port: reader.port))
        try reader.accept()
        for control: UInt8 in [0x01, 0x02, 0x00, 0x03, 0xFF, 0x04] { reader.say([control]) }
        #expect(try reader.hear() == EchoChip.atr)
        #expect(chip.events == [.connected, .poweredOn, .reset, .poweredOff])
        chip.remove()
    }

    @Test func `a command is answered, however its bytes come`() throws {
        let reader = try FakeVPCD()
        let chip = PluggedChip(on: VirtualReader(port: reader.port))
        try reader.accept()
        for byte: UInt8 in [0x00, 0x06, 0x80, 0xEE, 0x00, 0x00, 0x01, 0x42] { reader.send([byte]) }
        #expect(try reader.hear() == [0x42, 0x90, 0x00])
        // Two at once.
        reader.send([0, 4, 0x80, 0xEE, 0, 0, 0, 4, 0x80, 0x01, 0, 0])
        #expect(try reader.hear() == [0x90, 0x00])
        #expect(try reader.hear() == [0x6D, 0x00])
        chip.remove()
        #expect(chip.events.last == .exchanged(command: [0x80, 0x01, 0, 0], answer: [0x6D, 0x00]))
    }

    @Test func `power on and reset begin a fresh session`() throws {
        let reader = try FakeVPCD()
        let chip = PluggedChip(on: VirtualReader(port: reader.port))
        try reader.accept()
        for control: UInt8 in [0x01, 0x02] {
            reader.say([0x80, 0xD0, 0x00, 0x55])
            #expect(try reader.hear() == [0x90, 0x00])
            reader.say([control])
            reader.say([0x80, 0xC0, 0x00, 0x00, 0x01])
            #expect(try reader.hear() == [0x00, 0x90, 0x00])
        }
        chip.remove()
    }

    @Test(arguments: [2, 3, 4, 255, 4096, 65_535])
    func `a message of any length is answered`(count: Int) throws {
        let reader = try FakeVPCD()
        let chip = PluggedChip(on: VirtualReader(port: reader.port))
        try reader.accept()
        reader.send([0x00, 0x00])
        reader.say([UInt8](repeating: 0x80, count: count))
        let answer = try reader.hear()
        #expect(answer == (count == 4 ? [0x6D, 0x00] : [0x67, 0x00]))
        chip.remove()
    }

    @Test func `the longest answer goes out whole, a longer one as an error`() throws {
        let reader = try FakeVPCD()
        let chip = PluggedChip(on: VirtualReader(port: reader.port))
        try reader.accept()
        reader.say([0x80, 0xB0, 0xFF, 0xFD])
        #expect(try reader.hear().count == 65_535)
        reader.say([0x80, 0xB0, 0xFF, 0xFF])
        #expect(try reader.hear() == [0x6F, 0x00])
        chip.remove()
        #expect(chip.events.contains(.answerTooLong(65_537)))
    }

    @Test func `a message cut by the end of the connection is not answered`() throws {
        let reader = try FakeVPCD()
        let chip = PluggedChip(on: VirtualReader(port: reader.port))
        try reader.accept()
        reader.send([0x00, 0x20, 0x80, 0xEE])
        reader.hangUp()
        #expect(chip.ending() == .success(.readerClosed))
        #expect(chip.events == [.connected, .disconnected])
    }

    @Test func `a chip that is taken away ends the connection`() throws {
        let reader = try FakeVPCD()
        let chip = PluggedChip(on: VirtualReader(port: reader.port))
        try reader.accept()
        chip.remove()
        #expect(chip.ending() == .success(.interrupted))
        #expect(throws: FakeVPCD.Failure.self) { try reader.hear() }
    }

    @Test func `a chip that may reconnect waits for the service`() throws {
        let reader = try FakeVPCD()
        var plug = VirtualReader(port: reader.port)
        plug.reconnects = true
        let chip = PluggedChip(on: plug)
        try reader.accept()
        reader.hangUp()
        try reader.accept()
        reader.say([0x04])
        #expect(try reader.hear() == EchoChip.atr)
        chip.remove()
        #expect(chip.ending() == .success(.interrupted))
        #expect(chip.events == [.connected, .disconnected, .connected])
    }

    @Test func `a reader that is busy with another card is told`() throws {
        let reader = try FakeVPCD()
        let chip = PluggedChip(on: VirtualReader(port: reader.port))
        try reader.accept()
        #expect(eventually { chip.events == [.connected, .ignored] })
        reader.say([0x04])
        #expect(try reader.hear() == EchoChip.atr)
        chip.remove()
    }

    @Test func `nothing that listens is an error with advice`() throws {
        let port = try FakeVPCD().port
        let chip = PluggedChip(on: VirtualReader(port: port))
        guard case .failure(let error) = chip.ending() else {
            Issue.record("serving did not fail")
            return
        }
        #expect(error.reason == .nothingListens)
        #expect(error.description.contains("pcscd"))
    }

    @Test func `a host without an address is an error`() {
        let chip = PluggedChip(on: VirtualReader(host: "no such host.invalid"))
        guard case .failure(let error) = chip.ending() else {
            Issue.record("serving did not fail")
            return
        }
        #expect(error.reason == .unknownHost)
    }

    @Test func `an interruption that is there already connects nothing`() throws {
        #expect(try VirtualReader().serve(EchoChip(), until: Interruption { true }) == .interrupted)
    }
}
