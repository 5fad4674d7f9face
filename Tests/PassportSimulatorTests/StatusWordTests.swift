import ISO7816
import InlaySeams
import LDS
import Octets
import TestSupport
import Testing

@testable import PassportSimulator

/// What the chip answers to commands that it does not carry out. Each line is a fresh power-up.
struct StatusWordTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        /// Commands in order; only the answer to the last one is looked at.
        let commands: [String]
        let expected: StatusWord
        /// Settings on top of the simulator "passport".
        let settings: String

        init(_ text: String, _ commands: String..., answers expected: StatusWord, with settings: String = "") {
            self.text = text
            self.commands = commands
            self.expected = expected
            self.settings = settings
        }

        var testDescription: String { text }
    }

    private static let app = "00A4040C07A0000002471001"

    static let classes = [
        Case("a proprietary class", "80A4040C07A0000002471001", answers: 0x6E00),
        Case("a reserved class", "20B0000000", answers: 0x6E00),
        Case("class FF", "FFCA000000", answers: 0x6E00),
        Case("channel 1", "01B0000000", answers: 0x6881),
        Case("channel 4", "40B0000000", answers: 0x6881),
        Case("secure messaging without header", "08B0000000", answers: 0x6882),
        Case("proprietary secure messaging", "04B0000000", answers: 0x6882),
        Case("secure messaging without a session", "0CB000000D97010 48E08ED6705417E96BA5500", answers: 0x6988),
        Case("chaining outside GENERAL AUTHENTICATE", "10A4040C07A0000002471001", answers: 0x6884),
        Case("an unknown instruction", "0020000000", answers: 0x6D00),
        Case("no bytes", "", answers: 0x6700),
        Case("three bytes", "00A404", answers: 0x6700),
        Case("less data than Lc says", "00A4040C07A00000024710", answers: 0x6700),
        Case("bytes behind Le", "00B000000000 00 00 00 00", answers: 0x6700),
        Case("extended length when it is off", "00B00000000100", answers: 0x6700, with: "extended=off"),
        Case("extended length when it is on", app, "00B00000000100", answers: 0x6986),
    ]

    static let selection = [
        Case("the application", app, answers: 0x9000),
        Case("the application with control information", "00A4040007A000000247100100", answers: 0x9000),
        Case("a name without its extension", "00A4040C05A000000247", answers: 0x6A82),
        Case("a longer name", "00A4040C08A000000247100100", answers: 0x6A82),
        Case("the eID application", "00A4040C09E80704007F00070302", answers: 0x6A82),
        Case("no name", "00A4040C", answers: 0x6700),
        Case("a name of 17 bytes", "00A4040C11" + String(repeating: "A0", count: 17), answers: 0x6700),
        Case("the master file without data", "00A4000C", answers: 0x9000),
        Case("the master file by its identifier", "00A4000C023F00", answers: 0x9000),
        Case("EF.CardAccess with P1 00", "00A4000C02011C", answers: 0x9000),
        Case("EF.CardAccess with P1 02", "00A4020C02011C", answers: 0x9000),
        Case("EF.CVCA, which is not there", app, "00A4020C02011C", answers: 0x6A82),
        Case("EF.DG1 outside the application", "00A4020C020101", answers: 0x6A82),
        Case("EF.DG1 before access", app, "00A4020C020101", answers: 0x6982),
        Case("EF.SOD before access", app, "00A4020C02011D", answers: 0x6982),
        Case("EF.DG1 without access control", app, "00A4020C020101", answers: 0x9000, with: "access=plain"),
        Case("EF.DG3 without access control", app, "00A4020C020103", answers: 0x6982, with: "access=plain&dg=3"),
        Case("a file that does not exist", app, "00A4020C020202", answers: 0x6A82),
        Case("one byte of identifier", "00A4020C0101", answers: 0x6700),
        Case("three bytes of identifier", "00A4020C03011C00", answers: 0x6700),
        Case("a path", "00A4080C02011C", answers: 0x6A86),
        Case("the next occurrence", "00A4020202011C", answers: 0x6A86),
    ]

    static let reading = [
        Case("without a current file", "00B0000000", answers: 0x6986),
        Case("EF.CardAccess", "00A4020C02011C", "00B0000000", answers: 0x9000),
        Case("EF.CardAccess by short identifier", "009C000000", "00B09C0000", answers: 0x9000),
        Case("one byte", "00A4020C02011C", "00B0000001", answers: 0x9000),
        Case("more than there is", "00A4020C02011C", "00B00000F0", answers: 0x6282),
        Case("the last byte", "00A4020C02011C", "00B0001501", answers: 0x9000),
        Case("more than the last byte", "00A4020C02011C", "00B0001502", answers: 0x6282),
        Case("at the end", "00A4020C02011C", "00B0001601", answers: 0x6B00),
        Case("beyond the end", "00A4020C02011C", "00B07FFF00", answers: 0x6B00),
        Case("beyond the end by short identifier", "00B09CFF00", answers: 0x6B00),
        Case("without Le", "00A4020C02011C", "00B00000", answers: 0x6700),
        Case("with data", "00A4020C02011C", "00B000000100", answers: 0x6700),
        Case("short identifier 0", "00B0800000", answers: 0x6A86),
        Case("short identifier 31", "00B09F0000", answers: 0x6A86),
        Case("bits 6 and 7 of P1", "00B0C00000", answers: 0x6A86),
        Case("a short identifier that does not exist", "00B0910000", answers: 0x6A82),
        Case("EF.CardSecurity, which is not there", "00B09D0000", answers: 0x6A82),
        Case("EF.DG1 before access", app, "00B0810000", answers: 0x6982),
        Case("EF.COM before access", app, "00B09E0000", answers: 0x6982),
        Case("EF.COM without access control", app, "00B09E0000", answers: 0x9000, with: "access=plain"),
        Case("EF.DIR, not EF.COM, in the master file", "00B09E0000", answers: 0x9000),
        Case("EF.DG3 without access control", app, "00B0830000", answers: 0x6982, with: "access=plain&dg=3"),
        Case("more than the limit", "00A4020C02011C", "00B0000011", answers: 0x6700, with: "maxLe=16"),
        Case("as much as possible beyond the limit", "00B09C0000", answers: 0x6700, with: "maxLe=16"),
        Case("as much as the limit", "00B09C0010", answers: 0x9000, with: "maxLe=16"),
        Case("the limit told", "00B09C0011", answers: 0x6C10, with: "maxLe=16&overLe=6C"),
        Case("6B00 beyond the limit", "00B09C0011", answers: 0x6B00, with: "maxLe=16&overLe=6B00"),
        Case("fewer bytes beyond the limit", "00B09C0011", answers: 0x9000, with: "maxLe=16&overLe=fewer"),
        Case("no bytes beyond the limit", "00B09C0011", answers: 0x9000, with: "maxLe=16&overLe=empty"),
    ]

    static let readingOdd = [
        Case("by short identifier", "00B1001C0454020000 03", answers: 0x9000),
        Case("by file identifier", "00B1011C0454020000 03", answers: 0x9000),
        Case("the current file", "00A4020C02011C", "00B1000003540100 00", answers: 0x9000),
        Case("without a current file", "00B1000003540100 00", answers: 0x6986),
        Case("more than there is", "00B1001C03540100 F0", answers: 0x6282),
        Case("beyond the end", "00B1001C0454020100 00", answers: 0x6B00),
        Case("an offset of four bytes", "00B1001C065404FFFFFFFF 00", answers: 0x6B00),
        Case("an offset of five bytes", "00B1001C0754050000000000 00", answers: 0x6A80),
        Case("an empty offset", "00B1001C025400 00", answers: 0x6A80),
        Case("another data object", "00B1001C03530100 00", answers: 0x6A80),
        Case("two data objects", "00B1001C06540100540100 00", answers: 0x6A80),
        Case("no data", "00B1001C00", answers: 0x6A80),
        Case("without Le", "00B1001C03540100", answers: 0x6700),
        Case("no room for data", "00B1001C03540100 02", answers: 0x6700),
        Case("a file that does not exist", "00B1020203540100 00", answers: 0x6A82),
        Case("a short identifier that does not exist", "00B1001103540100 00", answers: 0x6A82),
        Case("short identifier 31", "00B1001F03540100 00", answers: 0x6A86),
        Case("EF.DG1 before access", app, "00B1000103540100 00", answers: 0x6982),
    ]

    private static let zeros = String(repeating: "00", count: 40)

    static let basicAccess = [
        Case("a challenge", app, "0084000008", answers: 0x9000),
        Case("a challenge with Le 00", app, "0084000000", answers: 0x9000),
        Case("a challenge outside the application", "0084000008", answers: 0x6985),
        Case("a challenge of 9 bytes", app, "0084000009", answers: 0x6700),
        Case("a challenge without Le", app, "00840000", answers: 0x6700),
        Case("a challenge with P1 01", app, "0084010008", answers: 0x6A86),
        Case("a challenge when only PACE is offered", app, "0084000008", answers: 0x6982, with: "access=pace"),
        Case("a challenge without access control", app, "0084000008", answers: 0x6D00, with: "access=plain"),
        Case("authentication without a challenge", app, "0082000028\(zeros)28", answers: 0x6985),
        Case("authentication with a wrong MAC", app, "0084000008", "0082000028\(zeros)28", answers: 0x6300),
        Case("authentication with Le 00", app, "0084000008", "0082000028\(zeros)00", answers: 0x6300),
        Case("authentication with Le 27", app, "0084000008", "0082000028\(zeros)27", answers: 0x6700),
        Case("authentication without Le", app, "0084000008", "0082000028\(zeros)", answers: 0x6700),
        Case("authentication with 39 bytes", app, "0084000008", "0082000027\(zeros.dropLast(2))28", answers: 0x6700),
        Case("authentication with P2 01", app, "0084000008", "0082000128\(zeros)28", answers: 0x6A86),
        Case(
            "a challenge used twice", app, "0084000008", "0082000028\(zeros)28", "0082000028\(zeros)28",
            answers: 0x6985),
        Case(
            "authentication when only PACE is offered", app, "0082000028\(zeros)28", answers: 0x6982,
            with: "access=pace"),
    ]

    @Test(arguments: classes)
    func `class, length and instruction`(_ test: Case) throws { try check(test) }

    @Test(arguments: selection)
    func `SELECT`(_ test: Case) throws { try check(test) }

    @Test(arguments: reading)
    func `READ BINARY`(_ test: Case) throws { try check(test) }

    @Test(arguments: readingOdd)
    func `READ BINARY with odd INS`(_ test: Case) throws { try check(test) }

    @Test(arguments: basicAccess)
    func `GET CHALLENGE and EXTERNAL AUTHENTICATE`(_ test: Case) throws { try check(test) }

    private func check(_ test: Case) throws {
        let made = try PassportSimulator.make(name: "passport", settingsText: test.settings, random: .seeded(1))
        let terminal = Terminal(made.chip)
        for command in test.commands.dropLast() { _ = terminal.status(command) }
        #expect(terminal.status(try #require(test.commands.last)) == test.expected)
    }

    @Test func `the answer to a short read is exactly what was asked for`() throws {
        let made = try PassportSimulator.make(name: "passport", random: .seeded(1))
        let terminal = Terminal(made.chip)
        let file = try #require(made.document.files[.cardAccess])
        #expect(terminal.send(hex("00B09C0000")).data == file)
        #expect(terminal.send(hex("00B0000205")).data == Array(file.dropFirst(2).prefix(5)))
        #expect(terminal.send(hex("00B1000003540102 05")).data == [0x53, 3] + file.dropFirst(2).prefix(3))
        #expect(terminal.send(hex("00B09C15FF")).data == Array(file.suffix(1)))
    }

    @Test func `a file that cannot be selected leaves the selection as it was`() throws {
        let made = try PassportSimulator.make(name: "passport", random: .seeded(1))
        let terminal = Terminal(made.chip)
        #expect(terminal.status("00A4020C02011C") == .success)
        #expect(terminal.status("00A4020C020999") == 0x6A82)
        #expect(terminal.send(hex("00B0000001")).data == [0x31])
    }

    @Test func `control parameters are given when they are asked for`() throws {
        let made = try PassportSimulator.make(name: "passport", random: .seeded(1))
        let terminal = Terminal(made.chip)
        #expect(terminal.send(hex("00A4020402011C00")).data == hex("620E 80020016 820101 8302011C 8801E0"))
        #expect(terminal.send(hex("00A4020002011C00")).data == hex("6F0E 80020016 820101 8302011C 8801E0"))
        #expect(terminal.status("00A4020402011C05") == 0x6C10)
        #expect(terminal.send(hex("00A4040007A000000247100100")).data == hex("6F09 8407A0000002471001"))
    }
}
