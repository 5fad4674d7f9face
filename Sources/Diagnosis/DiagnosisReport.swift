/// What an examination found.
package struct DiagnosisReport: Sendable {
    /// How it ended.
    package enum Outcome: String, Hashable, Sendable {
        /// There is a finding.
        case causeFound
        /// Nothing stands in the way, and there is something worth telling.
        case onlyNotes
        /// All is well as far as was looked.
        case nothingFound
        /// The user gave up before the end.
        case couldNotLook
    }

    /// The one cause; nil when none was found.
    package var finding: Finding?
    /// What was noticed besides, in the order of the tree.
    package var notes: [Finding]
    /// What was looked at and is well.
    package var fine: [String]
    /// What was not looked at, and why.
    package var skipped: [String]
    package var outcome: Outcome
    package var facts: Facts

    /// What stands at the top: the finding, else the first note.
    package var top: Finding? { finding ?? notes.first }
}
