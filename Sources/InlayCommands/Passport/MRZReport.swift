import InlaySeams
import LDS

/// What a machine readable zone says, field by field.
struct MRZReport: Sendable {
    let mrz: MRZ
    /// The day the report is about; nil when the clock shows no possible one.
    let today: CalendarDate?
    /// What had to be done to make a zone of what was given.
    let notes: [MRZInput.Note]
    /// The name as it is printed, to be compared.
    let printedName: String?

    init(_ mrz: MRZ, notes: [MRZInput.Note] = [], printedName: String? = nil, asOf moment: Moment) {
        self.mrz = mrz
        self.notes = notes
        self.printedName = printedName
        today = moment.calendarDate
    }

    /// True when every check digit agrees and the printed name, if one was given, is the one in the zone.
    var isValid: Bool { mrz.checkDigitProblems.isEmpty && nameSteps.map { $0 != nil } ?? true }

    /// How the printed name became the zone's: nil when none was given, and inside of that nil when it did not.
    private var nameSteps: [MRZTransliteration.Step]?? {
        printedName.map { MRZText.steps(from: $0, to: mrz.names) }
    }

    /// Names and values, in reading order; empty values are left out.
    var fields: [(name: String, value: String)] {
        let expiry = MRZText.date(mrz.dateOfExpiry, asOf: today)
        let all: [(name: String, value: String)] = [
            ("format", MRZText.name(mrz.format)),
            ("document code", MRZText.documentType(mrz)),
            ("issuing state", MRZText.state(mrz.issuingState)),
            ("document number", mrz.documentNumber),
            ("surname", mrz.names.primary),
            ("given names", mrz.names.secondary),
            ("nationality", MRZText.state(mrz.nationality)),
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
        let proposals = mrz.proposals
        var explanation = Explanation()
        for note in notes { explanation.field("note", StyledText(MRZText.words(note), .doubtful)) }
        for field in fields { explanation.field(field.name, StyledText(field.value)) }
        explanation.line("")
        for digit in mrz.checkDigits { explanation.field(MRZText.shortName(digit.state), Self.text(digit)) }
        for proposal in proposals.prefix(Self.proposalLimit) {
            explanation.field("perhaps", StyledText(MRZText.words(proposal, of: mrz)))
        }
        if proposals.count > Self.proposalLimit {
            explanation.field("perhaps", StyledText("\(proposals.count - Self.proposalLimit) other readings"))
        }
        for remark in remarks { explanation.field("remark", remark) }
        explanation.members = members
        explanation.member("valid", .bool(mrz.checkDigitProblems.isEmpty))
        explanation.member(
            "misreadings", .array(proposals.filter { $0.changes.count == 1 }.flatMap(\.changes).map(Self.document)))
        explanation.member("readings", .array(proposals.map(Self.document)))
        explanation.member("notes", .array(notes.map { .string(MRZText.words($0)) }))
        explanation.member("transliterations", .array(possibilities.map(Self.document)))
        if let nameSteps {
            explanation.member(
                "printedName",
                .object([
                    .init(key: "isWrittenSo", value: .bool(nameSteps != nil)),
                    .init(key: "steps", value: .array((nameSteps ?? []).map(Self.document))),
                ]))
        }
        return explanation
    }

    /// Most readings that are shown; a zone with so many is better read again.
    private static let proposalLimit = 5

    /// What is worth a look although no check digit says so.
    private var remarks: [StyledText] {
        var remarks: [StyledText] = []
        switch nameSteps {
        case .some(.some(let steps)): remarks.append(StyledText(MRZText.words(steps), .good))
        case .some(.none): remarks.append(StyledText("the zone does not write the printed name", .bad))
        case .none:
            if !possibilities.isEmpty {
                remarks.append(StyledText("in names: \(possibilities.map(MRZText.words).joined(separator: ", "))"))
            }
        }
        if mrz.names.isTruncated { remarks.append("the names fill their field, so they may be cut") }
        if mrz.sex == .x { remarks.append("X belongs into the visual zone; < stands for it here (9303-4 §4.2.2.2)") }
        if mrz.hasLongDocumentNumber {
            remarks.append(
                "the document number goes on in the optional data, behind it its check digit (9303-5 §4.2.4)")
        }
        let places = mrz.undecidablePlaces.map { "line \($0.line), column \($0.columns.lowerBound)" }
        if !places.isEmpty {
            remarks.append(StyledText("no check digit tells 6 from G: \(places.joined(separator: "; "))"))
        }
        return remarks
    }

    private var possibilities: [MRZTransliteration.Possibility] {
        MRZTransliteration.possibilities(in: mrz.names.primary + " " + mrz.names.secondary)
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

    private static func document(_ proposal: MRZProposal) -> JSONValue {
        [
            "changes": .array(proposal.changes.map(document)),
            "lines": .array(proposal.mrz.lines().map { .string($0) }),
        ]
    }

    private static func document(_ possibility: MRZTransliteration.Possibility) -> JSONValue {
        ["written": .string(possibility.written), "originals": .array(possibility.originals.map { .string($0) })]
    }

    private static func document(_ step: MRZTransliteration.Step) -> JSONValue {
        ["printed": .string(step.printed), "written": .string(step.written)]
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
            "documentType": JSONValue(mrz.documentTypeName),
            "issuingState": .string(mrz.issuingState),
            "issuingStateName": JSONValue(StateCode(mrz.issuingState)?.name),
            "documentNumber": .string(mrz.documentNumber),
            "surname": .string(mrz.names.primary),
            "givenNames": .string(mrz.names.secondary),
            "namesMayBeCut": .bool(mrz.names.isTruncated),
            "nationality": .string(mrz.nationality),
            "nationalityName": JSONValue(StateCode(mrz.nationality)?.name),
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
