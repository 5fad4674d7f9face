import Foundation
import Testing

@testable import InlayCommands

@Suite struct PrivateFolderTests {
    private static func names(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    @Test func `files come together, for their owner alone`() throws {
        try TemporaryFolder.use { parent in
            let path = "\(parent)/new"
            try PrivateFolder(path).write([("a", [1]), ("b", [2])], overwriting: false)
            #expect(try Self.names(path) == ["a", "b"])
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o700)
        }
    }

    @Test(arguments: ["", "/", "//"]) func `a link to a folder is not followed, with or without a slash`(end: String)
        throws
    {
        try TemporaryFolder.use { parent in
            try PrivateFile.makeFolder("\(parent)/target")
            try FileManager.default.createSymbolicLink(
                atPath: "\(parent)/link", withDestinationPath: "\(parent)/target")
            let failure = #expect(throws: Failure.self) { _ = try PrivateFolder("\(parent)/link\(end)") }
            #expect(failure?.kind == "not-a-folder")
            #expect(throws: Failure.self) {
                try PrivateFolder.check("\(parent)/link\(end)", for: [], overwriting: true)
            }
            let run = CommandRun(
                "passport", "read", "--reader=sim:passport", "--out=\(parent)/link\(end)", "--force",
                house: SimulatedPassport.house())
            #expect(run.code == .wrongUse && run.output.isEmpty, "told before anything is read")
            #expect(try Self.names("\(parent)/target").isEmpty)
        }
    }

    @Test func `when one file cannot be written, nothing changes`() throws {
        try TemporaryFolder.use { parent in
            let path = "\(parent)/folder"
            try PrivateFolder(path).write([("b", [1])], overwriting: false)
            #expect(throws: Failure.self) {
                try PrivateFolder(path).write([("a", [2]), ("b", [2])], overwriting: false)
            }
            #expect(try Self.names(path) == ["b"])
            // A folder that has the name of a file is not replaced.
            try PrivateFile.makeFolder("\(path)/c")
            #expect(throws: Failure.self) {
                try PrivateFolder(path).write([("a", [3]), ("b", [3]), ("c", [3])], removing: ["b"], overwriting: true)
            }
            #expect(try Self.names(path) == ["b", "c"])
            #expect(FileManager.default.contents(atPath: "\(path)/b") == Data([1]))
        }
    }

    @Test func `what is obsolete goes when its successors are there`() throws {
        try TemporaryFolder.use { parent in
            let path = "\(parent)/folder"
            try PrivateFolder(path).write([("a", [1]), ("b", [1]), ("other", [1])], overwriting: false)
            try PrivateFolder(path).write([("a", [2])], removing: ["a", "b"], overwriting: true)
            #expect(try Self.names(path) == ["a", "other"])
            #expect(FileManager.default.contents(atPath: "\(path)/a") == Data([2]))
        }
    }
}
