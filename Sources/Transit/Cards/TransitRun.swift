import FeliCa
import ISO7816

/// One reading of a card under way.
struct TransitRun {
    let session: FeliCaSession
    let layouts: [TransitLayout]
    let reader: TransitReader
    /// False to stop at the first system with contents.
    let readsAll: Bool
    /// What was read besides the system that `perform` gives.
    private(set) var others: [TransitReading] = []
    /// Listed by the card, and not heard.
    private(set) var silent: [SystemCode] = []
    /// The card said which systems it has.
    private(set) var listsSystems = false
    /// Why the reading ended too early.
    private(set) var interruption: CardError?

    init(session: FeliCaSession, layouts: [TransitLayout], reader: TransitReader, readsAll: Bool) {
        self.session = session
        self.layouts = layouts
        self.reader = reader
        self.readsAll = readsAll
    }

    /// Most systems of one card: their number has four bits in IDm.
    private static let systemLimit = 16
    /// Most services that are read of a card of which nothing is known, and most blocks of each.
    private static let rawLimits = (services: 32, blocks: 64)

    /// The system that matters most; the rest is in `others`.
    mutating func perform() throws(CardError) -> TransitReading {
        if let card = try session.poll(.transit), !session.choosesSystems || card.system == .transit {
            let reading = read(layouts.first { $0.system == .transit } ?? .suica, card)
            // A reader that answers pollings by itself may have another system in hand.
            if !session.choosesSystems, reading.blocks.isEmpty, reading.interruption == nil {
                return try readOther(nil)
            }
            interruption = reading.interruption
            if readsAll, session.choosesSystems, interruption == nil { readBesides() }
            return reading
        }
        return try readOther(session.poll(.any))
    }

    // MARK: - Systems

    /// What else is on a card with the transit system. A fault here spoils nothing of what was read.
    private mutating func readBesides() {
        do throws(CardError) {
            let listed = try listedSystems()
            listsSystems = !listed.isEmpty
            // A chip that does not tell is asked for the only system that money lies in.
            for system in listsSystems ? listed : [.commonArea] where system != .transit && interruption == nil {
                guard let card = try session.poll(system, patiently: listsSystems) else {
                    if listsSystems { silent.append(system) }
                    continue
                }
                others += try readings(of: card, system)
                interruption = interruption ?? others.last?.interruption
            }
        } catch {
            interruption = error
        }
        others = Self.sorted(others)
    }

    /// A card without the transit system.
    private mutating func readOther(_ polled: FeliCaCard?) throws(CardError) -> TransitReading {
        let step: Step = "looking for the systems of the card"
        var first = polled
        var systems: [SystemCode] = []
        if first != nil { systems = try listedSystems() }
        listsSystems = !systems.isEmpty
        if systems.isEmpty { systems = [first?.system].compactMap { $0 } }
        // What the reader chose by itself shows in which services are there.
        if !session.choosesSystems {
            if first == nil { first = try session.poll(.any) }
            systems = []
            for layout in layouts where !layout.services.isEmpty && !systems.contains(layout.system) {
                // That one was tried already.
                if layout.system != .transit { systems.append(layout.system) }
            }
        }
        // Some cards answer to their own system only, and do not list it.
        if systems.isEmpty || first == nil { systems += [0x8008, 0x8005] }
        // A card that lists the transit system was not heard when it was asked for that.
        systems = systems.filter { $0 == .transit } + systems.filter { $0 != .transit }
        var found: [TransitReading] = []
        do throws(CardError) {
            for system in systems where interruption == nil {
                guard let card = try session.poll(system) else {
                    if listsSystems { silent.append(system) }
                    continue
                }
                first = first ?? card
                found +=
                    system == .transit && session.choosesSystems
                    ? [read(layouts.first { $0.system == .transit } ?? .suica, card)] : try readings(of: card, system)
                interruption = found.last?.interruption
                // A reader that chooses has one system in hand.
                if !readsAll || !session.choosesSystems, found.contains(where: { !$0.blocks.isEmpty }) { break }
            }
        } catch {
            // The error is all there is when nothing was heard before.
            guard !found.isEmpty else { throw error }
            interruption = error
        }
        if !session.choosesSystems { found.removeAll { $0.blocks.isEmpty && $0.interruption == nil } }
        found = Self.sorted(found)
        if let best = found.first {
            others = Array(found.dropFirst())
            return best.blocks.isEmpty && readsAll && interruption == nil ? readingAsItIs(best) : best
        }
        guard let first else { throw CardError(.noCard, during: step, detail: "nothing answered to a polling") }
        return bare(first, first.system ?? systems.first ?? .any)
    }

    /// Empty when the chip does not tell; readers that only read do not pass the question on.
    private func listedSystems() throws(CardError) -> [SystemCode] {
        do {
            var seen: [SystemCode] = []
            for system in try session.requestSystemCodes() ?? [] where !seen.contains(system) { seen.append(system) }
            return Array(seen.prefix(Self.systemLimit))
        } catch {
            guard error.code == .unsupported else { throw error }
            return []
        }
    }

    /// Those with contents first, otherwise in their order.
    private static func sorted(_ readings: [TransitReading]) -> [TransitReading] {
        readings.filter { !$0.blocks.isEmpty } + readings.filter(\.blocks.isEmpty)
    }

    // MARK: - One system

    /// The kinds that are found in a system that was just polled for; one without contents when there is none of them.
    private func readings(of card: FeliCaCard, _ system: SystemCode) throws(CardError) -> [TransitReading] {
        var candidates = layouts.filter { $0.system == system && !$0.services.isEmpty }
        // Several kinds share the common area: one command tells which of them are there.
        if candidates.count > 1, let versions = try services(candidates.map(\.telltale)) {
            candidates.removeAll { (versions[$0.telltale] ?? nil) == nil }
        }
        var found: [TransitReading] = []
        for layout in candidates {
            let reading = read(layout, card)
            if !reading.blocks.isEmpty || reading.interruption != nil { found.append(reading) }
            if reading.interruption != nil { break }
        }
        return found.isEmpty ? [bare(card, system)] : found
    }

    /// Key versions; nil when the chip or the reader does not tell.
    private func services(_ nodes: [ServiceCode]) throws(CardError) -> [ServiceCode: UInt16?]? {
        do {
            return try session.requestService(nodes)
        } catch {
            guard error.code == .unsupported else { throw error }
            return nil
        }
    }

    /// A system of which nothing is read.
    private func bare(_ card: FeliCaCard, _ system: SystemCode) -> TransitReading {
        let candidates = TransitLayout.all(in: system)
        let layout = candidates.first { $0.services.isEmpty } ?? candidates.first ?? .suica
        return TransitReading(
            card: card, layout: layout, services: [], brandServices: nil, interruption: nil, commands: session.commands)
    }

    /// The open services of a system that no source describes, as the card lists them.
    private mutating func readingAsItIs(_ reading: TransitReading) -> TransitReading {
        let system = reading.card.system ?? reading.layout.system
        guard !reading.layout.holdsNames, system != .any, session.choosesSystems else { return reading }
        do throws(CardError) {
            guard let card = try session.poll(system) else { return reading }
            var open: [ServiceCode] = []
            for case .service(let code) in try session.searchServiceCodes() ?? [] where code.isReadableWithoutKey {
                open.append(code)
            }
            guard !open.isEmpty else { return reading }
            let read = session.read(
                open.prefix(Self.rawLimits.services).map { BlockRequest($0, count: Self.rawLimits.blocks) })
            interruption = read.interruption
            return TransitReading(
                card: card, layout: reading.layout, services: read.services, brandServices: nil,
                interruption: read.interruption, commands: session.commands)
        } catch {
            // A chip that does not tell, or is gone by now, leaves a card that is known by its system only.
            if error.code != .unsupported, error.code != .malformedResponse { interruption = error }
            return reading
        }
    }

    private func read(_ layout: TransitLayout, _ card: FeliCaCard) -> TransitReading {
        var wanted = layout.services
        let isTransit = layout.system == .transit
        if isTransit, reader.readsTickets { wanted.append(BlockRequest(SuicaCard.Service.tickets, count: 36)) }
        let reading = session.read(wanted)
        var brandServices: Set<ServiceCode>?
        if isTransit, reader.identifiesBrand, reading.interruption == nil,
            !reading.services.allSatisfy(\.blocks.isEmpty)
        {
            // Not every reader passes this on; then the issuer stays unknown, and nothing of the card is missing.
            let versions = try? session.requestService(CardBrand.telltales)
            brandServices = versions.flatMap { $0 }.map { versions in
                Set(versions.compactMap { node, version in version == nil ? nil : node })
            }
        }
        return TransitReading(
            card: card, layout: layout, services: reading.services, brandServices: brandServices,
            interruption: reading.interruption, commands: session.commands)
    }
}
