import CommandPresets
import Testing

@testable import InlayConsole

@Suite struct ConsoleHistoryTests {
    private static func keeps(_ line: String) -> Bool {
        ConsoleHistory.keeps(line, verbs: ["help", "presets", "info"], catalog: .builtIn)
    }

    @Test(arguments: [
        "00 20 00 80 08 31 32 33 34 FF FF FF FF", "00 20 00 80 Lc \"1234\"", "set pin = 31323334", "set k = \"secret\"",
        "00 2C 00 80 08 31 32 33 34 35 36 37 38", "FF 82 00 00 06 FF FF FF FF FF FF", "frame 1B FF FF FF FF",
        "90 AA 00 00 01 00 00", "00 86 00 00 02 7C 00 00", "expect data 50 3C 55 54 4F", "expect $pin is 31 32",
        "for k in A0A1A2, B0B1B2 { 00 84 00 00 08 }", "repeat 2 { 00 20 00 80 02 31 32 }", "print \"P<UTOERIKSSON\"",
        "00 B0 81 00 00 => 61 5B 5F 1F ..", "preset unknown.preset key=00", "not in the language",
        "if 9000 { } else { 00 20 00 80 02 31 32 }", "number pin = 123456", "repeat 1 { number p = 123456 }",
        "help 123456", "print $atr # pin 123456", "00 84 00 00 08 # four", "expect $pin2 = 123456",
        "expect length 123456", "if length < 0x1E240 { stop }", "repeat 123456 { stop }", "for i in 0..123456 { stop }",
        "capture c123456", "print $c123456", "set part = $c123456", "set c123456 = $data", "expect {c123456:8} 9000",
        "expect not length 1000 + 2",
        "print (123456)", "print little(12 34 56)", "expect little(31 32 33) = 5", "expect u32(123456) 9000",
        "expect 123456 < $n", "number n = $data[1234]", "preset type2.read 123456",
        "preset ntag21x.authenticate 01020304",
        "help UT7K40M2Q2UTO9105159F3403118", "cat UT7K40M2Q", "save transcript UT7K40M2Q.t",
        "00 CB 3F FF 05 31 32 33 34 35", "frame 60 04 A1B2C3D4E5F6 11223344", "frame 3C A1B2C3D4",
        "frame 30 04 \"secret\"", "00 CA 00 00 07 5C 123456789012", "00 CA 00 00 06 5C 04 12 34 56 78", "12345678",
        "1234 5678", "00200012", "12 34 56 78", "12345678 00", "00 CB 3F FF Lc 31 32 33 34", "00 CB 3F FF Lc \"1234\"",
        "00 CB 3F FF Lc $x 31 32 33 34", "00 A4 04 00 04 12 34 56 78", "80 F2 40 00 06 4F 04 12 34 56 78",
        "00 B1 00 00 06 54 04 12 34 56 78", "frame 60 04", "repeat 2 { 12345678 }",
    ])
    func `a line that can hold a secret is not remembered`(line: String) { #expect(!Self.keeps(line)) }

    @Test(arguments: [
        "00 A4 04 0C 07 A0 00 00 02 47 10 01", "00 84 00 00 08", "00 A4 04 0C Lc A0000002471001 => 9000", "00 20 00 80",
        "00 CB 3F FF 05 5C 03 5F C1 02", "00 B0 9E 00 Le(8)", "expect 9000 / 63C?", "frame 30 04", "frame 60",
        "secure pace", "cd passport", "cat DG1",
        "reset cold", "fetch", "capture aid tlv 6F/84", "set part = $data[0..3]", "number n = 3", "help expect",
        "presets piv", "info", "expect length 16", "expect $n < 8", "save transcript out.trace",
        "repeat 3 { 00 84 00 00 08 => ??*8 9000 }",
        "preset piv.chuid",
        "print $data", "0084000008", "00B0000000", "frame 3A 04 08", "frame 3C 00", "00 CA 00 6E 00", "90 60 00 00 00",
        "00 CA 00 00 Lc tlv(5C, 9F7F)", "00 A4 00 0C 02 3F 00", "80 F2 40 00 02 4F 00", "00 A4 04 0C Lc $aid",
        "FF CA 00 00 00",
        "expect little($data[10..11]) < 500", "print (2 * $n) len($data)", "if 2 < $data[0] { stop }",
    ])
    func `a line without one is`(line: String) { #expect(Self.keeps(line)) }

    @Test func `no preset's secret is remembered, whichever it is`() {
        for preset in CommandPresetCatalog.builtIn.presets {
            for parameter in preset.parameters where parameter.isSecret {
                #expect(!Self.keeps("preset \(preset.name) \(parameter.name)=0011223344556677"))
            }
        }
    }
}
