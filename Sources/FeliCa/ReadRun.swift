import ISO7816

/// Reading many blocks of several services, adapting to what card and reader allow.
///
/// Each command takes as many blocks as fit. A2 (too many blocks), and an answer that is lost or garbled, halve their
/// number; A8 is the end of a service, which is closed in on; any other refusal belongs to a service, so it is looked for
/// by asking for each alone.
struct ReadRun {
    /// Blocks of one service that are still to come.
    private struct Part {
        let request: BlockRequest
        /// Behind the last block that may be there: what was asked for, or less when the card said so.
        var bound: Int
        var blocks: [Block] = []
        var end: ServiceReading.End?

        init(_ request: BlockRequest) {
            self.request = request
            bound = request.blocks.upperBound
            if request.blocks.isEmpty { end = .asRequested }
        }

        mutating func conclude() {
            guard end == nil, next >= bound else { return }
            end = bound < request.blocks.upperBound ? .endOfService : .asRequested
        }

        /// Number of the next block.
        var next: Int { request.blocks.lowerBound + blocks.count }
        var isDone: Bool { end != nil }
    }

    /// What one command asks for: parts by index, with how many blocks of each.
    private typealias Portion = [(part: Int, count: Int)]

    private var parts: [Part]
    /// The parts in the order in which they are read: newer chips want services in ascending order.
    private let order: [Int]
    /// Most blocks in one command.
    private(set) var limit: Int
    /// Most services in one command.
    private var serviceLimit = FeliCaSession.serviceLimit
    private var failuresInARow = 0
    /// What came last, and whether the same came again: then the reader may have given an old answer.
    private var previous: [Block] = []
    private var isDoubted = false

    /// Failures in a row after which it is no use.
    private static let patience = 6

    init(_ wanted: [BlockRequest], limit: Int) {
        parts = wanted.map { Part($0) }
        order = wanted.indices.sorted {
            (wanted[$0].service, wanted[$0].blocks.lowerBound, $0)
                < (wanted[$1].service, wanted[$1].blocks.lowerBound, $1)
        }
        self.limit = limit
    }

    /// What became of each request.
    var services: [ServiceReading] {
        parts.map { ServiceReading(request: $0.request, blocks: $0.blocks, end: $0.end ?? .interrupted) }
    }

    /// Reads until everything is there, or until it is no use.
    mutating func perform(on session: FeliCaSession) -> CardError? {
        while true {
            let portion = nextPortion(limit)
            guard !portion.isEmpty else { return nil }
            if let failure = take(portion, on: session) { return failure }
        }
    }

    // MARK: - Portions

    /// The next blocks in order, as many as fit one command.
    private func nextPortion(_ limit: Int) -> Portion {
        var portion: Portion = []
        var room = limit
        for index in order where !parts[index].isDone && room > 0 && portion.count < serviceLimit {
            // Two requests for one service would be two entries in the service list, which chips refuse.
            guard !portion.contains(where: { parts[$0.part].request.service == parts[index].request.service }) else {
                continue
            }
            let count = min(room, parts[index].bound - parts[index].next)
            portion.append((index, count))
            room -= count
        }
        return portion
    }

    // MARK: - One command

    /// Reads a portion, or what it can of it. An error ends the reading.
    private mutating func take(_ portion: Portion, on session: FeliCaSession) -> CardError? {
        let answer: ReadAnswer
        do {
            answer = try send(portion, on: session)
            failuresInARow = 0
        } catch {
            return recover(from: error, portion, on: session)
        }
        switch answer {
        case .blocks(let blocks):
            // Nothing in an answer says which blocks it holds. What equals the answer before it is asked for once more.
            isDoubted = !isDoubted && blocks == previous && blocks.contains { Set($0.bytes).count > 1 }
            if isDoubted { return nil }
            previous = blocks
            store(blocks, portion)
        case .refused(let flags): return refused(flags, portion, on: session)
        }
        return nil
    }

    private func send(_ portion: Portion, on session: FeliCaSession) throws(CardError) -> ReadAnswer {
        var elements: [BlockListElement] = []
        for (index, entry) in portion.enumerated() {
            for number in parts[entry.part].next..<(parts[entry.part].next + entry.count) {
                if let element = BlockListElement(service: index, block: number) { elements.append(element) }
            }
        }
        return try session.readWithoutEncryption(
            services: portion.map { parts[$0.part].request.service }, elements: elements)
    }

    private mutating func store(_ blocks: [Block], _ portion: Portion) {
        var rest = blocks[...]
        for (part, count) in portion {
            parts[part].blocks += rest.prefix(count)
            rest = rest.dropFirst(count)
            parts[part].conclude()
        }
    }

    private mutating func refused(_ flags: StatusFlags, _ portion: Portion, on session: FeliCaSession) -> CardError? {
        let count = portion.reduce(0) { $0 + $1.count }
        if flags.flag2 == 0xA2, count > 1 {
            limit = max(1, count / 2)
            return nil
        }
        guard portion.count == 1, let part = portion.first?.part else {
            if flags.flag2 == 0xA1 { serviceLimit = max(1, portion.count / 2) }
            // Who refused is known only of a service that stands alone.
            for entry in portion {
                if let failure = take([entry], on: session) { return failure }
            }
            return nil
        }
        guard flags.flag2 == 0xA8 else {
            parts[part].end = .refused(flags)
            return nil
        }
        // At least the last of these blocks is not there: the half of them tells more.
        parts[part].bound = parts[part].next + count - 1
        parts[part].conclude()
        return count > 1 ? take([(part, count / 2)], on: session) : nil
    }

    // MARK: - Lost answers

    /// Goes on after an answer that was lost or garbled, with less at a time and, from the second failure on, after
    /// looking whether it is still the same card.
    private mutating func recover(
        from error: CardError, _ portion: Portion, on session: FeliCaSession
    ) -> CardError? {
        switch error.code {
        case .noAnswer, .timedOut, .malformedResponse, .transportFailed, .commandTooLong: break
        default: return error
        }
        failuresInARow += 1
        let count = portion.reduce(0) { $0 + $1.count }
        guard failuresInARow < Self.patience else { return error }
        if count > 1 { limit = max(1, count / 2) }
        guard failuresInARow > 1, session.choosesSystems, let card = session.card, let system = card.system else {
            return nil
        }
        do {
            guard let found = try session.poll(system) else { return error }
            guard found.idm == card.idm else {
                return CardError(
                    .cardRemoved, during: "looking for the card again", detail: "another card lies on the reader")
            }
        } catch {
            return error
        }
        return nil
    }
}
