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

    /// Why the reading broke off, when it did and the file says so.
    var interruption: String?

    /// True when both are of one card without a look at records: parts of one card in one file, or the same IDm.
    func isCertainlySameCard(as other: CardDump) -> Bool {
        if let idm, let otherIDm = other.idm { return idm.isSameCard(as: otherIDm) }
        return file != nil && file == other.file && position == other.position
    }

    /// That the reading broke off, as an error; nil when it did not.
    var interruptionFailure: Failure? {
        interruption.map {
            Failure(
                .malformedData, kind: "incomplete-save",
                "\(file ?? "a save") is of a reading that was broken off: \($0)",
                likely: "records are missing in it", remedy: "read the card again, and save it")
        }
    }

    /// Says that the reading broke off.
    func tellInterruption(on output: Output) {
        if let failure = interruptionFailure { output.note(StyledText(failure.message)) }
    }
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
