/// Dumps sorted by card. The outcome does not depend on the order of the files.
struct CardGroups {
    /// The dumps of each card, in the order in which its first one was given.
    private(set) var groups: [[CardDump]] = []

    private struct Node {
        var dumps: [CardDump]
        var evidence: CardEvidence
    }

    /// Sorts what is known; what is in doubt stays alone.
    init(_ dumps: [CardDump]) {
        let nodes = Self.nodes(dumps)
        let count = nodes.count
        var links: [(Int, Int)] = []
        var enemies = [Set<Int>](repeating: [], count: count)
        for left in 0..<count {
            for right in (left + 1)..<max(count, left + 1) {
                switch nodes[left].evidence.verdict(nodes[right].evidence) {
                case .same: links.append((left, right))
                case .different:
                    enemies[left].insert(right)
                    enemies[right].insert(left)
                case .undecided: break
                }
            }
        }
        // What fits two cards that are not one proves for neither of them anything.
        var friends = [Set<Int>](repeating: [], count: count)
        for (left, right) in links {
            friends[left].insert(right)
            friends[right].insert(left)
        }
        let clear = links.filter { left, right in
            friends[left].isDisjoint(with: enemies[right]) && friends[right].isDisjoint(with: enemies[left])
        }
        for component in Self.components(count, clear) {
            let isTorn = component.contains { !enemies[$0].isDisjoint(with: component) }
            if isTorn {
                groups += component.sorted().map { nodes[$0].dumps }
            } else {
                groups.append(component.sorted().flatMap { nodes[$0].dumps })
            }
        }
    }

    /// Takes all for one card. Throws when two are of different cards.
    init(merging dumps: [CardDump]) throws(Failure) {
        let nodes = Self.nodes(dumps)
        for (index, left) in nodes.enumerated() {
            for right in nodes.dropFirst(index + 1) {
                guard case .different(let reason) = left.evidence.verdict(right.evidence) else { continue }
                let names = [left, right].map { $0.dumps.first?.file ?? "a dump" }
                throw Failure(
                    .wrongKind, kind: "other-card",
                    names[0] == names[1]
                        ? "\(names[0]) holds different cards: \(reason.sentence)"
                        : "\(names[0]) and \(names[1]) are of different cards: \(reason.sentence)",
                    likely: "amounts are differences of balances, and between two cards there are none",
                    remedy: "leave --merge out, or name the files of one card only")
            }
        }
        groups = dumps.isEmpty ? [] : [dumps]
    }

    /// Parts of one card in one file, and what has the same IDm.
    private static func nodes(_ dumps: [CardDump]) -> [Node] {
        var nodes: [[CardDump]] = []
        for dump in dumps {
            let fitting = nodes.indices.filter { index in nodes[index].contains { $0.isCertainlySameCard(as: dump) } }
            guard let first = fitting.first else {
                nodes.append([dump])
                continue
            }
            nodes[first].append(dump)
            for index in fitting.dropFirst().reversed() { nodes[first] += nodes.remove(at: index) }
        }
        return nodes.map { Node(dumps: $0, evidence: CardEvidence($0)) }
    }

    private static func components(_ count: Int, _ links: [(Int, Int)]) -> [Set<Int>] {
        var neighbours = [[Int]](repeating: [], count: count)
        for (left, right) in links {
            neighbours[left].append(right)
            neighbours[right].append(left)
        }
        var seen: Set<Int> = []
        var found: [Set<Int>] = []
        for start in 0..<count where seen.insert(start).inserted {
            var component: Set<Int> = [start]
            var open = [start]
            while let next = open.popLast() {
                for neighbour in neighbours[next] where seen.insert(neighbour).inserted {
                    component.insert(neighbour)
                    open.append(neighbour)
                }
            }
            found.append(component)
        }
        return found
    }
}
