import CardCrypto
import ISO7816

/// PACE with a PIN, and before it with the CAN if the PIN is suspended: both in one session, as a contactless chip wants
/// it (TR-03110-2 §2.4).
struct ResumingPACE: AccessProtocol {
    let pin: PACE
    let cardAccessNumber: PACE
    /// Without it a suspended PIN, which has one try left, is not sent (Docs/rules.md 8).
    let mayUseLastTry: Bool

    var name: String { pin.name }
    var establishes: AccessSummary.Established { pin.establishes }
    var needsApplication: Bool { false }

    func open(_ channel: any CardChannel) throws(CardError) -> OpenedAccess {
        let status = try pin.status(on: channel)
        guard status.state == .suspended, mayUseLastTry else { return try pin.open(channel) }
        return try pin.open(try cardAccessNumber.open(channel).channel, over: channel)
    }
}
