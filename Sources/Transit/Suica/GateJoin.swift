/// Gives rides and buses the times that the gate log has.
struct GateJoin {
    private(set) var entries: [HistoryChain.Entry]
    private(set) var findings: [Finding] = []
    private let gates: [GateRecord]

    init(_ entries: [HistoryChain.Entry], _ gates: [GateRecord]) {
        self.entries = entries
        self.gates = gates
    }

    mutating func run() {
        for (number, gate) in gates.enumerated() where gate.direction == .exit {
            guard let index = entry(of: gate) else { continue }
            entries[index].exitGate = gate
            guard !gate.isBus, case .rail(let from?, _) = entries[index].record.details else { continue }
            let older = gates.dropFirst(number + 1).prefix { $0.direction == .entry }
            entries[index].entryGate = older.first { before in
                !before.isBus && before.place == from.octets
                    && (before.date.flatMap { day in gate.date.map { day <= $0 } } ?? false)
            }
        }
    }

    /// The ride that ended at `gate`: same day, place and amount. With another amount it is the same only if no other
    /// ride fits; then log and history contradict each other.
    private mutating func entry(of gate: GateRecord) -> Int? {
        let fitting = entries.indices.filter { fits(entries[$0], gate) }
        if let exact = fitting.first(where: { entries[$0].change == -gate.amount }) { return exact }
        if let unknown = fitting.first(where: { entries[$0].change == nil }) { return unknown }
        if let other = fitting.first {
            findings.append(.gateContradiction(entry: other, gate: gate))
        }
        return nil
    }

    private func fits(_ entry: HistoryChain.Entry, _ gate: GateRecord) -> Bool {
        guard entry.exitGate == nil, let day = gate.date, entry.record.date == day else { return false }
        switch entry.record.details {
        case .rail(_, let to?): return !gate.isBus && gate.place == to.octets
        case .bus(let code): return gate.isBus && (code.stop == nil || gate.busStop == nil || gate.busStop == code.stop)
        default: return false
        }
    }
}

extension StationCode {
    /// Line and station, as records hold them.
    var octets: UInt16 { UInt16(line) << 8 | UInt16(station) }
}
