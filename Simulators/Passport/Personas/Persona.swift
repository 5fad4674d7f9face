/// A document after a report from the field: what a chip did that software was not ready for.
///
/// A new report is one line in one of the tables here and one row in the tests.
public struct Persona: Hashable, Sendable {
    /// The name behind `passport/`.
    public let name: String
    /// What it does, in a sentence.
    public let sentence: String
    /// Where that was seen: public reports as owner/repository #number, or the standard that asks for it.
    public let seen: String
    /// How it differs from the passport of today, as a settings text.
    public let settings: String

    init(_ name: String, _ sentence: String, seen: String, _ settings: String) {
        self.name = name
        self.sentence = sentence
        self.seen = seen
        self.settings = settings
    }

    /// All of them.
    public static let all = finding + access + basicAccess + reading + evidence + security + contents
}
