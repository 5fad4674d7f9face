import InlaySeams
import Octets

/// The line that people see while a batch runs, and the one that remains.
struct BatchProgress {
    private let output: Output
    private let time: TimeSource
    private let total: Int?
    private let start: Duration
    private var shown: Duration?
    private(set) var count = 0
    private var failed = 0
    private var open = 0
    private var unreadable = 0

    /// How often the line is painted.
    private static let interval = Duration.milliseconds(100)

    init(_ output: Output, _ time: TimeSource, total: Int?) {
        self.output = output
        self.time = time
        self.total = total
        start = time.monotonic
    }

    /// Counts a document.
    mutating func add(_ code: ExitCode) {
        count += 1
        switch code {
        case .done: break
        case .checkFailed: failed += 1
        case .notEstablished: open += 1
        default: unreadable += 1
        }
        show()
    }

    /// Paints the line, not more often than it can be read.
    mutating func show() {
        guard output.showsProgress else { return }
        let now = time.monotonic
        if let shown, now - shown < Self.interval { return }
        shown = now
        output.progress(StyledText(text(total.map { "\(count) of \($0)" } ?? "\(count)", now)))
    }

    /// What came of it.
    func finish() { output.note(StyledText(text(Count.of(count, "document"), time.monotonic))) }

    private func text(_ head: String, _ now: Duration) -> String {
        var text =
            "\(head): \(Count.of(count - failed - open - unreadable, "holds", "hold")), \(failed) failed, \(open) not established"
        if unreadable > 0 { text += ", \(unreadable) unreadable" }
        let elapsed = now - start
        let milliseconds =
            Int(elapsed.components.seconds) * 1000 + Int(elapsed.components.attoseconds / 1_000_000_000_000_000)
        return milliseconds > 200 ? text + " (\(count * 1000 / milliseconds) a second)" : text
    }
}
