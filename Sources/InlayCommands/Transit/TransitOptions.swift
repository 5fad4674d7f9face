import InlaySeams
import Octets
import Transit

/// What is shown of transit cards, and in which language.
struct TransitOptions: Sendable {
    static let from = CommandOption.value("from", "DATE", "only records of this day and later (YYYY-MM-DD)")
    static let to = CommandOption.value("to", "DATE", "only records of this day and earlier")
    static let stations = CommandOption.value(
        "stations", "FILE",
        "your own table of stations, laid over the one in the program (tab-separated: code, name, …)")
    static let unknown = CommandOption.value(
        "unknown", "FILE", "write the codes that have no name to FILE, without anything else about the card")
    static let csv = CommandOption.flag("csv", "the records as CSV (UTF-8 with a byte order mark) instead of a table")
    static let language = CommandOption.value(
        "language", "en|ja", "language of the report (default: what LC_ALL, LC_MESSAGES or LANG say)")
    static let save = CommandOption.value(
        "save", "FILE", "also write everything that is known of the cards to FILE, for --with and transit decode")
    static let showIDm = CommandOption.flag("show-idm", "show IDm, which identifies the card")

    /// For commands that show cards.
    static let showing = OptionGroup(
        title: "What is shown", options: [from, to, stations, save, unknown, csv, language, showIDm])

    private(set) var firstDay: TransitDate?
    private(set) var lastDay: TransitDate?
    let directory: any StationDirectory
    let buses: BusDirectory
    let savePath: String?
    let unknownPath: String?
    let overwrites: Bool
    let isCSV: Bool
    /// What a terminal without Japanese letters cannot show is in English.
    var language: Language
    let showsIDm: Bool

    init(_ arguments: Arguments, _ house: House) throws(Failure) {
        firstDay = try Self.day(arguments, Self.from)
        lastDay = try Self.day(arguments, Self.to)
        if let firstDay, let lastDay, lastDay < firstDay {
            throw .usage(
                "wrong-value", "--to names a day before that of --from", remedy: "give the earlier day to --from")
        }
        let table = try Self.table(arguments)
        directory = Self.directory(table)
        buses = BusDirectory(table)
        unknownPath = arguments.value(Self.unknown)
        overwrites = arguments.has(CommonOptions.force)
        savePath = arguments.value(Self.save)
        for path in [savePath, unknownPath].compactMap({ $0 }) {
            try PrivateFile.checkPlace(path, overwriting: overwrites)
        }
        isCSV = arguments.has(Self.csv)
        if isCSV, arguments.has(CommonOptions.json) {
            throw .usage("wrong-option", "--csv and --json exclude each other", remedy: "choose one of them")
        }
        language = try Self.language(arguments, house)
        showsIDm = arguments.has(Self.showIDm)
    }

    /// The same for all days.
    var forAllDays: TransitOptions {
        var options = self
        (options.firstDay, options.lastDay) = (nil, nil)
        return options
    }

    /// True when records may be left out.
    var isPartial: Bool { firstDay != nil || lastDay != nil }

    /// True for records of the days that are wanted; a record without a day is shown unless days were named.
    func shows(_ day: TransitDate?) -> Bool {
        guard let day else { return !isPartial }
        return (firstDay.map { $0 <= day } ?? true) && (lastDay.map { day <= $0 } ?? true)
    }

    private static func day(_ arguments: Arguments, _ option: CommandOption) throws(Failure) -> TransitDate? {
        guard let text = arguments.value(option) else { return nil }
        guard let day = TransitDate(text) else {
            // What has the form is a day that there is not.
            let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
            let hasForm = parts == [4, 2, 2] && text.allSatisfy { $0 == "-" || $0.isWholeNumber }
            throw .usage(
                "wrong-value",
                hasForm
                    ? "--\(option.name): there is no day \(text)"
                    : "--\(option.name) takes a day written YYYY-MM-DD, year first",
                remedy: "write --\(option.name) 2026-04-01")
        }
        return day
    }

    /// The table in the program, under the user's own when there is one.
    static func directory(_ table: UserStations?) -> any StationDirectory {
        guard let table else { return BundledStations() }
        return LayeredStations(table, over: BundledStations())
    }

    /// The user's own table.
    static func table(_ arguments: Arguments) throws(Failure) -> UserStations? {
        guard let path = arguments.value(stations) else { return nil }
        let text = try BoundedFile.read(path)
        do {
            return try UserStations(parsing: text)
        } catch {
            let line = text.prefix(error.offset).count { $0 == 0x0A } + 1
            throw Failure(
                .malformedData, kind: "malformed-data", "\(path), line \(line): \(error.reason)",
                likely: "columns are separated by something else than a tab, or the first row is missing",
                remedy: "begin with a row that holds code and name, separated by a tab")
        }
    }

    /// English unless the user or the environment asks for Japanese.
    static func language(_ arguments: Arguments, _ house: House) throws(Failure) -> Language {
        switch arguments.value(language) {
        case "en": return .english
        case "ja": return .japanese
        case nil: break
        default: throw .usage("wrong-value", "--language takes en or ja", remedy: "write --language ja")
        }
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            guard let value = house.environment(name), !value.isEmpty else { continue }
            return value.lowercased().hasPrefix("ja") ? .japanese : .english
        }
        return .english
    }
}
