public import ChipSimulation

/// A chip that is a table: each command it knows with its answer, one answer for all others.
public final class TableChip: ChipSimulator {
    /// What it says when it is powered.
    public let answerToReset: [UInt8]
    private let answers: [[UInt8]: [UInt8]]
    private let otherwise: [UInt8]
    /// Commands that it got, in order.
    public private(set) var commands: [[UInt8]] = []

    /// A chip that says `otherwise` to what is not in `answers`.
    public init(answerToReset: [UInt8], _ answers: [[UInt8]: [UInt8]], otherwise: [UInt8] = [0x6A, 0x82]) {
        self.answerToReset = answerToReset
        self.answers = answers
        self.otherwise = otherwise
    }

    /// Nothing is lost.
    public func powerUp() {}

    /// By the table.
    public func handle(command: [UInt8]) -> [UInt8] {
        commands.append(command)
        return answers[command] ?? otherwise
    }
}
