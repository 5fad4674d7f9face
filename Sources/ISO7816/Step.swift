/// What was being done when an answer came, in the words a card engineer would use: "SELECT eMRTD application".
public struct Step: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The words.
    public var description: String

    /// A step in words. Never put card data in it: steps reach logs.
    public init(_ words: String) { description = words }

    /// A step as a literal.
    public init(stringLiteral value: String) { description = value }
}
