import ChipSimulation
import ISO7816
import Octets
import Testing
import TransitCardSimulator

/// The readers by their own commands, as traces and manuals show them.
@Suite struct SimulatedReaderTests {
    private func reader(_ model: SimulatedReaderModel) throws -> SimulatedReader {
        let entry = try #require(TransitCardSimulator.entries.first { $0.name == "suica" })
        let reader = SimulatedReader(model, chip: entry.chip(entry.settings))
        reader.powerUp()
        return reader
    }

    private func ask(_ reader: SimulatedReader, _ command: String) throws -> String {
        Hex.string(reader.handle(command: try Hex.bytes(command)))
    }

    private static let idm = "01010A10F0E1D2C3"
    private static let pmm = "013106014B024FFF"

    @Test func `an ACR122U answers as its manual has it`() throws {
        let reader = try reader(.acr122u)
        #expect(try ask(reader, "FF CA 00 00 00") == Self.idm + "9000")
        #expect(try ask(reader, "FF CA 01 00 00") == "6A81")
        #expect(try ask(reader, "FF 00 48 00 00") == "41435231323255323135")
        // InDataExchange before a polling: no target.
        #expect(try ask(reader, "FF 00 00 00 13 D4 40 01 10 06 \(Self.idm) 01 0F09 01 8000") == "D541279000")
        let polled = try ask(reader, "FF 00 00 00 09 D4 4A 01 01 00 0003 01 00")
        #expect(polled == "D54B01011401\(Self.idm)\(Self.pmm)00039000")
        #expect(try ask(reader, "FF 00 00 00 09 D4 4A 01 01 00 1234 01 00") == "D54B009000")
        // nfc-pcsc issue 59: a wrong Lc is told as a time-out of the card.
        #expect(try ask(reader, "FF 00 00 00 16 D4 42 1A 00") == "D543019000")
    }

    @Test func `a refusal of the card stands inside 9000`() throws {
        let reader = try reader(.acr1252u)
        #expect(
            try ask(reader, "FF 00 00 00 10 10 06 \(Self.idm) 01 0901 01 8000") == "0C07\(Self.idm)01A69000")
        #expect(try ask(reader, "FF 00 00 00 06 06 00 1234 01 00") == "6300")
    }

    @Test func `an RC-S300 says what happened in object C0`() throws {
        let reader = try reader(.rcs300)
        #expect(try ask(reader, "FF CA 01 00 00") == Self.pmm + "9000")
        let poll = "FF 50 00 01 0F 5F 46 04 A0 86 01 00 95 06 06 00 0003 01 00 00"
        #expect(try ask(reader, poll) == "C0030163019000")
        #expect(try ask(reader, "FF 50 00 00 02 81 00 00") == "C0030090009000")
        #expect(!reader.isAsFound)
        #expect(try ask(reader, "FF 50 00 02 04 8F 02 03 00 00") == "C0030090009000")
        // Before the field was off and on, pollings of a program get no answer.
        #expect(try ask(reader, poll) == "C00302640192010096020000" + "9000")
        #expect(try ask(reader, "FF 50 00 00 02 83 00 00") == "C0030090009000")
        #expect(try ask(reader, "FF 50 00 00 02 84 00 00") == "C0030090009000")
        #expect(
            try ask(reader, poll) == "C003009000920100960200009714" + "1401\(Self.idm)\(Self.pmm)0003" + "9000")
        #expect(try ask(reader, "FF C2 00 00 02 82 00 00") == "C0030090009000")
        #expect(reader.isAsFound)
    }

    @Test func `an Identiv reader has an instruction for each command`() throws {
        let reader = try reader(.utrust3700f)
        #expect(try ask(reader, "FF 40 00 00 04 00 03 01 00") == Self.idm + Self.pmm + "00039000")
        #expect(try ask(reader, "FF 4A 00 00 00") == Self.idm + "02000386A79000")
        #expect(try ask(reader, "FF 42 01 00 02 0F 09") == Self.idm + "0101009000")
        let history = try ask(reader, "FF 46 01 04 0A 0F 09 80 00 80 01 80 02 80 03")
        #expect(history.hasPrefix(Self.idm + "000004"))
        #expect(history.count == 2 * (8 + 3 + 64 + 2))
        // Time slot 00, system 0301: it is not there.
        let other = try self.reader(.utrust3700fOther)
        #expect(try ask(other, "FF 40 00 00 04 00 03 01 00") == "6401")
        #expect(try ask(other, "FF 40 00 00 04 00 00 03 01") == Self.idm + Self.pmm + "00039000")
    }

    @Test func `Sony's driver for Windows selects a service and reads its blocks`() throws {
        let reader = try reader(.rcs380)
        #expect(try ask(reader, "FF B0 00 00 00") == "6986")
        #expect(try ask(reader, "FF A4 00 01 02 01 09") == "6A82")
        #expect(try ask(reader, "FF A4 00 01 02 0F 09") == "9000")
        #expect(try ask(reader, "FF B0 00 00 00").count == 36)
        #expect(try ask(reader, "FF B0 00 14 00") == "6300")
        #expect(try ask(reader, "FF 00 00 00 06 06 00 00 03 01 00") == "6A81")
    }

    @Test(arguments: SimulatedReaderModel.allCases)
    func `no command brings a reader down`(model: SimulatedReaderModel) throws {
        let reader = try reader(model)
        for ins in [0x00, 0x40, 0x42, 0x44, 0x46, 0x4A, 0x50, 0xA4, 0xB0, 0xC2, 0xCA, 0xFB] as [UInt8] {
            for p1 in [0x00, 0x01, 0x48, 0x51, 0xFF] as [UInt8] {
                for tail: [UInt8] in [
                    [], [0x00], [0x01], [0x02, 0xD4], [0x02, 0xD4, 0x4A], [0xFF, 0x5F, 0x46], [5, 1],
                ] {
                    let answer = reader.handle(command: [0xFF, ins, p1, 0x00] + tail)
                    #expect(answer.count >= 2)
                }
            }
        }
        #expect(reader.handle(command: []) == [0x67, 0x00])
        #expect(reader.handle(command: [0x00, 0xA4, 0x04, 0x00]) == [0x6E, 0x00])
    }
}
