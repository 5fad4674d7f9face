import ISO7816

/// The channel below everything, which remembers for the rest of a read that the reader fails at extended length: some
/// promise it, and their drivers send nothing (SCARD_E_NOT_TRANSACTED).
final class SteadyChannel: CardChannel {
    private let base: any CardChannel
    /// The reader failed at a command in extended form.
    private(set) var isShortOnly = false

    init(_ base: any CardChannel) { self.base = base }

    var isProtected: Bool { base.isProtected }

    var limits: LinkLimits {
        guard isShortOnly else { return base.limits }
        return LinkLimits(
            maximumCommand: min(base.limits.maximumCommand, LinkLimits.short.maximumCommand),
            maximumResponse: min(base.limits.maximumResponse, LinkLimits.short.maximumResponse))
    }

    func transmit(_ command: CommandAPDU) throws(CardError) -> ResponseAPDU {
        do {
            return try base.transmit(command)
        } catch {
            if error.code == .transportFailed, command.shortestForm == .extended { isShortOnly = true }
            throw error
        }
    }
}
