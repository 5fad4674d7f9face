/// Whether polkit lets this user at readers.
package struct PermissionFacts: Hashable, Sendable {
    /// What polkit says about an action.
    package enum Verdict: Hashable, Sendable {
        case allowed
        case refused
        /// It does not know the action.
        case unregistered
        /// It was not asked, or does not run.
        case unknown
        /// It was asked and did not answer in time.
        case silent
    }

    /// The file that tells polkit what readers are.
    package var hasPolicy = false
    /// Using readers at all.
    package var service = Verdict.unknown
    /// Using cards.
    package var card = Verdict.unknown

    package init() {}
}
