import ChipSimulation
import FeliCa
import Frames
import ISO7816
import InlaySeams
import Octets
import Testing

/// Everything that goes wrong between card and reader: a typed error or a clean recovery, and never a wrong block.
@Suite struct ReadingFaultTests {
    /// Polls and reads; what was read is there, whatever happened.
    private func read(_ table: Table) throws -> Result<FeliCaReading, CardError> {
        do throws(CardError) {
            return .success(
                try table.session { session throws(CardError) in
                    _ = try session.poll(.transit)
                    return session.read(Table.withEntry)
                })
        } catch {
            return .failure(error)
        }
    }

    @Test(arguments: [.acr122u, .acr1252u, .rcs300, .utrust3700f, .rcs380] as [SimulatedReaderModel])
    func `the card is removed at every exchange in turn, and what was read before is kept`(
        model: SimulatedReaderModel
    ) throws {
        var partial = 0
        var number = 0
        while true {
            number += 1
            let table = try Table(on: model, faults: [number: .removeCard])
            guard case .success(let reading) = try read(table) else { continue }
            guard let interruption = reading.interruption else {
                // Behind the last exchange there is nothing to be removed at; the session is ended by the last.
                #expect(reading.isComplete)
                break
            }
            #expect(interruption.code == .cardRemoved)
            #expect(!reading.isComplete)
            #expect(table.agrees(reading))
            #expect(reading.services.contains { $0.end == .interrupted })
            partial = max(partial, reading.services.reduce(0) { $0 + $1.blocks.count })
            try #require(number < 500)
        }
        #expect(partial >= 12)
    }

    static let faults: [Fault] = [
        .truncate(to: 0), .truncate(to: 1), .truncate(to: 5), .truncate(to: 40), .fail(.noAnswer), .fail(.timedOut),
        .fail(.transportFailed), .status(0x6300), .status(0x6401), .status(0x6F00), .status(0x9000),
        .append([0x00]), .flipBit(0), .flipBit(8), .flipBit(16), .flipBit(40),
    ]

    @Test(arguments: faults, [.acr122u, .acr1252u, .rcs300, .utrust3700f] as [SimulatedReaderModel])
    func `one lost or garbled answer, at any exchange, is made good or told`(
        fault: Fault, model: SimulatedReaderModel
    ) throws {
        for number in 1...14 {
            let table = try Table(on: model, faults: [number: fault])
            switch try read(table) {
            case .success(let reading):
                #expect(table.agrees(reading), "\(fault) at \(number)")
                #expect(reading.isComplete || reading.interruption != nil || !reading.services.isEmpty)
            case .failure(let error):
                #expect(error.code != .cancelled, "\(fault) at \(number)")
            }
        }
    }

    @Test func `answers that stay away to the end are an error, after a bounded number of tries`() throws {
        var faults: [Int: Fault] = [:]
        for number in 3...200 { faults[number] = .status(0x6300) }
        let table = try Table(on: .acr1252u, faults: faults)
        guard case .success(let reading) = try read(table) else {
            Issue.record("the reading itself never throws")
            return
        }
        #expect(reading.interruption?.code == .noAnswer)
        #expect(reading.commands < 30)
        #expect(reading.services.reduce(0) { $0 + $1.blocks.count } == 12)
    }

    // Answers put together by hand: the channel gives them whatever it is asked.
    private func answer(_ text: String) throws -> Result<ReadAnswer, CardError> {
        let channel = StubbornChannel(
            polling: try Hex.bytes("1401 01010A10F0E1D2C3 0120220427674EFF 0003"), answer: try Hex.bytes(text))
        let session = FeliCaSession(over: channel)
        do throws(CardError) {
            _ = try session.poll(.transit)
            guard let element = BlockListElement(service: 0, block: 0) else { return .success(.blocks([])) }
            return .success(try session.readWithoutEncryption(services: [0x090F], elements: [element]))
        } catch {
            return .failure(error)
        }
    }

    // B39: answers with a bad status flag were printed as if they were block data.
    @Test func `B39 a good answer is one block of sixteen octets`() throws {
        let block = try #require(Block(try Hex.bytes("16010002346E8218821BD20400002AA0")))
        #expect(
            try answer("1D0701010A10F0E1D2C300000116010002346E8218821BD20400002AA0") == .success(.blocks([block])))
    }

    @Test(arguments: ["0C0701010A10F0E1D2C301A6", "1C0701010A10F0E1D2C301A600000000000000000000000000000000"])
    func `B39 an answer with flags 01 A6 is a refusal without any block`(text: String) throws {
        #expect(try answer(text) == .success(.refused(StatusFlags(0x01, 0xA6))))
        #expect(StatusFlags(0x01, 0xA6).meaning == "no such service in the selected system")
    }

    @Test(
        arguments: [
            ("another card", "1D0701010A10F0E1D2C400000116010002346E8218821BD20400002AA0"),
            ("another command", "0D0501010A10F0E1D2C300"), ("the command itself", "1006 01010A10F0E1D2C3 010F09018000"),
            ("two blocks for one", "2D0701010A10F0E1D2C3000002" + String(repeating: "00", count: 32)),
            ("no block", "0D0701010A10F0E1D2C3000000"), ("flags without a count", "0C0701010A10F0E1D2C30000"),
            ("half a block", "150701010A10F0E1D2C30000011601000234 6E8218"),
            ("an octet too many", "1E0701010A10F0E1D2C300000116010002346E8218821BD20400002AA000"),
            ("a wrong length octet", "1C0701010A10F0E1D2C300000116010002346E8218821BD20400002AA0"),
            ("nothing but a length", "02"), ("nothing", ""), ("no flags", "0A0701010A10F0E1D2C3"),
        ])
    func `an answer that is none to this command is an error`(what: String, text: String) throws {
        guard case .failure(let error) = try answer(text) else {
            Issue.record("blocks came out of \(what)")
            return
        }
        #expect(error.code == .malformedResponse)
    }

    @Test func `an answer that ends early at any octet is an error`() throws {
        let whole = "1D0701010A10F0E1D2C300000116010002346E8218821BD20400002AA0"
        for count in 0..<29 {
            guard case .failure(let error) = try answer(String(whole.prefix(2 * count))) else {
                Issue.record("blocks came out of \(count) octets")
                continue
            }
            #expect(error.code == .malformedResponse)
        }
    }

    @Test func `another card that takes the place of the first ends the reading`() throws {
        let channel = ChangingChannel(
            first: try Hex.bytes("1401 01010A10F0E1D2C3 0120220427674EFF 0003"),
            second: try Hex.bytes("1401 01010A10F0E1D2C4 0120220427674EFF 0003"))
        let session = FeliCaSession(over: channel)
        _ = try session.poll(.transit)
        let reading = session.read(Table.usual)
        #expect(reading.interruption?.code == .cardRemoved)
        #expect(reading.interruption?.detail == "another card lies on the reader")
    }

    @Test(
        arguments: [
            "1407 01010A10F0E1D2C3 0120220427674EFF 0003", "0801 01010A10F0E1",
            "1301 01010A10F0E1D2C3 0120220427674EFF 00",
            "1501 01010A10F0E1D2C3 0120220427674EFF 000300", "1401 01010A10F0E1D2C3 0120220427674EFF FE00", "00",
        ])
    func `a polling answered by something else is an error`(text: String) throws {
        let session = FeliCaSession(over: StubbornChannel(polling: try Hex.bytes(text), answer: []))
        let error = #expect(throws: CardError.self) { try session.poll(.transit) }
        #expect(error?.code == .malformedResponse)
        #expect(session.card == nil)
    }
}
