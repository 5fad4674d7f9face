import FeliCa
import ISO7816
import Transit

/// One system of a card that is reported, or one kind of money in it, put together from a reading, or from all files
/// about it.
struct TransitCase: Sendable {
    /// Which card, from 1: systems of one card have the same number.
    var card = 1
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
    /// From what it was read, as far as that is known.
    var origins: Set<CardConnection.Source>
    /// Services with the reason why no more of them is here; empty for files.
    var services: [ServiceReading] = []

    /// The records, when it is of the Suica family.
    var suica: SuicaCard? { if case .suica(let card) = contents { card } else { nil } }

    /// A system that was read now, with what was saved of it before.
    init(_ reading: TransitReading, with saves: [CardDump], from source: CardConnection.Source) {
        files = saves.compactMap(\.file)
        formats = []
        system = reading.card.system ?? reading.layout.system
        layout = reading.layout
        brand = reading.brand
        idm = reading.card.idm
        blocks = reading.blocks
        earlier = saves.map { reading.layout.part(of: $0.blocks) }
        contents = reading.layout.contents(of: blocks, earlier: earlier)
        services = reading.services
        origins = saves.reduce(into: [source]) { $0.formUnion($1.origins) }
    }

    /// A kind of card from dumps of one system of it.
    init(_ dumps: [CardDump], _ layout: TransitLayout) {
        // The newest comes first: the one with the highest serial number in its history, or the latest event.
        let sorted = dumps.enumerated().sorted { left, right in
            let (first, second) = (Self.age(left.element, layout), Self.age(right.element, layout))
            return first == second ? left.offset < right.offset : first > second
        }.map(\.element)
        let first = sorted.first
        files = dumps.compactMap(\.file)
        formats = dumps.map(\.format)
        system = first?.system ?? .transit
        blocks = layout.part(of: first?.blocks ?? CardBlocks())
        earlier = sorted.dropFirst().map { layout.part(of: $0.blocks) }
        self.layout = layout
        let isTransit = system == .transit
        brand =
            sorted.compactMap(\.brand).first
            ?? sorted.compactMap { isTransit ? CardBrand(services: $0.services) : nil }.first
        idm = sorted.compactMap(\.idm).first
        origins = dumps.reduce(into: []) { $0.formUnion($1.origins) }
        contents = layout.contents(of: blocks, earlier: earlier)
    }

    /// What grows while a card is used: its records, the numbers that its purse counts, its gate log, other events.
    private static func age(_ dump: CardDump, _ layout: TransitLayout) -> Age {
        switch layout.interpret(layout.part(of: dump.blocks), []) {
        case .suica(let card):
            Age(
                serial: card.history.entries.map(\.record.serial).max() ?? -1,
                purse: Int(card.attributes?.serial ?? 0), gate: card.gates.compactMap(\.moment).max() ?? 0)
        case .money(let card): Age(event: card.newestMoment)
        case .raw: Age()
        }
    }

    private struct Age: Comparable {
        var serial = -1
        var purse = 0
        var gate = 0
        var event = ""

        static func < (left: Age, right: Age) -> Bool {
            (left.serial, left.purse, left.gate, left.event) < (right.serial, right.purse, right.gate, right.event)
        }
    }

    /// The systems of a card that was read now.
    static func cases(
        of reading: TransitCardReading, with saves: [CardDump], from source: CardConnection.Source
    ) -> [TransitCase] {
        reading.systems.map { system in
            let code = system.card.system ?? system.layout.system
            return TransitCase(system, with: saves.filter { $0.system == code }, from: source)
        }
    }

    /// Puts dumps of one card together, system by system; `all` takes all files for one card, and
    /// throws where they are not.
    static func cases(of dumps: [CardDump], all: Bool) throws(Failure) -> [TransitCase] {
        let groups = all ? try CardGroups(merging: dumps).groups : CardGroups(dumps).groups
        return groups.enumerated().flatMap { index, group in
            systems(of: group).map { system in
                var system = system
                system.card = index + 1
                return system
            }
        }
    }

    /// The systems of one card, those with contents first.
    private static func systems(of dumps: [CardDump]) -> [TransitCase] {
        var parts: [(system: SystemCode, layout: TransitLayout, dumps: [CardDump])] = []
        for dump in dumps {
            for layout in TransitLayout.fitting(dump.blocks, in: dump.system) {
                let place = parts.firstIndex { $0.system == dump.system && $0.layout.identifier == layout.identifier }
                if let place {
                    parts[place].dumps.append(dump)
                } else {
                    parts.append((dump.system, layout, [dump]))
                }
            }
        }
        let cases = parts.map { TransitCase($0.dumps, $0.layout) }
        let transit = cases.filter { $0.system == .transit }
        let others = cases.filter { $0.system != .transit }
        return transit + others.filter(\.hasContents) + others.filter { !$0.hasContents }
    }

    /// False for a system of which only its name is known.
    var hasContents: Bool { !blocks.isEmpty }

    /// What the card is called.
    func title(_ language: Language) -> String {
        if let brand { return brand.name.text(language) }
        guard layout.identifier == "suica" else { return layout.name.text(language) }
        return Wording("Suica type (issuer unknown)", "交通系ICカード(発行者不明)").text(language)
    }
}
