import Foundation
import Testing

@testable import InlayCommands

@Suite struct PrivateFileTests {
    private func mode(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func `a file is its owner's alone, and nothing else is left`() throws {
        try TemporaryFolder.use { folder in
            try PrivateFile.write([1, 2, 3], to: "\(folder)/a.bin", overwriting: false)
            #expect(try mode("\(folder)/a.bin") == 0o600)
            #expect(FileManager.default.contents(atPath: "\(folder)/a.bin") == Data([1, 2, 3]))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.bin"])
        }
    }

    @Test func `nothing is overwritten unless asked`() throws {
        try TemporaryFolder.use { folder in
            let path = "\(folder)/a.bin"
            try PrivateFile.write([1], to: path, overwriting: false)
            let failure = #expect(throws: Failure.self) {
                try PrivateFile.write([2], to: path, overwriting: false)
            }
            #expect(failure?.kind == "file-exists")
            #expect(FileManager.default.contents(atPath: path) == Data([1]))
            try PrivateFile.write([2], to: path, overwriting: true)
            #expect(FileManager.default.contents(atPath: path) == Data([2]))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.bin"])
        }
    }

    @Test(arguments: [false, true])
    func `a link is not followed`(overwriting: Bool) throws {
        try TemporaryFolder.use { folder in
            let target = "\(folder)/target"
            try Data([9]).write(to: URL(fileURLWithPath: target))
            let link = "\(folder)/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            let result = Result { try PrivateFile.write([1], to: link, overwriting: overwriting) }
            #expect(FileManager.default.contents(atPath: target) == Data([9]))
            if overwriting {
                #expect(try mode(link) == 0o600)
                #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == nil)
            } else {
                #expect(throws: Failure.self) { try result.get() }
            }
        }
    }

    @Test func `folders are their owner's alone, and a file in the way is told`() throws {
        try TemporaryFolder.use { folder in
            try PrivateFile.makeFolder("\(folder)/a/b/")
            #expect(try mode("\(folder)/a") == 0o700)
            #expect(try mode("\(folder)/a/b") == 0o700)
            try PrivateFile.makeFolder("\(folder)/a/b")
            try Data().write(to: URL(fileURLWithPath: "\(folder)/file"))
            #expect(throws: Failure.self) { try PrivateFile.makeFolder("\(folder)/file") }
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/link", withDestinationPath: "\(folder)/a")
            #expect(throws: Failure.self) { try PrivateFile.makeFolder("\(folder)/link") }
        }
    }

    @Test func `a folder that is not there is told`() {
        let failure = #expect(throws: Failure.self) {
            try PrivateFile.write([1], to: "/nonexistent/folder/file", overwriting: false)
        }
        #expect(failure?.exitCode == .wrongUse)
    }

    @Test(arguments: [
        ("../../etc/passwd", "_.._etc_passwd"), (".hidden", "hidden"), ("a b\u{1B}c", "a_b_c"), ("", "file"),
        ("--force", "force"), ("EF.DG1", "EF.DG1"), ("..", "file"),
    ])
    func `foreign text makes a harmless name`(text: String, name: String) {
        #expect(PrivateFile.name(text) == name)
    }
}
