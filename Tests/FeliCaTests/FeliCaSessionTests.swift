import ChipSimulation
import Frames
import ISO7816
import InlaySeams
import Synchronization
import Testing
import TransitCardSimulator

@testable import FeliCa

@Suite struct FeliCaSessionTests {
    @Test(arguments: [.acr122u, .acr1252u, .rcs300, .utrust3700f] as [SimulatedReaderModel])
    func `a phone that is silent to any other polling answers to one for system 0003`(
        model: SimulatedReaderModel
    ) throws {
        let table = try Table("suica-phone", on: model)
        // What readers see of it by themselves is another chip in the same phone.
        #expect(RadioTechnology(table.link.answerToReset) == nil)
        let reading = try table.session { session throws(CardError) in
            #expect(try session.poll(.any) == nil)
            #expect(try session.poll(.transit)?.system == .transit)
            return session.read(Table.usual)
        }
        #expect(reading.isComplete && table.agrees(reading))
    }

    @Test func `each system of a card has an IDm of its own, and commands go to the one that was polled for`() throws {
        let table = try Table("suica-edy", on: .rcs300)
        try table.session { session throws(CardError) in
            let any = try session.poll(.any)
            #expect(any?.system == .commonArea)
            #expect(any?.idm.systemNumber == 0)
            // Reading the history where it is not: A6, and nothing that looks like data.
            let wrong = session.read([BlockRequest(0x090F, count: 20)])
            #expect(wrong.services.first?.end == .refused(StatusFlags(1, 0xA6)))
            #expect(wrong.services.first?.blocks.isEmpty == true)

            let transit = try session.poll(.transit)
            #expect(transit?.idm.systemNumber == 1)
            #expect(any.map { transit?.idm.isSameCard(as: $0.idm) == true } == true)
            #expect(table.agrees(session.read(Table.usual)))

            _ = try session.poll(.commonArea)
            let money = session.read([
                BlockRequest(0x110B, count: 1), BlockRequest(0x1317, count: 1), BlockRequest(0x170F, count: 6),
            ])
            #expect(money.isComplete && table.agrees(money, system: 0xFE00))
            #expect(money.commands == 1)
            #expect(try session.requestSystemCodes() == [.commonArea, .transit])
        }
    }

    @Test(arguments: [("edy", 0x170F, 6), ("nanaco", 0x564F, 5), ("waon", 0x680B, 9)] as [(String, UInt16, Int)])
    func `electronic money is read to the end of its history`(card: String, service: UInt16, count: Int) throws {
        let table = try Table(card, on: .utrust3700f)
        try table.session { session throws(CardError) in
            #expect(try session.poll(.transit) == nil)
            #expect(try session.poll(.commonArea) != nil)
            let reading = session.read([BlockRequest(ServiceCode(service), count: 20)])
            #expect(reading.services.first?.blocks.count == count)
            #expect(reading.services.first?.end == .endOfService)
            #expect(table.agrees(reading, system: 0xFE00))
        }
    }

    @Test func `a chip that does not answer a request for its system code is polled without`() throws {
        let table = try Table(on: .acr1252u, settings: "request=off")
        let card = try table.session { session throws(CardError) in try session.poll(.transit) }
        #expect(card?.system == .transit)
    }

    @Test func `services are told by one command, keyed ones too, and what is not there is nil`() throws {
        let table = try Table("pasmo", on: .rcs300)
        try table.session { session throws(CardError) in
            _ = try session.poll(.transit)
            let before = session.commands
            let versions = try session.requestService([0x1CC8, 0x1808, 0x090F])
            #expect(versions?[0x1CC8] == .some(1))
            #expect(versions?[0x090F] == .some(1))
            #expect(versions?[0x1808] == .some(nil))
            #expect(session.commands == before + 1)
            // More nodes than one command takes.
            let many = (0..<70).map { ServiceCode(UInt16($0) << 6 | 0x0B) }
            #expect(try session.requestService(many)?.count == 70)
            #expect(session.commands == before + 4)
        }
    }

    @Test func `the services of a system are found one by one, up to a limit`() throws {
        let table = try Table("icoca", on: .rcs300)
        try table.session { session throws(CardError) in
            _ = try session.poll(.transit)
            let nodes = try session.searchServiceCodes()
            #expect(nodes?.first == .area(first: 0x0000, last: 0xFFFE))
            #expect(nodes?.contains(.service(0x090F)) == true)
            #expect(nodes?.contains(.service(0x1A48)) == true)
            #expect(throws: CardError(.malformedResponse, during: "Search Service Code")) {
                try session.searchServiceCodes(limit: 3)
            }
        }
    }

    @Test func `a chip that does not tell its structure says nil, which is no error`() throws {
        let table = try Table(on: .rcs300, settings: "structure=off")
        try table.session { session throws(CardError) in
            _ = try session.poll(.transit)
            #expect(try session.requestSystemCodes() == nil)
            #expect(try session.searchServiceCodes() == nil)
        }
    }

    @Test(arguments: ["31", "36", "46", "00", "FF"])
    func `an IC type that nobody knows is no error`(icType: String) throws {
        let table = try Table(on: .rcs300, settings: "ic=\(icType)")
        let reading = try table.session { session throws(CardError) in
            _ = try session.poll(.transit)
            return session.read(Table.usual)
        }
        #expect(reading.isComplete)
    }

    @Test func `a reader that chooses the system is told apart, and its card has no system code`() throws {
        let table = try Table(on: .rcs380)
        try table.session { session throws(CardError) in
            let card = try session.poll(.transit)
            #expect(!session.choosesSystems)
            #expect(card?.system == nil && card?.pmm == nil)
            #expect(table.agrees(session.read(Table.usual)))
        }
    }

    @Test func `a card without the system asked for is not there, and reading it is an error`() throws {
        let table = try Table("edy", on: .acr122u)
        try table.session { session throws(CardError) in
            #expect(try session.poll(.transit) == nil)
            let reading = session.read(Table.usual)
            #expect(reading.interruption?.code == .noCard)
            #expect(!reading.isComplete)
            #expect(reading.services.allSatisfy { $0.end == .interrupted && $0.blocks.isEmpty })
        }
    }

    @Test func `the user's Ctrl-C ends the reading, and the session in the reader too`() throws {
        let table = try Table(on: .rcs300)
        let opening = FrameOpening(reader: "rcs300", memory: nil, time: .fixed(Moment(secondsSince1970: 0)))
        let reading = try opening.withChannel(table.link) { channel throws(CardError) in
            // Nobody interrupts the polling and the first command of the reading.
            let counter = Counter()
            let session = FeliCaSession(over: channel, interruption: Interruption { counter.next() > 2 })
            _ = try session.poll(.transit)
            return session.read(Table.usual)
        }
        #expect(reading.interruption?.code == .cancelled)
        #expect(reading.services.reduce(0) { $0 + $1.blocks.count } == 12)
        #expect(table.reader.isAsFound)
    }

    @Test(
        arguments: [(nil, 12, .milliseconds(500)), (0xFF, 255, .seconds(5)), (0x00, 0, .milliseconds(22))]
            as [(UInt8?, Int, Duration)])
    func `time limits come from PMm, but never less than a reader needs nor more than a user waits`(
        parameter: UInt8?, count: Int, limit: Duration
    ) {
        let pmm = parameter.flatMap { PMm([UInt8](repeating: $0, count: 8)) }
        #expect(FeliCaSession.time(for: .read, count: count, pmm) == limit)
    }

    @Test func `a chip that takes as long as it says is waited for`() throws {
        // 15 ms beyond what it says: within what is allowed for the reader.
        let table = try Table(on: .rcs300, settings: "delay=15")
        let reading = try table.session { session throws(CardError) in
            _ = try session.poll(.transit)
            return session.read(Table.usual)
        }
        #expect(reading.isComplete && reading.commands == 2)
    }
}

/// Counts up.
private final class Counter: Sendable {
    private let value = Mutex(0)

    func next() -> Int {
        value.withLock {
            $0 += 1
            return $0
        }
    }
}
