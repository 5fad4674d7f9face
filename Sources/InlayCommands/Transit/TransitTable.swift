import Transit

/// The history as a table that fits the terminal; widths are those that are seen, so Japanese text stays in its column.
struct TransitTable {
    private struct Row {
        let date: String
        let time: String
        let kind: String
        let place: String
        let change: String
        let balance: String
        let isCredit: Bool
    }

    private let rows: [Row]
    private let heading: Row

    init(_ entries: [HistoryChain.Entry], _ card: SuicaCard, _ places: PlaceText) {
        let language = places.language
        heading = Row(
            date: Wording("day", "日付").text(language), time: Wording("time", "時刻").text(language),
            kind: Wording("kind", "種別").text(language), place: Wording("where", "場所").text(language),
            change: Wording("yen", "金額").text(language), balance: Wording("balance", "残高").text(language),
            isCredit: false)
        rows = entries.map { entry in
            let record = entry.record
            let kind = record.kind == .other ? record.process.name?.text(language) : nil
            return Row(
                date: record.date?.description ?? "?", time: Self.time(entry),
                kind: (kind ?? record.kind.name.text(language)) + (record.isPartlyCash ? "*" : ""),
                place: places.place(record), change: entry.change.map { YenText.signed($0) } ?? "?",
                balance: YenText.plain(record.balance), isCredit: (entry.change ?? 0) > 0)
        }
    }

    private static func time(_ entry: HistoryChain.Entry) -> String {
        if let time = entry.record.time { return time.description }
        let times = [entry.entryGate?.time, entry.exitGate?.time].compactMap { $0?.description }
        // A ride whose way in is not in the log has its time of arrival.
        return entry.entryGate == nil && entry.exitGate != nil && !(entry.exitGate?.isBus ?? false)
            ? "-" + times.joined() : times.joined(separator: "-")
    }

    func show(on output: Output) {
        let all = [heading] + rows
        func width(_ cell: KeyPath<Row, String>) -> Int { all.map { TerminalText.width($0[keyPath: cell]) }.max() ?? 0 }
        let (date, time, kind) = (width(\.date), width(\.time), min(width(\.kind), 14))
        let (change, balance) = (width(\.change), width(\.balance))
        let room = output.width - date - time - kind - change - balance - 6
        let place = max(8, min(room, width(\.place)))
        for (index, row) in all.enumerated() {
            let role: StyledText.Role = index == 0 ? .faint : .plain
            var line = Self.left(row.date, date, role) + " " + Self.left(row.time, time, role) + " "
            line = line + Self.left(row.kind, kind, role) + " " + Self.left(row.place, place, role) + " "
            line = line + Self.right(row.change, change, index > 0 && row.isCredit ? .good : role)
            output.print(line + " " + Self.right(row.balance, balance, role))
        }
    }

    private static func left(_ text: String, _ columns: Int, _ role: StyledText.Role) -> StyledText {
        StyledText(cut(text, columns), role).padded(columns)
    }

    private static func right(_ text: String, _ columns: Int, _ role: StyledText.Role) -> StyledText {
        StyledText(String(repeating: " ", count: max(0, columns - TerminalText.width(text))))
            + StyledText(text, role)
    }

    /// The beginning, with a sign that there is more.
    private static func cut(_ text: String, _ columns: Int) -> String {
        guard TerminalText.width(text) > columns else { return text }
        return TerminalText.fitted(text, columns: columns - 1) + "…"
    }
}
