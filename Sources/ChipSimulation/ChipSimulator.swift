/// A card that understands APDUs, made of software. Written from the standards, never from a reader.
public protocol ChipSimulator: AnyObject {
    /// What it says when it is powered.
    var answerToReset: [UInt8] { get }
    /// Power comes: a fresh session state over the same memory.
    func powerUp()
    /// Answers one command as a chip does. Never throws: a chip always answers with a status word, unless power fails;
    /// then there are no octets.
    func handle(command: [UInt8]) -> [UInt8]
    /// The card lies on the reader.
    var isPresent: Bool { get }
    /// What the last command took beyond what is usual for such a command.
    var extraTime: Duration { get }
}

extension ChipSimulator {
    /// Most simulated cards stay where they are.
    public var isPresent: Bool { true }
    /// Most take the usual time.
    public var extraTime: Duration { .zero }
}
