/// Where the product learns what time it is. Tests put a fixed or a driven clock in its place.
public struct TimeSource: Sendable {
    private let wall: @Sendable () -> Moment
    private let elapsed: @Sendable () -> Duration
    private let wait: @Sendable (Duration) -> Void

    /// A source of the caller's; without `wait` nothing is waited for.
    package init(
        wall: @escaping @Sendable () -> Moment, elapsed: @escaping @Sendable () -> Duration,
        wait: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        self.wall = wall
        self.elapsed = elapsed
        self.wait = wait
    }

    /// The present moment, UTC.
    public var now: Moment { wall() }

    /// Time since an arbitrary start, which never runs backwards: for durations and time limits.
    public var monotonic: Duration { elapsed() }

    /// Lets `duration` pass: for what a standard says must be waited for.
    public func pause(_ duration: Duration) { wait(duration) }

    /// A clock that stands still at `moment`.
    package static func fixed(_ moment: Moment) -> TimeSource {
        TimeSource(wall: { moment }, elapsed: { .zero })
    }
}
