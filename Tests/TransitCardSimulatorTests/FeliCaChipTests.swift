import ChipSimulation
import ISO7816
import Octets
import Testing
import TransitCardSimulator

/// The chip against JIS X 6319-4, by frames written by hand.
@Suite struct FeliCaChipTests {
    private func chip(_ name: String = "suica", _ settings: String = "") throws -> FeliCaChip {
        let entry = try #require(TransitCardSimulator.entries.first { $0.name == name })
        var applied = entry.settings
        try applied.apply(settings)
        return entry.chip(applied)
    }

    private func ask(_ chip: FeliCaChip, _ frame: String) throws -> String? {
        chip.handle(frame: try Hex.bytes(frame)).octets.map { Hex.string($0) }
    }

    @Test func `a polling is answered with IDm and PMm, and with the system code when it is asked for`() throws {
        let chip = try chip()
        #expect(try ask(chip, "06 00 0003 00 00") == "120101010A10F0E1D2C3013106014B024FFF")
        #expect(try ask(chip, "06 00 0003 01 00") == "140101010A10F0E1D2C3013106014B024FFF0003")
        #expect(try ask(chip, "06 00 FFFF 01 03") == "140101010A10F0E1D2C3013106014B024FFF0003")
        #expect(try ask(chip, "06 00 86A7 01 00") == "140111010A10F0E1D2C3013106014B024FFF86A7")
    }

    @Test(
        arguments: [
            "06 00 FE00 01 00", "06 00 0003 03 00", "06 00 0003 00 02", "05 00 0003 00", "07 00 0003 00 00 00",
            "06 00 0003 00", "", "00", "02 00",
        ])
    func `what no polling is, and a system that is not there, get no answer`(frame: String) throws {
        #expect(try ask(try chip(), frame) == nil)
    }

    // Metrodroid issue 613: a block behind the last one of a service.
    @Test func `the end of a service is flags 01 A8`() throws {
        let idm = "01010A10F0E1D2C3"
        #expect(try ask(try chip(), "10 06 \(idm) 01 CB23 01 80 04") == "0C07\(idm)01A8")
    }

    @Test(
        arguments: [
            ("01 0901 01 8000", "01A6"), ("01 8800 01 8000", "01A5"), ("01 0F09 01 9000", "01A7"),
            ("01 0F09 01 8100", "01A3"),
            ("01 0F09 0D 8000 8001 8002 8003 8004 8005 8006 8007 8008 8009 800A 800B 800C", "FFA2"),
            ("02 0F09 0901 01 8000", "02A6"), ("01 0F09 02 8000 8014", "02A8"), ("00 01 8000", "FFA1"),
        ])
    func `each fault of a read has its own flags and no data`(lists: String, flags: String) throws {
        let idm = "01010A10F0E1D2C3"
        let body = try Hex.bytes("06 \(idm) \(lists)")
        let frame = Hex.string([UInt8(body.count + 1)] + body)
        #expect(try ask(try chip(), frame) == "0C07\(idm)\(flags)")
    }

    @Test func `a bit in flag 1 names the entry where a product does it so`() throws {
        let idm = "01010A10F0E1D2C3"
        #expect(try ask(try chip("suica", "flags=bit"), "12 06 \(idm) 02 8B00 0901 01 8000") == "0C07\(idm)02A6")
        #expect(
            try ask(try chip("suica", "flags=bit"), "14 06 \(idm) 03 8B00 0F09 0901 01 8000") == "0C07\(idm)04A6")
    }

    @Test func `blocks come in the order of the list, from several services`() throws {
        let chip = try chip()
        let idm = "01010A10F0E1D2C3"
        let answer = try #require(try ask(chip, "14 06 \(idm) 02 8B00 0F09 02 8100 8000"))
        #expect(answer.hasPrefix("2D07\(idm)000002"))
        let blocks = answer.dropFirst(26)
        // The newest ride, then the attribute block; both hold the same balance.
        #expect(blocks.prefix(4) == "1601")
        #expect(blocks.dropFirst(20).prefix(4) == blocks.dropFirst(32 + 22).prefix(4))
    }

    @Test func `a long block number has its low octet first`() throws {
        let idm = "01010A10F0E1D2C3"
        #expect(try ask(try chip(), "11 06 \(idm) 01 0F09 01 00 0001") == "0C07\(idm)01A8")
    }

    @Test func `another card's IDm, and commands that it does not know, get no answer`() throws {
        let chip = try chip()
        #expect(try ask(chip, "10 06 01010A10F0E1D2C4 01 0F09 01 8000") == nil)
        // Write Without Encryption.
        #expect(try ask(chip, "20 08 01010A10F0E1D2C3 01 0F09 01 8000 " + String(repeating: "00", count: 16)) == nil)
        #expect(try ask(chip, "0A 3E 01010A10F0E1D2C3") == nil)
    }

    @Test func `structure is told system by system`() throws {
        let chip = try chip()
        #expect(try ask(chip, "0A 0C 01010A10F0E1D2C3") == "0F0D01010A10F0E1D2C302000386A7")
        #expect(try ask(chip, "0A 04 01010A10F0E1D2C3") == "0B0501010A10F0E1D2C300")
        #expect(try ask(chip, "0F 02 01010A10F0E1D2C3 02 0F09 0901") == "0F0301010A10F0E1D2C3020100FFFF")
        #expect(try ask(chip, "0C 0A 01010A10F0E1D2C3 0000") == "0E0B01010A10F0E1D2C30000FEFF")
        #expect(try ask(chip, "0C 0A 01010A10F0E1D2C3 FF00") == "0C0B01010A10F0E1D2C3FFFF")
    }

    @Test func `reading takes as long as PMm says, a polling its time slot`() throws {
        let chip = try chip()
        _ = try ask(chip, "06 00 0003 00 00")
        #expect(chip.answerTime == .microseconds(2417))
        _ = try ask(chip, "10 06 01010A10F0E1D2C3 01 0F09 01 8000")
        // PMm octet 6 is 02: A = 2, B = 0, E = 0: 302.065 µs × (1 × 1 + 3).
        #expect(chip.answerTime == .nanoseconds(1_208_260))
    }

    @Test func `every frame cut short or made longer gets no answer, and none brings the chip down`() throws {
        let chip = try chip()
        let frame = try Hex.bytes("14 06 01010A10F0E1D2C3 02 8B00 0F09 02 8100 8000")
        for count in 0..<frame.count { #expect(chip.handle(frame: Array(frame.prefix(count))) == .silence) }
        for count in 2..<frame.count {
            var cut = Array(frame.prefix(count))
            cut[0] = UInt8(count)
            if count < 18 { #expect(chip.handle(frame: cut) == .silence, "\(count)") }
        }
        #expect(chip.handle(frame: frame + [0]) == .silence)
    }
}
