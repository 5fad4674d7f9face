import ISO7816

/// A card in use by one command: the connection, and the trace when one is written.
struct CardSession {
    let connection: CardConnection
    /// What commands are sent through.
    let link: any CardLink

    /// Connects by the options.
    static func open(
        _ options: CardOptions, _ arguments: Arguments, _ house: House, _ output: Output
    ) throws(Failure) -> CardSession {
        let connection = try options.connect(house)
        return CardSession(connection: connection, link: connection.link)
    }

    /// Lets go of the card.
    func close(reset: Bool) { connection.close(reset) }
}
