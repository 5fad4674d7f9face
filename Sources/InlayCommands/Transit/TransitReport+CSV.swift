import FeliCa
import Octets
import Transit

extension TransitReport {
    private static let columns = [
        "card", "date", "time", "entryTime", "exitTime", "kind", "from", "fromCode", "to", "toCode", "operator", "stop",
        "terminalType", "terminal", "process", "payment", "partlyCash", "change", "balance", "serial", "block",
        "amount", "system", "origin", "name", "file",
    ]

    /// All records: of cards of the Suica family with `change`, of others with `amount`, which has no sign. RFC 4180, with a byte order mark for spreadsheets.
    var csv: String {
        var text = "\u{FEFF}" + Self.columns.joined(separator: ",") + "\r\n"
        for card in cases {
            if case .money(let money) = card.contents {
                for event in money.transactions where options.shows(event.date) {
                    text += cells(event, card).map { CSVText.cell($0) }.joined(separator: ",") + "\r\n"
                }
            }
            guard let suica = card.suica else { continue }
            let places = PlaceText(directory: options.directory, language: options.language, buses: options.buses)
            for (_, entry) in shown(suica) {
                text += cells(entry, card, places).map { CSVText.cell($0) }.joined(separator: ",") + "\r\n"
            }
        }
        return text
    }

    private func cells(_ event: MoneyCard.Transaction, _ card: TransitCase) -> [String] {
        let known = [
            "card": String(card.card), "date": event.date?.description ?? event.dayWithoutYear,
            "system": card.system.description, "origin": Self.origin(card),
            "time": event.time?.description,
            "kind": event.kind?.text(options.language), "balance": event.balance.map { String($0) },
            "serial": event.serial.map { String($0) }, "block": event.block.description,
            "amount": event.amount.map { String($0) }, "name": card.title(options.language), "file": Self.file(card),
        ]
        return Self.columns.map { known[$0].flatMap(\.self) ?? "" }
    }

    private static func origin(_ card: TransitCase) -> String {
        card.origins.map(\.rawValue).sorted().joined(separator: "+")
    }

    /// The files that the card was put together from; one record may be in all of them.
    private static func file(_ card: TransitCase) -> String { card.files.joined(separator: "; ") }

    private func cells(_ entry: HistoryChain.Entry, _ card: TransitCase, _ places: PlaceText) -> [String] {
        let record = entry.record
        let language = places.language
        var from: StationCode?
        var to: StationCode?
        var bus: BusStopCode?
        var terminal = ""
        switch record.details {
        case .rail(let start, let end): (from, to) = (start, end)
        case .place(let code, _): from = code
        case .bus(let code): bus = code
        case .shop(_, let number): terminal = Hex.string([UInt8(number >> 8), UInt8(number & 0xFF)])
        case .unknown: break
        }
        return [
            String(card.card), record.date?.description ?? "", record.time?.description ?? "",
            entry.entryGate?.time?.description ?? "", entry.exitGate?.time?.description ?? "",
            record.kind.name.text(language), from.map { places.station($0, on: record.date) } ?? "",
            from?.description ?? "", to.map { places.station($0, on: record.date) } ?? "", to?.description ?? "",
            bus.map { code in places.buses.company(code)?.name.text(language) ?? String(code.description.prefix(4)) }
                ?? "",
            bus.map { code in
                places.buses.stop(code)?.name.text(language) ?? String(code.description.dropFirst(5))
            } ?? "",
            record.terminal.name?.text(language) ?? Hex.string([record.terminal.rawValue]), terminal,
            record.process.name?.text(language) ?? Hex.string([record.process.rawValue]),
            record.payment.name?.text(language) ?? Hex.string([record.payment.rawValue]),
            record.isPartlyCash ? "1" : "0", entry.change.map { String($0) } ?? "", String(record.balance),
            String(record.serial), record.block.description, "", card.system.description, Self.origin(card),
            card.title(language), Self.file(card),
        ]
    }
}
