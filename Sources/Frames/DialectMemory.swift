public import ISO7816
public import ReaderKnowledge
import Synchronization

/// Which dialect a reader was found to speak, so that it is asked only once.
///
/// A reader is known by its name and, where it tells, its firmware: the same model can learn another dialect.
public final class DialectMemory: Sendable {
    /// What is known of a reader.
    public struct Entry: Hashable, Sendable {
        /// What it speaks.
        public var dialect: ReaderDialect
        /// What it calls its firmware; nil when it does not tell.
        public var firmware: String?

        /// An entry.
        public init(dialect: ReaderDialect, firmware: String?) {
            self.dialect = dialect
            self.firmware = firmware
        }
    }

    private struct Key: Hashable {
        var reader: String
        var technology: RadioTechnology
    }

    /// Of this process.
    public static let shared = DialectMemory()

    private let entries = Mutex<[Key: Entry]>([:])

    /// Remembers nothing yet.
    public init() {}

    /// What is known of the reader of this name.
    public func entry(for reader: String, _ technology: RadioTechnology) -> Entry? {
        entries.withLock { $0[Key(reader: reader, technology: technology)] }
    }

    /// Remembers, or forgets with nil.
    public func remember(_ entry: Entry?, for reader: String, _ technology: RadioTechnology) {
        entries.withLock { $0[Key(reader: reader, technology: technology)] = entry }
    }
}
