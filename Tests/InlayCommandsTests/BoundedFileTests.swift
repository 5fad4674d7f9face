import Foundation
import InlaySeams
import Synchronization
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

    @Test(arguments: [ENOENT, ENOTDIR, ENAMETOOLONG, EIO, ELOOP, EISDIR, ENOSPC])
    func `what cannot be read or written says what, why and what next`(code: Int32) {
        for failure in [
            BoundedFile.failure("/a/b", SystemError(code)), PrivateFile.failure("/a/b", SystemError(code)),
        ] { #expect(!failure.message.isEmpty && !failure.likely.isEmpty && !failure.remedy.isEmpty) }
        let long = BoundedFile.failure(String(repeating: "A", count: 300), SystemError(ENAMETOOLONG))
        #expect(!long.message.contains("AAAA") && long.exitCode == .wrongUse)
    }

    @Test func `a pipe and a file that is too large say what, why and what next`() throws {
        try TemporaryFolder.use { folder in
            try Data(repeating: 7, count: 10).write(to: URL(fileURLWithPath: "\(folder)/data"))
            #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
            for failure in [
                #expect(throws: Failure.self) { try BoundedFile.read("\(folder)/data", limit: 9) },
                #expect(throws: Failure.self) { try BoundedFile.read("\(folder)/pipe") },
            ] { #expect(failure?.likely.isEmpty == false && failure?.remedy.isEmpty == false) }
        }
    }

    @Test func `a name that is not there is told`() {
        let failure = #expect(throws: Failure.self) { try BoundedFile.read("/nonexistent") }
        #expect(failure?.kind == "no-such-file")
        #expect(failure?.exitCode == .wrongUse)
    }

    /// `--mrz-file <(…)`: a secret that never lies on a disk.
    @Test func `a key is read from a pipe, up to its limit`() throws {
        try TemporaryFolder.use { folder in
            try Pipes.written("\(folder)/key", "secret") { path in
                let bytes = try BoundedFile.readOnce(path)
                #expect(bytes == Array("secret".utf8))
            }
            try Pipes.written("\(folder)/long", String(repeating: "x", count: 1000)) { path in
                let failure = #expect(throws: Failure.self) { try BoundedFile.readOnce(path, limit: 999) }
                #expect(failure?.kind == "too-large")
            }
            for path in ["/dev/zero", folder] {
                let failure = #expect(throws: Failure.self) { try BoundedFile.readOnce(path) }
                #expect(failure?.kind == "not-a-file")
            }
            let zone = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10\n"
            try Pipes.written("\(folder)/zone", zone) { path in
                let run = CommandRun(
                    "apdu", "--secure", "bac", "--mrz-file", path, "--reader", "sim:passport-bac", "0084000008",
                    house: SimulatedPassport.house())
                // The key was read; it is that of another document.
                #expect(run.code == .secretRefused, "\(run.errors)")
            }
        }
    }

    private static func written(_ path: String, _ text: String) {
        let descriptor = open(path, O_WRONLY | O_NONBLOCK)
        _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
    }

    /// Opened before its writer, a pipe is at its end at once.
    @Test(arguments: ["secret", ""])
    func `whoever writes to a pipe a little later is waited for`(text: String) throws {
        try TemporaryFolder.use { folder in
            let path = "\(folder)/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            let looks = Mutex(0)
            let bytes = try BoundedFile.readOnce(
                path,
                unless: Interruption {
                    // At the third look the pipe was found at its end already.
                    let look = looks.withLock { looks in
                        looks += 1
                        return looks
                    }
                    if look == 3 { Self.written(path, text) }
                    return false
                })
            #expect(bytes == Array(text.utf8))
            #expect(looks.withLock { $0 } > 3)
        }
    }

    @Test func `a pipe that nobody writes to, or nothing comes out of, is no empty file`() throws {
        try TemporaryFolder.use { folder in
            let path = "\(folder)/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            let unwritten = #expect(throws: Failure.self) {
                try BoundedFile.readOnce(path, within: .init(writer: .zero, byte: .seconds(30)))
            }
            #expect(unwritten?.kind == "pipe-without-writer")
            let descriptor = open(path, O_RDWR | O_NONBLOCK)
            defer { close(descriptor) }
            let silent = #expect(throws: Failure.self) {
                try BoundedFile.readOnce(path, within: .init(writer: .seconds(10), byte: .zero))
            }
            #expect(silent?.kind == "silent-pipe")
            for failure in [unwritten, silent] {
                #expect(failure?.exitCode == .wrongUse)
                #expect(failure?.likely.isEmpty == false && failure?.remedy.isEmpty == false)
            }
        }
    }

    @Test func `waiting for a pipe is interrupted`() throws {
        try TemporaryFolder.use { folder in
            let path = "\(folder)/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            var house = SimulatedPassport.house()
            house.interruption = Interruption { true }
            for words in [["run", path], ["apdu", "@\(path)"], ["passport", "read", "--mrz-file", path]] {
                let run = CommandRun(words + ["--reader=sim:passport"], house: house)
                #expect(run.code == .interrupted, "\(run.output)\(run.errors)")
            }
        }
    }

    /// `<(true)`: its writer has ended before anybody looks.
    @Test func `a pipe of the shell that was closed without a word is empty at once`() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.close()
        let path = "/proc/self/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        #expect(try BoundedFile.readOnce(path, within: .init(writer: .zero, byte: .zero)).isEmpty)
    }
}
