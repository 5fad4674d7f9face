import Foundation
import ISO7816
import InlaySeams
import Testing

@testable import PCSC

/// Work on the thread of the link: rules.md 18 holds there too.
@Suite struct HandOverTests {
    private static let command: [UInt8] = [0x00, 0x84, 0x00, 0x00, 0x08]

    @Test func `what the work tells is heard in order, and what it returns is returned`() throws {
        let link = try FakePCSC().link { $0.transmit = { _, _, command in .init(command + [0x90, 0x00]) } }
        var heard: [[UInt8]] = []
        let count = try link.handOver(hearing: { heard.append($0) }) { tell in
            for number in 0..<1000 {
                guard let answer = try? link.exchange([0, 0xB0, UInt8(number / 256), UInt8(number % 256)]) else {
                    break
                }
                tell(answer)
            }
            return 1000
        }
        #expect(count == 1000)
        #expect(heard.count == 1000)
        for (number, answer) in heard.enumerated() {
            let wanted: [UInt8] = [0, 0xB0, UInt8(number / 256), UInt8(number % 256), 0x90, 0x00]
            #expect(answer == wanted)
        }
        // The link belongs to the caller again.
        #expect(try link.exchange(Self.command) == Self.command + [0x90, 0x00])
    }

    @Test func `work that is ahead waits for whoever hears it, and loses nothing`() throws {
        let gate = Gate()
        let link = try FakePCSC().link()
        var heard = 0
        let told = Monitor(0)
        try link.handOver(
            hearing: { (number: Int) in
                if number == 0 { gate.pass() }
                #expect(number == heard)
                heard += 1
            }
        ) { tell in
            for number in 0..<5000 {
                if number == 1 {
                    // A thread of its own: the tasks' threads may all be held by other tests.
                    Thread.detachNewThread {
                        _ = eventually { told.update { $0 } > 200 }
                        gate.open()
                    }
                }
                tell(number)
                told.update { $0 += 1 }
            }
        }
        #expect(heard == 5000)
    }

    @Test func `a call that hangs is left behind, what was told before is heard, and nothing more is sent`() throws {
        let gate = Gate()
        let fake = FakePCSC()
        let link = try fake.link {
            $0.transmit = { _, _, command in
                if command[1] == 0xB0 { gate.pass() }
                return .init([0x90, 0x00])
            }
        }
        link.timeLimit = .milliseconds(50)
        var heard = 0
        let wentOn = Monitor(false)
        let thrown = #expect(throws: CardError.self) {
            try link.handOver(hearing: { (_: Int) in heard += 1 }) { tell in
                for number in 0..<3 {
                    _ = try? link.exchange(Self.command)
                    tell(number)
                }
                _ = try? link.exchange([0, 0xB0, 0, 0])
                wentOn.update { $0 = true }
                _ = try? link.exchange(Self.command)
            }
        }
        #expect(thrown?.code == .readerStuck)
        #expect(thrown?.step == "exchange")
        #expect(thrown?.detail?.contains(FakePCSC.reader) == true)
        #expect(thrown?.detail?.contains("SCardTransmit") == true)
        #expect(heard == 3)
        #expect(throws: CardError(.readerStuck, during: "exchange")) { try link.exchange(Self.command) }
        #expect(throws: CardError(.readerStuck, during: "exchange")) {
            try link.handOver(hearing: { (_: Int) in }) { _ in }
        }
        #expect(!link.disconnect(.reset))
        gate.open()
        // The connection is ended when the call returns, and the work does not go on.
        #expect(eventually { fake.calls.contains("disconnect 1") })
        #expect(fake.calls.count { $0.hasPrefix("transmit") } == 4)
        #expect(!wentOn.update { $0 })
    }

    @Test func `after an interruption a call may finish, and the next one is refused`() throws {
        let gate = Gate()
        let fake = FakePCSC()
        let link = try fake.link {
            $0.transmit = { _, _, _ in
                gate.pass()
                return .init([0x90, 0x00])
            }
        }
        link.interruption = Interruption { gate.count > 0 }
        let outcome = try link.handOver(hearing: { (_: Int) in }) { _ in
            gate.open()
            return (
                Result { () throws(CardError) in try link.exchange(Self.command) },
                Result { () throws(CardError) in try link.exchange(Self.command) }
            )
        }
        #expect(try outcome.0.get() == [0x90, 0x00])
        #expect(throws: CardError(.cancelled, during: "exchange")) { try outcome.1.get() }
        #expect(gate.count == 1)
    }

    @Test func `after an interruption a call that does not return is left behind`() throws {
        let gate = Gate()
        let fake = FakePCSC()
        let link = try fake.link {
            $0.transmit = { _, _, _ in
                gate.pass()
                return .init([0x90, 0x00])
            }
        }
        link.interruption = Interruption { gate.count > 0 }
        #expect(throws: CardError(.cancelled, during: "exchange")) {
            try link.handOver(hearing: { (_: Int) in }) { _ in _ = try? link.exchange(Self.command) }
        }
        gate.open()
        #expect(link.disconnect(.reset))
        #expect(fake.calls.contains("disconnect 1"))
    }

    @Test func `a transaction and the end may be the work's own`() throws {
        let fake = FakePCSC()
        let link = try fake.link()
        try link.handOver(hearing: { (_: Int) in }) { _ in
            try? link.withTransaction { () throws(CardError) in _ = try link.exchange(Self.command) }
            link.disconnect(.unpower)
        }
        #expect(
            fake.calls.filter { $0 == "begin" || $0.hasPrefix("end ") || $0.hasPrefix("disconnect") }
                == ["begin", "end 0", "disconnect 2"])
    }

    @Test func `a transaction that another program keeps is told as that from there, too`() throws {
        let gate = Gate()
        let link = try FakePCSC().link {
            $0.beginTransaction = { _ in
                gate.pass()
                return 0
            }
        }
        link.timeLimit = .milliseconds(50)
        let thrown = #expect(throws: CardError.self) {
            try link.handOver(hearing: { (_: Int) in }) { _ in try? link.withTransaction {} }
        }
        #expect(thrown?.code == .inUse)
        gate.open()
    }

    @Test func `a card that is lost is told to the work`() throws {
        let link = try FakePCSC().link { $0.transmit = { _, _, _ in .init(code: PCSCError.removedCard.code) } }
        let outcome = try link.handOver(hearing: { (_: Int) in }) { _ in
            Result { () throws(CardError) in try link.exchange(Self.command) }
        }
        #expect(throws: CardError(.cardRemoved, during: "exchange")) { try outcome.get() }
    }
}
