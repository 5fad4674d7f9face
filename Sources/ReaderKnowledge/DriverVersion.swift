/// A version of a driver or of pcsc-lite: up to three numbers.
public struct DriverVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
    private let numbers: [Int]

    /// From its numbers.
    public init(_ major: Int, _ minor: Int, _ patch: Int = 0) { numbers = [major, minor, patch] }

    /// The numbers with which `text` begins, as in `1.5.2-1` or `2.3.3`; nil when it begins with none.
    public init?(_ text: some StringProtocol) {
        let digits = text.prefix { $0 == "." || ("0"..."9").contains($0) }
        let parts = digits.split(separator: ".").prefix(3).map { Int($0) }
        let known = parts.compactMap { $0 }
        guard !known.isEmpty, known.count == parts.count else { return nil }
        numbers = known + Array(repeating: 0, count: 3 - known.count)
    }

    /// `1.5.2`.
    public var description: String { numbers.map(String.init).joined(separator: ".") }

    /// Earlier before later.
    public static func < (left: DriverVersion, right: DriverVersion) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }
}
