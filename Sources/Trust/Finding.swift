/// A check, what it came to, and what was seen.
public struct Finding: Hashable, Sendable {
    /// A fact that a person can compare: a name and a value, both short. Holds nothing about the holder.
    public struct Fact: Hashable, Sendable {
        /// "signer", "digest algorithm", …
        public let name: String
        /// Text, not escaped: some of it comes from the document.
        public let value: String

        /// A fact.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What was checked.
    public let check: Check
    /// What it came to.
    public let verdict: Verdict
    /// What was seen.
    public let evidence: [Fact]

    /// A finding.
    public init(_ check: Check, _ verdict: Verdict, evidence: [Fact] = []) {
        self.check = check
        self.verdict = verdict
        self.evidence = evidence
    }
}
