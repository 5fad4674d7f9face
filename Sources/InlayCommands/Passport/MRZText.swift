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

    /// The code of the document and what it means.
    static func documentType(_ mrz: MRZ) -> String {
        mrz.documentTypeName.map { "\(mrz.documentCode), \($0)" } ?? mrz.documentCode
    }

    /// A code of 9303-3 §5 and what it means.
    static func state(_ code: String) -> String {
        StateCode(code).map { "\(code), \($0.name)" } ?? code
    }

    /// What had to be done to read a zone.
    static func words(_ note: MRZInput.Note) -> String {
        switch note {
        case .spacesDropped: "spaces inside of lines were dropped"
        case .charactersUnderstood: "other characters were taken for those of a zone"
        case .keyboardLayout(.azerty): "typed by a reader for another keyboard than this computer's (AZERTY)"
        case .keyboardLayout(.qwertz): "typed by a reader for another keyboard than this computer's (QWERTZ)"
        case .keyboardLayout(.qwerty): "typed by a reader for another keyboard than this computer's (; for <)"
        case .linesReordered: "the lines came in another order"
        }
    }

    /// What would have to be different in `zone`, and what speaks for it.
    static func words(_ proposal: MRZProposal, of zone: MRZ) -> String {
        let changes = proposal.changes.map {
            "line \($0.line), column \($0.column): \($0.likely) instead of \($0.found)"
        }
        let list = changes.joined(separator: "; ")
        guard zone.checkDigitProblems.isEmpty else {
            return list + (changes.count == 1 ? " makes" : " make") + " every check digit agree"
        }
        // No check digit covers these places, or tells the two characters apart.
        let isLetter = proposal.changes.allSatisfy { $0.reason == .letterExpected }
        let isDigit = proposal.changes.allSatisfy { $0.reason == .digitExpected }
        return list + "; only \(isLetter ? "letters" : isDigit ? "digits" : "such characters") can stand there"
    }

    /// What letters of a name may stand for.
    static func words(_ possibility: MRZTransliteration.Possibility) -> String {
        "\(possibility.written) may stand for \(possibility.originals.joined(separator: ", "))"
    }

    /// How a printed name became the zone's.
    static func words(_ steps: [MRZTransliteration.Step]) -> String {
        guard !steps.isEmpty else { return "the zone writes the printed name letter by letter" }
        let changes = steps.map { step in
            step.written.isEmpty ? "\(step.printed) left out" : "\(step.printed) as \(step.written)"
        }
        return "the zone writes the printed name, \(changes.joined(separator: ", "))"
    }

    /// How `printed`, "SURNAME, GIVEN NAMES" or both in either order, became `names`; nil when it did not.
    static func steps(from printed: String, to names: MRZNames) -> [MRZTransliteration.Step]? {
        let (primary, secondary) = (names.primary, names.secondary)
        let parts = printed.split(separator: ",", maxSplits: 1).map(String.init)
        if parts.count == 2, let first = MRZTransliteration.steps(from: parts[0], to: primary),
            let second = MRZTransliteration.steps(from: parts[1], to: secondary)
        {
            return first + second
        }
        let orders = ["\(primary) \(secondary)", "\(secondary) \(primary)"]
        return orders.lazy.compactMap { MRZTransliteration.steps(from: printed, to: $0) }.first
    }

    /// A date with its century, or its six characters when it has none.
    static func date(_ date: MRZDate, asOf today: CalendarDate?) -> String {
        today.flatMap { date.resolved(asOf: $0)?.description } ?? date.raw
    }
}
