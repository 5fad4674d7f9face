import LDS

/// Which country a state's CSCA certificates name (9303-3 §5: three letters in the MRZ, two in certificates).
enum CountryCodes {
    /// Two-letter codes that may sign for the state of a machine readable zone; empty when none is known.
    static func signerCountries(ofIssuingState state: String) -> [String] {
        let code = withoutFillers(state)
        if let special = special[code] { return special }
        return StateCode(code)?.alpha2.map { [$0] } ?? []
    }

    /// Whether two codes of the zone mean the same state.
    static func isSameState(_ one: String, _ other: String) -> Bool {
        func canonical(_ code: String) -> String {
            let code = withoutFillers(code)
            return code == "DEU" ? "D" : code
        }
        return one == other || canonical(one) == canonical(other)
    }

    /// The code under which organisations sign that have none of their own.
    static let anyOrganisation = "XX"

    /// Whether a CSCA of this country can be an organisation's: ISO 3166-1 gives the codes from XA to XZ to nobody, and
    /// the organisations of 9303-3 §5 without two letters sign under one of them.
    static func isOfOrganisations(_ country: String) -> Bool {
        country.count == 2 && country.first == "X" && StateCode.country(alpha2: country) == nil
    }

    /// Whether `names`, where there are some, must tell which state of a country with several this is: China, Hong Kong
    /// and Macao (9303-12 table 6).
    static func areTold(apartBy names: [String], _ state: String) -> Bool {
        !names.isEmpty && ["CHN", "HKG", "MAC"].contains(withoutFillers(state))
    }

    private static func withoutFillers(_ code: String) -> String {
        code.utf8.contains(UInt8(ascii: "<")) ? code.filter { $0 != "<" } : code
    }

    /// Where others sign than the table of states says: special regions, successors, and organisations without a code.
    private static let special: [String: [String]] = [
        "UNK": ["UN", "KS", "XK"], "RKS": ["KS", "XK"], "XKX": ["KS", "XK"], "HKG": ["CN", "HK"], "MAC": ["CN", "MO"],
        "ANT": ["AN", "NL"], "XOM": ["XO", "XX"], "XPO": ["XP", "XX"],
    ]
}
