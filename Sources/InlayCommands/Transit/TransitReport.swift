import FeliCa
import Octets
import Transit

/// Transit cards for people, for scripts and for spreadsheets.
struct TransitReport {
    let cases: [TransitCase]
    var options: TransitOptions
    let source: CardConnection.Source
    /// Nil for files.
    var reader: String?
    /// Why a reading ended too early.
    var interruption: Failure?
    /// Frames that were sent, for a reading.
    var commands: Int?
    /// True for a terminal that shows ASCII only.
    var isASCII = false
    /// Which systems the card has besides those that answered, for a reading.
    var systems: Systems?

    /// What a card says about its systems.
    struct Systems {
        /// False when its chip or the reader does not tell.
        let areListed: Bool
        /// Listed, and silent.
        let silent: [SystemCode]
    }

    /// Shows all cards, and writes the unknown codes when they are wanted.
    func show(on output: Output) throws(Failure) {
        if !output.isText {
            output.json(document)
        } else if options.isCSV {
            output.document(csv)
        } else {
            var report = self
            if !output.showsUnicode { (report.isASCII, report.options.language) = (true, .english) }
            for number in Set(cases.map(\.card)).sorted() {
                if number > 1 { output.print() }
                report.showCard(cases.filter { $0.card == number }, on: output)
            }
        }
        tellUndated(output)
        try save(output)
        try writeUnknown(output)
    }

    /// Says how many records are left out because they have no day, where days were chosen.
    private func tellUndated(_ output: Output) {
        guard options.isPartial else { return }
        let count = cases.reduce(0) { sum, card in
            switch card.contents {
            case .suica(let suica): sum + suica.history.entries.count { $0.record.date == nil }
            case .money(let money): sum + money.transactions.count { $0.date == nil }
            case .raw: sum
            }
        }
        guard count > 0 else { return }
        output.note(
            StyledText(
                Wording(
                    "left out by --from or --to: \(Count.of(count, "record")) without a valid day",
                    "--from・--to により、有効な日付のない\(count)件を省きました"
                ).text(options.language)))
    }

    private func save(_ output: Output) throws(Failure) {
        guard let path = options.savePath else { return }
        var whole = self
        whole.options = options.forAllDays
        try PrivateFile.write(Array((whole.document.text() + "\n").utf8), to: path, overwriting: options.overwrites)
        let isNameless = !options.showsIDm && cases.contains { $0.idm != nil }
        output.note(
            isNameless
                ? "\(path): saved without IDm; with --show-idm other saves are sure to be known as of this card"
                : "\(path): saved")
    }

    private func writeUnknown(_ output: Output) throws(Failure) {
        guard let path = options.unknownPath else { return }
        let unknown = UnknownCodes(cases.compactMap(\.suica), options.directory, options.buses)
        try PrivateFile.write(Array(unknown.table.utf8), to: path, overwriting: options.overwrites)
        let count = unknown.stations.count + unknown.busStops.count
        output.note("\(path): \(Count.of(count, "unknown code"))")
    }

    /// The entries of a card that are shown, with their places in its chain.
    func shown(_ card: SuicaCard) -> [(index: Int, entry: HistoryChain.Entry)] {
        card.history.entries.enumerated().filter { options.shows($0.element.record.date) }
            .map { ($0.offset, $0.element) }
    }
}
