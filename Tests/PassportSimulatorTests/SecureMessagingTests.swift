import CardCrypto
import ISO7816
import InlaySeams
import LDS
import Octets
import SecureMessaging
import TestSupport
import Testing

@testable import PassportSimulator

/// When a session lives and when it ends (9303-11 §9.8.3).
struct SecureMessagingTests {
    private func opened(
        _ text: String = "", pace: Bool = true
    ) throws -> (terminal: Terminal, document: PassportDocument) {
        let made = try PassportSimulator.make(name: "passport", settingsText: text, random: .seeded(1))
        let terminal = Terminal(made.chip)
        if pace {
            try terminal.openWithPACE(PACESetting(), password: 1, secret: PACESetting.secret(of: made.document))
        } else {
            try terminal.openWithBasicAccess(made.document.mrzInformation)
        }
        return (terminal, made.document)
    }

    @Test func `after PACE the master file is current, after BAC the application`() throws {
        let (pace, _) = try opened()
        #expect(try pace.protected(Terminal.select(0x011C)).status == .success)
        #expect(try pace.protected(Terminal.select(0x0101)).status == 0x6A82)
        let (basic, _) = try opened(pace: false)
        #expect(try basic.protected(Terminal.select(0x0101)).status == .success)
        #expect(try basic.protected(Terminal.select(0x011C)).status == 0x6A82)
    }

    @Test func `file identifiers mean what the current directory says`() throws {
        let (terminal, document) = try opened()
        let directory = try terminal.success(Terminal.read(shortIdentifier: 0x1E, .upTo(1)))
        #expect(directory == [0x61])
        try terminal.success(Terminal.selectApplication)
        #expect(try terminal.success(Terminal.read(shortIdentifier: 0x1E, .upTo(1))) == [0x60])
        #expect(try terminal.success(Terminal.read(shortIdentifier: 0x01, .upTo(1))) == [0x61])
        #expect(try terminal.readFile(0x011E) == document.files[.com])
    }

    static let refusals: [(command: CommandAPDU, status: StatusWord)] = [
        (Terminal.select(0x0999), 0x6A82),
        (Terminal.select(0x0103), 0x6982),
        (Terminal.read(shortIdentifier: 0x03, .upTo(1)), 0x6982),
        (Terminal.readOdd(0x0103, offset: 0, .upTo(3)), 0x6982),
        (Terminal.read(0x7FFF, .upTo(1)), 0x6986),
        (CommandAPDU(ins: 0x20, expected: .upTo(1)), 0x6D00),
        (CommandAPDU(ins: 0x84, expected: .upTo(8)), 0x6985),
        (Terminal.setTemplate(PACESetting(), password: 1), 0x6985),
        (Terminal.authenticate(0x85, [0], isLast: true), 0x6985),
        (Terminal.authenticate(nil), 0x6985),
        (CommandAPDU(cla: 0x10, ins: 0xB0, expected: .upTo(1)), 0x6884),
    ]

    @Test(arguments: refusals)
    func `other errors stay protected and the session lives on`(command: CommandAPDU, status: StatusWord) throws {
        let (terminal, document) = try opened("dg=3", pace: false)
        #expect(try terminal.protected(command) == ResponseAPDU(status: status))
        #expect(try terminal.readFile(0x0101) == document.files[.dg1])
    }

    @Test func `secondary biometrics stay closed`() throws {
        for pace in [true, false] {
            let (terminal, _) = try opened("dg=3", pace: pace)
            try terminal.success(Terminal.selectApplication)
            #expect(try terminal.protected(Terminal.select(0x0103)).status == 0x6982)
        }
    }

    @Test(arguments: [
        // MAC object missing; MAC changed; another length of it; nothing at all.
        ("drop", StatusWord(0x6987)), ("flip", 0x6988), ("cut", 0x6988), ("empty", 0x6987),
    ])
    func `an error of secure messaging is answered plainly and ends the session`(
        change: String, status: StatusWord
    ) throws {
        let (terminal, _) = try opened()
        let command = try terminal.protectedBytes(Terminal.select(0x011C))
        var data = Array(command.dropFirst(5).dropLast())
        switch change {
        case "drop": data = Array(data.dropLast(10))
        case "flip": data[data.count - 1] ^= 1
        case "cut": data = Array(data.dropLast(10)) + [0x8E, 7] + data.suffix(8).dropLast()
        default: data = []
        }
        let bytes =
            data.isEmpty ? Array(command.prefix(4)) + [0] : Array(command.prefix(4)) + [UInt8(data.count)] + data + [0]
        let answer = terminal.send(bytes)
        #expect(answer.status == status)
        #expect(answer.data.isEmpty)
        #expect(terminal.send(try terminal.protectedBytes(Terminal.select(0x011C))).status == 0x6988)
        #expect(terminal.status("00A4040C07A0000002471001") == .success)
        #expect(terminal.status("00A4020C020101") == 0x6982)
    }

    @Test func `a counter that is one too high is an error`() throws {
        let (terminal, _) = try opened()
        _ = try terminal.protectedBytes(Terminal.select(0x011C))
        #expect(terminal.send(try terminal.protectedBytes(Terminal.select(0x011C))).status == 0x6988)
    }

    @Test(arguments: [
        ("00A4020C02011C", StatusWord(0x6A82)), ("00B0000000", 0x6986), ("00B0810000", 0x6982),
        ("00A4040C07A0000002471001", 0x9000), ("0084000008", 0x9000), ("80A4000000", 0x6E00), ("00", 0x6700),
    ])
    func `a plain command ends the session`(command: String, status: StatusWord) throws {
        let (terminal, _) = try opened(pace: false)
        #expect(try terminal.protected(Terminal.select(0x0101)).status == .success)
        #expect(terminal.status(command) == status)
        #expect(terminal.send(try terminal.protectedBytes(Terminal.select(0x0101))).status == 0x6988)
    }

    @Test func `a session that ended can be opened again`() throws {
        let (terminal, document) = try opened(pace: false)
        #expect(terminal.status("00B0810000") == 0x6982)
        try terminal.openWithBasicAccess(document.mrzInformation)
        #expect(try terminal.readFile(0x0101) == document.files[.dg1])
    }

    @Test(arguments: [(BlockCipher.tripleDES, 231), (.aes128, 223), (.aes192, 223), (.aes256, 223)])
    func `a short protected answer holds as much as its cipher allows`(cipher: BlockCipher, capacity: Int) throws {
        var settings = PassportSettings()
        settings.access = .pace
        settings.pace = [PACESetting(cipher: cipher)]
        let made = try PassportSimulator.make(settings, random: .seeded(1))
        let terminal = Terminal(made.chip)
        try terminal.openWithPACE(settings.pace[0], password: 1, secret: PACESetting.secret(of: made.document))
        try terminal.success(Terminal.selectApplication)
        let picture = try #require(made.document.files[.dg2])
        #expect(
            try terminal.success(Terminal.read(shortIdentifier: 2, .upTo(capacity))) == Array(picture.prefix(capacity)))
        #expect(try terminal.success(Terminal.read(0, .asMuchAsPossible)) == Array(picture.prefix(capacity)))
        #expect(try terminal.protected(Terminal.read(0, .upTo(capacity + 1))).status == 0x6700)
    }

    @Test func `the end of a file is told under protection`() throws {
        let (terminal, document) = try opened(pace: false)
        let file = try #require(document.files[.com])
        let answer = try terminal.protected(Terminal.read(shortIdentifier: 0x1E, .upTo(0xE0)))
        #expect(answer == ResponseAPDU(data: file, status: 0x6282))
        #expect(try terminal.protected(Terminal.read(0, .asMuchAsPossible)) == ResponseAPDU(data: file, status: 0x9000))
        #expect(try terminal.protected(Terminal.read(file.count, .upTo(1))) == ResponseAPDU(status: 0x6B00))
    }

    @Test func `BAC is refused inside a session`() throws {
        let (terminal, document) = try opened()
        try terminal.success(Terminal.selectApplication)
        let run = try terminal.basicAccess(document.mrzInformation, challenge: hex("0000000000000000"))
        #expect(try terminal.protected(run.command).status == 0x6985)
    }

    @Test func `an extended command that the chip does not take ends the session`() throws {
        let (terminal, _) = try opened("extended=off")
        var command = Terminal.select(0x011C)
        command.p2 = 0x00
        command.expected = .upTo(300)
        #expect(terminal.send(try terminal.protectedBytes(command)).status == 0x6700)
        #expect(terminal.send(try terminal.protectedBytes(Terminal.select(0x011C))).status == 0x6988)
    }
}
