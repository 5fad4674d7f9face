import ChipSimulation
import ISO7816
import Octets
import Testing
import Type2TagSimulator

/// Tags on simulated readers, by the readers' own commands as manuals and public reports show them.
@Suite struct Type2TagReaderTests {
    private func reader(_ name: String, _ settings: String) throws -> SimulatedReader {
        let reader = try #require(Type2TagSimulator.named(name)).make(settings)
        reader.powerUp()
        return reader
    }

    private func ask(_ reader: SimulatedReader, _ command: String) throws -> String {
        Hex.string(reader.handle(command: try Hex.bytes(command)))
    }

    /// libnfc issue 750: an NTAG213 on an ACR1252U.
    @Test func `the answer to reset calls every one of them Ultralight`() throws {
        let expected = "3B8F8001804F0CA0000003060300030000000068"
        for name in ["ntag213", "ultralight-c", "em-echo"] {
            #expect(try Hex.string(reader(name, "reader=acr1252u").answerToReset) == expected)
        }
    }

    /// nfc-pcsc issues 36 and 59, and the PN532 manual.
    @Test func `an ACR122U passes frames, and loses a chip that says no`() throws {
        let reader = try reader("ntag213", "reader=acr122u")
        #expect(try ask(reader, "FF CA 00 00 00") == "04E10CDA993C809000")
        #expect(try ask(reader, "FF 00 00 00 03 D4 42 60") == "D543000004040201000F039000")
        #expect(try ask(reader, "FF 00 00 00 07 D4 42 1B FF FF FF FF") == "D5430000009000")
        #expect(try ask(reader, "FF 00 00 00 08 D4 42 A2 04 01 02 03 04") == "D543000A9000")
        #expect(try ask(reader, "FF B0 00 04 04") == "010203049000")
        #expect(try ask(reader, "FF 00 00 00 04 D4 42 30 FF") == "D543000" + "09000")
        #expect(try ask(reader, "FF 00 00 00 04 D4 42 30 00") == "D543019000")
        #expect(try ask(reader, "FF B0 00 04 04") == "6300")
        #expect(try ask(reader, "FF 00 00 00 04 D4 4A 01 00") == "D54B0101004400" + "0704E10CDA993C80" + "9000")
        #expect(
            try ask(reader, "FF 00 00 00 05 D4 40 01 30 04") == "D54100" + "01020304340300FE0000000000000000" + "9000")
        #expect(try ask(reader, "FF B0 00 04 04") == "010203049000")
    }

    @Test func `a transparent session selects the chip, and tells four bits as four bits`() throws {
        let reader = try reader("ntag213", "reader=acr1252u")
        #expect(try ask(reader, "FF C2 00 00 02 81 00 00") == "C0030090009000")
        #expect(try ask(reader, "FF C2 00 02 04 8F 02 00 03 00") == "C0030090009000")
        #expect(
            try ask(reader, "FF C2 00 01 0A 5F 46 04 40 9C 00 00 95 01 60 00")
                == "C003009000" + "920100" + "96020000" + "9708" + "0004040201000F03" + "9000")
        #expect(
            try ask(reader, "FF C2 00 01 0F 5F 46 04 40 9C 00 00 95 06 A2 05 01 02 03 04 00")
                == "C003009000" + "920104" + "96020000" + "97010A" + "9000")
        // The field alone selects nothing.
        #expect(try ask(reader, "FF C2 00 00 02 83 00 00") == "C0030090009000")
        #expect(try ask(reader, "FF C2 00 00 02 84 00 00") == "C0030090009000")
        #expect(try ask(reader, "FF C2 00 01 0A 5F 46 04 40 9C 00 00 95 01 60 00").hasPrefix("C003026401"))
        #expect(try ask(reader, "FF C2 00 02 04 8F 02 00 03 00") == "C0030090009000")
        #expect(try ask(reader, "FF C2 00 01 0A 5F 46 04 40 9C 00 00 95 01 60 00").hasPrefix("C003009000"))
        #expect(try ask(reader, "FF C2 00 00 02 82 00 00") == "C0030090009000")
        #expect(try ask(reader, "FF B0 00 05 04") == "010203049000")
        #expect(reader.isAsFound)
    }

    /// R502 SDK issue 3, on an Ultralight C.
    @Test func `an R502 stops at page 0F`() throws {
        let reader = try reader("ultralight-c", "reader=r502")
        #expect(try ask(reader, "FF D6 00 0E 04 31 32 33 64") == "9000")
        #expect(try ask(reader, "FF D6 00 0F 04 31 32 33 64") == "9000")
        #expect(try ask(reader, "FF D6 00 10 04 31 32 33 64") == "6A82")
        #expect(try ask(reader, "FF B0 00 10 10") == "6A82")
        #expect(try ask(reader, "FF C2 00 00 02 81 00 00") == "6A81")
    }

    @Test(arguments: SimulatedReaderModel.allCases)
    func `every reader reads and writes pages by PC/SC part 3`(_ model: SimulatedReaderModel) throws {
        let reader = try reader("ntag213", "reader=\(model.rawValue)")
        #expect(try ask(reader, "FF CA 00 00 00") == "04E10CDA993C809000")
        #expect(try ask(reader, "FF B0 00 00 10") == "04E10C61DA993C80FF480000E11012009000")
        #expect(try ask(reader, "FF D6 00 06 04 DEADBEEF") == "9000")
        #expect(try ask(reader, "FF B0 00 06 04") == "DEADBEEF9000")
        #expect(try ask(reader, "FF D6 00 00 04 00000000") == "6300")
        reader.powerUp()
        #expect(try ask(reader, "FF B0 00 06 04") == "DEADBEEF9000")
        #expect(try ask(reader, "FF B0 00 06 11") == "6700")
        #expect(try ask(reader, "00 A4 04 00 00") == "6E00")
    }

    @Test func `nothing that is sent makes a chip fail`() throws {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func next() -> UInt8 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 32)
        }
        for entry in Type2TagSimulator.entries {
            let chip = try entry.chip(entry.settings)
            for _ in 0..<2000 {
                if next() < 40 { chip.fieldOn() }
                _ = chip.select(wakingHalted: true)
                let codes: [UInt8] = [
                    0x30, 0xA2, 0x3A, 0xA0, 0x60, 0x1B, 0x39, 0xA5, 0x3C, 0x1A, 0xAF, 0xC2, 0x4B, 0x50, next(),
                ]
                let count = Int(next() % 24)
                _ = chip.handle(frame: [codes[Int(next()) % codes.count]] + (0..<count).map { _ in next() })
            }
            #expect(chip.memory.count % 4 == 0, "\(entry.name)")
        }
    }
}
