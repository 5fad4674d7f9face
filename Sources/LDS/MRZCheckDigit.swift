/// One check digit and what came of it (9303-3 §4.9).
public struct MRZCheckDigit: Hashable, Sendable {
    /// What a check digit turned out to be.
    public enum State: Hashable, Sendable {
        /// It agrees.
        case valid
        /// It does not.
        case wrong
        /// `<` for optional data that is empty, which TD3 allows (9303-4 §4.2.2.2).
        case absentAsAllowed
        /// It agrees when the filler in the middle of a long document number is counted in, against 9303-5 §4.2.4.
        /// Documents of some states do that.
        case validWithFiller
    }

    /// The check digit's own field.
    public let field: MRZField
    /// Where it stands.
    public let place: MRZPlace
    /// The character that is there.
    public let found: Character
    /// The digit that would be right.
    public let expected: Int
    /// What came of it.
    public let state: State
}
