import Foundation
import LDS
import Testing

@testable import InlayCommands

@Suite struct DumpFolderTests {
    @Test(
        arguments: [
            ("EF_COM.bin", .com), ("EF.COM", .com), ("COM.bin", .com), ("ef011E.bin", .com), ("EF.COM.bin", .com),
            ("Datagroup1.bin", .dg1), ("DG1.bin", .dg1), ("EF_DG1.bin", .dg1), ("ef0101.bin", .dg1), ("dg01", .dg1),
            ("EF.DG16.bin", .dg16), ("0110.bin", .dg16), ("EF010B.BIN", .dg11), ("ef_dg14.der", .dg14),
            ("EF_SOD.bin", .sod), ("SOD", .sod), ("ef011d.bin", .sod), ("CardAccess", .cardAccess),
            ("EF.CardSecurity.bin", .cardSecurity), ("EF_CardAccess.bin", .cardAccess), ("EF.ATR-INFO.bin", .atrInfo),
            ("EF.DIR.bin", .directory), ("2F00", .directory),
        ] as [(String, FileID)])
    func `names of many tools are known`(name: String, file: FileID) {
        #expect(DumpFolder.meaning(name) == file)
    }

    @Test(arguments: ["report.json", "portrait.jp2", "DG17.bin", "DG0.bin", "notes", "EF_DG2_1.jpg", "0111.bin", ""])
    func `other names mean nothing`(name: String) {
        #expect(DumpFolder.meaning(name) == nil)
    }

    @Test(arguments: FileID.allCases) func `our own names come back`(file: FileID) {
        let name = DumpFolder.name(file)
        #expect(DumpFolder.meaning(name) == file)
        #expect(PrivateFile.name(name) == name)
    }

    private static func folder(_ files: [String: [UInt8]], _ body: (String) throws -> Void) throws {
        try TemporaryFolder.use { folder in
            for (name, bytes) in files { try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
            try body(folder)
        }
    }

    @Test func `files are taken as they are, and what is odd is told`() throws {
        try Self.folder([
            "EF.DG1.bin": [0x61, 0x00], "DG2.bin": [0x75, 0x00], "EF_DG2.bin": [0x75, 0x00], "com": [0x31, 0x00],
            "dg11.bin": [0x6B, 1], "DG11": [0x6B, 2], "readme": [1], "report.json": [], "011D": [0x30, 0x00],
        ]) { folder in
            for path in [folder, "\(folder)/report.json", "\(folder)/"] {
                let dump = try DumpFolder(path)
                #expect(dump.files.ids == [.cardSecurity, .com, .dg1, .dg2])
                #expect(dump.ambiguous == [.dg11: ["DG11", "dg11.bin"]])
                #expect(dump.unknown == ["readme"])
                #expect(dump.mismatches == ["com"])
                #expect(dump.notes.count == 3)
            }
        }
    }

    @Test func `a folder without a document, a file and nothing are told apart`() throws {
        try Self.folder(["readme": [1]]) { folder in
            #expect(throws: Failure.self) { try DumpFolder(folder) }
            let file = #expect(throws: Failure.self) { try DumpFolder("\(folder)/readme") }
            #expect(file?.kind == "not-a-folder")
            let nothing = #expect(throws: Failure.self) { try DumpFolder("\(folder)/missing") }
            #expect(nothing?.kind == "no-such-file")
        }
    }

    @Test func `a link that leads nowhere is told, and the rest is judged`() throws {
        try Self.folder(["EF.DG1.bin": [0x61, 0x00]]) { folder in
            #expect(symlink("\(folder)/nowhere", "\(folder)/EF.DG11.bin") == 0)
            let dump = try DumpFolder(folder)
            #expect(dump.files.ids == [.dg1])
            #expect(dump.notes == ["EF.DG11.bin is a link that leads nowhere"])
        }
    }

    @Test func `a ZIP file with nothing in it is told as that`() throws {
        try Self.folder(["e.zip": [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)]) { folder in
            let failure = #expect(throws: Failure.self) { try DumpFolder("\(folder)/e.zip") }
            #expect(failure?.message.contains("with nothing in it") == true)
        }
    }

    @Test func `a pipe among the files does not hold it up`() throws {
        try Self.folder(["EF.DG1.bin": [0x61, 0x00]]) { folder in
            #expect(mkfifo("\(folder)/EF.SOD.bin", 0o600) == 0)
            let failure = #expect(throws: Failure.self) { try DumpFolder(folder) }
            #expect(failure?.kind == "not-a-file")
        }
    }
}
