public import FeliCa
public import ISO7816

/// Reads what a transit card says without a key. Never writes, and never throws away what was read.
public struct TransitReader: Sendable {
    /// Also look at which services the card has, which tells who issued it: one command more.
    public var identifiesBrand = true
    /// Also read tickets for Green cars and express trains: up to three commands more.
    public var readsTickets = false

    /// A reader.
    public init() {}

    /// Reads the card that `session` reaches.
    ///
    /// System 0003 is asked for by name, since phones and many cards answer a general polling with another system. Cards
    /// without it are looked up by the systems that they have. Throws when no card answers.
    public func read(
        from session: FeliCaSession, layouts: [TransitLayout] = TransitLayout.all
    ) throws(CardError) -> TransitReading {
        if let card = try session.poll(.transit), !session.choosesSystems || card.system == .transit {
            let reading = read(layouts.first { $0.system == .transit } ?? .suica, card, session)
            // A reader that answers pollings by itself may have another system in hand.
            if session.choosesSystems || !reading.blocks.isEmpty || reading.interruption != nil { return reading }
        }
        return try readOther(session, layouts)
    }

    private func readOther(_ session: FeliCaSession, _ layouts: [TransitLayout]) throws(CardError) -> TransitReading {
        let step: Step = "looking for the systems of the card"
        var first = try session.poll(.any)
        var systems: [SystemCode] = []
        if first != nil { systems = try Self.systems(of: session) }
        if systems.isEmpty { systems = [first?.system].compactMap { $0 } }
        // What the reader chose by itself shows in which services are there.
        if !session.choosesSystems { systems = layouts.filter { !$0.services.isEmpty }.map(\.system) }
        // Some cards answer to their own system only, and do not list it.
        if systems.isEmpty || first == nil { systems += [0x8008, 0x8005] }
        var seen: TransitReading?
        for layout in layouts where systems.contains(layout.system) && layout.system != .transit {
            guard let card = try session.poll(layout.system) else { continue }
            first = first ?? card
            let reading = read(layout, card, session)
            if !reading.blocks.isEmpty || reading.interruption != nil { return reading }
            seen = seen ?? reading
        }
        if let seen { return seen }
        guard let first else { throw CardError(.noCard, during: step, detail: "nothing answered to a polling") }
        let system = first.system ?? systems.first ?? .any
        return TransitReading(
            card: first, layout: TransitLayout.all(in: system).first ?? .suica, services: [], brandServices: nil,
            interruption: nil, commands: session.commands)
    }

    /// Readers that only read do not pass the question on.
    private static func systems(of session: FeliCaSession) throws(CardError) -> [SystemCode] {
        do {
            return try session.requestSystemCodes() ?? []
        } catch {
            guard error.code == .unsupported else { throw error }
            return []
        }
    }

    private func read(_ layout: TransitLayout, _ card: FeliCaCard, _ session: FeliCaSession) -> TransitReading {
        var wanted = layout.services
        let isTransit = layout.system == .transit
        if isTransit, readsTickets { wanted.append(BlockRequest(SuicaCard.Service.tickets, count: 36)) }
        let reading = session.read(wanted)
        var brandServices: Set<ServiceCode>?
        if isTransit, identifiesBrand, reading.interruption == nil, !reading.services.allSatisfy(\.blocks.isEmpty) {
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
