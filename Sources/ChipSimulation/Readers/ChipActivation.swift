/// What an ISO/IEC 14443 type A chip says while it is selected (14443-3 §6.5).
public struct ChipActivation: Hashable, Sendable {
    /// ATQA, as it is written: 0044.
    public var answerToRequest: UInt16
    /// SAK.
    public var selectAcknowledge: UInt8

    /// From these values.
    public init(answerToRequest: UInt16, selectAcknowledge: UInt8) {
        self.answerToRequest = answerToRequest
        self.selectAcknowledge = selectAcknowledge
    }
}
