import Foundation
import Glibc

/// The other end of the conversation: listens like vpcd and says what a test wants.
final class FakeVPCD {
    let port: UInt16
    private let listener: Int32
    private var client: Int32 = -1

    struct Failure: Error {}

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        guard bound else { throw Failure() }
    }

    deinit {
        close(listener)
        if client >= 0 { close(client) }
    }

    /// Takes the card's connection. Nothing that is received later is waited for longer than five seconds.
    func accept() throws {
        client = Glibc.accept(listener, nil, nil)
        guard client >= 0 else { throw Failure() }
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends raw bytes.
    func send(_ bytes: [UInt8]) {
        _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Sends a message with its length.
    func say(_ message: [UInt8]) {
        send([UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message)
    }

    /// Takes one message; throws when none comes.
    func hear() throws -> [UInt8] {
        let header = try take(2)
        return try take(Int(header[0]) << 8 | Int(header[1]))
    }

    /// Ends the connection, as pcscd does when it stops.
    func hangUp() {
        close(client)
        client = -1
    }

    private func take(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var piece = [UInt8](repeating: 0, count: count - bytes.count)
            let taken = recv(client, &piece, piece.count, 0)
            guard taken > 0 else { throw Failure() }
            bytes += piece.prefix(taken)
        }
        return bytes
    }
}
