import ChipSimulation
import ISO7816
import InlaySeams
import Octets
import Testing
import Type2TagSimulator

/// The chips by examples of their data sheets and by what real ones gave in public reports; no reader of ours takes part.
@Suite struct Type2TagTests {
    private func tag(_ name: String, _ settings: String = "", random: RandomSource = .system) throws -> Type2Tag {
        let entry = try #require(Type2TagSimulator.named(name))
        var prepared = entry.settings
        try prepared.apply(settings)
        let tag = try entry.chip(prepared, random: random)
        tag.fieldOn()
        #expect(tag.select(wakingHalted: false))
        return tag
    }

    /// Sends a frame; `NAK0`, `ACK`, `none` or digits come back.
    private func ask(_ tag: Type2Tag, _ frame: String) throws -> String {
        switch tag.handle(frame: try Hex.bytes(frame)) {
        case .bytes(let bytes): Hex.string(bytes)
        case .nibble(0xA): "ACK"
        case .nibble(let value): "NAK\(value)"
        case .silence: "none"
        }
    }

    /// Selects the chip again, as a reader does after an error.
    private func again(_ tag: Type2Tag) { #expect(tag.select(wakingHalted: true)) }

    // MARK: - Identity

    /// Answers that chips gave, from proxmark3's table.
    @Test(arguments: [
        ("ntag210", "0004040101000B03"), ("ntag212", "0004040101000E03"), ("ntag213", "0004040201000F03"),
        ("ntag213f", "0004040401000F03"), ("ntag213tt", "0004040203000F03"), ("ntag215", "0004040201001103"),
        ("ntag216", "0004040201001303"), ("ntag216f", "0004040401001303"), ("ultralight-ev1", "0004030101000B03"),
        ("ultralight-ev1-128", "0004030101000E03"), ("ntag-i2c-plus-1k", "0004040502021303"),
        ("ntag-i2c-plus-2k", "0004040502021503"), ("ntag213-feiju", "0053040201000F03"), ("ntag203", "none"),
        ("ultralight", "none"), ("ultralight-c", "none"), ("em-echo", "none"), ("ntag213-fudan", "none"),
    ])
    func `GET_VERSION is the chip's`(_ name: String, _ version: String) throws {
        #expect(try ask(tag(name), "60") == version)
        // libfreefare issue 112: one byte only.
        #expect(try ask(tag(name), "60 00") == "none")
    }

    /// A blank NTAG216 as proxmark3's traces have it, page by page.
    @Test func `a new NTAG216 holds what a real one held`() throws {
        let entry = try #require(Type2TagSimulator.named("ntag216"))
        var settings = entry.settings
        try settings.apply("uid=045869D29C3980")
        let tag = try entry.chip(settings)
        var expected = [UInt8](repeating: 0, count: 0xE7 * 4)
        for (page, bytes) in [
            (0, "045869BD D29C3980 F7480000 E1106D00 0300FE00"), (0xE2, "000000BD 040000FF 00050000 FFFFFFFF 00000000"),
        ] {
            expected.replaceSubrange(
                4 * page..<4 * page + bytes.filter { $0 != " " }.count / 2, with: try Hex.bytes(bytes))
        }
        #expect(tag.memory == expected)
    }

    @Test func `the first pages of NTAG I2C hold the UID without check bytes`() throws {
        #expect(try ask(tag("ntag-i2c-plus-1k"), "30 00").hasPrefix("048A1102" + "9C558000" + "44000000"))
    }

    // MARK: - Reading

    /// MF0ICU2 §9.2: 29 gives 29, 2A, 2B and 00; the key is behind and never comes out.
    @Test func `READ goes on with page 0 behind the last page`() throws {
        let chip = try tag("ultralight-c")
        #expect(try ask(chip, "30 29") == "00000000" + "30000000" + "00000000" + "041D7FEE")
        #expect(try ask(chip, "30 2C") == "NAK0")
        let ntag = try tag("ntag213")
        #expect(try ask(ntag, "30 2B") == "00000000" + "00000000" + "04E10C61" + "DA993C80")
        #expect(try ask(ntag, "30 2D") == "NAK0")
        let old = try tag("ultralight")
        #expect(try ask(old, "30 0F").hasSuffix(Hex.string(old.memory[0..<12])))
        #expect(try ask(old, "30 10") == "NAK0")
    }

    /// Flipper issue 3945: page 21 read, then pages 00 and on.
    @Test func `with protected pages READ goes on where they begin`() throws {
        let chip = try tag("ultralight-ev1-128", "uid=04C9D0427A1790&auth0=22&prot=read")
        #expect(try ask(chip, "30 21") == "00000000" + "04C9D095" + "427A1790" + "BF480000")
        #expect(try ask(chip, "30 22") == "NAK0")
    }

    @Test func `FAST_READ gives the pages from one to the other and never goes round`() throws {
        let chip = try tag("ntag213")
        #expect(try ask(chip, "3A 00 01") == "04E10C61DA993C80")
        #expect(try ask(chip, "3A 00 2C").count == 0x2D * 8)
        #expect(try ask(chip, "3A 02 01") == "NAK0")
        again(chip)
        #expect(try ask(chip, "3A 2C 2D") == "NAK0")
        #expect(try ask(tag("ultralight-c"), "3A 00 01") == "none")
    }

    @Test func `the signature is that of the sample, and of no other UID`() throws {
        #expect(try ask(tag("ntag213"), "3C 00") == "8B76052EE42F5567BEB53238B3E3F9950707C0DCC956B5C5EFCFDB709B2D82B3")
        #expect(try ask(tag("ntag213", "uid=04010203040506"), "3C 00") == String(repeating: "00", count: 32))
        #expect(try ask(tag("ultralight-c"), "3C 00") == "none")
    }

    // MARK: - Sleep

    @Test func `after a no the chip hears nothing until it is selected again`() throws {
        let chip = try tag("ntag213")
        #expect(try ask(chip, "30 FF") == "NAK0")
        #expect(try ask(chip, "30 00") == "none")
        #expect(chip.select(wakingHalted: false))
        #expect(try ask(chip, "30 00") != "none")
    }

    @Test func `HLTA puts it to sleep, and only WUPA wakes it`() throws {
        let chip = try tag("ntag213")
        #expect(try ask(chip, "50 00") == "none")
        #expect(!chip.select(wakingHalted: false))
        #expect(chip.select(wakingHalted: true))
        // An error sends it back to where it came from.
        #expect(try ask(chip, "30 FF") == "NAK0")
        #expect(!chip.select(wakingHalted: false))
        chip.fieldOn()
        #expect(chip.select(wakingHalted: false))
    }

    // MARK: - Locks and one-time bits

    /// MF0ICU2 §7.5.4, figure 8.
    @Test func `one-time bits are only ever added`() throws {
        for name in ["ultralight-c", "ultralight", "ultralight-ev1"] {
            let chip = try tag(name)
            #expect(try ask(chip, "A2 03 FF FC 05 07") == "ACK")
            #expect(Array(chip.memory[12..<16]) == [0xFF, 0xFC, 0x05, 0x07])
            #expect(try ask(chip, "A2 03 FF 00 39 80") == "ACK")
            #expect(Array(chip.memory[12..<16]) == [0xFF, 0xFC, 0x3D, 0x87])
            chip.fieldOn()
            again(chip)
            #expect(try ask(chip, "A2 03 00 00 00 00") == "ACK")
            #expect(Array(chip.memory[12..<16]) == [0xFF, 0xFC, 0x3D, 0x87])
        }
    }

    @Test func `a static lock bit makes its page read-only for ever`() throws {
        let chip = try tag("ntag213")
        #expect(try ask(chip, "A2 04 01 02 03 04") == "ACK")
        // UID and internal byte do not take what is written over them.
        #expect(try ask(chip, "A2 02 FF FF 10 80") == "ACK")
        #expect(Array(chip.memory[8..<12]) == [0xFF, 0x48, 0x10, 0x80])
        for (page, isLocked) in [(4, true), (5, false), (14, false), (15, true)] {
            let answer = try ask(chip, "A2 \(Hex.string([UInt8(page)])) AABBCCDD")
            #expect(answer == (isLocked ? "NAK0" : "ACK"), "page \(page)")
            again(chip)
        }
        chip.fieldOn()
        again(chip)
        #expect(try ask(chip, "A2 02 00 00 00 00") == "ACK")
        #expect(Array(chip.memory[10..<12]) == [0x10, 0x80])
        #expect(try ask(chip, "A2 04 00 00 00 00") == "NAK0")
    }

    /// BL 9-4 freezes L4 to L9; the bits of the other areas can still be set (NT2H1311 §8.5.2).
    @Test func `a block-locking bit freezes the bits of its area`() throws {
        let chip = try tag("ntag213")
        #expect(try ask(chip, "A2 02 00 00 22 00") == "ACK")
        #expect(try ask(chip, "A2 02 00 00 F8 FF") == "ACK")
        #expect(Array(chip.memory[10..<12]) == [0x2A, 0xFC])
        #expect(try ask(chip, "A2 04 00 00 00 00") == "ACK")
        #expect(try ask(chip, "A2 05 00 00 00 00") == "NAK0")
    }

    @Test func `the serial number cannot be written`() throws {
        for page in ["00", "01"] { #expect(try ask(tag("ntag213"), "A2 \(page) 00000000") == "NAK0") }
    }

    /// Masks and pages of the data sheets; the bits that are not there stay 0.
    @Test(arguments: [
        ("ntag213", "28", "FF0F3FBD", 0x10, 0x27), ("ntag215", "82", "FF000FBD", 0x10, 0x81),
        ("ntag216", "E2", "FF3F7FBD", 0x10, 0xE1), ("ntag212", "24", "FF031FBD", 0x10, 0x23),
        ("ultralight-ev1-128", "24", "FF031F00", 0x10, 0x23),
    ])
    func `all dynamic locks lock the whole memory behind page 0F`(
        _ name: String, _ page: String, _ stored: String, _ first: Int, _ last: Int
    ) throws {
        let chip = try tag(name)
        for number in [first, last] {
            #expect(try ask(chip, "A2 \(Hex.string([UInt8(number)])) 01020304") == "ACK")
        }
        #expect(try ask(chip, "A2 \(page) FF FF FF FF") == "ACK")
        #expect(try ask(chip, "30 \(page)").hasPrefix(stored))
        for number in first...last {
            #expect(try ask(chip, "A2 \(Hex.string([UInt8(number)])) 00000000") == "NAK0", "page \(number)")
            again(chip)
        }
        #expect(try ask(chip, "A2 \(page) 00 00 00 00") == "ACK")
        #expect(try ask(chip, "30 \(page)").hasPrefix(stored))
        // Pages 04 to 0F have their own lock bytes.
        #expect(try ask(chip, "A2 04 01020304") == "ACK")
    }

    @Test func `one dynamic bit locks two pages of an NTAG213, and byte 2 freezes two bits`() throws {
        let chip = try tag("ntag213")
        #expect(try ask(chip, "A2 28 02 00 01 00") == "ACK")
        #expect(try ask(chip, "A2 12 00000000") == "NAK0")
        again(chip)
        #expect(try ask(chip, "A2 10 00000000") == "ACK")
        // NXP community 518610: byte 2 alone locks no page. Bits 0 and 1 are frozen now, bit 2 is not.
        #expect(try ask(chip, "A2 28 05 00 00 00") == "ACK")
        #expect(try ask(chip, "30 28").hasPrefix("060001BD"))
        #expect(try ask(chip, "A2 10 00000000") == "ACK")
        #expect(try ask(chip, "A2 14 00000000") == "NAK0")
    }

    /// MF0ICU2 §7.5.3: valid from the next REQA or WUPA on.
    @Test func `lock bytes 2 and 3 of Ultralight C work from the next activation on`() throws {
        let chip = try tag("ultralight-c")
        #expect(try ask(chip, "A2 28 02 80 00 00") == "ACK")
        #expect(try ask(chip, "A2 10 01020304") == "ACK")
        again(chip)
        #expect(try ask(chip, "A2 10 01020304") == "NAK0")
        again(chip)
        #expect(try ask(chip, "A2 14 01020304") == "ACK")
        #expect(try ask(chip, "A2 2C 01020304") == "NAK0")
    }

    @Test func `COMPATIBILITY_WRITE stores the first four of sixteen bytes`() throws {
        let chip = try tag("ultralight")
        #expect(try ask(chip, "A0 05") == "ACK")
        #expect(try ask(chip, "01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10") == "ACK")
        #expect(Array(chip.memory[20..<28]) == [1, 2, 3, 4, 0, 0, 0, 0])
        #expect(try ask(chip, "A0 10") == "NAK0")
    }

    // MARK: - Password

    @Test func `the right password opens, a wrong one counts, and at the limit none does`() throws {
        let chip = try tag("ntag213-password")
        #expect(try ask(chip, "30 04") == "NAK0")
        again(chip)
        #expect(try ask(chip, "30 03") == "E1101200" + "04E10C61" + "DA993C80" + "FF480000")
        #expect(try ask(chip, "1B FF FF FF FF") == "NAK0")
        again(chip)
        #expect(try ask(chip, "1B 12 34 56 78") == "ABCD")
        #expect(try ask(chip, "30 04").hasPrefix("0103A00C"))
        // Password and PACK read as zeros even now.
        #expect(try ask(chip, "30 2B").hasPrefix("0000000000000000"))
        // A good one clears the count; three wrong ones are the limit of this tag.
        for _ in 0..<3 {
            again(chip)
            #expect(try ask(chip, "1B 00 00 00 00") == "NAK0")
        }
        again(chip)
        #expect(try ask(chip, "1B 12 34 56 78") == "NAK4")
        chip.fieldOn()
        again(chip)
        #expect(try ask(chip, "1B 12 34 56 78") == "NAK4")
    }

    /// nfc-pcsc issue 36: the password of a new chip is FF, the PACK 0000.
    @Test func `a new chip takes its usual password`() throws {
        #expect(try ask(tag("ntag213"), "1B FF FF FF FF") == "0000")
    }

    @Test func `without the password protected pages can be read but not written`() throws {
        let chip = try tag("ntag215", "auth0=10")
        #expect(try ask(chip, "30 10") == String(repeating: "00", count: 16))
        #expect(try ask(chip, "A2 10 00000000") == "NAK0")
        again(chip)
        #expect(try ask(chip, "A2 0F 00000000") == "ACK")
    }

    @Test func `CFGLCK locks the configuration when the field comes the next time`() throws {
        let chip = try tag("ntag213")
        #expect(try ask(chip, "A2 2A 40 05 00 00") == "ACK")
        #expect(try ask(chip, "A2 2A 40 05 00 00") == "ACK")
        chip.fieldOn()
        again(chip)
        #expect(try ask(chip, "A2 2A 00 05 00 00") == "NAK0")
        again(chip)
        #expect(try ask(chip, "A2 29 04 00 00 04") == "NAK0")
    }

    // MARK: - Counters, mirror, tamper, sectors

    @Test func `the counter counts the first reading in each field`() throws {
        #expect(try ask(tag("ntag213"), "39 02") == "NAK0")
        let chip = try tag("ntag213", "counter=on")
        #expect(try ask(chip, "39 02") == "000000")
        for _ in 0..<3 { _ = try ask(chip, "30 00") }
        #expect(try ask(chip, "39 02") == "010000")
        chip.fieldOn()
        again(chip)
        _ = try ask(chip, "3A 00 00")
        #expect(try ask(chip, "39 02") == "020000")
    }

    @Test func `the three counters of EV1 only rise`() throws {
        let chip = try tag("ultralight-ev1")
        #expect(try ask(chip, "39 00") == "000000")
        #expect(try ask(chip, "A5 00 01 00 00 00") == "ACK")
        #expect(try ask(chip, "A5 00 FE FF FF 00") == "ACK")
        #expect(try ask(chip, "39 00") == "FFFFFF")
        #expect(try ask(chip, "A5 00 01 00 00 00") == "NAK4")
        again(chip)
        #expect(try ask(chip, "39 03") == "NAK0")
        again(chip)
        #expect(try ask(chip, "3E 00") == "BD")
        #expect(try ask(chip, "4B" + String(repeating: "00", count: 20)) == "05")
    }

    /// MF0ICU2 §7.5.11.
    @Test func `the counter of Ultralight C takes any first value and then small steps`() throws {
        let chip = try tag("ultralight-c")
        func count() throws -> String {
            chip.fieldOn()
            again(chip)
            return String(try ask(chip, "30 29").prefix(4))
        }
        #expect(try ask(chip, "A2 29 F0 FF 00 00") == "ACK")
        #expect(try ask(chip, "30 29").hasPrefix("0000"))
        #expect(try count() == "F0FF")
        #expect(try ask(chip, "A2 29 0F 00 00 00") == "ACK")
        #expect(try count() == "FFFF")
        #expect(try ask(chip, "A2 29 01 00 00 00") == "NAK0")
    }

    @Test func `UID and counter stand over the user memory where the configuration says so`() throws {
        let chip = try tag("ntag213", "counter=on")
        // UID and counter from byte 1 of page 10 on.
        #expect(try ask(chip, "A2 29 D4 00 10 FF") == "ACK")
        let answer = try Hex.bytes(try ask(chip, "3A 10 15"))
        #expect(String(decoding: answer.dropFirst().prefix(21), as: UTF8.self) == "04E10CDA993C80x000001")
        #expect(Array(chip.memory[64..<88]) == [UInt8](repeating: 0, count: 24))
    }

    @Test(arguments: [("", "0000000043"), ("tamper=open", "4F50454E4F")])
    func `a TagTamper chip tells the state of its loop`(_ settings: String, _ answer: String) throws {
        #expect(try ask(tag("ntag213tt", settings), "A4 00") == answer)
        #expect(try ask(tag("ntag213"), "A4 00") == "NAK0")
    }

    @Test func `sector 1 of an NTAG I2C is acknowledged by silence`() throws {
        let chip = try tag("ntag-i2c-plus-2k")
        #expect(try ask(chip, "C2 FF") == "ACK")
        #expect(try ask(chip, "01 00 00 00") == "none")
        #expect(try ask(chip, "A2 00 01 02 03 04") == "ACK")
        #expect(try ask(chip, "30 00").hasPrefix("01020304"))
        #expect(try ask(chip, "C2 FF") == "ACK")
        #expect(try ask(chip, "00 00 00 00") == "none")
        #expect(try ask(chip, "30 00").hasPrefix("048A1102"))
        let small = try tag("ntag-i2c-plus-1k")
        #expect(try ask(small, "C2 FF") == "ACK")
        #expect(try ask(small, "01 00 00 00") == "NAK0")
    }

    // MARK: - 3DES

    /// nfcpy's vector: key, random numbers and what goes over the air.
    @Test func `AUTHENTICATE gives the published exchange`() throws {
        let drawn = RandomSource { _ in [0xEF, 0xBD, 0x44, 0xF3, 0x61, 0xF2, 0x58, 0xFB] }
        let chip = try tag("ultralight-c-protected", random: drawn)
        #expect(try ask(chip, "30 04") == "NAK0")
        again(chip)
        #expect(try ask(chip, "1A 00") == "AFF7DFC7FA617C7F1D")
        #expect(try ask(chip, "AF AB7EFBE63F40394010D04F018F8F48C3") == "000355F3C176DCD1B1")
        #expect(try ask(chip, "30 04") == String(repeating: "00", count: 16))
        #expect(try ask(chip, "30 2C") == "NAK0")
    }

    @Test func `a wrong proof is refused, and a new key works from the next activation on`() throws {
        let drawn = RandomSource { _ in [0xEF, 0xBD, 0x44, 0xF3, 0x61, 0xF2, 0x58, 0xFB] }
        let chip = try tag("ultralight-c", random: drawn)
        #expect(try ask(chip, "1A 00") == "AFF7DFC7FA617C7F1D")
        #expect(try ask(chip, "AF 007EFBE63F40394010D04F018F8F48C3") == "NAK0")
        again(chip)
        for (page, bytes) in [("2C", "07060504"), ("2D", "03020100"), ("2E", "0F0E0D0C"), ("2F", "0B0A0908")] {
            #expect(try ask(chip, "A2 \(page) \(bytes)") == "ACK")
        }
        #expect(try ask(chip, "1A 00") == "AFF7DFC7FA617C7F1D")
        again(chip)
        #expect(try ask(chip, "1A 00") != "AFF7DFC7FA617C7F1D")
        // MF0ICU2 §7.5.7, table 11: pages and key.
        let same = try tag("ultralight-c", "key=000102030405060708090A0B0C0D0E0F", random: drawn)
        #expect(Array(same.memory[0xB0..<0xC0]) == Array(chip.memory[0xB0..<0xC0]))
    }
}
