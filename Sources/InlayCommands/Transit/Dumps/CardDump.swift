import FeliCa
import Transit

/// What a file, or a list of blocks, holds of one system of a card.
struct CardDump: Sendable {
    /// What wrote it.
    enum Format: String, Sendable {
        case inlay
        case fareBot
        case metrodroid
        case flipper
        case blocks
    }

    /// The file, or nil for blocks on the command line.
    var file: String?
    var format: Format
    /// Nil when the file does not say.
    var idm: IDm?
    var system: SystemCode
    /// Services that the card is known to have, readable or not; empty when the file does not list them.
    var services: Set<ServiceCode> = []
    var blocks: CardBlocks
    /// Who issued it, when an earlier reading found out.
    var brand: CardBrand?

    /// True when both are of one card: the same IDm, or, where one has none, a record in common.
    func isSameCard(as other: CardDump) -> Bool {
        guard system == other.system else { return false }
        if let idm, let otherIDm = other.idm { return idm.isSameCard(as: otherIDm) }
        let records = Set(blocks[SuicaCard.Service.history].filter { HistoryRecord($0) != nil })
        return other.blocks[SuicaCard.Service.history].contains { records.contains($0) }
    }
}

/// Why a file is no dump, or a broken one, and where.
struct DumpFault: Error, Hashable, Sendable {
    /// `line 12`, `systems[0].services[1].blocks`, `octet 20`.
    var place: String
    var message: String
    /// It is not even the beginning of a dump that is known.
    var isForeign = false
}
