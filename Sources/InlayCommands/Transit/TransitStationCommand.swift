import Octets
import Transit

/// `inlay transit station`.
enum TransitStationCommand {
    private static let day = CommandOption.value(
        "at", "DATE", "the day of the record: a code can have meant another station before (YYYY-MM-DD)")

    static let command = Command(
        "transit", "station", summary: "look up the codes of stations",
        discussion: [
            "A code is region-line-station, in decimal (0-1-6) or hexadecimal (0-01-06h). The region is 0 for JR and "
                + "Kanto, 1 for Chubu, 2 for Kansai, 3 for all others: the same line and station mean something else in "
                + "each of them.",
            "Names come from sources that permit it, and are dated only where one of them dates a change: "
                + "Docs/data-sources.md.",
        ],
        positional: Positional(placeholder: "CODE…", count: 1...64, summary: "codes"),
        groups: [OptionGroup(title: "Look-up", options: [day, TransitOptions.stations, TransitOptions.language])],
        examples: [
            ("inlay transit station 0-1-6", "every meaning that the code has had"),
            ("inlay transit station 0-1-6 --at 2019-05-01", "what it meant on a day"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        let directory = TransitOptions.directory(try TransitOptions.table(arguments))
        let language = try TransitOptions.language(arguments, house)
        var date: TransitDate?
        if let text = arguments.value(day) {
            date = TransitDate(text)
            if date == nil {
                throw .usage(
                    "wrong-value", "--at takes a day that exists, written YYYY-MM-DD", remedy: "write --at 2019-05-01")
            }
        }
        var codes: [StationCode] = []
        for text in arguments.positionals {
            guard let code = StationCode(text) else {
                throw .usage(
                    "malformed-code", "a code is region-line-station, and one of these is not",
                    likely: "hexadecimal digits without an h behind them, or a region above 3",
                    remedy: "write 0-1-6 or 0-01-06h")
            }
            codes.append(code)
        }
        guard output.isText else {
            let results = codes.map { code -> JSONValue in
                [
                    "code": .string(code.description), "hex": .string(code.hexadecimal),
                    "region": .int(Int(code.region.rawValue)), "date": JSONValue(date?.description),
                    "pseudo": JSONValue(code.pseudoPlace?.name.english),
                    "candidates": .array(directory.candidates(code, on: date).map { $0.json }),
                ]
            }
            output.json(["schema": "inlay.station/1", "codes": .array(results)])
            return .done
        }
        for code in codes { show(code, date, directory, output.showsUnicode ? language : .english, output) }
        return .done
    }

    private static func show(
        _ code: StationCode, _ day: TransitDate?, _ directory: any StationDirectory, _ language: Language,
        _ output: Output
    ) {
        let head = StyledText("\(code)", .strong) + StyledText("  \(code.hexadecimal)  ", .faint)
        if let pseudo = code.pseudoPlace {
            let note = Wording("no station: ", "駅ではありません: ").text(language) + pseudo.name.text(language)
            return output.paragraph(head + StyledText(note), indent: 4)
        }
        let found = directory.candidates(code, on: day)
        if found.isEmpty {
            let digits = [code.line, code.station].map { Hex.string([$0]) }
            let text = Wording(
                "no name known: area \(code.region.rawValue) line \(digits[0]) station \(digits[1])",
                "名称不明: 地区\(code.region.rawValue) 線区\(digits[0]) 駅順\(digits[1])")
            return output.paragraph(head + StyledText(text.text(language)), indent: 4)
        }
        for station in found {
            let company = language == .english ? station.companyInEnglish ?? station.company : station.company
            guard output.showsUnicode else {
                let name = station.romanised ?? "a name in Japanese, which this terminal does not show"
                output.paragraph(head + StyledText("\(name)  \(station.companyInEnglish ?? "")"), indent: 4)
                continue
            }
            var text = head + StyledText(station.name, .strong)
            if let romanised = station.romanised { text = text + StyledText(" \(romanised)") }
            text = text + StyledText("  \(company) \(station.line)")
            output.paragraph(text + StyledText(about(station, language), .faint), indent: 4)
        }
    }

    private static func about(_ station: Station, _ language: Language) -> String {
        var parts: [String] = []
        if let day = station.firstDay { parts.append(Wording("since \(day)", "\(day)から").text(language)) }
        if let day = station.lastDay { parts.append(Wording("until \(day)", "\(day)まで").text(language)) }
        if station.isOnlyPossible {
            parts.append(Wording("possibly, before a renumbering that nobody dates", "以前の割当(時期不明)").text(language))
        }
        if !station.note.isEmpty { parts.append(station.note) }
        parts.append(Wording("source \(station.source.rawValue)", "出典 \(station.source.rawValue)").text(language))
        return "  (\(parts.joined(separator: "; ")))"
    }
}
