/// What is known about an ability. Unknown stays unknown: nobody is told "no" for want of a data sheet.
public enum Knowledge: String, Hashable, Sendable, CaseIterable {
    /// It has it: a manual, a recorded exchange or the driver says so.
    case yes
    /// It has it not.
    case no
    /// No source was read.
    case unknown
}
