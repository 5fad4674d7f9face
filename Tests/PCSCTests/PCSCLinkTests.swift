import ISO7816
import InlaySeams
import Octets
import Testing

@testable import PCSC

@Suite struct PCSCLinkTests {
    private static let command: [UInt8] = [0x00, 0x84, 0x00, 0x00, 0x08]

    // MARK: - Connecting

    @Test func `a connection tells the answer to reset, the protocol and safe limits`() throws {
        let fake = FakePCSC()
        let link = try fake.link()
        #expect(link.reader == FakePCSC.reader)
        #expect(link.answerToReset.bytes == FakePCSC.atr)
        #expect(link.transmissionProtocol == .t1)
        #expect(link.limits == .extended)
        #expect(!link.limitsAreKnown)
    }

    @Test(
        arguments: [
            (.noSmartcard, .noCard), (.removedCard, .noCard), (.unresponsiveCard, .noAnswer),
            (.unpoweredCard, .noAnswer), (.sharingViolation, .inUse), (.protocolMismatch, .inUse),
            (.unknownReader, .readerUnavailable), (.readerUnavailable, .readerUnavailable),
            (.securityViolation, .permissionDenied), (.noService, .serviceUnavailable),
            (.unsupportedCard, .unsupported), (.unknown(0x8010_00AA), .transportFailed),
        ] as [(PCSCError, CardError.Code)])
    func `a refused connection is named and the context given back`(error: PCSCError, code: CardError.Code) throws {
        let fake = FakePCSC()
        let thrown = #expect(throws: CardError.self) {
            try fake.link { $0.connect = { _, _, _, _ in (error.code, 0, 0) } }
        }
        #expect(thrown?.code == code)
        #expect(thrown?.underlying as? PCSCError == error)
        #expect(eventually { fake.calls.count { $0 == "release" } == 2 })
        #expect(!fake.calls.contains { $0.hasPrefix("disconnect") })
    }

    @Test(
        arguments: [(0x0001_0022, .readerStuck), (0x0001_0122, .inUse), (0x0001_00A2, .inUse)]
            as [(UInt32, CardError.Code)])
    func `a connection that hangs is given up, and undone when it comes late`(
        event: UInt32, code: CardError.Code
    ) throws {
        let gate = Gate()
        let fake = FakePCSC()
        let functions = fake.functions {
            $0.connect = { _, _, _, _ in
                gate.pass()
                return (0, 7, 2)
            }
            $0.statusChange = { _, _, rows in
                rows[0].event = event
                return 0
            }
        }
        let context = try PCSCContext(functions: functions)
        let thrown = #expect(throws: CardError.self) {
            try context.connect(to: FakePCSC.reader, timeLimit: .milliseconds(50))
        }
        #expect(thrown?.code == code)
        #expect(thrown?.detail?.contains(FakePCSC.reader) == true)
        gate.open()
        #expect(eventually { fake.calls.contains("disconnect 0") })
    }

    @Test func `limits are the driver's`() throws {
        let link = try FakePCSC().link {
            $0.control = { _, code, _ in
                code == 0x4200_0D48
                    ? .init([0x12, 4, 0x42, 0x33, 0, 0x12])
                    : code == 0x4233_0012 ? .init([0x0A, 4, 0, 0, 1, 0]) : .init(code: 1)
            }
        }
        #expect(link.limits == .extended)
        #expect(link.limitsAreKnown)
    }

    @Test func `a card that speaks T=0 gets short commands only`() throws {
        let fake = FakePCSC()
        let link = try fake.link {
            $0.connect = { _, _, _, _ in (0, 7, 1) }
            $0.control = { _, code, _ in
                code == 0x4200_0D48 ? .init([0x12, 4, 0x42, 0x33, 0, 0x12]) : .init([0x0A, 4, 0, 0, 1, 0])
            }
        }
        #expect(link.transmissionProtocol == .t0)
        #expect(link.limits == .short)
        _ = try link.exchange(Self.command)
        #expect(fake.calls.contains("transmit T=0"))
    }

    @Test func `a foreign reset while connecting is no error`() throws {
        let count = Monitor(0)
        let fake = FakePCSC()
        _ = try fake.link {
            $0.status = { _ in
                let isFirst = count.update { count in
                    count += 1
                    return count == 1
                }
                return isFirst ? .init(code: PCSCError.resetCard.code) : .init(FakePCSC.atr)
            }
        }
        #expect(fake.calls.contains("reconnect 0"))
    }

    // MARK: - Exchanges

    @Test(
        arguments: [
            (.removedCard, .cardRemoved), (.noSmartcard, .cardRemoved), (.unpoweredCard, .cardRemoved),
            (.resetCard, .cardReset), (.unresponsiveCard, .noAnswer), (.sharingViolation, .inUse),
            (.readerUnavailable, .readerUnavailable), (.invalidHandle, .readerUnavailable),
            (.noService, .serviceUnavailable), (.communicationError, .serviceUnavailable),
            (.timeout, .timedOut), (.waitedTooLong, .timedOut), (.notTransacted, .transportFailed),
            (.insufficientBuffer, .malformedResponse), (.communicationDataLost, .malformedResponse),
            (.unexpected, .unsupported), (.unsupportedFeature, .unsupported), (.cancelled, .cancelled),
            (.securityViolation, .permissionDenied), (.wrongCHV, .authenticationFailed),
            (.internalError, .transportFailed), (.unknown(0x8010_00FF), .transportFailed),
        ] as [(PCSCError, CardError.Code)])
    func `what the driver answers is named`(error: PCSCError, code: CardError.Code) throws {
        let link = try FakePCSC().link { $0.transmit = { _, _, _ in .init(code: error.code) } }
        let thrown = #expect(throws: CardError.self) { try link.exchange(Self.command) }
        #expect(thrown?.code == code)
        #expect(thrown?.underlying as? PCSCError == error)
        #expect(thrown?.detail?.hasPrefix(FakePCSC.reader) == true)
    }

    @Test func `bytes go out and come back as they are`() throws {
        let link = try FakePCSC().link { $0.transmit = { _, _, command in .init(command.reversed()) } }
        #expect(try link.exchange([1, 2, 3, 4, 5]) == [5, 4, 3, 2, 1])
        // Fewer than two bytes are for the layer above to judge: some readers answer without a status word.
        let silent = try FakePCSC().link { $0.transmit = { _, _, _ in .init([]) } }
        #expect(try silent.exchange(Self.command) == [])
    }

    @Test(arguments: [0, 1, 3, 70_000, Int.max])
    func `a length that is not that of the answer is refused`(claimed: Int) throws {
        let link = try FakePCSC().link { $0.transmit = { _, _, _ in .init([0x90, 0x00], claimed: claimed) } }
        #expect(throws: CardError(.malformedResponse, during: "exchange")) { try link.exchange(Self.command) }
    }

    @Test(arguments: [0, 1, 3])
    func `fewer than four bytes are not sent`(count: Int) throws {
        let fake = FakePCSC()
        let link = try fake.link()
        #expect(throws: CardError(.unsupported, during: "exchange")) {
            try link.exchange([UInt8](repeating: 0, count: count))
        }
        #expect(!fake.calls.contains { $0.hasPrefix("transmit") })
    }

    @Test func `a longer exchange that passes raises unknown limits`() throws {
        let link = try FakePCSC().link()
        _ = try link.exchange([UInt8](repeating: 0, count: 300))
        #expect(link.limits == .extended)
        #expect(link.limitsAreKnown)
        #expect(throws: CardError(.commandTooLong(limit: 65_544), during: "exchange")) {
            try link.exchange([UInt8](repeating: 0, count: 65_545))
        }
    }

    @Test func `a long command that is not carried was too long`() throws {
        let link = try FakePCSC().link { $0.transmit = { _, _, _ in .init(code: PCSCError.notTransacted.code) } }
        #expect(throws: CardError(.commandTooLong(limit: 261), during: "exchange")) {
            try link.exchange([UInt8](repeating: 0, count: 300))
        }
    }

    // Some drivers say "not transacted", vpcd gives an answer without bytes.
    @Test(arguments: [PCSCError.notTransacted.code, 0])
    func `a command that fails because the card left is a removal`(code: UInt32) throws {
        let looks = Monitor(0)
        let link = try FakePCSC().link {
            $0.transmit = { _, _, _ in .init(code: code) }
            $0.statusChange = { _, _, rows in
                let count = looks.update { count in
                    count += 1
                    return count
                }
                rows[0].event = count == 1 ? 0x0001_0022 : 0x0002_0012
                return 0
            }
        }
        #expect(throws: CardError(.cardRemoved, during: "exchange")) {
            try link.exchange([UInt8](repeating: 0, count: 300))
        }
    }

    @Test func `limits that the driver told are kept`() throws {
        let fake = FakePCSC()
        let link = try fake.link {
            $0.control = { _, code, _ in
                code == 0x4200_0D48 ? .init([0x12, 4, 0x42, 0x33, 0, 0x12]) : .init([0x0A, 4, 0, 1, 0, 0])
            }
        }
        #expect(throws: CardError(.commandTooLong(limit: 261), during: "exchange")) {
            try link.exchange([UInt8](repeating: 0, count: 262))
        }
        #expect(!fake.calls.contains { $0.hasPrefix("transmit") })
    }

    // MARK: - Hanging and giving up

    @Test func `a driver that hangs is left behind and the reader named`() throws {
        let gate = Gate()
        let fake = FakePCSC()
        let link = try fake.link {
            $0.transmit = { _, _, _ in
                gate.pass()
                return .init([0x90, 0x00])
            }
        }
        link.timeLimit = .milliseconds(50)
        let thrown = #expect(throws: CardError.self) { try link.exchange(Self.command) }
        #expect(thrown?.code == .readerStuck)
        #expect(thrown?.detail?.contains(FakePCSC.reader) == true)
        // Nothing else is tried, and the end does not wait.
        #expect(throws: CardError(.readerStuck, during: "exchange")) { try link.exchange(Self.command) }
        #expect(gate.count == 1)
        #expect(!link.disconnect(.reset))
        #expect(!fake.calls.contains { $0.hasPrefix("disconnect") })
        gate.open()
        #expect(eventually { fake.calls.contains("disconnect 1") })
    }

    @Test func `an interrupted command comes to its end, and the card is reset behind it`() throws {
        let gate = Gate()
        let fake = FakePCSC()
        let link = try fake.link {
            $0.transmit = { _, _, _ in
                gate.pass()
                return .init([0x90, 0x00])
            }
        }
        link.interruption = Interruption { gate.count > 0 }
        #expect(throws: CardError(.cancelled, during: "exchange")) { try link.exchange(Self.command) }
        #expect(throws: CardError(.cancelled, during: "exchange")) { try link.exchange(Self.command) }
        gate.open()
        #expect(link.disconnect(.reset))
        #expect(
            fake.calls.filter { $0.hasPrefix("transmit") || $0.hasPrefix("disc") } == ["transmit T=1", "disconnect 1"])
    }

    @Test func `after an interruption that was taken back the link works again, once the command has ended`() throws {
        let gate = Gate()
        let isInterrupted = Monitor(true)
        let link = try FakePCSC().link {
            $0.transmit = { _, _, _ in
                gate.pass()
                return .init([0x90, 0x00])
            }
        }
        link.interruption = Interruption { gate.count == 1 && isInterrupted.update { $0 } }
        #expect(throws: CardError(.cancelled, during: "exchange")) { try link.exchange(Self.command) }
        isInterrupted.update { $0 = false }
        link.timeLimit = .milliseconds(50)
        #expect(throws: CardError(.readerStuck, during: "exchange")) { try link.exchange(Self.command) }
        #expect(gate.count == 1)
        link.timeLimit = .seconds(10)
        gate.open()
        gate.open()
        #expect(try link.exchange(Self.command) == [0x90, 0x00])
    }

    @Test func `nothing is sent after an interruption`() throws {
        let fake = FakePCSC()
        let link = try fake.link()
        link.interruption = Interruption { true }
        #expect(throws: CardError(.cancelled, during: "exchange")) { try link.exchange(Self.command) }
        #expect(throws: CardError(.cancelled, during: "beginning a transaction")) { try link.withTransaction {} }
        #expect(!fake.calls.contains { $0.hasPrefix("transmit") || $0 == "begin" })
    }

    @Test func `what must not be left open in the reader is sent after an interruption too`() throws {
        let fake = FakePCSC()
        let link = try fake.link()
        link.interruption = Interruption { true }
        #expect(try link.exchangeInClosing(Self.command) == [0x90, 0x00])
        #expect(fake.calls.filter { $0.hasPrefix("transmit") }.count == 1)
        #expect(throws: CardError(.cancelled, during: "exchange")) { try link.exchange(Self.command) }
    }

    // MARK: - Resets

    @Test(arguments: [(ResetKind.cold, "reconnect 2"), (.warm, "reconnect 1")])
    func `a reset gives the new answer to reset`(kind: ResetKind, call: String) throws {
        let other: [UInt8] = [0x3B, 0x00]
        let fake = FakePCSC()
        let isReset = Monitor(false)
        let link = try fake.link {
            $0.reconnect = { _, _, _, _ in
                isReset.update { $0 = true }
                return (0, 1)
            }
            $0.status = { _ in .init(isReset.update { $0 } ? other : FakePCSC.atr) }
        }
        #expect(try link.reset(kind).bytes == other)
        #expect(link.answerToReset.bytes == other)
        #expect(link.transmissionProtocol == .t0)
        #expect(fake.calls.contains(call))
    }

    /// pcsc-lite tells a connection of a removal once, and forgets it with any reset.
    @Test func `a card that was taken away is noticed, whatever was reset since`() throws {
        let state = Monitor<UInt32>(0x0001_0022)
        let link = try FakePCSC().link {
            $0.statusChange = { _, _, rows in
                for index in rows.indices { rows[index].event = state.update { $0 } }
                return 0
            }
        }
        let first = try link.insertion()
        #expect(try link.insertion() == first)
        _ = try link.reset(.cold)
        #expect(try link.insertion() == first)
        state.update { $0 = 0x0003_0022 }
        _ = try link.reset(.cold)
        let second = try link.insertion()
        #expect(second != first)
        #expect(try link.insertion() == second)
        state.update { $0 = 0x0004_0012 }
        #expect(throws: CardError(.cardRemoved, during: "looking at the card")) { try link.insertion() }
    }

    @Test func `a removal that a call is told of counts as one`() throws {
        let isGone = Monitor(false)
        let link = try FakePCSC().link {
            $0.transmit = { _, _, _ in
                isGone.update { $0 } ? .init(code: PCSCError.removedCard.code) : .init([0x90, 0x00])
            }
        }
        let first = try link.insertion()
        isGone.update { $0 = true }
        #expect(throws: CardError(.cardRemoved, during: "exchange")) { try link.exchange(Self.command) }
        isGone.update { $0 = false }
        #expect(try link.insertion() != first)
    }

    @Test func `after a foreign reset the link works again`() throws {
        let isReset = Monitor(true)
        let fake = FakePCSC()
        let link = try fake.link {
            $0.transmit = { _, _, _ in
                isReset.update { $0 } ? .init(code: PCSCError.resetCard.code) : .init([0x90, 0x00])
            }
            $0.reconnect = { _, _, _, _ in
                isReset.update { $0 = false }
                return (0, 2)
            }
        }
        #expect(throws: CardError(.cardReset, during: "exchange")) { try link.exchange(Self.command) }
        // The card is left as it is: another reset would hit the other program.
        #expect(fake.calls.contains("reconnect 0"))
        #expect(try link.exchange(Self.command) == [0x90, 0x00])
    }

    @Test func `a card that another program left without power gets it back`() throws {
        let isOff = Monitor(true)
        let fake = FakePCSC()
        let link = try fake.link {
            $0.transmit = { _, _, _ in
                isOff.update { $0 } ? .init(code: PCSCError.resetCard.code) : .init([0x90, 0x00])
            }
            $0.reconnect = { _, _, _, initialization in
                if initialization != 0 { isOff.update { $0 = false } }
                return (0, 2)
            }
            $0.status = { _ in
                var status = PCSCFunctions.Output(FakePCSC.atr)
                status.hasPower = !isOff.update { $0 }
                return status
            }
        }
        #expect(throws: CardError(.cardReset, during: "exchange")) { try link.exchange(Self.command) }
        #expect(fake.calls.filter { $0.hasPrefix("reconnect") } == ["reconnect 0", "reconnect 1"])
        #expect(try link.exchange(Self.command) == [0x90, 0x00])
    }

    // MARK: - Transactions

    @Test func `a transaction is ended once, also when its body throws`() throws {
        let fake = FakePCSC()
        let link = try fake.link()
        #expect(throws: CardError(.noAnswer, during: "test")) {
            try link.withTransaction { () throws(CardError) in
                try link.withTransaction { () throws(CardError) in throw CardError(.noAnswer, during: "test") }
            }
        }
        #expect(fake.calls.filter { $0 == "begin" || $0.hasPrefix("end ") } == ["begin", "end 0"])
        #expect(try link.withTransaction { 5 } == 5)
        #expect(fake.calls.filter { $0 == "begin" || $0.hasPrefix("end ") } == ["begin", "end 0", "begin", "end 0"])
    }

    @Test func `a transaction that another program keeps is told as that`() throws {
        let gate = Gate()
        let link = try FakePCSC().link {
            $0.beginTransaction = { _ in
                gate.pass()
                return 0
            }
        }
        link.timeLimit = .milliseconds(50)
        let thrown = #expect(throws: CardError.self) { try link.withTransaction {} }
        #expect(thrown?.code == .inUse)
        gate.open()
    }

    @Test func `a transaction that is refused is not ended`() throws {
        let fake = FakePCSC()
        let link = try fake.link { $0.beginTransaction = { _ in PCSCError.removedCard.code } }
        #expect(throws: CardError(.cardRemoved, during: "beginning a transaction")) { try link.withTransaction {} }
        #expect(!fake.calls.contains("end 0"))
    }

    @Test func `a disconnection inside a transaction ends both`() throws {
        let fake = FakePCSC()
        let link = try fake.link()
        try link.withTransaction { _ = link.disconnect(.reset) }
        #expect(!fake.calls.contains("end 0"))
        #expect(fake.calls.contains("disconnect 1"))
    }

    // MARK: - The reader itself

    @Test func `an escape command that the driver refuses is unsupported`() throws {
        let link = try FakePCSC().link()
        #expect(throws: CardError(.unsupported, during: "reader control")) { try link.control(0x4200_0001, [0xE0]) }
        #expect(PCSCLink.controlCode(3500) == 0x4200_0DAC)
    }

    @Test func `a direct connection has no card to send to`() throws {
        let fake = FakePCSC()
        let link = try fake.link(sharing: .direct) {
            $0.connect = { _, _, _, protocols in (protocols == 0 ? 0 : 1, 7, 0) }
            $0.status = { _ in .init(code: PCSCError.noSmartcard.code) }
            $0.control = { _, _, input in .init(input) }
        }
        #expect(fake.calls.contains("connect 3"))
        #expect(link.answerToReset.bytes.isEmpty)
        #expect(try link.control(1, [0x18]) == [0x18])
        #expect(throws: CardError(.unsupported, during: "exchange")) { try link.exchange(Self.command) }
    }

    // MARK: - The end

    @Test func `a link is ended once`() throws {
        let fake = FakePCSC()
        let link = try fake.link()
        #expect(link.disconnect(.unpower))
        #expect(link.disconnect(.leave))
        #expect(fake.calls.filter { $0.hasPrefix("disconnect") } == ["disconnect 2"])
        #expect(throws: CardError(.readerUnavailable, during: "exchange")) { try link.exchange(Self.command) }
    }

    @Test(arguments: [(PCSCLink.Disposition.leave, "disconnect 0"), (.reset, "disconnect 1")])
    func `a link that is dropped leaves the card as it was told`(
        disposition: PCSCLink.Disposition, call: String
    ) throws {
        let fake = FakePCSC()
        do {
            let link = try fake.link()
            link.dispositionOnRelease = disposition
        }
        #expect(fake.calls.filter { $0.hasPrefix("disconnect") } == [call])
    }
}
