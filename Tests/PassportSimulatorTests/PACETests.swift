import CardCrypto
import ISO7816
import InlaySeams
import Octets
import TestSupport
import Testing

@testable import PassportSimulator

/// What the chip refuses on the way through PACE (9303-11 §4.4.4).
struct PACETests {
    private static let oid = "800A04007F00070202040202"

    struct Template: Sendable, CustomTestStringConvertible {
        let text: String
        let data: String
        let expected: StatusWord
        let settings: String

        init(_ text: String, _ data: String, _ expected: StatusWord, with settings: String = "") {
            self.text = text
            self.data = data
            self.expected = expected
            self.settings = settings
        }

        var testDescription: String { text }
    }

    private static let two = "pace=gm,aes128,bp256;gm,aes128,p256"

    static let templates = [
        Template("MRZ", oid + "830101", 0x9000),
        Template("CAN", oid + "830102", 0x9000),
        Template("with parameter", oid + "83010184010D", 0x9000),
        Template("another order", "830101" + oid, 0x9000),
        Template("a CHAT is passed over", oid + "8301017F4C0E060904007F00070301020153013F", 0x9000),
        Template("PIN", oid + "830103", 0x6A88),
        Template("CAN that is not there", oid + "830102", 0x6A88, with: "can=off"),
        Template("unknown password", oid + "8301FF", 0x6A88),
        Template("unknown parameter", oid + "83010184010C", 0x6A88),
        Template("parameter beyond all numbers", oid + "8301018404FFFFFFFF", 0x6A88),
        Template("unknown cipher", "800A04007F00070202040203830101", 0x6A80),
        Template("unknown mapping", "800A04007F00070202040402830101", 0x6A80),
        Template("family only", "800904007F000702020402830101", 0x6A80),
        Template("no object identifier", "8000830101", 0x6A80),
        Template("object identifier in 81", "810A04007F00070202040202830101", 0x6A80),
        Template("object identifier with its tag", "800C060A04007F00070202040202830101", 0x6A80),
        Template("no protocol", "830101", 0x6A80),
        Template("no password", oid, 0x6A80),
        Template("empty password", oid + "8300", 0x6A80),
        Template("two bytes of password", oid + "83020101", 0x6A80),
        Template("password twice", oid + "830101830102", 0x6A80),
        Template("protocol twice", oid + oid + "830101", 0x6A80),
        Template("empty parameter", oid + "8301018400", 0x6A80),
        Template("length beyond the end", oid + "830301", 0x6A80),
        Template("two parameter sets, none named", oid + "830101", 0x6A80, with: two),
        Template("two parameter sets, one named", oid + "83010184010C", 0x9000, with: two),
        Template("no parameter where one is wanted", oid + "830101", 0x6A87, with: "mse=require84"),
        Template("a parameter where one is wanted", oid + "83010184010D", 0x9000, with: "mse=require84"),
        Template("a parameter where none is wanted", oid + "83010184010D", 0x6A80, with: "mse=refuse84"),
        Template("integrated mapping", "800A04007F00070202040402830101", 0x9000, with: "pace=im"),
        Template("DH", "800A04007F00070202040102830101840102", 0x9000, with: "pace=2"),
        Template("a set that is spelled out", oid + "830101840120", 0x9000, with: "pace=explicit"),
        Template("another number than that of the set", oid + "83010184010D", 0x6A88, with: "pace=explicit"),
        Template("an offer without a number", oid + "830101", 0x9000, with: "pace=noid"),
        Template("its standardized number", oid + "83010184010D", 0x9000, with: "pace=noid"),
        Template("a chip without PACE", oid + "830101", 0x6D00, with: "access=bac"),
    ]

    @Test(arguments: templates)
    func `MSE Set AT`(_ template: Template) throws {
        let terminal = try self.terminal(template.settings)
        let command = CommandAPDU(ins: 0x22, p1: 0xC1, p2: 0xA4, data: hex(template.data))
        #expect(terminal.send(command.encoded(.short) ?? []).status == template.expected)
    }

    @Test(arguments: ["0022C1A600", "002241A400", "0022C1B600"])
    func `other functions of MSE are not there`(command: String) throws {
        #expect(try terminal().status(command) == 0x6A86)
    }

    // MARK: - GENERAL AUTHENTICATE

    /// A run that has come to its `step`-th command, 1 to 4.
    private func run(to step: Int, _ setting: PACESetting = PACESetting()) throws -> Terminal {
        let terminal = try terminal()
        try terminal.expectSuccess(Terminal.setTemplate(setting, password: 1))
        let group = try AgreementGroup(setting.parameters)
        if step > 1 { try terminal.expectSuccess(Terminal.authenticate(nil)) }
        if step > 2 { try terminal.expectSuccess(Terminal.authenticate(0x81, group.encoded(group.generator))) }
        if step > 3 { try terminal.expectSuccess(Terminal.authenticate(0x83, group.encoded(group.generator))) }
        return terminal
    }

    private func terminal(_ settings: String = "") throws -> Terminal {
        Terminal(try PassportSimulator.make(name: "passport", settingsText: settings, random: .seeded(5)).chip)
    }

    struct Step: Sendable, CustomTestStringConvertible {
        let number: Int
        let text: String
        let command: CommandAPDU
        let expected: StatusWord

        init(_ number: Int, _ text: String, _ command: CommandAPDU, _ expected: StatusWord) {
            self.number = number
            self.text = text
            self.command = command
            self.expected = expected
        }

        var testDescription: String { "step \(number): \(text)" }
    }

    private static let point: [UInt8] = {
        guard let group = try? ECGroup(.brainpoolP256r1) else { return [] }
        return group.encoded(group.generator)
    }()

    private static let offCurve: [UInt8] = Array(point.dropLast()) + [(point.last ?? 0) ^ 1]
    private static let token = [UInt8](repeating: 0, count: 8)

    private static func raw(_ data: String) -> CommandAPDU {
        CommandAPDU(cla: 0x10, ins: 0x86, data: hex(data), expected: .asMuchAsPossible)
    }

    private static func unchained(_ command: CommandAPDU) -> CommandAPDU {
        var command = command
        command.cla ^= 0x10
        return command
    }

    private static func closed(_ command: CommandAPDU) -> CommandAPDU {
        var command = command
        command.expected = .nothing
        return command
    }

    static let steps = [
        Step(1, "another template", raw("7D00"), 0x6A80),
        Step(1, "tag 8C", raw("7C028C00"), 0x6A80),
        Step(1, "an object of step 2", Terminal.authenticate(0x81, point), 0x6985),
        Step(1, "bytes behind the template", raw("7C0000"), 0x6A80),
        Step(1, "not chained", unchained(Terminal.authenticate(nil)), 0x6985),
        Step(1, "without Le", closed(Terminal.authenticate(nil)), 0x6700),
        Step(1, "without data", CommandAPDU(cla: 0x10, ins: 0x86, expected: .asMuchAsPossible), 0x6700),
        Step(2, "the nonce again", Terminal.authenticate(nil), 0x6985),
        Step(2, "tag 82", Terminal.authenticate(0x82, point), 0x6A80),
        Step(2, "no key", Terminal.authenticate(0x81, []), 0x6A80),
        Step(2, "two objects", raw("7C0481008100"), 0x6A80),
        Step(2, "a point off the curve", Terminal.authenticate(0x81, offCurve), 0x6A80),
        Step(2, "the point at infinity", Terminal.authenticate(0x81, [0]), 0x6A80),
        Step(2, "the point (0,0)", Terminal.authenticate(0x81, [4] + [UInt8](repeating: 0, count: 64)), 0x6A80),
        Step(
            2, "coordinates beyond the field", Terminal.authenticate(0x81, [4] + [UInt8](repeating: 255, count: 64)),
            0x6A80),
        Step(2, "a compressed point", Terminal.authenticate(0x81, [2] + point.dropFirst().prefix(32)), 0x6A80),
        Step(2, "a point one byte short", Terminal.authenticate(0x81, point.dropLast()), 0x6A80),
        Step(2, "step 3 too early", Terminal.authenticate(0x83, point), 0x6985),
        Step(2, "step 4 too early", Terminal.authenticate(0x85, token), 0x6985),
        Step(3, "step 2 again", Terminal.authenticate(0x81, point), 0x6985),
        Step(3, "a point off the curve", Terminal.authenticate(0x83, offCurve), 0x6A80),
        Step(3, "not chained", unchained(Terminal.authenticate(0x83, point)), 0x6985),
        Step(4, "a wrong token", Terminal.authenticate(0x85, token, isLast: true), 0x6300),
        Step(4, "a short token", Terminal.authenticate(0x85, token.dropLast(), isLast: true), 0x6A80),
        Step(4, "an empty token", Terminal.authenticate(0x85, [], isLast: true), 0x6A80),
        Step(4, "chained", Terminal.authenticate(0x85, token), 0x6883),
        Step(4, "tag 86", Terminal.authenticate(0x86, token, isLast: true), 0x6A80),
    ]

    @Test(arguments: steps)
    func `a step that is wrong ends the run`(_ step: Step) throws {
        let terminal = try run(to: step.number)
        let answer = terminal.send(step.command.encoded(.short) ?? [])
        #expect(answer.status == step.expected)
        #expect(answer.data.isEmpty)
        #expect(terminal.send(Terminal.authenticate(nil).encoded(.short) ?? []).status == 0x6985)
        #expect(terminal.status("00A4040C07A0000002471001") == .success)
        #expect(terminal.status("00A4020C020101") == 0x6982)
    }

    @Test func `GENERAL AUTHENTICATE without MSE is refused`() throws {
        let command = try #require(Terminal.authenticate(nil).encoded(.short))
        #expect(try terminal().send(command).status == 0x6985)
        #expect(try terminal("access=bac").send(command).status == 0x6884)
        #expect(try terminal("access=bac").status("00860000027C0000") == 0x6D00)
    }

    @Test func `another command in between ends the run`() throws {
        let terminal = try run(to: 2)
        #expect(terminal.status("00A4020C02011C") == .success)
        let command = try #require(Terminal.authenticate(0x81, Self.point).encoded(.short))
        #expect(terminal.send(command).status == 0x6985)
    }

    @Test func `the chip's own key sent back is refused`() throws {
        let terminal = try run(to: 3)
        let group = try ECGroup(.brainpoolP256r1)
        // The chip draws its key next from the same seeded source: a twin of the run tells it in advance.
        let twin = try run(to: 3)
        let answer = try twin.expectSuccess(Terminal.authenticate(0x83, group.encoded(group.generator)))
        let chipKey = Array(answer.dropFirst(4))
        #expect(terminal.send(Terminal.authenticate(0x83, chipKey).encoded(.short) ?? []).status == 0x6A80)
    }

    @Test func `a wrong password fails at the token and the next try works`() throws {
        let made = try PassportSimulator.make(name: "passport", random: .seeded(5))
        let terminal = Terminal(made.chip)
        #expect(throws: Terminal.Unexpected.self) {
            try terminal.openWithPACE(PACESetting(), password: 2, secret: SecretBytes(Array("999999".utf8)))
        }
        try terminal.openWithPACE(PACESetting(), password: 1, secret: PACESetting.secret(of: made.document))
        #expect(try terminal.protected(Terminal.selectApplication).status == .success)
    }

    @Test(arguments: [("im", 16, 16), ("im,3des", 16, 16), ("im,aes192", 32, 24), ("im,aes256", 32, 32)])
    func `the nonces of integrated mapping have the lengths of the cipher`(
        text: String, nonce: Int, terminalNonce: Int
    ) throws {
        let setting = try #require(PACESetting(text))
        for count in [0, terminalNonce - 1, terminalNonce, terminalNonce + 1] {
            let terminal = try terminal("pace=\(text)")
            try terminal.expectSuccess(Terminal.setTemplate(setting, password: 1))
            let answer = try terminal.expectSuccess(Terminal.authenticate(nil))
            #expect(answer.count == 4 + nonce)
            let command = Terminal.authenticate(0x81, [UInt8](repeating: 0x5A, count: count))
            let next = terminal.send(command.encoded(.short) ?? [])
            #expect(
                next
                    == (count == terminalNonce
                        ? ResponseAPDU(data: hex("7C028200"), status: .success) : ResponseAPDU(status: 0x6A80)))
        }
    }

    @Test(arguments: ["explicit", "noid", "explicit,im,aes256,bp384", "explicit,0", "explicit,im,2,3des"])
    func `PACE runs with sets that are spelled out or not named`(text: String) throws {
        let made = try PassportSimulator.make(
            name: "passport", settingsText: "pace=\(text)", random: .seeded(5))
        let setting = try #require(PACESetting(text))
        let terminal = Terminal(made.chip)
        try terminal.openWithPACE(setting, password: 1, secret: PACESetting.secret(of: made.document))
        try terminal.success(Terminal.selectApplication)
        // The same chip from its files: there the sets are read, not known.
        let copy = Terminal(
            try PassportSimulator.make(files: made.document.files, settingsText: "pace=\(text)", random: .seeded(6)))
        try copy.openWithPACE(setting, password: 1, secret: PACESetting.secret(of: made.document))
        try copy.success(Terminal.selectApplication)
    }

    @Test func `the chosen parameter set is the one that is used`() throws {
        let text = "access=pace&pace=gm,aes128,bp256;gm,aes128,p521;gm,aes256,p224"
        let made = try PassportSimulator.make(name: "passport", settingsText: text, random: .seeded(5))
        for setting in [
            PACESetting(), PACESetting(parameters: .secp521r1), PACESetting(cipher: .aes256, parameters: .secp224r1),
        ] {
            let terminal = Terminal(made.chip)
            try terminal.openWithPACE(setting, password: 1, secret: PACESetting.secret(of: made.document))
            #expect(try terminal.protected(Terminal.selectApplication).status == .success)
        }
    }
}
