import CPCSC

extension PCSCLink {
    /// Who else may use the card meanwhile.
    public enum Sharing: Hashable, Sendable {
        /// Other programs may.
        case shared
        /// Nobody.
        case exclusive
        /// The reader alone, with or without a card: no commands, only `control`.
        case direct

        var number: UInt32 {
            switch self {
            case .exclusive: UInt32(SCARD_SHARE_EXCLUSIVE)
            case .shared: UInt32(SCARD_SHARE_SHARED)
            case .direct: UInt32(SCARD_SHARE_DIRECT)
            }
        }

        var protocols: UInt32 { self == .direct ? 0 : UInt32(SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1) }
    }

    /// What becomes of the card when the link ends.
    public enum Disposition: Hashable, Sendable {
        /// Nothing: sessions on the card live on.
        case leave
        /// Warm reset: sessions are gone.
        case reset
        /// Power off.
        case unpower

        var number: UInt32 {
            switch self {
            case .leave: UInt32(SCARD_LEAVE_CARD)
            case .reset: UInt32(SCARD_RESET_CARD)
            case .unpower: UInt32(SCARD_UNPOWER_CARD)
            }
        }
    }

    /// What reader and card speak.
    public enum TransmissionProtocol: Hashable, Sendable {
        /// Character protocol (7816-3 §10).
        case t0
        /// Block protocol (7816-3 §11); contactless cards appear as this.
        case t1
        /// Nothing was agreed: a direct connection.
        case none

        init(_ number: UInt32) {
            self =
                switch number {
                case UInt32(SCARD_PROTOCOL_T0): .t0
                case UInt32(SCARD_PROTOCOL_T1): .t1
                default: .none
                }
        }

        var number: UInt32? {
            switch self {
            case .t0: UInt32(SCARD_PROTOCOL_T0)
            case .t1: UInt32(SCARD_PROTOCOL_T1)
            case .none: nil
            }
        }
    }

    /// The PC/SC control code of a driver's function number.
    public static func controlCode(_ function: UInt16) -> UInt32 {
        UInt32(truncatingIfNeeded: inlay_control_code(DWORD(function)))
    }
}
