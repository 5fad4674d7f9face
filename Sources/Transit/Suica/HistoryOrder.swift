import FeliCa

/// The records of all reads, once each, newest first.
struct HistoryOrder {
    private(set) var records: [HistoryRecord] = []
    private(set) var findings: [Finding] = []
    /// For each record but the last, how it stands to the next older one.
    private(set) var neighbours: [Neighbourhood] = []

    /// How two records that follow each other stood on the card.
    enum Neighbourhood {
        /// Slot by slot: nothing lies between them.
        case adjacent
        /// Not in one read, or with slots in between that are missing.
        case apart
        /// Somebody listed them.
        case unknown
    }

    private struct Pair: Hashable {
        let newer: Block
        let older: Block
    }

    init(_ reads: [HistoryRead]) {
        var adjacent: Set<Pair> = []
        var known: Set<Block> = []
        for read in reads {
            var previous: HistoryRead.Slot?
            for slot in read.slots {
                guard let record = HistoryRecord(slot.block) else { continue }
                if read.isNumberedByCard, let previous, previous.number + 1 == slot.number {
                    adjacent.insert(Pair(newer: previous.block, older: slot.block))
                }
                previous = slot
                if known.insert(slot.block).inserted { records.append(record) }
            }
        }
        if reads.count > 1 {
            // Sorting keeps the order of records with one number.
            records = records.enumerated().sorted { left, right in
                (left.element.serial, right.offset) > (right.element.serial, left.offset)
            }.map(\.element)
        }
        for (index, (newer, older)) in zip(records, records.dropFirst()).enumerated() {
            let isAdjacent = adjacent.contains(Pair(newer: newer.block, older: older.block))
            neighbours.append(isAdjacent ? .adjacent : reads.allSatisfy(\.isNumberedByCard) ? .apart : .unknown)
            if newer.serial == older.serial {
                findings.append(.sameSerial(newer.serial))
            } else if newer.serial < older.serial {
                findings.append(.outOfOrder(after: index))
            }
        }
    }
}
