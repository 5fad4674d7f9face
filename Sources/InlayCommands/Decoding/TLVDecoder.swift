import CardIdentification

/// Explains data objects as a tree.
enum TLVDecoder {
    /// BER-TLV (7816-4 §5.2.2). Explains up to the first byte that is none; the fault then tells which and why.
    static func explain(_ bytes: [UInt8], application: CardFamily? = nil) -> Explanation {
        let tree = DataObjectTree(bytes, application: application)
        var explanation = Explanation(lines: tree.lines)
        explanation.deviations = tree.deviations
        explanation.fault = tree.fault
        explanation.member("objects", tree.document)
        explanation.member("application", JSONValue(tree.application?.rawValue))
        return explanation
    }
}
