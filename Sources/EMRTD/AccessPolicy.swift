/// How the reader chooses between PACE and BAC.
public struct AccessPolicy: Hashable, Sendable {
    /// Which protocols may be used.
    public enum Preference: Hashable, Sendable {
        /// PACE where the chip offers a configuration that is implemented, else BAC.
        case automatic
        /// PACE or nothing.
        case pace
        /// BAC or nothing, also where PACE is offered.
        case bac
    }

    /// Which protocols may be used.
    public var preference: Preference
    /// Answer a failed PACE with BAC. A failed PACE is news, not a quiet reason for BAC, so this is false unless the
    /// user says otherwise (Docs/rules.md 6).
    public var mayFallBackToBAC: Bool
    /// Send a PIN also when one try is left, or when the tries left cannot be told (Docs/rules.md 8).
    public var mayUseLastTry: Bool
    /// Tell the chip in PACE that this is an inspection system, data object 7F4C: identity cards exist that show their
    /// LDS1 application to no other terminal. Terminal Authentication says it anyway.
    public var asksAsInspectionSystem: Bool

    /// A policy.
    public init(
        preference: Preference = .automatic, mayFallBackToBAC: Bool = false, mayUseLastTry: Bool = false,
        asksAsInspectionSystem: Bool = false
    ) {
        self.preference = preference
        self.mayFallBackToBAC = mayFallBackToBAC
        self.mayUseLastTry = mayUseLastTry
        self.asksAsInspectionSystem = asksAsInspectionSystem
    }
}
