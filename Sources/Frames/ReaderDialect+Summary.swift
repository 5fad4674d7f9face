public import ReaderKnowledge

extension ReaderDialect {
    /// What it is, in a few words.
    public var summary: String {
        switch self {
        case .transparent: "transparent session (PC/SC part 3, FF C2)"
        case .sonyTransparent: "transparent session (Sony, FF 50)"
        case .pn532: "PN532 pass-through (FF 00 00 00 … D4)"
        case .acsDirect: "ACS pass-through (FF 00 00 00)"
        case .acsVicinity: "ACS pass-through for ISO 15693 (FF FB)"
        case .identiv: "FeliCa instructions of Identiv (FF 40 to FF 4A)"
        case .springCard: "SpringCard encapsulation (FF FE)"
        case .selectService: "select a service, then read blocks (FF A4, FF B0)"
        case .readBinary: "read with service and block lists (FF B0)"
        }
    }
}
