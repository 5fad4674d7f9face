import CardCrypto
import Foundation
import ISO7816
import InlaySeams
import LDS
import TestSupport
import Testing

@testable import PassportSimulator

/// A folder of files becomes a card.
struct ChipFromFilesTests {
    private let document: PassportDocument

    init() throws { document = try PassportDocument(PassportSettings()) }

    @Test func `files are served exactly as they are given`() throws {
        var files = document.files
        files[.sod] = hex("7702AFFE")
        files[.dg13] = hex("6D00 FFFF")
        let terminal = Terminal(try PassportSimulator.make(files: files, random: .seeded(1)))
        try terminal.openWithBasicAccess(document.mrzInformation)
        for id in files.ids where !id.isInMasterFile {
            #expect(try terminal.readFile(id.fileIdentifier) == files[id])
        }
    }

    @Test func `PACE runs with the offers of the given EF_CardAccess`() throws {
        var settings = PassportSettings()
        try settings.apply("pace=aes256,p384;aes192,bp320")
        let files = try PassportDocument(settings).files
        let chip = try PassportSimulator.make(files: files, random: .seeded(1))
        for setting in settings.pace {
            let terminal = Terminal(chip)
            try terminal.openWithPACE(setting, password: 1, secret: PACESetting.secret(of: document))
            #expect(try terminal.protected(Terminal.selectApplication).status == .success)
        }
    }

    @Test func `EF_CardAccess is made up when it is absent and PACE is asked for`() throws {
        var files = document.files
        files[.cardAccess] = nil
        let basic = Terminal(try PassportSimulator.make(files: files))
        #expect(basic.status("00A4020C02011C") == 0x6A82)
        let terminal = Terminal(
            try PassportSimulator.make(files: files, settingsText: "access=pace&pace=aes256,p256", random: .seeded(1)))
        #expect(try terminal.readFile(0x011C) == hex("3114 3012 060A04007F00070202040204 020102 02010C"))
        try terminal.openWithPACE(
            PACESetting(cipher: .aes256, parameters: .secp256r1), password: 1,
            secret: PACESetting.secret(of: document))
    }

    @Test func `EF_CardSecurity is read after PACE only`() throws {
        var files = document.files
        files[.cardSecurity] = hex("3003020100")
        let chip = try PassportSimulator.make(files: files, random: .seeded(1))
        let terminal = Terminal(chip)
        #expect(terminal.status("00A4020C02011D") == 0x6982)
        #expect(terminal.status("00B09D0000") == 0x6982)
        try terminal.openWithPACE(PACESetting(), password: 1, secret: PACESetting.secret(of: document))
        #expect(try terminal.readFile(0x011D) == files[.cardSecurity])
        try terminal.success(Terminal.selectApplication)
        #expect(try terminal.readFile(0x011D) == files[.sod])
    }

    @Test func `without a machine readable zone there is no card`() throws {
        var files = document.files
        files[.dg1] = nil
        #expect(throws: PassportSimulator.Failure.noMachineReadableZone) {
            try PassportSimulator.make(files: files)
        }
        files[.dg1] = hex("6105 5F1F02 4142")
        #expect(throws: PassportSimulator.Failure.unreadableMachineReadableZone) {
            try PassportSimulator.make(files: files)
        }
        files[.dg1] = nil
        let terminal = Terminal(try PassportSimulator.make(files: files, settingsText: "access=plain"))
        try terminal.success(Terminal.selectApplication)
        #expect(try terminal.readFile(0x011E) == files[.com])
    }

    @Test(arguments: ["", "3100", "3003020100", "31143012060A04007F00070202040402020102020 10A"])
    func `an EF_CardAccess without usable PACE is told when nothing else opens the chip`(text: String) throws {
        var files = document.files
        files[.cardAccess] = hex(text)
        #expect(throws: PassportSimulator.Failure.noUsablePACE) {
            try PassportSimulator.make(files: files, settingsText: "access=pace")
        }
        let terminal = Terminal(try PassportSimulator.make(files: files, random: .seeded(1)))
        try terminal.openWithBasicAccess(document.mrzInformation)
    }

    @Test(arguments: [
        PassportSimulator.Failure.noMachineReadableZone, .unreadableMachineReadableZone, .noUsablePACE,
        .cryptography(.identity), .unknownName("x"),
    ])
    func `every failure is told in words`(failure: PassportSimulator.Failure) {
        #expect(failure.description.count > 10)
    }

    @Test(.enabled(if: folder != nil, "INLAY_CORPUS names no folder with field data"))
    func `the reference data set of the BSI becomes a card`() throws {
        let folder = try #require(Self.folder).appendingPathComponent("emrtd/bin/bsi_tr03105_5")
        var files = LDSFiles()
        for (id, name) in [
            (FileID.com, "EF_COM"), (.sod, "EF_SOD"), (.dg1, "Datagroup1"), (.dg2, "Datagroup2"),
            (.dg14, "Datagroup14"), (.dg15, "Datagroup15"),
        ] {
            files[id] = Array(try Data(contentsOf: folder.appendingPathComponent("\(name).bin")))
        }
        let terminal = Terminal(try PassportSimulator.make(files: files))
        // TR-03105-5.1 §5.1; check digits recomputed.
        try terminal.openWithBasicAccess("C11T002JM496081222310314")
        for id in files.ids { #expect(try terminal.readFile(id.fileIdentifier) == files[id]) }
    }

    private static let folder = ProcessInfo.processInfo.environment["INLAY_CORPUS"].map { URL(fileURLWithPath: $0) }
}
