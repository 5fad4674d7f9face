import EMRTD
import LDS
import Octets

/// What people see while a chip is read.
struct ReadingProgress {
    private let output: Output
    private static let bar = 24

    init(_ output: Output) { self.output = output }

    /// Shows an event.
    func show(_ event: ReadingEvent) {
        guard output.showsProgress else { return }
        switch event {
        case .step(let step): output.progress(StyledText(step))
        case .progress(let file, let read, let total): output.progress(Self.line(file, read, total))
        case .finished(let file, let count): output.progress(Self.line(file, count, count))
        }
    }

    /// `EF.DG2   [##########------] 12288 of 20480 bytes`.
    private static func line(_ file: FileID, _ read: Int, _ total: Int?) -> StyledText {
        let name = StyledText(file.name).padded(16)
        guard let total, total > 0 else { return name + StyledText(Count.bytes(read)) }
        let filled = min(bar, max(0, read) * bar / total)
        let drawn = String(repeating: "#", count: filled) + String(repeating: "-", count: bar - filled)
        return name + StyledText("[\(drawn)] \(read) of \(Count.bytes(total))")
    }
}
