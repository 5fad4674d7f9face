import CardCrypto
import ISO7816
import InlaySeams
import LDS
import TestSupport
import Testing

@testable import PassportSimulator

/// Whole conversations: access, selection, every byte of every file.
struct ConversationTests {
    private func issue(
        _ name: String, _ text: String = ""
    ) throws -> (terminal: Terminal, document: PassportDocument) {
        let made = try PassportSimulator.make(name: name, settingsText: text, random: .seeded(1))
        return (Terminal(made.chip), made.document)
    }

    private func expectAllFiles(
        _ terminal: Terminal, _ document: PassportDocument, except hidden: Set<FileID> = []
    ) throws {
        try terminal.success(Terminal.selectApplication)
        for id in document.files.ids where !id.isInMasterFile && !hidden.contains(id) {
            #expect(try terminal.readFile(id.fileIdentifier) == document.files[id], "\(id)")
        }
    }

    @Test(arguments: ["passport", "passport-bac", "passport-large"])
    func `basic access opens every file`(name: String) throws {
        let (terminal, document) = try issue(name, "maxLe=200")
        try terminal.openWithBasicAccess(document.mrzInformation)
        try expectAllFiles(terminal, document)
    }

    @Test(
        arguments: PassportSimulator.documents.filter { $0.settings.access.offersPACE && !$0.settings.isIdentityCard }
            .map(\.name))
    func `PACE opens every file`(name: String) throws {
        let (terminal, document) = try issue(name, "maxLe=192")
        let setting = try #require(PassportSimulator.documents.first { $0.name == name }?.settings.pace.first)
        try terminal.openWithPACE(setting, password: 1, secret: PACESetting.secret(of: document))
        try terminal.success(Terminal.selectApplication)
        for id in document.files.ids where !id.isInMasterFile && id != .dg3 && id != .dg4 {
            #expect(try terminal.readFile(id.fileIdentifier, blockSize: 192) == document.files[id], "\(id)")
        }
    }

    static let combinations = PACESetting.Mapping.allCases.flatMap { mapping in
        StandardizedDomainParameters.allCases.flatMap { parameters in
            BlockCipher.allCases.map { PACESetting(mapping: mapping, cipher: $0, parameters: parameters) }
        }
    }.filter(\.isPossible)

    @Test func `there are as many combinations as the standard allows`() {
        // 9303-11 tables 2, 3 and 12: 56, 52 and 33.
        let counts = Dictionary(grouping: Self.combinations, by: \.mapping).mapValues(\.count)
        #expect(counts == [.generic: 56, .integrated: 52, .chipAuthentication: 33])
    }

    @Test(arguments: combinations)
    func `PACE runs in every combination with both passwords`(setting: PACESetting) throws {
        var settings = PassportSettings()
        settings.access = .pace
        settings.pace = [setting]
        let (chip, document) = try PassportSimulator.make(settings, random: .seeded(3))
        let terminal = Terminal(chip)
        let number = try #require(document.cardAccessNumber)
        for (password, secret) in [
            (UInt8(1), PACESetting.secret(of: document)), (2, SecretBytes(Array(number.utf8))),
        ] {
            terminal.restart()
            try terminal.openWithPACE(setting, password: password, secret: secret)
            try terminal.success(Terminal.selectApplication)
            #expect(try terminal.readFile(0x0101) == document.files[.dg1])
        }
    }

    @Test func `a document without access control is read plainly`() throws {
        let (terminal, document) = try issue("passport-plain")
        try expectAllFiles(terminal, document)
    }

    @Test func `the files of the master file are read before any access`() throws {
        let (terminal, document) = try issue("passport")
        #expect(try terminal.readFile(0x011C) == document.files[.cardAccess])
        // 9303-10 table 29: capabilities, then buffer sizes of 2048 and 8192 bytes.
        #expect(try terminal.readFile(0x2F01) == hex("4703840160 7F6608 02020800 02022000"))
        #expect(try terminal.readFile(0x2F00) == hex("6109 4F07A0000002471001"))
    }

    @Test func `extended reads are as long as the buffers allow`() throws {
        let (terminal, document) = try issue("passport")
        let picture = try #require(document.files[.dg2])
        try terminal.openWithPACE(PACESetting(), password: 1, secret: PACESetting.secret(of: document))
        try terminal.success(Terminal.selectApplication)
        try terminal.success(Terminal.select(0x0102))
        // 8190 bytes of data: 14 for status and MAC, 5 for the head of object 87, whole blocks, one byte of padding.
        let most = Array(picture.prefix(8159))
        #expect(try terminal.protected(Terminal.read(0, .upTo(65_536))) == ResponseAPDU(data: most, status: .success))
        #expect(try terminal.protected(Terminal.read(0, .upTo(8159))) == ResponseAPDU(data: most, status: .success))
        #expect(try terminal.protected(Terminal.read(0, .upTo(8160))) == ResponseAPDU(status: 0x6700))
        // One byte of zeros in data object 97 is 256, whatever the form of the command.
        let some = try terminal.protected(Terminal.read(0, .asMuchAsPossible), .extended)
        #expect(some == ResponseAPDU(data: Array(picture.prefix(256)), status: .success))
        // The last block: as much as possible is no number, so its end is no warning.
        let tail = Terminal.read(picture.count - 10, .upTo(65_536))
        #expect(try terminal.protected(tail) == ResponseAPDU(data: Array(picture.suffix(10)), status: .success))
    }

    @Test func `a second conversation begins after power up with the same document`() throws {
        let (terminal, document) = try issue("passport")
        for _ in 0..<2 {
            terminal.restart()
            try terminal.openWithBasicAccess(document.mrzInformation)
            #expect(try terminal.readFile(0x0101) == document.files[.dg1])
        }
    }
}
