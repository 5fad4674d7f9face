/// Tells whoever waits that the user gave up. Looked at between steps, never awaited.
public struct Interruption: Sendable {
    private let look: @Sendable () -> Bool

    /// An interruption that is there when `look` says so. `look` is called often and from any thread.
    package init(_ look: @escaping @Sendable () -> Bool) { self.look = look }

    /// True once the user gave up; it does not go back.
    public var isRequested: Bool { look() }

    /// Nobody interrupts.
    public static let never = Interruption { false }
}
