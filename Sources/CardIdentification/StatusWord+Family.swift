public import ISO7816

extension StatusWord {
    /// What this status word says on a card of `family`; without one, what ISO/IEC 7816-4 says.
    public func meaning(for family: CardFamily?) -> String { family?.meaning(of: self) ?? meaning }

    /// True when it says that the command did what it should: 9000, 61xx, and the forms of families with other ones.
    public func isGood(for family: CardFamily?) -> Bool {
        if self == .success || sw1 == 0x61 || rawValue == 0x9100 { return true }
        switch family {
        // TS 51.011 §9.4.1: data are available, or a command for the terminal is.
        case .sim: return sw1 == 0x9F || sw1 == 0x91
        // NTAG 424 DNA gives 9190 to the signature (AN12196).
        case .ntag424: return rawValue == 0x9190
        default: return false
        }
    }
}
