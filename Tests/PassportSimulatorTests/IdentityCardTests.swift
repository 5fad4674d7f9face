import CardCrypto
import ISO7816
import InlaySeams
import LDS
import Octets
import TestSupport
import Testing

@testable import PassportSimulator

/// PIN, card access number and PUK of an identity card (TR-03110-2 §2.2, TR-03110-3 §B.11).
struct IdentityCardTests {
    private static let setting = PACESetting()
    private static let inspectionSystem = hex("7F4C0E 0609 04007F000703010201 530103")
    private static let authenticationTerminal = hex("7F4C12 0609 04007F000703010202 53050000000000")
    private static let authenticationTerminalWithNumber = hex("7F4C12 0609 04007F000703010202 53050000000010")
    private static let signatureTerminal = hex("7F4C0E 0609 04007F000703010203 530103")
    private static let selectIdentity = CommandAPDU(
        ins: 0xA4, p1: 0x04, p2: 0x0C, data: hex("E80704007F00070302"))
    private static let unblock = CommandAPDU(ins: 0x2C, p1: 0x03, p2: 0x03)

    /// A card and what its holder knows.
    private struct Card {
        let terminal: Terminal
        let document: PassportDocument

        init(_ text: String = "") throws {
            let made = try PassportSimulator.make(name: "eid", settingsText: text, random: .seeded(61))
            (terminal, document) = (Terminal(made.chip), made.document)
        }

        /// A password by its reference; `wrong` gives another one.
        func secret(_ reference: UInt8, wrong: Bool = false) -> SecretBytes {
            guard !wrong else { return SecretBytes(Array("000000".utf8)) }
            switch reference {
            case 1: return PACESetting.secret(of: document)
            case 2: return SecretBytes(Array((document.cardAccessNumber ?? "").utf8))
            case 3: return SecretBytes(Array((document.pin ?? "").utf8))
            default: return SecretBytes(Array((document.puk ?? "").utf8))
            }
        }

        /// MSE:Set AT, then as many steps as succeed: both status words.
        func run(
            _ reference: UInt8, wrong: Bool = false, chat: [UInt8] = []
        ) throws -> (selection: StatusWord, result: String) {
            let command = Terminal.setTemplate(IdentityCardTests.setting, password: reference, chat: chat)
            let selection =
                terminal.codec == nil
                ? terminal.send(command.encoded(.short) ?? []).status : try terminal.protected(command).status
            guard selection == .success || selection.triesLeft != nil || selection == 0x6283 else {
                return (selection, "")
            }
            do {
                try terminal.continuePACE(IdentityCardTests.setting, secret: secret(reference, wrong: wrong))
                return (selection, "9000")
            } catch let failure as Terminal.Unexpected {
                return (selection, failure.answer)
            }
        }

        /// Expects both status words.
        func expect(
            _ reference: UInt8, wrong: Bool = false, _ selection: StatusWord, _ result: String,
            at location: SourceLocation = #_sourceLocation
        ) throws {
            let answer = try run(reference, wrong: wrong)
            #expect(answer.selection == selection, sourceLocation: location)
            #expect(answer.result == result, sourceLocation: location)
        }
    }

    // MARK: - Counters

    @Test(arguments: [UInt8(1), 2, 3, 4])
    func `every password opens PACE`(reference: UInt8) throws {
        let card = try Card()
        try card.expect(reference, 0x9000, "9000")
        try card.terminal.success(Self.selectIdentity)
    }

    @Test(arguments: [UInt8(1), 2, 4])
    func `other passwords than the PIN are never blocked`(reference: UInt8) throws {
        let card = try Card()
        for _ in 0..<12 { try card.expect(reference, wrong: true, 0x9000, "6300") }
        try card.expect(reference, 0x9000, "9000")
    }

    @Test func `a right PIN brings all tries back`() throws {
        let card = try Card()
        try card.expect(3, wrong: true, 0x9000, "63C2")
        try card.expect(3, 0x63C2, "9000")
        card.terminal.restart()
        try card.expect(3, 0x9000, "9000")
    }

    @Test func `the last try is suspended, and the card access number resumes it`() throws {
        let card = try Card()
        try card.expect(3, wrong: true, 0x9000, "63C2")
        try card.expect(3, wrong: true, 0x63C2, "63C1")
        // Not even the right PIN works now, and that costs no try.
        for _ in 0..<3 { try card.expect(3, 0x63C1, "6985") }
        try card.expect(2, 0x9000, "9000")
        try card.expect(3, 0x63C1, "9000")
        card.terminal.restart()
        try card.expect(3, 0x9000, "9000")
    }

    @Test func `resuming lasts for one session`() throws {
        let card = try Card("pinTries=1")
        try card.expect(2, 0x9000, "9000")
        card.terminal.restart()
        try card.expect(3, 0x63C1, "6985")
        try card.expect(1, 0x9000, "9000")
        // The machine readable zone does not resume it.
        try card.expect(3, 0x63C1, "6985")
    }

    @Test func `a wrong PIN after resuming blocks it, and the PUK unblocks it`() throws {
        let card = try Card("pinTries=1&pukUses=1")
        try card.expect(2, 0x9000, "9000")
        try card.expect(3, wrong: true, 0x63C1, "63C0")
        try card.expect(3, 0x63C0, "6983")
        try card.expect(2, 0x9000, "9000")
        try card.expect(3, 0x63C0, "6983")

        card.terminal.restart()
        try card.expect(4, wrong: true, 0x9000, "6300")
        try card.expect(4, 0x9000, "9000")
        #expect(try card.terminal.protected(Self.unblock).status == 0x9000)
        // The PUK is used up.
        #expect(try card.terminal.protected(Self.unblock).status == 0x6982)
        card.terminal.restart()
        try card.expect(3, 0x9000, "9000")
    }

    @Test func `the counters outlive power`() throws {
        let card = try Card()
        for (selection, result) in [(0x9000 as StatusWord, "63C2"), (0x63C2, "63C1"), (0x63C1, "6985")] {
            try card.expect(3, wrong: true, selection, result)
            card.terminal.restart()
        }
        #expect(card.terminal.chip.pin?.tries == 1)
    }

    @Test func `the tries go on inside of a session`() throws {
        let card = try Card()
        try card.expect(2, 0x9000, "9000")
        try card.expect(3, wrong: true, 0x9000, "63C2")
        try card.expect(3, wrong: true, 0x63C2, "63C1")
        // The session was opened while the PIN was not suspended.
        try card.expect(3, 0x63C1, "6985")
        try card.expect(2, 0x9000, "9000")
        try card.expect(3, 0x63C1, "9000")
    }

    @Test func `a run that is broken off costs no try`() throws {
        let card = try Card()
        let terminal = card.terminal
        #expect(terminal.send(Terminal.setTemplate(Self.setting, password: 3).encoded(.short) ?? []).status == 0x9000)
        #expect(terminal.send(Terminal.authenticate(nil).encoded(.short) ?? []).status == 0x9000)
        #expect(terminal.send(Terminal.authenticate(0x81, [4]).encoded(.short) ?? []).status == 0x6A80)
        try card.expect(3, 0x9000, "9000")
    }

    @Test func `a PIN that is not active is told and refused`() throws {
        let card = try Card("pinActive=off")
        try card.expect(3, 0x6283, "6984")
        try card.expect(2, 0x9000, "9000")
    }

    @Test(arguments: [("pin=off", UInt8(3)), ("puk=off", 4), ("can=off", 2)])
    func `a password that is not there is told`(text: String, reference: UInt8) throws {
        let card = try Card(text)
        #expect(try card.run(reference).selection == 0x6A88)
        try card.expect(1, 0x9000, "9000")
    }

    // MARK: - Management

    @Test func `the PIN is changed behind itself`() throws {
        let card = try Card()
        try card.expect(3, 0x9000, "9000")
        let change = CommandAPDU(ins: 0x2C, p1: 0x02, p2: 0x03, data: Array("271829".utf8))
        #expect(try card.terminal.protected(change).status == 0x9000)
        card.terminal.restart()
        try card.expect(3, 0x9000, "63C2")
        let secret = SecretBytes(Array("271829".utf8))
        try card.terminal.openWithPACE(Self.setting, password: 3, secret: secret, parameter: true, selection: 0x63C2)
    }

    static let management: [(text: String, reference: UInt8, command: CommandAPDU, expected: StatusWord)] = [
        ("unblocking behind the PIN", 3, unblock, 0x6982),
        ("unblocking behind the CAN", 2, unblock, 0x6982),
        ("unblocking with data", 4, CommandAPDU(ins: 0x2C, p1: 3, p2: 3, data: [0x31]), 0x6700),
        ("changing behind the CAN", 2, CommandAPDU(ins: 0x2C, p1: 2, p2: 3, data: Array("123456".utf8)), 0x6982),
        ("changing behind the PUK", 4, CommandAPDU(ins: 0x2C, p1: 2, p2: 3, data: Array("123456".utf8)), 0x6982),
        ("a PIN of five digits", 3, CommandAPDU(ins: 0x2C, p1: 2, p2: 3, data: Array("12345".utf8)), 0x6A80),
        ("a PIN of letters", 3, CommandAPDU(ins: 0x2C, p1: 2, p2: 3, data: Array("12345A".utf8)), 0x6A80),
        ("no PIN", 3, CommandAPDU(ins: 0x2C, p1: 2, p2: 3), 0x6A80),
        ("another CAN", 3, CommandAPDU(ins: 0x2C, p1: 2, p2: 2, data: Array("123456".utf8)), 0x6982),
        ("another password", 3, CommandAPDU(ins: 0x2C, p1: 2, p2: 4, data: Array("123456".utf8)), 0x6A86),
        ("activating", 3, CommandAPDU(ins: 0x44, p1: 0x10, p2: 3), 0x6982),
        ("deactivating", 3, CommandAPDU(ins: 0x04, p1: 0x10, p2: 3), 0x6982),
        ("deactivating something else", 3, CommandAPDU(ins: 0x04, p1: 0x00, p2: 0), 0x6A86),
    ]

    @Test(arguments: management)
    func `what is not allowed is refused`(
        text: String, reference: UInt8, command: CommandAPDU, expected: StatusWord
    ) throws {
        let card = try Card()
        try card.expect(reference, 0x9000, "9000")
        #expect(try card.terminal.protected(command).status == expected)
        card.terminal.restart()
        try card.expect(3, 0x9000, "9000")
    }

    @Test func `management is protected, and unknown without a PIN`() throws {
        #expect(try Card().terminal.status("002C0303") == 0x6982)
        #expect(try Card("pin=off").terminal.status("002C0303") == 0x6D00)
        #expect(try Card("pin=off").terminal.status("00441003") == 0x6D00)
    }

    // MARK: - Applications

    @Test func `the eID application is there for everybody, but cannot be read`() throws {
        let card = try Card()
        #expect(card.terminal.status("00A4040C09E80704007F00070302") == 0x9000)
        #expect(card.terminal.status("00A4020C020101") == 0x6982)
        try card.expect(3, 0x9000, "9000")
        try card.terminal.success(Self.selectIdentity)
        #expect(try card.terminal.protected(Terminal.select(0x0104)).status == 0x6982)
        #expect(try card.terminal.protected(Terminal.read(shortIdentifier: 4, .upTo(1))).status == 0x6982)
        #expect(try card.terminal.protected(Terminal.select(0x0116)).status == 0x6A82)
        #expect(card.terminal.chip.contents.files.file(0x0115, in: .identityApplication)?.contents == hex("7500"))
    }

    @Test func `the LDS1 application is there for inspection systems only`() throws {
        let card = try Card()
        #expect(card.terminal.status("00A4040C07A0000002471001") == 0x6A82)
        try card.expect(2, 0x9000, "9000")
        #expect(try card.terminal.protected(Terminal.selectApplication).status == 0x6A82)
        card.terminal.restart()
        try card.terminal.openWithPACE(
            Self.setting, password: 2, secret: card.secret(2), chat: Self.inspectionSystem)
        try card.terminal.success(Terminal.selectApplication)
        for id in card.document.files.ids where !id.isInMasterFile {
            #expect(try card.terminal.readFile(id.fileIdentifier) == card.document.files[id])
        }
    }

    @Test func `EF_DIR names both applications`() throws {
        #expect(
            try Card().terminal.readFile(0x2F00) == hex("610B 4F09 E80704007F00070302 6109 4F07 A0000002471001"))
    }

    static let roles: [(text: String, chat: [UInt8], reference: UInt8, expected: StatusWord)] = [
        ("inspection system with MRZ", inspectionSystem, 1, 0x9000),
        ("inspection system with CAN", inspectionSystem, 2, 0x9000),
        ("inspection system with PIN", inspectionSystem, 3, 0x6A80),
        ("inspection system with PUK", inspectionSystem, 4, 0x6A80),
        ("authentication terminal with PIN", authenticationTerminal, 3, 0x9000),
        ("authentication terminal with CAN", authenticationTerminal, 2, 0x6A80),
        ("authentication terminal with CAN and the right to", authenticationTerminalWithNumber, 2, 0x9000),
        ("authentication terminal with MRZ", authenticationTerminal, 1, 0x6A80),
        ("signature terminal with PIN", signatureTerminal, 3, 0x9000),
        ("signature terminal with MRZ", signatureTerminal, 1, 0x6A80),
        ("no terminal at all", hex("7F4C0E 0609 04007F000703010204 530103"), 1, 0x6A80),
        ("no object identifier", hex("7F4C03 530103"), 1, 0x6A80),
        ("no bits", hex("7F4C0B 0609 04007F000703010201"), 1, 0x6A80),
        ("empty", hex("7F4C00"), 1, 0x6A80),
    ]

    @Test(arguments: roles)
    func `each kind of terminal has its passwords`(
        text: String, chat: [UInt8], reference: UInt8, expected: StatusWord
    ) throws {
        let card = try Card()
        let command = Terminal.setTemplate(Self.setting, password: reference, chat: chat)
        #expect(card.terminal.send(command.encoded(.short) ?? []).status == expected)
    }

    @Test(arguments: [UInt8(3), 4])
    func `on another card the PIN opens no data group`(reference: UInt8) throws {
        let made = try PassportSimulator.make(
            name: "passport", settingsText: "pin=111111&puk=2222222222", random: .seeded(1))
        let terminal = Terminal(made.chip)
        let secret = reference == 3 ? "111111" : "2222222222"
        try terminal.openWithPACE(Self.setting, password: reference, secret: SecretBytes(Array(secret.utf8)))
        try terminal.success(Terminal.selectApplication)
        #expect(try terminal.protected(Terminal.select(0x0101)).status == 0x6982)
        try terminal.openWithPACE(Self.setting, password: 1, secret: PACESetting.secret(of: made.document))
        try terminal.success(Terminal.selectApplication)
        #expect(try terminal.readFile(0x0101) == made.document.files[.dg1])
    }
}
