import ChipSimulation
import Frames
import ISO7816
import ReaderKnowledge
import Testing
import TransitCardSimulator

@Suite struct FrameOpeningTests {
    static let dialects: [(SimulatedReaderModel, ReaderDialect)] = [
        (.acr122u, .pn532), (.acr122uClone, .pn532), (.acr122uBare, .pn532), (.pn53264, .pn532),
        (.acr1252u, .transparent), (.acr1552u, .transparent), (.rcs300, .transparent), (.rcs300Locked, .transparent),
        (.utrust3700f, .identiv), (.utrust3700fOther, .identiv), (.rcs380, .selectService), (.windows, .readBinary),
    ]

    @Test(arguments: dialects)
    func `a reader without a known name is found out by asking it`(
        model: SimulatedReaderModel, dialect: ReaderDialect
    ) throws {
        let stand = try Stand(on: model)
        let channel = try Stand.opening().open(stand.link)
        #expect(channel.dialect == dialect)
        #expect(channel.technology == .feliCa)
        channel.close()
        #expect(stand.reader.isAsFound)
    }

    @Test(
        arguments: [
            ("ACS ACR122U PICC Interface 00 00", .acr122u, .pn532), ("ACS ACR1252 1S CL Reader", .acr1252u, .acsDirect),
            ("SONY FeliCa RC-S300/P (1234567) 00 00", .rcs300, .sonyTransparent),
            ("ACS ACR1552 1S CL Reader", .acr1552u, .transparent),
            ("Identiv uTrust 3700 F CL Reader", .utrust3700f, .identiv),
        ] as [(String, SimulatedReaderModel, ReaderDialect)])
    func `a reader's name decides what is tried first`(
        name: String, model: SimulatedReaderModel, dialect: ReaderDialect
    ) throws {
        let stand = try Stand(on: model)
        let channel = try Stand.opening(name).open(stand.link)
        #expect(channel.dialect == dialect)
        channel.close()
    }

    @Test(arguments: SimulatedReaderModel.allCases.filter { $0.passesFrames })
    func `the reader is left as it was found, whatever happens in between`(model: SimulatedReaderModel) throws {
        let stand = try Stand(on: model)
        try Stand.opening().withChannel(stand.link) { _ throws(CardError) in }
        #expect(stand.reader.isAsFound)
        #expect(throws: CardError(.cancelled, during: "test")) {
            try Stand.opening().withChannel(stand.link) { channel throws(CardError) in
                _ = try channel.exchange([0x06, 0x00, 0x00, 0x03, 0x01, 0x00], timeout: .milliseconds(100))
                throw CardError(.cancelled, during: "test")
            }
        }
        #expect(stand.reader.isAsFound)
    }

    @Test(arguments: SimulatedReaderModel.allCases)
    func `a fault at any exchange of the opening is an error or another dialect, and nothing stays open`(
        model: SimulatedReaderModel
    ) throws {
        let faults: [Fault] = [
            .fail(.transportFailed), .status(0x6A81), .status(0x9000), .truncate(to: 0), .truncate(to: 3), .flipBit(9),
        ]
        for fault in faults {
            for number in 1...24 {
                let stand = try Stand(on: model)
                let link = FaultyLink(stand.link, faults: [number: fault])
                do throws(CardError) {
                    try Stand.opening().withChannel(link) { channel throws(CardError) in
                        _ = try channel.exchange([0x06, 0x00, 0x00, 0x03, 0x01, 0x00], timeout: .milliseconds(100))
                    }
                } catch {
                    #expect(
                        [.unsupported, .transportFailed, .malformedResponse].contains(error.code)
                            || error.code == .commandTooLong(limit: 261), "\(error)")
                }
                // A fault at the very command that ends the session cannot be made good, nor can a lie: a refusal by a
                // reader that did what it was asked, or a wrong bit in a parameter that is to be brought back.
                guard link.count > number, fault != .status(0x6A81), fault != .flipBit(9) else { continue }
                #expect(stand.reader.isAsFound, "\(fault) at exchange \(number)")
            }
        }
    }

    @Test func `a reader that passes no frames is told apart from one without a card`() throws {
        let stand = try Stand(on: .plain)
        #expect(throws: CardError(.unsupported, during: "looking for a way to send frames")) {
            try Stand.opening().open(stand.link)
        }
    }

    @Test func `the dialect is remembered by reader, so that the second opening asks nothing`() throws {
        let memory = DialectMemory()
        let stand = try Stand(on: .utrust3700f)
        let opening = Stand.opening("Reader A", memory: memory)
        try opening.open(stand.link).close()
        #expect(memory.entry(for: "Reader A", .feliCa)?.dialect == .identiv)
        let counted = FaultyLink(stand.link, faults: [:])
        let channel = try opening.open(counted)
        #expect(channel.dialect == .identiv)
        #expect(counted.count == 0)
        #expect(memory.entry(for: "Reader B", .feliCa) == nil)
    }

    @Test func `another firmware under the same name is found out anew`() throws {
        let memory = DialectMemory()
        let stand = try Stand(on: .acr122u)
        try Stand.opening("Reader", memory: memory).open(stand.link).close()
        #expect(memory.entry(for: "Reader", .feliCa) == .init(dialect: .pn532, firmware: "ACR122U215"))
        memory.remember(.init(dialect: .pn532, firmware: "ACR122U216"), for: "Reader", .feliCa)
        let channel = try Stand.opening("Reader", memory: memory).open(stand.link)
        #expect(memory.entry(for: "Reader", .feliCa)?.firmware == "ACR122U215")
        channel.close()
        memory.remember(.init(dialect: .identiv, firmware: nil), for: "Reader", .feliCa)
        #expect(stand.reader.isAsFound)
    }

    @Test func `the polling of the probe is not sent a second time`() throws {
        let stand = try Stand(on: .acr122u)
        let polling: [UInt8] = [0x06, 0x00, 0x00, 0x03, 0x01, 0x00]
        let channel = try Stand.opening().open(stand.link)
        let frames = stand.reader.frames.count
        #expect(try channel.exchange(polling, timeout: .milliseconds(100)).octets?.count == 20)
        #expect(stand.reader.frames.count == frames)
        #expect(try channel.exchange(polling, timeout: .milliseconds(100)).octets?.count == 20)
        #expect(stand.reader.frames.count == frames + 1)
        channel.close()
    }

    @Test func `both layers are told: the frame to the chip, and the command that carried it`() throws {
        let stand = try Stand(on: .acr1252u)
        var carried: [[UInt8]] = []
        var frames: [FrameExchange] = []
        let link = TracingLink(stand.link) { carried.append($0.command) }
        try Stand.opening("ACR1252").withChannel(link, observe: { frames.append($0) }) { channel throws(CardError) in
            _ = try channel.exchange([0x06, 0x00, 0xFE, 0x00, 0x01, 0x00], timeout: .milliseconds(100))
        }
        #expect(frames.map(\.frame) == [[0x06, 0x00, 0x00, 0x03, 0x01, 0x00], [0x06, 0x00, 0xFE, 0x00, 0x01, 0x00]])
        #expect(frames.map(\.number) == [1, 2])
        #expect(frames.last?.outcome == .answer(.silence))
        #expect(carried.last == [0xFF, 0x00, 0x00, 0x00, 0x06, 0x06, 0x00, 0xFE, 0x00, 0x01, 0x00])
    }
}
