import Glibc

extension TimeSource {
    /// The system's clocks.
    public static let system = TimeSource(
        wall: {
            let time = reading(CLOCK_REALTIME)
            return Moment(secondsSince1970: Int(time.tv_sec))
        },
        elapsed: {
            let time = reading(CLOCK_MONOTONIC)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        },
        wait: { duration in
            let (seconds, attoseconds) = duration.components
            guard seconds >= 0, attoseconds >= 0 else { return }
            var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            nanosleep(&time, nil)
        })

    private static func reading(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}
