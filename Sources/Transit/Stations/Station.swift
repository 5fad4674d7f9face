/// What a code stands for, and how that is known.
public struct Station: Hashable, Sendable {
    /// Where a name comes from (Docs/data-sources.md).
    public enum Source: String, Hashable, Sendable, CaseIterable {
        /// ICCardManager, MIT.
        case iccCardManager = "iccm"
        /// ic_card_reader, CC BY 4.0: proven by real cards.
        case icCardReader = "y020"
        /// nfcpy-suica-sample, MIT: what a code may have stood for before.
        case nfcpySuicaSample = "m2w"
        /// Entered here.
        case own = "own"
        /// The user's own table.
        case user = "user"
    }

    /// The code.
    public let code: StationCode
    /// As it is written on the station.
    public let name: String
    /// In Latin letters; nil unless the name is its own reading.
    public let romanised: String?
    /// As the source has it.
    public let line: String
    /// The company, as the source has it.
    public let company: String
    /// What the company is called in English; nil where it has no such name here.
    public let companyInEnglish: String?
    /// The first day on which the code stands for this station; nil when no source dates it.
    public let firstDay: TransitDate?
    /// The last day.
    public let lastDay: TransitDate?
    /// The code may have stood for this once; no source says when.
    public let isOnlyPossible: Bool
    /// Where it comes from.
    public let source: Source
    /// What else is known: `closed 2008-12-28`.
    public let note: String

    /// A station; `package` for tables and tests.
    package init(
        code: StationCode, name: String, romanised: String? = nil, line: String = "", company: String = "",
        companyInEnglish: String? = nil, firstDay: TransitDate? = nil, lastDay: TransitDate? = nil,
        isOnlyPossible: Bool = false, source: Source, note: String = ""
    ) {
        self.code = code
        self.name = name
        self.romanised = romanised
        self.line = line
        self.company = company
        self.companyInEnglish = companyInEnglish
        self.firstDay = firstDay
        self.lastDay = lastDay
        self.isOnlyPossible = isOnlyPossible
        self.source = source
        self.note = note
    }

    /// True when the code can have stood for this on `day`; always when the day is not known.
    public func isPossible(on day: TransitDate?) -> Bool {
        guard let day else { return true }
        if isOnlyPossible, day > BundledStations.dataDay { return false }
        return (firstDay.map { $0 <= day } ?? true) && (lastDay.map { day <= $0 } ?? true)
    }
}
