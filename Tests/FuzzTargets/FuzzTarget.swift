import LDS
import Octets

/// A parser, files that it understands, and what must hold for any bytes at all: nothing traps, and what was read is
/// written and read again as the same.
public struct FuzzTarget: Sendable {
    /// What came of bytes.
    public enum Outcome: Hashable, Sendable {
        /// The parser does not take them.
        case refused
        /// It takes them, and all that must hold does.
        case held
        /// It takes them, and this does not hold.
        case broken(String)
    }

    /// The parser.
    public let name: String
    /// Bytes that it takes, each another kind of thing.
    public let seeds: [[UInt8]]
    /// Gives bytes to the parser.
    public let examine: @Sendable ([UInt8]) -> Outcome

    init(_ name: String, seeds: [[UInt8]], examine: @escaping @Sendable ([UInt8]) -> Outcome) {
        self.name = name
        self.seeds = seeds
        self.examine = examine
    }

    /// All of them.
    public static let all = files + records + securityObjects + certificates + texts + grammars

    /// The target of this name.
    public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

// MARK: - What must hold

extension FuzzTarget {
    /// What was parsed, encoded again, and what was told about it.
    typealias RoundTrip = (encoded: [UInt8], warnings: [LDSWarning])

    /// A parser with an encoder: encoding is stable, and gives the bytes that were read unless a warning says otherwise.
    init(_ name: String, seeds: [[UInt8]], roundTrip: @escaping @Sendable ([UInt8]) -> RoundTrip?) {
        self.init(name, seeds: seeds) { bytes in
            guard let once = roundTrip(bytes) else { return .refused }
            guard roundTrip(once.encoded)?.encoded == once.encoded else { return .broken("encoding is not stable") }
            guard once.encoded == bytes || once.warnings.contains(where: Self.tellsOfOtherBytes) else {
                return .broken("other bytes come back, and nothing is told")
            }
            return .held
        }
    }

    private static func tellsOfOtherBytes(_ warning: LDSWarning) -> Bool {
        switch warning {
        case .trailingBytes, .otherEncoding, .mismatch, .unknownVersion: true
        default: false
        }
    }

    /// A file, and files of it.
    static func file<File: LDSFile>(_ files: File...) -> FuzzTarget {
        FuzzTarget("\(File.self)", seeds: files.map { $0.encoded() }) { bytes in
            (try? File(parsing: bytes)).map { ($0.encoded(), $0.warnings) }
        }
    }

    /// A parser whose values encode as exactly what was read.
    static func exact<Value: Sendable>(
        _ name: String, seeds: [[UInt8]], parse: @escaping @Sendable ([UInt8]) -> Value?,
        encode: @escaping @Sendable (Value) -> [UInt8]
    ) -> FuzzTarget {
        FuzzTarget(name, seeds: seeds) { bytes in
            guard let value = parse(bytes) else { return .refused }
            return encode(value) == bytes ? .held : .broken("other bytes come back")
        }
    }
}
