import Foundation

/// A Unix socket that a test listens on.
struct UnixSocket {
    let descriptor: Int32

    /// Binds to `path`; nobody listens yet.
    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let outcome = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard outcome == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    func listen() { _ = Glibc.listen(descriptor, 4) }

    /// The next connection.
    func accept() -> Int32 { Glibc.accept(descriptor, nil, nil) }

    func close() { Glibc.close(descriptor) }
}
