import ChipSimulation
import FeliCa
import ISO7816
import Testing
import TransitCardSimulator

/// Whole cards, through every dialect.
@Suite struct WholeCardTests {
    static let readers = SimulatedReaderModel.allCases.filter(\.passesFrames)

    @Test(arguments: readers, ["suica", "pasmo", "icoca", "suica-open", "suica-bus", "suica-empty", "suica-4"])
    func `a card is read to its last block through every reader`(model: SimulatedReaderModel, card: String) throws {
        let table = try Table(card, on: model)
        let reading = try table.session { session throws(CardError) in
            _ = try session.poll(.transit)
            return session.read(Table.withEntry)
        }
        #expect(reading.isComplete)
        #expect(reading.services.map(\.blocks.count) == [20, 3, 1, 2])
        #expect(reading.services.allSatisfy { $0.end == .asRequested })
        #expect(table.agrees(reading))
        #expect(table.reader.isAsFound)
    }

    @Test func `history, gate log and attribute take three commands, the polling included`() throws {
        let table = try Table(on: .acr1252u)
        let reading = try table.session { session throws(CardError) in
            _ = try session.poll(.transit)
            let reading = session.read(Table.usual)
            #expect(session.commands == 3)
            return reading
        }
        #expect(reading.isComplete && table.agrees(reading))
        #expect(reading.commands == 2)
        // What reached the chip: the reader looks for a card when it is powered, then come ours.
        #expect(table.chip.commands.map { $0[1] } == [0x00, 0x00, 0x06, 0x06])
    }

    @Test func `with the entry into the section they take four`() throws {
        let table = try Table(on: .rcs300)
        let reading = try table.session { session throws(CardError) in
            _ = try session.poll(.transit)
            let reading = session.read(Table.withEntry)
            #expect(session.commands == 4)
            return reading
        }
        #expect(reading.isComplete && table.agrees(reading))
        #expect(table.chip.commands.filter { $0[1] == 0x06 }.count == 3)
    }

    // Metrodroid and FareBot read one block in each command.
    @Test(arguments: Array(zip([1, 4, 8, 10, 12, 15], [26, 9, 5, 6, 3, 3])))
    func `the number of blocks follows what the chip gives`(limit: Int, atMost: Int) throws {
        let table = try Table(on: .rcs300, settings: "blocks=\(limit)")
        let reading = try table.session { session throws(CardError) in
            _ = try session.poll(.transit)
            return session.read(Table.withEntry)
        }
        #expect(reading.isComplete && table.agrees(reading))
        // Refusals come on top: 12, 6, 3, 1.
        #expect(reading.commands <= atMost + 3)
    }

    @Test func `a second reading begins with what the chip was found to give`() throws {
        let table = try Table("suica-4", on: .rcs300)
        try table.session { session throws(CardError) in
            _ = try session.poll(.transit)
            _ = session.read(Table.usual)
            #expect(session.read([BlockRequest(0x090F, count: 3)]).commands == 1)
            #expect(session.read(Table.usual).commands == 8)
        }
    }

    @Test func `frames above 64 octets are lost in a small PN532, and the card is read all the same`() throws {
        let table = try Table(on: .pn53264)
        let reading = try table.session { session throws(CardError) in
            _ = try session.poll(.transit)
            return session.read(Table.withEntry)
        }
        #expect(reading.isComplete && table.agrees(reading))
        #expect(table.chip.commands.filter { $0[1] == 0x06 }.allSatisfy { $0.count <= 64 })
    }
}
