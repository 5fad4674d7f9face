public import LDS
import Octets

/// One file of a simulated chip that is not as it should be.
public struct FileRule: Hashable, Sendable {
    /// What is otherwise.
    public enum Change: Hashable, Sendable {
        /// It can be read before access control.
        case before
        /// It can be read after access control only.
        case after
        /// It cannot be read.
        case never
        /// It is not there, though it may be listed and signed.
        case absent
        /// It holds these octets, whatever was signed.
        case contents([UInt8])
    }

    /// The file.
    public let file: FileID
    /// What is otherwise.
    public let change: Change

    /// A file and what is otherwise about it.
    public init(_ file: FileID, _ change: Change) {
        self.file = file
        self.change = change
    }
}

extension FileRule {
    /// What a settings text takes for one file.
    static let expectation =
        "files separated by “;”, each a name (com, sod, dg1 to dg16, cardaccess, cardsecurity, atrinfo, dir), a colon, "
        + "and before, after, never, absent or the contents in hexadecimal"

    private static let names: [String: FileID] = {
        var names: [String: FileID] = [
            "com": .com, "sod": .sod, "cardaccess": .cardAccess, "cardsecurity": .cardSecurity, "atrinfo": .atrInfo,
            "dir": .directory,
        ]
        for number in 1...16 { names["dg\(number)"] = FileID(dataGroupNumber: number) }
        return names
    }()

    /// One rule; nil when it is not understood.
    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let file = Self.names[parts[0]] else { return nil }
        switch parts[1] {
        case "before": self.init(file, .before)
        case "after": self.init(file, .after)
        case "never": self.init(file, .never)
        case "absent": self.init(file, .absent)
        default:
            guard let bytes = try? Hex.bytes(parts[1]), !bytes.isEmpty else { return nil }
            self.init(file, .contents(bytes))
        }
    }
}
