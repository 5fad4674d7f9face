import FeliCa
import Transit

/// What tells whether two saves, or a save and a reading, are of one card: the IDm, else issuer and records.
///
/// A record of a gate proves nothing, for people who walk through it in the same minute have equal ones; nor does the
/// first record of a card, which all cards have that a machine sold in a row.
struct CardEvidence: Sendable {
    /// What two of them say together.
    enum Verdict: Hashable, Sendable {
        case same(Reason)
        case different(Reason)
        /// Neither is shown.
        case undecided
    }

    /// What a verdict stands on.
    enum Reason: Hashable, Sendable {
        case idm
        case brand
        case records
        /// One number, two records.
        case serial(Int)
        /// A save that has a number which the card has not reached yet.
        case ahead(Int)
    }

    /// So many equal records show that it is one card, when nothing speaks against it.
    static let enough = 2

    private struct Log: Hashable {
        let system: SystemCode
        let layout: String
    }

    private struct Records {
        var blocks: Set<Block> = []
        var numbered: [Int: Set<Block>] = [:]
    }

    private(set) var idms: [IDm] = []
    private var brands: Set<CardBrand> = []
    private var logs: [Log: Records] = [:]

    /// Of the systems of one card.
    init(_ dumps: [CardDump]) {
        for dump in dumps {
            if let idm = dump.idm { idms.append(idm) }
            if let brand = dump.brand ?? (dump.system == .transit ? CardBrand(services: dump.services) : nil) {
                brands.insert(brand)
            }
            for layout in TransitLayout.fitting(dump.blocks, in: dump.system) { add(dump.blocks, dump.system, layout) }
        }
    }

    /// Of a card that was read now.
    init(_ reading: TransitCardReading) {
        for system in reading.systems {
            idms.append(system.card.idm)
            if let brand = system.brand { brands.insert(brand) }
            add(system.blocks, system.card.system ?? system.layout.system, system.layout)
        }
    }

    private mutating func add(_ blocks: CardBlocks, _ system: SystemCode, _ layout: TransitLayout) {
        var records = logs[Log(system: system, layout: layout.identifier)] ?? Records()
        switch layout.interpret(layout.part(of: blocks), []) {
        case .suica(let card):
            for record in card.history.entries.map(\.record) {
                records.numbered[record.serial, default: []].insert(record.block)
                guard record.kind != .newIssue, record.serial > 1 else { continue }
                records.blocks.insert(record.block)
            }
        case .money(let card):
            for event in card.transactions {
                if let serial = event.serial { records.numbered[serial, default: []].insert(event.block) }
                if event.serial.map({ $0 > 1 }) ?? true { records.blocks.insert(event.block) }
            }
        case .raw:
            // Of what is not understood it is not known whether it is a record.
            break
        }
        logs[Log(system: system, layout: layout.identifier)] = records
    }

    /// Whether both are of one card.
    func verdict(_ other: CardEvidence) -> Verdict {
        if !idms.isEmpty, !other.idms.isEmpty {
            let isSame = idms.contains { one in other.idms.contains { one.isSameCard(as: $0) } }
            return isSame ? .same(.idm) : .different(.idm)
        }
        if !brands.isEmpty, !other.brands.isEmpty, brands.isDisjoint(with: other.brands) { return .different(.brand) }
        var shared = 0
        for (log, records) in logs {
            guard let others = other.logs[log] else { continue }
            for (serial, blocks) in records.numbered.sorted(by: { $0.key < $1.key }) {
                if let found = others.numbered[serial], found.isDisjoint(with: blocks) {
                    return .different(.serial(serial))
                }
            }
            shared += records.blocks.intersection(others.blocks).count
        }
        return shared >= Self.enough ? .same(.records) : .undecided
    }

    /// Whether a save is of this card, which was read after it was written.
    func verdict(onSave save: CardEvidence) -> Verdict {
        let verdict = verdict(save)
        if case .different = verdict { return verdict }
        if verdict == .same(.idm) { return verdict }
        for (log, records) in logs where log.system == .transit {
            guard let newest = records.numbered.keys.max(), let ahead = save.logs[log]?.numbered.keys.max(),
                ahead > newest
            else { continue }
            return .different(.ahead(ahead))
        }
        return verdict
    }
}

extension CardEvidence.Reason {
    /// Behind "are of different cards: ".
    var sentence: String {
        switch self {
        case .idm: "their IDm differ"
        case .brand: "their issuers differ"
        case .records: "they share records"
        case .serial(let serial): "their records #\(serial) differ"
        case .ahead(let serial): "it has a record #\(serial), which the card has not reached"
        }
    }
}
