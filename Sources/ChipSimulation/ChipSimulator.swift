/// A card that understands APDUs, made of software. Written from the standards, never from a reader.
public protocol ChipSimulator: AnyObject {
    /// What it says when it is powered.
    var answerToReset: [UInt8] { get }
    /// Power comes: a fresh session state over the same memory.
    func powerUp()
    /// Answers one command as a chip does. Never throws: a chip always answers with a status word.
    func handle(command: [UInt8]) -> [UInt8]
}
