/// A cause that is there, in the words of this machine.
package struct Finding: Hashable, Sendable {
    /// `C05`.
    package let identifier: String
    /// `stale-socket`.
    package let name: String
    package let ending: Cause.Ending
    /// What is the matter.
    package let title: String
    /// What is so on this machine.
    package let evidence: String
    /// What to do on this machine.
    package let remedy: String
    /// It need not be what is wrong.
    package let isNote: Bool
    /// What looks the same, and how it differs.
    package let lookAlikes: [Cause.LookAlike]

    init(_ cause: Cause, _ evidence: Evidence, on distribution: Distribution) {
        identifier = cause.identifier
        name = cause.name
        ending = evidence.ending ?? cause.ending
        title = evidence.title ?? cause.title
        self.evidence = evidence.text
        remedy = (evidence.remedy ?? cause.remedy).text(for: distribution, evidence.values)
        isNote = evidence.isNote
        lookAlikes = cause.lookAlikes
    }

    /// What is said of a cause where the machine was not looked at.
    package init(words cause: Cause, on distribution: Distribution) {
        self.init(cause, Evidence(""), on: distribution)
    }
}
