import FeliCa
import Octets
import Transit

extension TransitReport {
    private var language: Language { options.language }

    private func say(_ english: String, _ japanese: String) -> String { Wording(english, japanese).text(language) }

    /// One card with all its systems.
    func showCard(_ systems: [TransitCase], on output: Output) {
        let told = systems.filter(\.hasContents)
        for (index, system) in (told.isEmpty ? Array(systems.prefix(1)) : told).enumerated() {
            if index > 0 { output.print() }
            showText(system, isFirst: index == 0, on: output)
        }
        showNamed(told.isEmpty ? Array(systems.dropFirst()) : systems.filter { !$0.hasContents }, on: output)
    }

    /// Systems of which only the name is known.
    private func showNamed(_ systems: [TransitCase], on output: Output) {
        var names = systems.map { system -> String in
            let idm = options.showsIDm ? system.idm.map { ", IDm \($0)" } ?? "" : ""
            return "\(system.title(language)) (\(system.system)\(idm))"
        }
        names += (self.systems?.silent ?? []).map { say("\($0) (silent)", "\($0)(応答なし)") }
        guard !names.isEmpty else { return }
        let list = names.joined(separator: say(", ", "、"))
        output.paragraph(
            StyledText(
                say("also on this card, not read: \(list)", "このカードにある他のシステム(読み取り対象外): \(list)"), .faint),
            indent: 2)
    }

    private func showText(_ card: TransitCase, isFirst: Bool, on output: Output) {
        output.paragraph(heading(card, isFirst), indent: 2)
        for file in card.files where isFirst && (cases.last?.card != 1 || card.files.count > 1) {
            output.paragraph(StyledText("  \(file)", .faint), indent: 4)
        }
        switch card.contents {
        case .suica(let suica): showSuica(suica, card, on: output)
        case .money(let money): showMoney(money, on: output)
        case .raw:
            output.paragraph(
                StyledText(
                    card.layout.holdsNames && card.layout.system != .commonArea
                        ? say("it can hold names and numbers of people, so nothing is read", "個人情報を含むため読み取りません")
                        : card.hasContents
                            ? say("no public source tells what its blocks mean", "ブロックの意味は公開されていません")
                            : say("no public source describes it", "公開された仕様がありません")))
        }
        showUnread(card, on: output)
        // What is explained is raw on request; what is not, at once, unless the card has better things to show.
        let isRaw = if case .raw = card.contents { isFirst } else { false }
        if output.isVerbose || isRaw {
            showBlocks(card, on: output)
        } else if case .raw = card.contents {
            let count = card.blocks.serviceCodes.reduce(0) { $0 + card.blocks[$1].count }
            output.print(
                StyledText(
                    say("\(Count.of(count, "block")): --verbose shows them", "\(count)ブロック: --verbose で表示"), .faint))
        }
    }

    private func heading(_ card: TransitCase, _ isFirst: Bool) -> StyledText {
        var text = StyledText(card.title(language), .strong)
        if let balance = card.suica?.balance {
            text = text + StyledText("  \(say("balance", "残高")) ", .faint) + StyledText(money(balance), .strong)
        }
        if !isFirst { text = text + StyledText("  " + say("on the same card", "同じカード"), .faint) }
        if options.showsIDm, let idm = card.idm { text = text + StyledText("  IDm \(idm)", .faint) }
        for (origin, note) in [
            (CardConnection.Source.simulated, say("(simulated)", "(シミュレーター)")),
            (.replayed, say("(replayed)", "(記録の再生)")),
        ] where card.origins.contains(origin) {
            text = text + StyledText("  " + note, .faint)
        }
        return text
    }

    private func money(_ yen: Int) -> String { say("\(YenText.plain(yen)) yen", "\(YenText.plain(yen))円") }

    // MARK: - Suica

    private func showSuica(_ card: SuicaCard, _ subject: TransitCase, on output: Output) {
        let places = PlaceText(
            directory: options.directory, language: language, buses: options.buses, isASCII: isASCII)
        let entries = shown(card)
        if entries.isEmpty {
            output.print(
                StyledText(
                    card.history.entries.isEmpty
                        ? say("no record in the history", "履歴がありません") : say("no record of these days", "この期間の記録はありません"))
            )
        } else {
            TransitTable.suica(entries.map(\.entry), places).show(on: output)
            let totals = TransitTotals(entries.map(\.entry)).lines(language).joined(separator: "  ")
            let count = say("\(Count.of(entries.count, "record"))", "\(entries.count)件")
            output.paragraph(StyledText("\(count)  \(totals)", .faint), indent: 2)
        }
        for finding in card.history.findings {
            output.paragraph(
                StyledText("! ", .doubtful) + StyledText(finding.sentence(card, places, isNow: source != .saved)),
                indent: 2)
        }
        for ticket in card.tickets where options.shows(ticket.date) {
            let route = [ticket.from, ticket.to].map { Hex.string([UInt8($0 >> 8), UInt8($0 & 0xFF)]) }
            output.paragraph(
                StyledText(
                    say("ticket", "料金券")
                        + " \(ticket.date?.description ?? "?") \(route.joined(separator: isASCII ? " - " : " → "))  "
                        + money(ticket.price)), indent: 2)
        }
        if isASCII {
            output.paragraph(
                StyledText("this terminal shows no Japanese: codes stand for names (LC_ALL=C.UTF-8 helps)", .faint),
                indent: 2)
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
            let condition = balance.condition.map { " (\($0))" } ?? ""
            output.paragraph(
                StyledText("\(balance.name.text(language)) ", .faint) + StyledText(amount(balance))
                    + StyledText(condition),
                indent: 2)
        }
        let events = card.transactions.filter { options.shows($0.date) }
        if !events.isEmpty { TransitTable.money(events, language).show(on: output) }
        if let gap = card.gap { output.paragraph(StyledText(gap.text(language), .faint), indent: 2) }
    }

    private func amount(_ balance: MoneyCard.Balance) -> String {
        guard balance.unit.hasSuffix("/10") else {
            return balance.unit == "JPY" ? money(balance.amount) : YenText.plain(balance.amount)
        }
        // Tenths of a unit, as integers.
        let unit = balance.unit.dropLast(3)
        let value =
            "\(balance.amount < 0 ? "-" : "")\(YenText.plain(Int(balance.amount.magnitude / 10))).\(balance.amount.magnitude % 10)"
        return unit == "points" ? value : "\(value) \(unit)"
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
