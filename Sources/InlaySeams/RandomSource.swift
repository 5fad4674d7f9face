/// Where every random byte of the product comes from. Tests put published nonces and keys in its place.
public struct RandomSource: Sendable {
    private let draw: @Sendable (Int) -> [UInt8]

    /// A source of the caller's; it must give exactly as many bytes as it is asked for.
    package init(_ draw: @escaping @Sendable (Int) -> [UInt8]) { self.draw = draw }

    /// `count` random bytes.
    public func bytes(_ count: Int) -> [UInt8] { draw(count) }

    /// The kernel's generator.
    public static let system = RandomSource { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
