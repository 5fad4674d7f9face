import LDS

/// A machine readable zone in words.
enum MRZText {
    /// The name of a format in 9303.
    static func name(_ format: MRZFormat) -> String {
        switch format {
        case .td1: "TD1"
        case .td2: "TD2"
        case .td3: "TD3"
        case .visaA: "MRV-A"
        case .visaB: "MRV-B"
        }
    }

    static func name(_ sex: MRZSex) -> String {
        switch sex {
        case .female: "female"
        case .male: "male"
        case .unspecified, .x: "unspecified"
        case .invalid: "not a valid character"
        }
    }

    /// How a check digit came out, for documents.
    static func name(_ state: MRZCheckDigit.State) -> String {
        switch state {
        case .valid: "valid"
        case .wrong: "wrong"
        case .absentAsAllowed: "absentAsAllowed"
        case .validWithFiller: "validWithFiller"
        }
    }

    /// The same in one word.
    static func shortName(_ state: MRZCheckDigit.State) -> String {
        switch state {
        case .valid: "valid"
        case .wrong: "wrong"
        case .absentAsAllowed: "absent"
        case .validWithFiller: "valid, oddly"
        }
    }

    /// A date with its century, or its six characters when it has none.
    static func date(_ date: MRZDate, asOf today: CalendarDate?) -> String {
        today.flatMap { date.resolved(asOf: $0)?.description } ?? date.raw
    }
}
