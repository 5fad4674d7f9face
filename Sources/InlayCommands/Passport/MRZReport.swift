import InlaySeams
import LDS

/// What a machine readable zone says, field by field.
struct MRZReport: Sendable {
    let mrz: MRZ
    /// The day the report is about; nil when the clock shows no possible one.
    let today: CalendarDate?

    init(_ mrz: MRZ, asOf moment: Moment) {
        self.mrz = mrz
        today = moment.calendarDate
    }

    /// Names and values, in reading order; empty values are left out.
    var fields: [(name: String, value: String)] {
        let expiry = MRZText.date(mrz.dateOfExpiry, asOf: today)
        let all: [(name: String, value: String)] = [
            ("format", MRZText.name(mrz.format)),
            ("document code", mrz.documentCode),
            ("issuing state", mrz.issuingState),
            ("document number", mrz.documentNumber),
            ("surname", mrz.names.primary),
            ("given names", mrz.names.secondary),
            ("nationality", mrz.nationality),
            ("date of birth", MRZText.date(mrz.dateOfBirth, asOf: today)),
            ("sex", MRZText.name(mrz.sex)),
            ("date of expiry", expiry + (isExpired ? ", which is over" : "")),
            ("optional data", mrz.optionalData),
            ("optional data 2", mrz.secondOptionalData),
        ]
        return all.filter { !$0.value.isEmpty }
    }

    /// True when the date of expiry is over.
    var isExpired: Bool {
        guard let today, let expiry = mrz.dateOfExpiry.resolved(asOf: today) else { return false }
        return today.isAfter(expiry)
    }

    /// Field by field, each check digit, and what may have been misread.
    var explanation: Explanation {
        let misreadings = MRZMisreading.proposals(for: mrz)
        var explanation = Explanation()
        for field in fields { explanation.field(field.name, StyledText(field.value)) }
        explanation.line("")
        for digit in mrz.checkDigits { explanation.field(MRZText.shortName(digit.state), Self.text(digit)) }
        for proposal in misreadings {
            explanation.field(
                "perhaps",
                StyledText(
                    "line \(proposal.line), column \(proposal.column): \(proposal.likely) instead of "
                        + "\(proposal.found) makes every check digit agree"))
        }
        explanation.members = members
        explanation.member("valid", .bool(mrz.checkDigitProblems.isEmpty))
        explanation.member("misreadings", .array(misreadings.map(Self.document)))
        return explanation
    }

    private static func text(_ digit: MRZCheckDigit) -> StyledText {
        switch digit.state {
        case .valid: StyledText(digit.field.title)
        case .absentAsAllowed: StyledText("\(digit.field.title), which may be absent")
        case .validWithFiller: StyledText("\(digit.field.title), counting a filler against the standard")
        case .wrong:
            StyledText(digit.field.title)
                + StyledText(
                    ": line \(digit.place.line), column \(digit.place.columns.lowerBound), \(digit.found) is there, "
                        + "\(digit.expected) is expected", .bad)
        }
    }

    private static func document(_ proposal: MRZMisreading) -> JSONValue {
        [
            "line": .int(proposal.line), "column": .int(proposal.column), "found": .string(String(proposal.found)),
            "likely": .string(String(proposal.likely)),
        ]
    }

    /// Members of a JSON document.
    private var members: [JSONValue.Member] {
        let zone: JSONValue = [
            "format": .string(MRZText.name(mrz.format)),
            "lines": .array(mrz.lines().map { .string($0) }),
        ]
        return zone.appending(Self.members(mrz, today)).appending([
            .init(key: "checkDigits", value: .array(mrz.checkDigits.map(Self.document)))
        ]).members
    }

    /// What the zone says, for this and other documents.
    static func members(_ mrz: MRZ, _ today: CalendarDate?) -> [JSONValue.Member] {
        func date(_ date: MRZDate) -> JSONValue { JSONValue(today.flatMap { date.resolved(asOf: $0)?.description }) }
        let values: JSONValue = [
            "documentCode": .string(mrz.documentCode),
            "issuingState": .string(mrz.issuingState),
            "documentNumber": .string(mrz.documentNumber),
            "surname": .string(mrz.names.primary),
            "givenNames": .string(mrz.names.secondary),
            "namesMayBeCut": .bool(mrz.names.isTruncated),
            "nationality": .string(mrz.nationality),
            "dateOfBirth": date(mrz.dateOfBirth),
            "dateOfBirthRaw": .string(mrz.dateOfBirth.raw),
            "sex": .string(MRZText.name(mrz.sex)),
            "dateOfExpiry": date(mrz.dateOfExpiry),
            "dateOfExpiryRaw": .string(mrz.dateOfExpiry.raw),
            "optionalData": .string(mrz.optionalData),
            "secondOptionalData": .string(mrz.secondOptionalData),
        ]
        return values.members
    }

    private static func document(_ digit: MRZCheckDigit) -> JSONValue {
        [
            "field": .string(digit.field.title), "line": .int(digit.place.line),
            "column": .int(digit.place.columns.lowerBound), "found": .string(String(digit.found)),
            "expected": .string(String(digit.expected)), "state": .string(MRZText.name(digit.state)),
        ]
    }
}

extension Moment {
    /// The day, UTC; nil beyond the year 9999.
    var calendarDate: CalendarDate? { CalendarDate(year: civil.year, month: civil.month, day: civil.day) }
}
