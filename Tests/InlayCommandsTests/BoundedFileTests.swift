import Foundation
import Testing

@testable import InlayCommands

@Suite struct BoundedFileTests {
    @Test func `a file is read whole up to the limit`() throws {
        try TemporaryFolder.use { folder in
            let path = "\(folder)/data"
            try Data(repeating: 7, count: 200_000).write(to: URL(fileURLWithPath: path))
            #expect(try BoundedFile.read(path, limit: 200_000).count == 200_000)
            let failure = #expect(throws: Failure.self) { try BoundedFile.read(path, limit: 199_999) }
            #expect(failure?.kind == "too-large")
        }
    }

    @Test func `a pipe, a device and a folder are refused without waiting`() throws {
        try TemporaryFolder.use { folder in
            #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
            for path in ["\(folder)/pipe", "/dev/zero", folder] {
                let failure = #expect(throws: Failure.self) { try BoundedFile.read(path) }
                #expect(failure?.kind == "not-a-file")
            }
        }
    }

    @Test func `a name that is not there is told`() {
        let failure = #expect(throws: Failure.self) { try BoundedFile.read("/nonexistent") }
        #expect(failure?.kind == "no-such-file")
        #expect(failure?.exitCode == .wrongUse)
    }
}
