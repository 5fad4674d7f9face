/// Why a chip could not be laid on a virtual reader.
public struct VirtualReaderError: Error, Hashable, Sendable {
    /// What went wrong.
    public enum Reason: Hashable, Sendable {
        /// The host has no address.
        case unknownHost
        /// Nothing listens on the port.
        case nothingListens
        /// The host does not answer.
        case noAnswer
        /// The system refused the connection.
        case system(errno: Int32)
    }

    /// What went wrong.
    public var reason: Reason
    /// The reader that was meant.
    public var reader: VirtualReader

    init(_ reason: Reason, _ reader: VirtualReader) {
        self.reason = reason
        self.reader = reader
    }
}

extension VirtualReaderError: CustomStringConvertible {
    /// One sentence, with what to look at.
    public var description: String {
        switch reason {
        case .unknownHost: "The host \(reader.host) has no address."
        case .nothingListens:
            "Nothing listens on \(reader.host) port \(reader.port): is pcscd running, with the driver vpcd?"
        case .noAnswer: "The host \(reader.host) does not answer."
        case .system(let number): "The connection to \(reader.host) port \(reader.port) failed (errno \(number))."
        }
    }
}
