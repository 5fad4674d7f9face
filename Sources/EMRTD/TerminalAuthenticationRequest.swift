public import LDS

/// Terminal Authentication is wanted, and with what (9303-11 §7.1).
public struct TerminalAuthenticationRequest: Sendable {
    /// Whether somebody who knows what it does to the chip has said yes.
    public enum Consent: Hashable, Sendable {
        /// No: nothing is sent.
        case notGiven
        /// Yes. Certificates move the chip's date forward and can change which authorities it trusts, both for good,
        /// even when the terminal is refused in the end (9303-11 §7.1.1, Docs/rules.md 8).
        case given
    }

    /// The certificates and the key.
    public var credentials: TerminalCredentials
    /// Without it nothing is sent.
    public var consent: Consent
    /// To tell what has expired, as information; the chip compares with its own date.
    public var day: CalendarDate?
    /// After a refused signature, sign once more over the document number, or the CAN, instead of the chip's key of PACE:
    /// chips from before 2011 want that, and new ones must not (TR-03110-1 §3.5).
    public var retriesWithStaticBinding = false

    /// A request.
    public init(credentials: TerminalCredentials, consent: Consent, on day: CalendarDate? = nil) {
        self.credentials = credentials
        self.consent = consent
        self.day = day
    }
}
