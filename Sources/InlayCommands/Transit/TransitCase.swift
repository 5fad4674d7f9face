import FeliCa
import ISO7816
import Transit

/// One card that is reported, put together from a reading, or from all files about it.
struct TransitCase: Sendable {
    /// The files it comes from.
    var files: [String]
    /// What wrote them; nil for a card that was read now.
    var formats: [CardDump.Format]
    var system: SystemCode
    var layout: TransitLayout
    var brand: CardBrand?
    var idm: IDm?
    /// What was read last.
    var blocks: CardBlocks
    /// What was read before.
    var earlier: [CardBlocks]
    var contents: TransitContents
    /// Services with the reason why no more of them is here; empty for files.
    var services: [ServiceReading] = []

    /// The records, when it is of the Suica family.
    var suica: SuicaCard? { if case .suica(let card) = contents { card } else { nil } }

    /// A card that was read now, with what was saved before.
    init(_ reading: TransitReading, with saves: [CardDump]) {
        files = saves.compactMap(\.file)
        formats = []
        system = reading.card.system ?? reading.layout.system
        layout = reading.layout
        brand = reading.brand
        idm = reading.card.idm
        blocks = reading.blocks
        earlier = saves.map(\.blocks)
        contents = reading.layout.interpret(blocks, earlier)
        services = reading.services
    }

    /// A card from dumps of it.
    init(_ dumps: [CardDump]) {
        // The newest comes first: the one with the highest serial number in its history.
        let sorted = dumps.enumerated().sorted { left, right in
            (Self.newestSerial(left.element), right.offset) > (Self.newestSerial(right.element), left.offset)
        }.map(\.element)
        let first = sorted.first
        files = dumps.compactMap(\.file)
        formats = dumps.map(\.format)
        system = first?.system ?? .transit
        blocks = first?.blocks ?? CardBlocks()
        earlier = sorted.dropFirst().map(\.blocks)
        layout = TransitLayout.fitting(blocks, in: system)
        let isTransit = system == .transit
        brand =
            sorted.compactMap(\.brand).first
            ?? sorted.compactMap { isTransit ? CardBrand(services: $0.services) : nil }.first
        idm = sorted.compactMap(\.idm).first
        contents = layout.interpret(blocks, earlier)
    }

    private static func newestSerial(_ dump: CardDump) -> Int {
        dump.blocks[SuicaCard.Service.history].lazy.compactMap { HistoryRecord($0)?.serial }.max() ?? -1
    }

    /// Puts dumps of one card together; `all` takes all of a system for one card.
    static func cases(of dumps: [CardDump], all: Bool) -> [TransitCase] {
        var groups: [[CardDump]] = []
        for dump in dumps {
            let fitting = groups.indices.filter { index in
                groups[index].contains { all ? $0.system == dump.system : $0.isSameCard(as: dump) }
            }
            guard let first = fitting.first else {
                groups.append([dump])
                continue
            }
            groups[first].append(dump)
            // A dump can show that two groups are one card.
            for index in fitting.dropFirst().reversed() { groups[first] += groups.remove(at: index) }
        }
        return groups.map { TransitCase($0) }
    }

    /// What the card is called.
    func title(_ language: Language) -> String {
        if let brand { return brand.name.text(language) }
        guard layout.identifier == "suica" else { return layout.name.text(language) }
        return Wording("Suica type (issuer unknown)", "交通系ICカード(発行者不明)").text(language)
    }
}
