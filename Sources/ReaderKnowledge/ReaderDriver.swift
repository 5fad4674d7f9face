/// A PC/SC driver for Linux that lists a reader's USB identifier.
public struct ReaderDriver: Hashable, Sendable, CustomStringConvertible {
    /// Which one.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// The driver for the USB class, part of every distribution.
        case libccid
        /// ACS's own.
        case acsccid
        /// Of ReinerSCT, for its vendor-specific readers.
        case cyberjack
    }

    /// Which one.
    public let name: Name
    /// The first version that lists the reader; nil where that is not known.
    public let since: DriverVersion?

    /// A driver since a version.
    public init(_ name: Name, since: DriverVersion? = nil) {
        self.name = name
        self.since = since
    }

    /// `libccid 1.3.10`.
    public var description: String { since.map { "\(name.rawValue) \($0)" } ?? name.rawValue }

    static let acsccid = ReaderDriver(.acsccid)
    static let cyberjack = ReaderDriver(.cyberjack)

    static func libccid(_ major: Int, _ minor: Int, _ patch: Int) -> ReaderDriver {
        ReaderDriver(.libccid, since: DriverVersion(major, minor, patch))
    }

    static func acsccid(_ major: Int, _ minor: Int, _ patch: Int) -> ReaderDriver {
        ReaderDriver(.acsccid, since: DriverVersion(major, minor, patch))
    }
}
