import ISO7816
import InlaySeams
import PCSC
import Testing

@Suite struct PCSCContextTests {
    @Test func `no service and no reader are different errors`() throws {
        let noService = FakePCSC().functions { $0.establish = { (0x8010_001D, 0) } }
        let first = #expect(throws: CardError.self) { try PCSCContext(functions: noService) }
        #expect(first?.code == .serviceUnavailable)
        #expect(first?.underlying as? PCSCError == .noService)

        let noReader = FakePCSC().functions { $0.listReaders = { _ in .init(code: 0x8010_002E) } }
        let context = try PCSCContext(functions: noReader)
        let second = #expect(throws: CardError.self) { try context.readers() }
        #expect(second?.code == .readerUnavailable)
        #expect(second?.underlying as? PCSCError == .noReadersAvailable)
    }

    @Test(
        arguments: [
            (.serviceStopped, .serviceUnavailable), (.securityViolation, .permissionDenied),
            (.communicationError, .serviceUnavailable), (.internalError, .transportFailed),
            (.unknown(0x8010_00FF), .transportFailed),
        ] as [(PCSCError, CardError.Code)])
    func `what the service refuses is named`(error: PCSCError, code: CardError.Code) {
        let functions = FakePCSC().functions { $0.establish = { (error.code, 0) } }
        let thrown = #expect(throws: CardError.self) { try PCSCContext(functions: functions) }
        #expect(thrown?.code == code)
        #expect(thrown?.underlying as? PCSCError == error)
    }

    /// A service that stands still, also for whoever wants to cancel.
    @Test(arguments: ["establish", "list", "states"])
    func `a user who gives up is not kept by a service that hangs`(place: String) throws {
        let gate = Gate()
        let functions = FakePCSC().functions {
            if place == "establish" {
                $0.establish = {
                    gate.pass()
                    return (0, 1)
                }
            }
            if place == "list" {
                $0.listReaders = { _ in
                    gate.pass()
                    return .init(code: 0x8010_002E)
                }
            }
            $0.statusChange = { _, _, _ in
                gate.pass()
                return 0
            }
            $0.cancel = { _ in
                gate.pass()
                return 0
            }
        }
        defer { for _ in 0..<30 { gate.open() } }
        let gaveUp = Interruption { gate.count > 0 }
        let error = #expect(throws: CardError.self) {
            let context = try PCSCContext(functions: functions, interruption: gaveUp)
            let names = place == "states" ? [FakePCSC.reader] : try context.readers(interruption: gaveUp)
            _ = try context.states(of: names, interruption: gaveUp)
        }
        #expect(error?.code == .cancelled)
    }

    @Test func `readers are listed in the service's order`() throws {
        let functions = FakePCSC().functions { $0.listReaders = { _ in .init(Array("B 00\0A 01\0\0".utf8)) } }
        #expect(try PCSCContext(functions: functions).readers() == ["B 00", "A 01"])
    }

    @Test func `a list that claims more than it holds is refused`() throws {
        let functions = FakePCSC().functions { $0.listReaders = { _ in .init([0x41, 0], claimed: 70_000) } }
        let context = try PCSCContext(functions: functions)
        #expect(throws: CardError(.malformedResponse, during: "listing readers")) { try context.readers() }
    }

    @Test func `the state of a reader is told without connecting`() throws {
        let fake = FakePCSC()
        let functions = fake.functions {
            $0.statusChange = { _, _, rows in
                rows[0].event = 0x0003_01A2
                rows[0].answerToReset = FakePCSC.atr
                return 0
            }
        }
        let state = try #require(try PCSCContext(functions: functions).states(of: [FakePCSC.reader]).first)
        #expect(state.isCardPresent && state.isInUse && state.isExclusive)
        #expect(!state.isMute && !state.isEmpty && !state.isUnknown && !state.isUnavailable)
        #expect(state.eventCount == 3)
        #expect(state.answerToReset?.bytes == FakePCSC.atr)
        #expect(!fake.calls.contains { $0.hasPrefix("connect") })
    }

    @Test func `a service that hangs is given up, and its late answer is given back`() throws {
        let gate = Gate()
        let fake = FakePCSC()
        let functions = fake.functions {
            $0.establish = {
                gate.pass()
                return (0, 5)
            }
        }
        let thrown = #expect(throws: CardError.self) {
            try PCSCContext(functions: functions, timeLimit: .milliseconds(50))
        }
        #expect(thrown?.code == .serviceUnavailable)
        gate.open()
        #expect(eventually { fake.calls.contains("release") })
    }

    @Test func `the context is released`() throws {
        let fake = FakePCSC()
        do { _ = try PCSCContext(functions: fake.functions()) }
        #expect(eventually { fake.calls == ["establish", "release"] })
    }
}
