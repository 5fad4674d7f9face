/// Accounts for every serial number between neighbours, from the oldest record to the newest.
struct SerialArithmetic {
    private let records: [HistoryRecord]
    private let neighbours: [HistoryOrder.Neighbourhood]
    private(set) var findings: [Finding] = []
    /// Entries of the chain before which a number is used that belongs to no record, the newest last.
    private var pending: [Int] = []
    /// Those that no later ride can answer, because records are missing between.
    private var unanswered: [Int] = []
    /// Entries whose difference to the next older one may be more than their own.
    private var isUncertain: [Bool]
    /// Entries beside a place where numbers do not fall: whether they follow each other on one card is not known.
    private var isDisordered: [Bool]

    init(_ order: HistoryOrder) {
        records = order.records
        neighbours = order.neighbours
        isUncertain = [Bool](repeating: false, count: records.count)
        isDisordered = isUncertain
    }

    /// How many numbers an event takes.
    private static func cost(_ record: HistoryRecord) -> ClosedRange<Int> {
        switch record.kind {
        case .ride, .window: 2...2
        // Zone fares are counted at both doors, flat fares once; of what is not known nothing is known.
        case .busRide, .other: 1...2
        default: 1...1
        }
    }

    mutating func run() {
        for index in records.indices.dropLast().reversed() { account(for: index) }
        for index in unanswered + pending {
            findings.append(.entryWithoutExit(before: index))
            // In a list that somebody made, the number may as well be that of a record that was left out.
            if neighbours[index] != .adjacent { isUncertain[index] = true }
        }
        findings.sort { Self.place($0) < Self.place($1) }
    }

    private mutating func account(for index: Int) {
        let record = records[index]
        let used = record.serial - records[index + 1].serial
        guard used > 0 else {
            isDisordered[index] = true
            isDisordered[index + 1] = true
            return
        }
        let cost = Self.cost(record)
        if cost.contains(used) { return }
        if used < cost.lowerBound {
            // The entry was counted before something that happened inside.
            if let before = pending.popLast() {
                findings.append(.insideRide(ride: index, inside: Array((index + 1)...before)))
            }
            return
        }
        let extra = used - cost.upperBound
        if extra == 1, neighbours[index] != .apart {
            pending.append(index)
            return
        }
        findings.append(.lostRecords(after: index, numbers: extra))
        isUncertain[index] = true
        unanswered += pending
        pending = []
    }

    /// By how much entry `index` changed the balance, or why that is not known.
    func change(of index: Int) -> (Int?, HistoryChain.UnknownChange?) {
        let record = records[index]
        if isDisordered[index] { return (nil, .outOfOrder) }
        // The first record of a card, which had nothing before it.
        if index + 1 == records.count, record.kind == .newIssue || record.serial == 1 { return (record.balance, nil) }
        guard index + 1 < records.count else { return (nil, .oldest) }
        let difference = record.balance - records[index + 1].balance
        return isUncertain[index] ? (nil, .recordsMissing(together: difference)) : (difference, nil)
    }

    private static func place(_ finding: Finding) -> Int {
        switch finding {
        case .entryWithoutExit(let index), .lostRecords(let index, _), .insideRide(let index, _): index
        default: 0
        }
    }
}
