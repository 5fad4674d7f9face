/// Where the product learns what time it is. Tests put a fixed or a driven clock in its place.
public struct TimeSource: Sendable {
    private let wall: @Sendable () -> Moment
    private let elapsed: @Sendable () -> Duration

    /// A source of the caller's.
    package init(wall: @escaping @Sendable () -> Moment, elapsed: @escaping @Sendable () -> Duration) {
        self.wall = wall
        self.elapsed = elapsed
    }

    /// The present moment, UTC.
    public var now: Moment { wall() }

    /// Time since an arbitrary start, which never runs backwards: for durations and time limits.
    public var monotonic: Duration { elapsed() }

    /// A clock that stands still at `moment`.
    package static func fixed(_ moment: Moment) -> TimeSource {
        TimeSource(wall: { moment }, elapsed: { .zero })
    }
}
