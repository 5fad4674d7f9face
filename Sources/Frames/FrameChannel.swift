public import ISO7816
public import ReaderKnowledge

/// Frames out, answers back, through a reader that speaks one dialect. One owner at a time, not `Sendable`.
public protocol FrameChannel: AnyObject {
    /// How the reader is spoken to.
    var dialect: ReaderDialect { get }
    /// How the chip is spoken to.
    var technology: RadioTechnology { get }
    /// What fits.
    var limits: FrameLimits { get }
    /// True when a polling reaches the chip, so that a system of a FeliCa card can be chosen. Otherwise the reader answers
    /// pollings from what it found by itself, which is mostly the first system, and does not say which that is.
    var choosesSystems: Bool { get }
    /// Sends one frame, for FeliCa with its length octet in front, and waits for the answer for about `timeout`.
    ///
    /// What the reader says about the exchange is looked at, not only the status word around it: a chip that does not
    /// answer is `silence`, a garbled answer `transportFailed`, a card that the reader lost `cardRemoved`.
    func exchange(_ frame: [UInt8], timeout: Duration) throws(CardError) -> FrameAnswer
    /// Takes the field away and brings it back, so that the chip begins anew; `unsupported` where the reader cannot.
    func restart() throws(CardError)
    /// Leaves the reader as it was found. May be called more than once, and after a failure.
    func close()
}

/// Dialects that open nothing and have no command for the field.
extension FrameChannel {
    /// Throws `unsupported`.
    public func restart() throws(CardError) {
        throw CardError(.unsupported, during: "restarting the field", detail: "this dialect has no such command")
    }

    /// Nothing was changed.
    public func close() {}
}
