/// What the socket of a PC/SC service answered when it was asked for its version.
package enum ServiceAnswer: Hashable, Sendable {
    /// No such file.
    case missing
    /// This user may not connect.
    case denied
    /// There is a socket, and nobody listens.
    case refused
    /// It is no socket, or connecting failed otherwise.
    case unusable
    /// It took the connection and closed it: with our bytes unread, or after it read them.
    case dropped(unread: Bool)
    /// It took the connection and said nothing within the time limit.
    case silent
    /// It told its version of the protocol; `code` is 0 when it takes ours.
    case version(major: Int32, minor: Int32, code: UInt32, peer: Peer?)

    /// The process at the other end.
    package struct Peer: Hashable, Sendable {
        package var process: Int32
        package var user: UInt32

        package init(process: Int32, user: UInt32) {
            self.process = process
            self.user = user
        }
    }
}
