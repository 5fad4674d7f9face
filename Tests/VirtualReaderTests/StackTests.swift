import ChipSimulation
import Foundation
import ISO7816
import InlaySeams
import PCSC
import Synchronization
import TestSupport
import Testing

/// Our reader against our chip through the real pcscd. One after another: there are two readers only.
@Suite(.serialized, .enabled(if: Stack.isThere, Stack.skipped))
struct StackTests {
    @Test func `readers are listed, and a reader without a card says so`() throws {
        let context = try PCSCContext()
        #expect(try context.readers() == Stack.readers)
        #expect(try context.states(of: Stack.readers).map(\.isEmpty) == [true, true])
        let thrown = #expect(throws: CardError.self) { try context.connect(to: Stack.readers[0]) }
        #expect(thrown?.code == .noCard)
        #expect(throws: CardError(.readerUnavailable, during: "connecting to the card")) {
            try context.connect(to: "Nobody's Reader 00 00")
        }
        #expect(throws: CardError(.timedOut, during: "waiting for a card")) {
            try context.waitForCard(timeLimit: .milliseconds(100))
        }
    }

    @Test func `a card that is laid down is noticed on any reader`() throws {
        let context = try PCSCContext()
        let chips = Mutex<[PluggedChip]>([])
        let hand = Thread {
            Thread.sleep(forTimeInterval: 0.3)
            chips.withLock { $0 = [PluggedChip(on: VirtualReader(port: VirtualReader.defaultPort + 1))] }
        }
        hand.start()
        let state = try context.waitForCard(timeLimit: .seconds(10))
        #expect(state.reader == Stack.readers[1])
        #expect(state.answerToReset?.bytes == EchoChip.atr)
        for chip in chips.withLock({ $0 }) { chip.remove() }
        #expect(try eventually { try context.states(of: Stack.readers).allSatisfy(\.isEmpty) })
    }

    @Test func `a wait is ended by an interruption and from another thread`() throws {
        let context = try PCSCContext()
        let looks = Mutex(0)
        let interruption = Interruption {
            looks.withLock { count in
                count += 1
                return count > 3
            }
        }
        #expect(throws: CardError(.cancelled, during: "waiting for a card")) {
            try context.waitForCard(timeLimit: .seconds(30), interruption: interruption)
        }
        let isDone = Mutex(false)
        let hand = Thread {
            while !isDone.withLock({ $0 }) {
                Thread.sleep(forTimeInterval: 0.05)
                context.cancel()
            }
        }
        hand.start()
        #expect(throws: CardError(.cancelled, during: "waiting for a card")) {
            try context.waitForCard(timeLimit: .seconds(30))
        }
        isDone.withLock { $0 = true }
    }

    @Test func `commands and answers pass as they are`() throws {
        try Stack.withChip { context, reader, chip in
            let link = try context.connect(to: reader)
            #expect(link.answerToReset.bytes == EchoChip.atr)
            #expect(link.answerToReset.deviations.isEmpty)
            #expect(link.transmissionProtocol == .t1)
            #expect(try link.exchange(hex("80 EE 00 00 03 01 02 03 00")) == hex("01 02 03 90 00"))
            #expect(try link.exchange(hex("80 01 00 00")) == hex("6D 00"))
            // vpcd has no control functions, so limits are the careful ones.
            #expect(link.limits == .extended)
            #expect(!link.limitsAreKnown)
            #expect(throws: CardError(.unsupported, during: "reader control")) {
                try link.control(PCSCLink.controlCode(1), [0xE0])
            }
            #expect(chip.events.contains(.poweredOn))
        }
    }

    @Test func `extended length passes both ways`() throws {
        try Stack.withChip { context, reader, _ in
            let link = try context.connect(to: reader)
            let data = (0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let command = CommandAPDU(cla: 0x80, ins: 0xEE, data: data, expected: .asMuchAsPossible)
            let bytes = try #require(command.encoded(.extended))
            #expect(try link.exchange(bytes) == data + [0x90, 0x00])
            #expect(link.limits == .extended)
            // Through the channel now, which asks the limits.
            let channel = LinkChannel(link)
            let read = CommandAPDU(cla: 0x80, ins: 0xB0, p1: 0xEA, p2: 0x60, expected: .upTo(60_000))
            #expect(try channel.transmit(read).data.count == 60_000)
        }
    }

    @Test func `a message longer than the virtual reader carries is refused, and the card lives on`() throws {
        try Stack.withChip { context, reader, _ in
            let link = try context.connect(to: reader)
            let longest = [UInt8](repeating: 0, count: 65_535 - 7)
            let passes = CommandAPDU(cla: 0x80, ins: 0xA0, data: longest)
            #expect(try link.exchange(passes.encoded(.extended) ?? []) == hex("FF F8 90 00"))
            let fails = CommandAPDU(cla: 0x80, ins: 0xA0, data: longest + [0])
            #expect(throws: CardError.self) { try link.exchange(fails.encoded(.extended) ?? []) }
        }
    }

    @Test func `a card that is taken away in the middle of a command is removed`() throws {
        final class LeavingChip: ChipSimulator {
            let leave: @Sendable () -> Void
            init(leave: @escaping @Sendable () -> Void) { self.leave = leave }
            var answerToReset: [UInt8] { EchoChip.atr }
            func powerUp() {}
            func handle(command: [UInt8]) -> [UInt8] {
                leave()
                return [0x90, 0x00]
            }
        }
        let hands = Mutex<PluggedChip?>(nil)
        try Stack.withChip({ LeavingChip(leave: { hands.withLock { $0 }?.takeAway() }) }) { context, reader, chip in
            hands.withLock { $0 = chip }
            let link = try context.connect(to: reader)
            let thrown = #expect(throws: CardError.self) { try link.exchange(hex("80 EE 00 00")) }
            #expect(thrown?.code == .cardRemoved)
            #expect(throws: CardError(.cardRemoved, during: "exchange")) { try link.exchange(hex("80 EE 00 00")) }
            hands.withLock { $0 = nil }
        }
    }

    @Test(arguments: [ResetKind.cold, .warm]) func `a reset loses what the card held`(kind: ResetKind) throws {
        try Stack.withChip { context, reader, chip in
            let link = try context.connect(to: reader)
            _ = try link.exchange(hex("80 D0 00 77"))
            #expect(try link.exchange(hex("80 C0 00 00 01")) == hex("77 90 00"))
            #expect(try link.reset(kind).bytes == EchoChip.atr)
            #expect(try link.exchange(hex("80 C0 00 00 01")) == hex("00 90 00"))
            #expect(chip.events.contains(kind == .cold ? .poweredOff : .reset))
        }
    }

    @Test(
        arguments: [(.leave, "77 90 00"), (.reset, "00 90 00"), (.unpower, "00 90 00")]
            as [(PCSCLink.Disposition, String)])
    func `the end of a link leaves the card as asked`(disposition: PCSCLink.Disposition, memory: String) throws {
        try Stack.withChip { context, reader, _ in
            // A second connection keeps the service from powering the card off by itself.
            let other = try context.connect(to: reader)
            let link = try context.connect(to: reader)
            _ = try link.exchange(hex("80 D0 00 77"))
            #expect(link.disconnect(disposition))
            if disposition != .leave {
                #expect(throws: CardError(.cardReset, during: "exchange")) {
                    try other.exchange(hex("80 C0 00 00 01"))
                }
            }
            #expect(try other.exchange(hex("80 C0 00 00 01")) == hex(memory))
        }
    }

    @Test func `a foreign reset is told once, then the link works again`() throws {
        try Stack.withChip { context, reader, _ in
            let (first, second) = (try context.connect(to: reader), try context.connect(to: reader))
            _ = try first.reset(.warm)
            #expect(throws: CardError(.cardReset, during: "exchange")) { try second.exchange(hex("80 EE 00 00")) }
            #expect(try second.exchange(hex("80 EE 00 00")) == hex("90 00"))
            #expect(try first.exchange(hex("80 EE 00 00")) == hex("90 00"))
        }
    }

    @Test func `a transaction keeps others out, and only while it lasts`() throws {
        try Stack.withChip { context, reader, _ in
            let (first, second) = (try context.connect(to: reader), try context.connect(to: reader))
            let third = try context.connect(to: reader)
            second.timeLimit = .milliseconds(300)
            try first.withTransaction { () throws(CardError) in
                #expect(throws: CardError(.inUse, during: "beginning a transaction")) {
                    try second.withTransaction {}
                }
                third.timeLimit = .milliseconds(300)
                #expect(throws: CardError(.readerStuck, during: "exchange")) {
                    try third.exchange(hex("80 EE 00 00"))
                }
                #expect(throws: CardError(.inUse, during: "connecting to the card")) {
                    try context.connect(to: reader, timeLimit: .milliseconds(300))
                }
                #expect(try first.exchange(hex("80 EE 00 00")) == hex("90 00"))
            }
            let fourth = try context.connect(to: reader)
            let answer = try fourth.withTransaction { () throws(CardError) in
                try fourth.exchange(hex("80 EE 00 00"))
            }
            #expect(answer == hex("90 00"))
        }
    }

    @Test func `a card held exclusively is in use, and its state says so`() throws {
        try Stack.withChip { context, reader, _ in
            let link = try context.connect(to: reader, sharing: .exclusive)
            #expect(throws: CardError(.inUse, during: "connecting to the card")) { try context.connect(to: reader) }
            #expect(try context.states(of: [reader]).map(\.isExclusive) == [true])
            #expect(link.disconnect(.leave))
            let shared = try context.connect(to: reader)
            let isShared = try eventually {
                try context.states(of: [reader]).allSatisfy { $0.isInUse && !$0.isExclusive }
            }
            #expect(isShared)
            #expect(throws: CardError(.inUse, during: "connecting to the card")) {
                try context.connect(to: reader, sharing: .exclusive)
            }
            #expect(shared.disconnect(.leave))
        }
    }

    @Test func `a card that hangs is given up, and its reader works again with the next card`() throws {
        final class HangingChip: ChipSimulator {
            let wait: DispatchSemaphore
            init(_ wait: DispatchSemaphore) { self.wait = wait }
            var answerToReset: [UInt8] { EchoChip.atr }
            func powerUp() {}
            func handle(command: [UInt8]) -> [UInt8] {
                wait.wait()
                return [0x90, 0x00]
            }
        }
        let wait = DispatchSemaphore(value: 0)
        try Stack.withChip({ HangingChip(wait) }) { context, reader, _ in
            let link = try context.connect(to: reader)
            link.timeLimit = .milliseconds(200)
            let thrown = #expect(throws: CardError.self) { try link.exchange(hex("80 EE 00 00")) }
            #expect(thrown?.code == .readerStuck)
            #expect(thrown?.detail?.contains(reader) == true)
            // Another reader is not concerned.
            #expect(try context.readers() == Stack.readers)
            wait.signal()
        }
        try Stack.withChip { context, reader, _ in
            let link = try context.connect(to: reader)
            #expect(try link.exchange(hex("80 EE 00 00")) == hex("90 00"))
        }
    }

    @Test func `two readers work side by side`() throws {
        try Stack.withChip(on: 0) { context, first, _ in
            try Stack.withChip(on: 1) { _, second, _ in
                let (one, two) = (try context.connect(to: first), try context.connect(to: second))
                _ = try one.exchange(hex("80 D0 00 11"))
                _ = try two.exchange(hex("80 D0 00 22"))
                #expect(try one.exchange(hex("80 C0 00 00 01")) == hex("11 90 00"))
                #expect(try two.exchange(hex("80 C0 00 00 01")) == hex("22 90 00"))
            }
        }
    }

    @Test func `an exchange does not wait for delayed acknowledgements`() throws {
        try Stack.withChip { context, reader, _ in
            let link = try context.connect(to: reader)
            let start = TimeSource.system.monotonic
            for _ in 0..<200 { _ = try link.exchange(hex("80 EE 00 00 01 01 00")) }
            // With the delay each takes 40 ms and more: 8 seconds in all.
            #expect(TimeSource.system.monotonic - start < .seconds(4))
        }
    }
}
