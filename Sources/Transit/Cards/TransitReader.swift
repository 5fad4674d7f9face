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

    /// Reads the first system of the card that `session` reaches: the transit system, or the first with contents.
    ///
    /// System 0003 is asked for by name, since phones and many cards answer a general polling with another system. Cards
    /// without it are looked up by the systems that they have. Throws when no card answers.
    public func read(
        from session: FeliCaSession, layouts: [TransitLayout] = TransitLayout.all
    ) throws(CardError) -> TransitReading {
        var run = TransitRun(session: session, layouts: layouts, reader: self, readsAll: false)
        return try run.perform()
    }

    /// Reads every system of the card: those of known kinds as far as they are known, the others by name. Services of a
    /// card of which nothing is known are searched for and read as they are, unless such a card is known to hold names.
    ///
    /// Throws when no card answers. What was read before contact was lost is returned.
    public func readAll(
        from session: FeliCaSession, layouts: [TransitLayout] = TransitLayout.all
    ) throws(CardError) -> TransitCardReading {
        var run = TransitRun(session: session, layouts: layouts, reader: self, readsAll: true)
        let first = try run.perform()
        return TransitCardReading(
            systems: [first] + run.others, silentSystems: run.silent, listsSystems: run.listsSystems,
            interruption: run.interruption ?? first.interruption, commands: session.commands)
    }
}
