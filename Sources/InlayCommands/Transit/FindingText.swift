import Octets
import Transit

extension Finding {
    /// What stands out, in a sentence; entries are named by their day and serial number.
    ///
    /// `isNow` is false for files: what was so when the card was read need not be so any more.
    func sentence(_ card: SuicaCard, _ places: PlaceText, isNow: Bool) -> String {
        let language = places.language
        let inside =
            (isNow ? Wording("inside now", "入場中") : Wording("inside when it was read", "読み取り時に入場中"))
            .text(language)
        func say(_ english: String, _ japanese: String) -> String { Wording(english, japanese).text(language) }
        func entry(_ index: Int) -> String {
            guard card.history.entries.indices.contains(index) else { return "" }
            let record = card.history.entries[index].record
            return "\(record.date?.description ?? "?") #\(record.serial)"
        }
        switch self {
        case .openEntry(let gate?):
            let code = card.entry?.station.flatMap { $0.isAt(gate.place) ? $0 : nil }
            let place = code.map { places.station($0, on: gate.date) } ?? BusStopCode.gateDigits(gate.place)
            let time = [gate.date?.description, gate.time?.description].compactMap { $0 }.joined(separator: " ")
            return say("\(inside): entered at \(place), \(time)", "\(inside): \(place) \(time)")
        case .openEntry(nil):
            return say("\(inside): an entry is counted that has no exit yet", "\(inside): 出場記録のない入場があります")
        case .entryWithoutExit(let index):
            return say(
                "before \(entry(index)) a number is used that has no record: an entry without an exit",
                "\(entry(index)) の前に記録のない番号が1つあります(出場のない入場)")
        case .insideRide(let ride, let inside):
            let others = inside.map(entry).joined(separator: ", ")
            return say(
                "\(others) happened inside the gates, during the ride \(entry(ride))",
                "\(others) は \(entry(ride)) の乗車中(改札内)の記録です")
        case .lostRecords(let index, let numbers):
            return say(
                "records are missing before \(entry(index)): \(Count.of(numbers, "number")) not accounted for",
                "\(entry(index)) の前の記録が欠けています(番号\(numbers)個分)")
        case .outOfOrder(let index):
            return say(
                "numbers do not fall behind \(entry(index)): several cards, edited, or listed from the oldest on",
                "\(entry(index)) の後の番号が順序どおりではありません")
        case .sameSerial(let serial):
            return say("two records have the number #\(serial)", "番号 #\(serial) の記録が2つあります")
        case .credit(let index, let yen):
            return say(
                "the balance rose by \(YenText.plain(yen)) yen with \(entry(index)): a credit",
                "\(entry(index)) で残高が\(YenText.plain(yen))円増えています(返金)")
        case .loss(let index, let yen):
            return say(
                "the balance fell by \(YenText.plain(yen)) yen with \(entry(index)), where money is loaded",
                "\(entry(index)) のチャージで残高が\(YenText.plain(yen))円減っています")
        case .dayFallsBack(let index):
            return say(
                "\(entry(index)) is of an earlier day than the record before it",
                "\(entry(index)) の日付が前の記録より古くなっています")
        case .balanceDiffers(let attributes, let history):
            return say(
                "the purse holds \(YenText.plain(attributes)) yen, the newest record says \(YenText.plain(history))",
                "残高 \(YenText.plain(attributes))円 と最新の記録 \(YenText.plain(history))円 が異なります")
        case .gateContradiction(let index, let gate):
            return say(
                "the gate log says \(YenText.plain(gate.amount)) yen for \(entry(index)), the history something else",
                "\(entry(index)) の金額が改札記録の\(YenText.plain(gate.amount))円と異なります")
        }
    }
}

extension StationCode {
    /// True when line and station are those of a gate record, which has no region.
    fileprivate func isAt(_ place: UInt16) -> Bool { UInt16(line) << 8 | UInt16(station) == place }
}

extension BusStopCode {
    fileprivate static func gateDigits(_ place: UInt16) -> String {
        BusStopCode(region: .jrAndKanto, operatorCode: place, stop: 0).description
    }
}
