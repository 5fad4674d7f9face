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
    /// Which card of the file, from 0: systems of one card have the same number.
    var position = 0
    var format: Format
    /// Nil when the file does not say.
    var idm: IDm?
    var system: SystemCode
    /// Services that the card is known to have, readable or not; empty when the file does not list them.
    var services: Set<ServiceCode> = []
    var blocks: CardBlocks
    /// Who issued it, when an earlier reading found out.
    var brand: CardBrand?
    /// From what it was read, where the file says so: a live card, a simulator, a recording.
    var origins: Set<CardConnection.Source> = []

    /// True when both are of one card: parts of one card in one file, the same IDm, or, where one has none, a record in
    /// common.
    func isSameCard(as other: CardDump) -> Bool {
        if let file, file == other.file, position == other.position { return true }
        if let idm, let otherIDm = other.idm { return idm.isSameCard(as: otherIDm) }
        guard system == other.system else { return false }
        return Self.logs.contains { service in
            let records = Set(blocks[service].filter { $0 != .empty })
            return other.blocks[service].contains { block in
                records.contains(block) && (service != SuicaCard.Service.history || HistoryRecord(block) != nil)
            }
        }
    }

    /// Services whose records have a time or a number, so that two cards hardly share one.
    private static let logs = Set(
        TransitLayout.all.flatMap(\.services).map(\.service).filter { $0.kind == .cyclic })
}

/// Why a file is no dump, or a broken one, and where.
struct DumpFault: Error, Hashable, Sendable {
    /// `line 12`, `systems[0].services[1].blocks`, `octet 20`.
    var place: String
    var message: String
    /// It is not even the beginning of a dump that is known.
    var isForeign = false
    /// Why it is likely, and what helps, where that is not what it always is.
    var likely: String?
    var remedy: String?
}
