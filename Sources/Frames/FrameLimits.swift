/// What reader and dialect carry at a time.
public struct FrameLimits: Hashable, Sendable {
    /// Longest frame to the chip, in octets.
    public var maximumFrame: Int
    /// Longest answer of the chip, in octets.
    public var maximumAnswer: Int
    /// Most FeliCa blocks that one answer holds.
    public var maximumBlocks: Int

    /// Limits of a dialect. A FeliCa answer has 13 octets in front of its blocks.
    public init(maximumFrame: Int, maximumAnswer: Int) {
        self.init(
            maximumFrame: maximumFrame, maximumAnswer: maximumAnswer,
            maximumBlocks: max(1, min(15, (maximumAnswer - 13) / 16)))
    }

    /// Limits of a dialect that counts blocks itself.
    public init(maximumFrame: Int, maximumAnswer: Int, maximumBlocks: Int) {
        self.maximumFrame = maximumFrame
        self.maximumAnswer = maximumAnswer
        self.maximumBlocks = maximumBlocks
    }
}
