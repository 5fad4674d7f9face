import ChipSimulation
import ISO7816
import InlaySeams
import PassportSimulator
import Testing

@testable import InlayCommands

@Suite struct PassportTrayTests {
    private static let loop = ["passport", "read", "--loop", "--reader", "sim:passport", "--files", "dg1"]

    @Test func `each zone on standard input is a document, and each gives a line`() {
        let zone = SimulatedPassport.zone
        let wrong = zone[1].replacing("UT7K40M2Q", with: "UT7K40M2O")
        // Typed, then a line that is no zone, then one with a wrong character, then a swipe in one go.
        let input =
            zone.joined(separator: "\r\n") + "\nnot a zone at all\n" + zone[0] + "\n" + wrong + "\n"
            + zone.joined(separator: "\r") + "\r"
        let run = CommandRun(Self.loop + ["--jsonl"], house: SimulatedPassport.house(input: input))
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 4, "\(run.output)")
        #expect(lines.map { $0.contains("inlay.passport/1") } == [true, false, false, true])
        #expect(lines.dropFirst().prefix(2).allSatisfy { $0.contains("malformed-mrz") })
        #expect(!run.output.contains("UT7K40M2O"))
        #expect(run.code == .wrongUse)
    }

    @Test func `people get each report, and the worst exit code`() {
        let run = CommandRun(
            Self.loop, house: SimulatedPassport.house(input: SimulatedPassport.zone.joined(separator: "\n") + "\n"))
        #expect(run.code == .done && run.output.contains("HALVORSDOTTER"))
        let nothing = CommandRun(Self.loop, house: SimulatedPassport.house(input: ""))
        #expect(nothing.code == .done && nothing.output.isEmpty)
    }

    @Test(arguments: [
        ["--json"], ["--out", "x"], ["--portrait", "x"], ["--report", "x.html"], ["--trace", "x"],
        ["--cvc", "x", "--terminal-key", "x"],
    ])
    func `what is about one document does not go with many`(words: [String]) {
        let run = CommandRun(Self.loop + words, house: SimulatedPassport.house(input: ""))
        #expect(run.code == .wrongUse)
        #expect((run.output + run.errors).contains("--loop"))
    }

    // MARK: - Times

    @Test func `times are told by command and predicted for every rate`() throws {
        let run = CommandRun(
            "passport", "read", "--reader", "sim:passport?rate=424", "--timing", house: SimulatedPassport.house())
        #expect(run.code == .done)
        for text in ["READ BINARY, protected", "at 106 kbit/s", "at 848 kbit/s", "measured"] {
            #expect(run.output.contains(text), "\(run.output)")
        }
        let json = CommandRun(
            "passport", "read", "--reader", "sim:passport?rate=424", "--timing", "--json",
            house: SimulatedPassport.house())
        let timing = try JSONReader.value(Array(json.output.utf8))["timing"]
        // The clock of the house stands still, so what passed is what the model let pass.
        #expect(timing?["microseconds"] == timing?["cardMicroseconds"])
        #expect(timing?["predicted"] != .null && timing?["commands"] != .null)
        #expect(!json.output.contains("\"microseconds\": 0,"))
    }

    // MARK: - Typed keys

    @Test func `number, birth and expiry as typed are compared with EF DG1`() throws {
        let words = ["passport", "read", "--birth", "1991-05-15", "--expiry", "2034-03-11", "--trust", "sim:passport"]
        let right = CommandRun(
            words + ["--reader", "sim:passport", "--number", "UT7K40M2Q"], house: SimulatedPassport.house())
        #expect(right.code == .done, "\(right.output)\(right.errors)")
        #expect(right.output.contains("passed       number, birth and expiry in EF.DG1"))
        // A chip without access control opens whatever was typed.
        let wrong = CommandRun(
            words + ["--reader", "sim:passport-plain", "--number", "UT7K40M2X"], house: SimulatedPassport.house())
        #expect(wrong.code == .checkFailed)
        #expect(wrong.output.contains("they are not those that were"), "\(wrong.output)")
        #expect(!wrong.output.contains("UT7K40M2X"))
    }

    // MARK: - Order

    @Test func `a folder that cannot be made is told before the card is asked`() throws {
        try TemporaryFolder.use { folder in
            let file = folder + "/file"
            try PrivateFile.write([1], to: file, overwriting: false)
            let house = SimulatedPassport.house(wire: { _ in
                Issue.record("the card was asked")
                return SimulatedLink(ConstantChip(0x6F00))
            })
            let run = CommandRun(["passport", "read", SimulatedPassport.key, "--out", file + "/saved"], house: house)
            #expect(run.code == .wrongUse && run.errors.contains("is not a folder"), "\(run.errors)")
        }
    }

    /// Docs/rules.md 14: the keys on the chip must not outlive the reading by the time that judging takes.
    @Test func `the card is let go before anything is told`() {
        final class Order: @unchecked Sendable {
            var isClosed = false
            var wasClosedAtFirstWrite: Bool?
        }
        struct Readers: ReaderService {
            let order: Order
            func list() throws(Failure) -> [ReaderSummary] { [.loaded("Test Reader 00 00")] }
            func waitForCard(on reader: String?, atMost limit: Duration) throws(Failure) {}
            func connect(_ reader: String, atMost limit: Duration) throws(Failure) -> CardConnection {
                let chip = try? PassportSimulator.make(name: "passport", random: .seeded(3)).chip
                return CardConnection(
                    link: SimulatedLink(chip ?? ConstantChip(0x6F00)), reader: reader, source: .live,
                    close: { isReset in order.isClosed = isReset })
            }
        }
        let order = Order()
        var house = SimulatedPassport.house()
        house.readers = Readers(order: order)
        let sink = Sink(isTerminal: false, width: 80, isUTF8: true) { _ in
            if order.wasClosedAtFirstWrite == nil { order.wasClosedAtFirstWrite = order.isClosed }
            return 0
        }
        let output = Output(results: sink, notes: Collector().sink(), environment: { _ in nil })
        let made = house
        #expect(Inlay.run(["passport", "read", SimulatedPassport.key], house: { made }, on: output) == .done)
        #expect(order.wasClosedAtFirstWrite == true)
    }
}
