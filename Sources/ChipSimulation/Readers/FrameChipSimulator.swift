public import ISO7816

/// A chip that does not speak APDUs, made of software: Type 2 tag, FeliCa, ISO 15693. Written from the standards, never
/// from a reader. `SimulatedReader` puts a reader in front of it.
public protocol FrameChipSimulator: AnyObject {
    /// How it talks on the air.
    var technology: RadioTechnology { get }
    /// What it says in anticollision; FeliCa chips have none, and readers poll them.
    var identifier: [UInt8] { get }
    /// Answer to reset of another chip in the same device, which readers find where they do not find this one; nil when
    /// there is none.
    var otherAnswerToReset: [UInt8]? { get }
    /// What it says while it is selected; nil for chips that are not of ISO/IEC 14443 type A.
    var activation: ChipActivation? { get }
    /// The field comes: a fresh session state over the same memory.
    func fieldOn()
    /// REQA, or WUPA where chips that sleep are woken as well, then anticollision and SELECT (14443-3 §6.5). False when the
    /// chip does not answer. Chips of other technologies need none of this.
    func select(wakingHalted: Bool) -> Bool
    /// Answers one frame as the chip does, without what the reader adds on the air. Never throws: silence is an answer.
    func handle(frame: [UInt8]) -> FrameAnswer
    /// Time from the end of the last frame to the beginning of its answer.
    var answerTime: Duration { get }
}

extension FrameChipSimulator {
    /// None.
    public var activation: ChipActivation? { nil }
    /// It is there.
    public func select(wakingHalted: Bool) -> Bool { true }
    /// None.
    public var otherAnswerToReset: [UInt8]? { nil }
    /// At once.
    public var answerTime: Duration { .zero }
}
