import ISO7816
import InlaySeams
import LDS
import Octets
import TestSupport
import Testing

@testable import PassportSimulator

/// Any bytes in, a status word out.
struct FuzzTests {
    /// Commands that reach deep, as seeds for mutation.
    private static let seeds: [[UInt8]] = [
        hex("00A4040C07A0000002471001"), hex("00A4020C02011C"), hex("00A4000C"), hex("00B0000000"), hex("00B09C0000"),
        hex("00B1001C0454020000 03"), hex("00B10000000004540200000000"), hex("0084000008"),
        hex("0082000028") + [UInt8](repeating: 0x5A, count: 40) + [0x28],
        hex("0022C1A412800A04007F0007020204020283010184010D"), hex("10860000027C0000"),
        hex("1086000045 7C438141 04") + [UInt8](repeating: 0x11, count: 64) + [0],
        hex("008600000C7C0A8508C2B0BD78D94BA86600"), hex("0CA4020C158709016375432908C044F68E08BF8B92D635FF24F800"),
        hex("0CB000000D9701048E08ED6705417E96BA5500"), hex("00B00000000000"),
        hex("0CB0000000000D9701048E08ED6705417E96BA550000"),
        hex("0022C1A40F800A04007F00070202040402830101"),
        hex("10860000147C128110") + [UInt8](repeating: 7, count: 16) + [0],
        hex("002241A40C800A04007F00070202030202"), hex("002241A643914104") + [UInt8](repeating: 0x11, count: 64),
        hex("002C0303"), hex("002C020306313233343536"), hex("00441003"), hex("0088000008 0123456789ABCDEF 00"),
        hex("00C0000000"),
        hex("002281B60D830B5554435643413030303031"), hex("002281A40D830B5554474154453030303031"),
        hex("002A00BE0C 7F4E035F2901 005F370101"),
        hex("0022C1A41F800A04007F00070202040202830101") + hex("7F4C0E060904007F00070301020153013F"),
    ]

    /// A repeatable source of numbers.
    private struct Numbers {
        private let random: RandomSource

        init(_ seed: UInt64) { random = .seeded(seed) }

        func below(_ limit: Int) -> Int { random.bytes(4).reduce(0) { $0 << 8 | Int($1) } % max(limit, 1) }

        func bytes(_ count: Int) -> [UInt8] { random.bytes(count) }

        func mutated(_ command: [UInt8]) -> [UInt8] {
            var command = command
            for _ in 0...below(3) {
                switch below(5) {
                case 0 where !command.isEmpty: command[below(command.count)] = bytes(1)[0]
                case 1 where !command.isEmpty: command[below(command.count)] ^= UInt8(1 << below(8))
                case 2 where !command.isEmpty: command.remove(at: below(command.count))
                case 3: command.insert(bytes(1)[0], at: below(command.count + 1))
                default: command = Array(command.prefix(below(command.count + 1)))
                }
            }
            return command
        }
    }

    private func isAnswer(_ answer: [UInt8]) -> Bool {
        guard answer.count >= 2 else { return false }
        let first = answer[answer.count - 2]
        return first == 0x90 || (0x61...0x6F).contains(first)
    }

    @Test(arguments: [
        "passport", "passport-bac", "passport-pace", "passport-plain", "passport-cam", "passport-im", "passport-dh",
        "passport-aa", "passport-eac", "eid",
    ])
    func `random and mutated commands get a status word`(name: String) throws {
        let made = try PassportSimulator.make(name: name, random: .seeded(11))
        let numbers = Numbers(UInt64(name.count))
        made.chip.powerUp()
        var bad: [String] = []
        for _ in 0..<6000 {
            let command =
                switch numbers.below(4) {
                case 0: numbers.bytes(numbers.below(300))
                case 1: Self.seeds[numbers.below(Self.seeds.count)]
                default: numbers.mutated(Self.seeds[numbers.below(Self.seeds.count)])
                }
            let answer = made.chip.handle(command: command)
            if !isAnswer(answer) { bad.append(Hex.string(command)) }
            if numbers.below(200) == 0 { made.chip.powerUp() }
        }
        #expect(bad.isEmpty)
    }

    @Test func `mutated commands inside a session get a status word and open nothing`() throws {
        let made = try PassportSimulator.make(name: "passport", settingsText: "dg=3", random: .seeded(12))
        let terminal = Terminal(made.chip)
        let numbers = Numbers(99)
        let secret = try #require(made.document.files[.dg3])
        var bad: [String] = []
        for _ in 0..<300 {
            try terminal.openWithBasicAccess(made.document.mrzInformation)
            for _ in 0..<5 {
                let plain = [
                    Terminal.select(0x0101), Terminal.read(0, .upTo(20)), Terminal.readOdd(0x0103, offset: 0, .upTo(9)),
                    Terminal.read(shortIdentifier: 3, .asMuchAsPossible),
                ][numbers.below(4)]
                let command = numbers.mutated(try terminal.protectedBytes(plain))
                let answer = made.chip.handle(command: command)
                if !isAnswer(answer) || answer.starts(with: secret.prefix(8)) { bad.append(Hex.string(command)) }
            }
        }
        #expect(bad.isEmpty)
    }

    @Test func `protected commands with random contents get a protected answer`() throws {
        let made = try PassportSimulator.make(
            name: "passport-eac", settingsText: "aa=bp256&pin=123456", random: .seeded(13))
        let terminal = Terminal(made.chip)
        let numbers = Numbers(7)
        try terminal.openWithBasicAccess(made.document.mrzInformation)
        for _ in 0..<1500 {
            var command = Terminal.read(numbers.below(0x10000), .upTo(1 + numbers.below(300)))
            command.ins =
                [0xA4, 0xB0, 0xB1, 0x84, 0x82, 0x86, 0x22, 0x88, 0x2A, 0x2C, numbers.bytes(1)[0]][numbers.below(11)]
            if command.ins == 0x22 {
                let templates: [(UInt8, UInt8)] = [
                    (0xC1, 0xA4), (0x41, 0xA4), (0x41, 0xA6), (0x81, 0xB6), (0x81, 0xA4),
                ]
                (command.p1, command.p2) = templates[numbers.below(5)]
            }
            if command.ins == 0x2A { (command.p1, command.p2) = (0x00, 0xBE) }
            command.data = numbers.bytes(numbers.below(40))
            if numbers.below(3) == 0 { command.expected = .nothing }
            _ = try terminal.protected(command)
        }
    }

    @Test func `the chip still works afterwards`() throws {
        let made = try PassportSimulator.make(name: "passport", random: .seeded(14))
        let numbers = Numbers(5)
        for _ in 0..<500 { _ = made.chip.handle(command: numbers.mutated(Self.seeds[numbers.below(Self.seeds.count)])) }
        let terminal = Terminal(made.chip)
        try terminal.openWithBasicAccess(made.document.mrzInformation)
        #expect(try terminal.readFile(0x0101) == made.document.files[.dg1])
    }
}
