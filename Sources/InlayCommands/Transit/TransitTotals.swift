import Transit

/// Sums over the records that are shown; what is not known is counted and not guessed.
struct TransitTotals: Hashable, Sendable {
    private(set) var rides = 0
    private(set) var purchases = 0
    private(set) var charges = 0
    private(set) var others = 0
    private(set) var unknown = 0

    init(_ entries: [HistoryChain.Entry]) {
        for entry in entries {
            guard let change = entry.change else {
                unknown += 1
                continue
            }
            switch entry.record.kind {
            case .ride, .busRide: rides += change
            case .purchase, .purchaseCancelled: purchases += change
            case .charge, .autoCharge, .bonus, .newIssue: charges += change
            case .ticket, .adjustment, .window, .reissue, .refund, .other: others += change
            }
        }
    }

    /// Names and sums, those without records left out.
    func lines(_ language: Language) -> [String] {
        let sums: [(Wording, Int)] = [
            (Wording("rides", "乗車"), rides), (Wording("purchases", "物販"), purchases),
            (Wording("charges", "チャージ"), charges), (Wording("others", "その他"), others),
        ]
        var lines = sums.filter { $0.1 != 0 }.map { "\($0.0.text(language)) \(YenText.signed($0.1))" }
        if unknown > 0 { lines.append("\(Wording("amount unknown", "金額不明").text(language)) \(unknown)") }
        return lines
    }
}

/// Amounts for people.
enum YenText {
    /// `12,345`.
    static func plain(_ yen: Int) -> String {
        var digits = ""
        for (index, digit) in String(yen.magnitude).reversed().enumerated() {
            if index > 0, index % 3 == 0 { digits = "," + digits }
            digits = String(digit) + digits
        }
        return (yen < 0 ? "-" : "") + digits
    }

    /// `+1,000`, `-200`.
    static func signed(_ yen: Int) -> String { (yen > 0 ? "+" : "") + plain(yen) }
}
