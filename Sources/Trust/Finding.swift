/// A check, what it came to, and what was seen.
public struct Finding: Hashable, Sendable {
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
