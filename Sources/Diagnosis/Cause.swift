/// One reason why a reader or card does not work: its words, and a rule over facts that says whether it is there.
package struct Cause: Sendable {
    /// What a command that meets it ends with.
    package enum Ending: String, Hashable, Sendable {
        case service
        case reader
        case card
        case permission
        case inUse
        /// The card or reader answers with an error, or the program does.
        case trouble
    }

    /// A cause that looks the same from outside, and how the two are told apart.
    package struct LookAlike: Hashable, Sendable {
        package let identifier: String
        package let difference: String
    }

    /// `C05`.
    package let identifier: String
    /// `stale-socket`, for scripts.
    package let name: String
    package let ending: Ending
    /// What is the matter: the words of the finding, of errors and of the page alike.
    package let title: String
    /// How it shows.
    package let sees: String
    /// Where it is looked for.
    package let found: String
    package let lookAlikes: [LookAlike]
    package let remedy: Remedy
    /// Where it was met.
    package let sources: String
    /// Evidence for it in the facts; nil when it is not there.
    let rule: @Sendable (Facts) -> Evidence?

    init(
        _ identifier: String, _ name: String, _ ending: Ending, _ title: String, sees: String, found: String,
        not lookAlikes: KeyValuePairs<String, String> = [:], remedy: Remedy, sources: String,
        rule: @escaping @Sendable (Facts) -> Evidence?
    ) {
        self.identifier = identifier
        self.name = name
        self.ending = ending
        self.title = title
        self.sees = sees
        self.found = found
        self.lookAlikes = lookAlikes.map { LookAlike(identifier: $0.key, difference: $0.value) }
        self.remedy = remedy
        self.sources = sources
        self.rule = rule
    }
}
