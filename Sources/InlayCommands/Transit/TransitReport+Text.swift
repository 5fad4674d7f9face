import FeliCa
import Octets
import Transit

extension TransitReport {
    private var language: Language { options.language }

    private func say(_ english: String, _ japanese: String) -> String { Wording(english, japanese).text(language) }

    /// One card.
    func showText(_ card: TransitCase, on output: Output) {
        output.print(heading(card))
        for file in card.files where cases.count > 1 || card.files.count > 1 {
            output.paragraph(StyledText("  \(file)", .faint), indent: 4)
        }
        switch card.contents {
        case .suica(let suica): showSuica(suica, card, on: output)
        case .money(let money): showMoney(money, on: output)
        case .raw: output.print(StyledText(say("no public source tells what its blocks mean", "公開された仕様がありません")))
        }
        showUnread(card, on: output)
        if case .suica = card.contents, !output.isVerbose { return }
        if output.isVerbose || card.suica == nil { showBlocks(card, on: output) }
    }

    private func heading(_ card: TransitCase) -> StyledText {
        var text = StyledText(card.title(language), .strong)
        if let balance = card.suica?.balance {
            text = text + StyledText("  \(say("balance", "残高")) ", .faint) + StyledText(money(balance), .strong)
        }
        if options.showsIDm, let idm = card.idm { text = text + StyledText("  IDm \(idm)", .faint) }
        if source == .simulated { text = text + StyledText("  " + say("(simulated)", "(シミュレーター)"), .faint) }
        return text
    }

    private func money(_ yen: Int) -> String { say("\(YenText.plain(yen)) yen", "\(YenText.plain(yen))円") }

    // MARK: - Suica

    private func showSuica(_ card: SuicaCard, _ subject: TransitCase, on output: Output) {
        let places = PlaceText(directory: options.directory, language: language, buses: options.buses)
        let entries = shown(card)
        if entries.isEmpty {
            output.print(
                StyledText(
                    card.history.entries.isEmpty
                        ? say("no record in the history", "履歴がありません") : say("no record of these days", "この期間の記録はありません"))
            )
        } else {
            TransitTable(entries.map(\.entry), card, places).show(on: output)
            let totals = TransitTotals(entries.map(\.entry)).lines(language).joined(separator: "  ")
            let count = say("\(Count.of(entries.count, "record"))", "\(entries.count)件")
            output.paragraph(StyledText("\(count)  \(totals)", .faint), indent: 2)
        }
        for finding in card.history.findings {
            output.paragraph(StyledText("! ", .doubtful) + StyledText(finding.sentence(card, places)), indent: 2)
        }
        for ticket in card.tickets where options.shows(ticket.date) {
            let route = [ticket.from, ticket.to].map { Hex.string([UInt8($0 >> 8), UInt8($0 & 0xFF)]) }
            output.paragraph(
                StyledText(
                    say("ticket", "料金券") + " \(ticket.date?.description ?? "?") \(route.joined(separator: " → "))  "
                        + money(ticket.price)), indent: 2)
        }
        showUnknown(card, on: output)
        showDisagreements(card, on: output)
    }

    private func showUnknown(_ card: SuicaCard, on output: Output) {
        let unknown = UnknownCodes([card], options.directory, options.buses)
        guard !unknown.isEmpty, options.unknownPath == nil else { return }
        let count = unknown.stations.count + unknown.busStops.count
        output.paragraph(
            StyledText(
                say(
                    "\(Count.of(count, "code")) without a name: --unknown FILE writes them down, --stations FILE adds names",
                    "名称不明のコード\(count)件: --unknown FILE で書き出し、--stations FILE で追加できます"), .faint), indent: 2)
    }

    private func showDisagreements(_ card: SuicaCard, on output: Output) {
        var all: [Disagreement] = []
        let values = output.isVerbose ? card.disagreements : card.shownDisagreements
        for found in values where !all.contains(where: { $0.point == found.point }) { all.append(found) }
        guard !all.isEmpty else { return }
        guard output.isVerbose else {
            let points = all.map(\.point.rawValue).joined(separator: ", ")
            output.paragraph(
                StyledText(
                    say(
                        "sources read some of this differently (\(points)): --verbose and --json tell how",
                        "文献により解釈が異なる項目があります(\(points)): --verbose と --json で表示"), .faint), indent: 2)
            return
        }
        for found in all {
            output.paragraph(
                StyledText("\(found.point.rawValue)  ", .faint)
                    + StyledText("\(found.reading); elsewhere: \(found.otherReading)"), indent: 5)
        }
    }

    // MARK: - Others

    private func showMoney(_ card: MoneyCard, on output: Output) {
        for balance in card.balances {
            let amount: String =
                switch balance.unit {
                case "JPY": money(balance.amount)
                case "points": "\(YenText.plain(balance.amount))"
                default:
                    // Tenths of a unit, as integers.
                    "\(balance.amount < 0 ? "-" : "")\(balance.amount.magnitude / 10).\(balance.amount.magnitude % 10) "
                        + balance.unit.prefix(3)
                }
            let condition = balance.condition.map { " (\($0))" } ?? ""
            output.print("\(balance.name.text(language)) \(amount)\(condition)")
        }
        for event in card.transactions where options.shows(event.date) {
            var cells = [event.date?.description ?? "?", event.time?.description ?? ""]
            cells.append(event.kind?.text(language) ?? say("unknown", "不明"))
            if let amount = event.amount { cells.append(money(amount)) }
            if let balance = event.balance { cells.append("\(say("balance", "残高")) \(money(balance))") }
            output.print(StyledText(cells.filter { !$0.isEmpty }.joined(separator: "  ")))
        }
    }

    private func showUnread(_ card: TransitCase, on output: Output) {
        for reading in card.services {
            guard case .refused(let flags) = reading.end, reading.blocks.isEmpty else { continue }
            output.paragraph(
                StyledText(
                    say(
                        "service \(reading.service) cannot be read: status \(flags), \(flags.meaning)",
                        "サービス \(reading.service) は読めません: \(flags)"), .faint), indent: 2)
        }
    }

    private func showBlocks(_ card: TransitCase, on output: Output) {
        for service in card.blocks.serviceCodes {
            for (number, block) in card.blocks.numbered(service) {
                output.print(StyledText("\(service) \(number < 10 ? " " : "")\(number)  \(block)", .faint))
            }
        }
    }
}

extension SuicaCard {
    /// On what sources disagree, about what the table shows.
    fileprivate var shownDisagreements: [Disagreement] { history.entries.flatMap(\.record.disagreements) }

    /// On what sources disagree, about anything on the card.
    var disagreements: [Disagreement] {
        history.entries.flatMap(\.record.disagreements) + gates.flatMap(\.disagreements)
            + (attributes?.disagreements ?? []) + tickets.flatMap(\.disagreements)
    }
}
