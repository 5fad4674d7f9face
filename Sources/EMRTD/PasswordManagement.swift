public import CardCrypto
public import ISO7816
package import InlaySeams
import LDS

/// PIN and PUK of eID cards: their state, a suspended PIN resumed with the CAN, a blocked one unblocked with the PUK
/// (TR-03110-2 §2.4, TR-03110-3 §B.11). Each call begins with a chip that was just powered or reset.
///
/// No PIN and no PUK is sent when its tries cannot be told, or one is left, unless the caller allows it (Docs/rules.md 8).
public struct PasswordManagement: Sendable {
    /// Send the secret also when one try is left, or when the tries left cannot be told.
    public var mayUseLastTry: Bool
    package var random: RandomSource

    /// Management that keeps the last try unless it is told otherwise.
    public init(mayUseLastTry: Bool = false) {
        self.mayUseLastTry = mayUseLastTry
        random = .system
    }

    /// The state of `password`, which is asked without spending a try.
    ///
    /// Throws `unsupported` for a chip without PACE, and what the channel throws.
    public func status(
        of password: PACEPassword = .pin, on channel: any CardChannel
    ) throws(CardError) -> PasswordStatus {
        try pace(try configuration(on: channel), password, SecretBytes([])).status(on: channel)
    }

    /// Gives the PIN, after the CAN when it is suspended. A right PIN has all its tries again.
    ///
    /// Throws `unsupported` for a chip without PACE, and what the channel throws; a refusal is a result.
    public func resume(
        on channel: any CardChannel, pin: SecretBytes, cardAccessNumber: SecretBytes? = nil
    ) throws(CardError) -> PasswordResult {
        let configuration = try configuration(on: channel)
        let opened = try open(.pin, pin, cardAccessNumber, configuration, on: channel)
        var result = opened.result
        result.after = opened.session.flatMap { state(.pin, configuration, on: $0) }
        return result
    }

    /// Gives the PUK and resets the PIN's counter with it. Most chips count how often that is done, for good.
    ///
    /// A PIN that has all its tries, or is deactivated, or is not there, is left alone. `cardAccessNumber` is for a PUK
    /// that is suspended. Throws `unsupported` for a chip without PACE, and what the channel throws; a refusal is a
    /// result.
    public func unblock(
        on channel: any CardChannel, puk: SecretBytes, cardAccessNumber: SecretBytes? = nil
    ) throws(CardError) -> PasswordResult {
        let configuration = try configuration(on: channel)
        let pin = try pace(configuration, .pin, SecretBytes([])).status(on: channel)
        switch pin.state {
        case .ready: return PasswordResult(before: pin, outcome: .notNeeded)
        case .deactivated, .notOffered: return PasswordResult(before: pin, outcome: .notPossible)
        case .triesLeft, .suspended, .blocked, .unknown: break
        }
        let opened = try open(.puk, puk, cardAccessNumber, configuration, on: channel)
        guard let session = opened.session else { return opened.result }
        let response = try session.transmit(CommandAPDU(ins: 0x2C, p1: 0x03, p2: 0x03))
        guard response.status == .success else {
            return PasswordResult(
                before: pin,
                outcome: .refused(AccessRefusal(response.status, at: .resetRetryCounter, password: .puk)))
        }
        let after = state(.pin, configuration, on: session)
        return PasswordResult(before: pin, after: after, outcome: .done)
    }

    // MARK: - Parts

    private func configuration(on channel: any CardChannel) throws(CardError) -> PACEConfiguration {
        let reader = CardAccessReader(channel: channel, checkCancelled: { () throws(CardError) in })
        guard case .read(let bytes, _) = try reader.read(), let infos = try? EFCardAccess(parsing: bytes).securityInfos,
            let best = PACEConfiguration.usable(in: infos).first
        else {
            throw CardError(
                .unsupported, during: "choose PACE", detail: "the chip offers no PACE that this reader can run")
        }
        return best
    }

    private func pace(
        _ configuration: PACEConfiguration, _ password: PACEPassword, _ secret: SecretBytes
    ) -> PACE {
        PACE(
            configuration: configuration, password: password, secret: secret, mayUseLastTry: mayUseLastTry,
            random: random)
    }

    /// What was done stays done if the chip does not tell the new state.
    private func state(
        _ password: PACEPassword, _ configuration: PACEConfiguration, on channel: any CardChannel
    ) -> PasswordStatus? {
        try? pace(configuration, password, SecretBytes([])).status(on: channel)
    }

    private struct Opened {
        let result: PasswordResult
        var session: (any CardChannel)?
    }

    /// Runs PACE with `password`, after PACE with the CAN where that is needed and possible.
    private func open(
        _ password: PACEPassword, _ secret: SecretBytes, _ cardAccessNumber: SecretBytes?,
        _ configuration: PACEConfiguration, on channel: any CardChannel
    ) throws(CardError) -> Opened {
        let access = pace(configuration, password, secret)
        let before = try access.status(on: channel)
        do {
            var session = channel
            if before.state == .suspended, mayUseLastTry, let cardAccessNumber {
                session = try pace(configuration, .cardAccessNumber, cardAccessNumber).open(channel).channel
            }
            let opened = try access.open(session, over: channel)
            return Opened(result: PasswordResult(before: before, outcome: .done), session: opened.channel)
        } catch {
            guard let refusal = error.accessRefusal else { throw error }
            return Opened(result: PasswordResult(before: before, outcome: .refused(refusal)))
        }
    }
}
