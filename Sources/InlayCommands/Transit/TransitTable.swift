import Transit

/// Histories as tables.
enum TransitTable {
    /// Rides, purchases and charges of the Suica family.
    static func suica(_ entries: [HistoryChain.Entry], _ places: PlaceText) -> ColumnTable {
        let language = places.language
        func say(_ english: String, _ japanese: String) -> String { Wording(english, japanese).text(language) }
        let columns: [ColumnTable.Column] = [
            .init(title: say("day", "日付")), .init(title: say("time", "時刻"), isDetail: true),
            .init(title: say("kind", "種別"), isDetail: true, limit: 14),
            .init(title: say("where", "場所"), isDetail: true, isFlexible: true),
            .init(title: say("yen", "金額"), isRight: true), .init(title: say("balance", "残高"), isRight: true),
        ]
        let rows = entries.map { entry in
            let record = entry.record
            let kind = record.kind == .other ? record.process.name?.text(language) : nil
            return ColumnTable.Row(
                cells: [
                    record.date?.description ?? "?", time(entry),
                    (kind ?? record.kind.name.text(language)) + (record.isPartlyCash ? "*" : ""),
                    places.place(record), entry.change.map { YenText.signed($0) } ?? "?",
                    YenText.plain(record.balance),
                ], goodCell: (entry.change ?? 0) > 0 ? 4 : nil)
        }
        return ColumnTable(columns: columns, rows: rows)
    }

    /// Events of cards that hold money; amounts have no sign there.
    static func money(_ events: [MoneyCard.Transaction], _ language: Language) -> ColumnTable {
        func say(_ english: String, _ japanese: String) -> String { Wording(english, japanese).text(language) }
        let columns: [ColumnTable.Column] = [
            .init(title: say("day", "日付")), .init(title: say("time", "時刻"), isDetail: true),
            .init(title: say("kind", "種別"), isDetail: true, isFlexible: true),
            .init(title: say("yen", "金額"), isRight: true), .init(title: say("balance", "残高"), isRight: true),
        ]
        let rows = events.map { event in
            ColumnTable.Row(cells: [
                event.date?.description ?? event.dayWithoutYear ?? "?", event.time?.description ?? "",
                event.kind?.text(language) ?? say("unknown", "不明"), event.amount.map { YenText.plain($0) } ?? "",
                event.balance.map { YenText.plain($0) } ?? "",
            ])
        }
        return ColumnTable(columns: columns, rows: rows)
    }

    private static func time(_ entry: HistoryChain.Entry) -> String {
        if let time = entry.record.time { return time.description }
        let times = [entry.entryGate?.time, entry.exitGate?.time].compactMap { $0?.description }
        // A ride whose way in is not in the log has its time of arrival.
        return entry.entryGate == nil && entry.exitGate != nil && !(entry.exitGate?.isBus ?? false)
            ? "-" + times.joined() : times.joined(separator: "-")
    }
}
