import Foundation
import Testing

@testable import Diagnosis

/// The first words with a service, on real sockets.
@Suite struct ServiceSocketTests {
    /// Asks a service that does `serve` with its one connection.
    private static func ask(limit: Duration = .seconds(5), _ serve: @escaping @Sendable (Int32) -> Void) throws
        -> ServiceAnswer
    {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).comm").path
        let listener = try UnixSocket(path)
        defer { unlink(path) }
        listener.listen()
        let thread = Thread {
            let connection = listener.accept()
            serve(connection)
            close(connection)
            listener.close()
        }
        thread.start()
        return ServiceSocket(path: path, limit: limit).ask()
    }

    private static func read(_ connection: Int32, _ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = recv(connection, &bytes, count, Int32(MSG_WAITALL))
        return Array(bytes.prefix(max(0, got)))
    }

    @Test func `a service that refuses the version says which one it speaks`() throws {
        let answer = try Self.ask { connection in
            let request = Self.read(connection, 20)
            // Size 12, command 11h, version 4:4, no code: as libpcsclite sends it.
            let expected: [UInt32] = [12, 0x11, 4, 4, 0]
            guard request == expected.flatMap({ word in withUnsafeBytes(of: word) { Array($0) } }) else { return }
            let words: [UInt32] = [4, 5, 0x8010_001E]
            _ = words.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
        }
        guard case .version(4, 5, 0x8010_001E, let peer) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(peer?.process == getpid())
        #expect(peer?.user == getuid())
    }

    @Test func `a door that closes is told apart by what was read`() throws {
        let unread = try Self.ask { _ in usleep(100_000) }
        #expect(unread == .dropped(unread: true))
        let read = try Self.ask { _ = Self.read($0, 20) }
        #expect(read == .dropped(unread: false))
    }

    @Test func `silence ends with the time limit`() throws {
        let answer = try Self.ask(limit: .milliseconds(100)) { _ in usleep(400_000) }
        #expect(answer == .silent)
    }

    @Test func `no file, a plain file and a dead socket differ`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try "".write(toFile: "\(folder)/plain", atomically: false, encoding: .utf8)
        try UnixSocket("\(folder)/dead").close()
        #expect(ServiceSocket(path: "\(folder)/none").ask() == .missing)
        #expect(ServiceSocket(path: "\(folder)/plain").ask() == .unusable)
        #expect(ServiceSocket(path: "\(folder)/dead").ask() == .refused)
    }
}
