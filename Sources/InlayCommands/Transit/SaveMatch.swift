import FeliCa
import Transit

/// Whether a save is of the card that was read. Saves hold no IDm unless asked; then the records decide: two cards give
/// one number to different records.
struct SaveMatch {
    private let reading: TransitCardReading

    init(_ reading: TransitCardReading) { self.reading = reading }

    /// `parts` are the systems of one card in one save.
    func fits(_ parts: [CardDump]) -> Bool {
        let idms = reading.systems.map(\.card.idm)
        if let idm = parts.compactMap(\.idm).first { return idms.contains { idm.isSameCard(as: $0) } }
        let pairs = parts.flatMap { part in
            reading.systems.filter { ($0.card.system ?? $0.layout.system) == part.system }.map { (part, $0) }
        }
        return !pairs.isEmpty && pairs.allSatisfy { Self.agree($0, $1) }
    }

    private static func agree(_ save: CardDump, _ system: TransitReading) -> Bool {
        if let brand = save.brand, let found = system.brand, brand != found { return false }
        let known = numbers(system.blocks, system.layout)
        return numbers(save.blocks, system.layout).allSatisfy { number, block in
            known[number].map { $0 == block } ?? true
        }
    }

    /// Records by their serial numbers.
    private static func numbers(_ blocks: CardBlocks, _ layout: TransitLayout) -> [Int: Block] {
        var numbered: [Int: Block] = [:]
        switch layout.interpret(layout.part(of: blocks), []) {
        case .suica(let card): for entry in card.history.entries { numbered[entry.record.serial] = entry.record.block }
        case .money(let card):
            for event in card.transactions { if let serial = event.serial { numbered[serial] = event.block } }
        case .raw: break
        }
        return numbered
    }
}
