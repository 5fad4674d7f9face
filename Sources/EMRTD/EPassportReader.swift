public import ISO7816
package import InlaySeams
import LDS
import Octets
import SecureMessaging

/// Reads an eMRTD: opens it with PACE or BAC and fetches its files. It judges nothing.
public struct EPassportReader: Sendable {
    /// How to choose between PACE and BAC.
    public var policy: AccessPolicy
    /// Let the chip prove that it is genuine, where EF.DG14 and EF.DG15 offer it.
    public var asksForChipEvidence = true
    /// Show certificates to the chip, so that it gives fingerprints and irises; nil leaves that out. Without the consent in
    /// it nothing is sent.
    public var terminalAuthentication: TerminalAuthenticationRequest?
    /// Where nonces and ephemeral keys come from.
    package var random: RandomSource

    /// A reader that follows `policy`.
    public init(policy: AccessPolicy = AccessPolicy()) {
        self.policy = policy
        random = .system
    }

    /// Reads from a chip that was just powered or reset.
    ///
    /// - `capabilities`: what the answer to reset says; extended length is used only if it says so.
    /// - `restart`: resets the card, so that a lost session can be set up again; without it that is tried in place.
    /// - `isCancelled`: asked between commands.
    /// - `onEvent`: told what happens, on the same thread.
    ///
    /// Never throws away what was read: see `EPassportReading.interruption`.
    public func read(
        from channel: any CardChannel, key: AccessKey, wanting wanted: Wanted = .everything,
        capabilities: CardCapabilities? = nil, restart: (() throws(CardError) -> Void)? = nil,
        isCancelled: () -> Bool = { false }, onEvent: (ReadingEvent) -> Void = { _ in }
    ) -> EPassportReading {
        withoutActuallyEscaping(isCancelled) { isCancelled in
            withoutActuallyEscaping(onEvent) { onEvent in
                let session = ReadingSession(
                    channel, key: key, policy: policy, asksForChipEvidence: asksForChipEvidence,
                    terminalAuthentication: terminalAuthentication, random: random, capabilities: capabilities,
                    restart: restart,
                    isCancelled: isCancelled, onEvent: onEvent)
                session.run(wanted)
                return session.reading
            }
        }
    }

    /// Opens a chip that was just powered or reset, and gives out the protected channel: for whoever wants to send
    /// commands of their own through it.
    ///
    /// After PACE the master file is current, after BAC the LDS1 application (9303-11 §4.2). Throws what ended the last
    /// attempt. Who asks for PACE or BAC never gets a channel that protects nothing, whatever the chip gives without
    /// access control; `automatic` may (`CardChannel.isProtected` tells).
    public func open(
        _ channel: any CardChannel, key: AccessKey, isCancelled: @escaping () -> Bool = { false }
    ) throws(CardError) -> any CardChannel {
        try openRenewably(channel, key: key, restart: nil, isCancelled: isCancelled).channel
    }

    /// The same, where `renew` opens the chip again in the same way when a session is lost, after `restart`.
    public func openRenewably(
        _ channel: any CardChannel, key: AccessKey, restart: (() throws(CardError) -> Void)?,
        isCancelled: @escaping () -> Bool = { false }
    ) throws(CardError) -> (channel: any CardChannel, renew: () throws(CardError) -> any CardChannel) {
        let session = ReadingSession(
            channel, key: key, policy: policy, asksForChipEvidence: false, terminalAuthentication: nil,
            random: random, capabilities: nil, restart: restart, isCancelled: isCancelled, onEvent: { _ in })
        guard let secured = session.openOnly() else {
            throw session.reading.interruption ?? CardError(.unsupported, during: "choose access")
        }
        guard secured.isProtected || policy.preference == .automatic else {
            throw session.reading.access.unprotectedError
        }
        return (secured, session.renewAccess)
    }
}
