public import ISO7816
import Octets

/// The state of a password that wrong tries can block, as MSE:Set AT tells it; asking spends no try (TR-03110-3 §B.11).
public struct PasswordStatus: Hashable, Sendable {
    /// The states.
    public enum State: Hashable, Sendable {
        /// Its counter has its first value.
        case ready
        /// So many tries are left, at least two.
        case triesLeft(Int)
        /// One try is left; a contactless chip wants the CAN before it.
        case suspended
        /// None is left.
        case blocked
        /// It is not switched on.
        case deactivated
        /// The chip has no such password, or not for this terminal.
        case notOffered
        /// The chip does not tell.
        case unknown
    }

    /// PIN or PUK.
    public let password: PACEPassword
    /// Its state.
    public let state: State
    /// The chip's answer.
    public let status: StatusWord

    /// What `status` means for `password`.
    public init(_ password: PACEPassword, _ status: StatusWord) {
        self.password = password
        self.status = status
        state =
            switch status {
            case .success: .ready
            case 0x63C0, 0x6983: .blocked
            case 0x63C1, 0x6985: .suspended
            case 0x6283, 0x6984: .deactivated
            case 0x6A80, 0x6A88, 0x6982: .notOffered
            default: status.triesLeft.map { .triesLeft($0) } ?? .unknown
            }
    }

    /// Tries left, when the chip tells; nil also while the counter has its first value, which is not told.
    public var triesLeft: Int? {
        switch state {
        case .triesLeft(let count): count
        case .suspended: 1
        case .blocked: 0
        case .ready, .deactivated, .notOffered, .unknown: nil
        }
    }

    /// True when the password may be sent without spending the last try.
    var allowsTry: Bool {
        switch state {
        case .ready: true
        case .triesLeft(let count): count > 1
        case .suspended, .blocked, .deactivated, .notOffered, .unknown: false
        }
    }

    /// What the state means, for a password that cannot be used as it is; nil for one that can.
    public var diagnosis: AccessDiagnosis? {
        allowsTry ? nil : AccessRefusal(status, at: .selectPassword, password: password).diagnosis
    }
}

extension PasswordStatus: CustomStringConvertible {
    /// One plain sentence.
    public var description: String {
        switch state {
        case .ready: "the \(password.name) is ready, and no try of it was lost"
        case .triesLeft(let count): "the \(password.name) has \(Count.of(count, "try", "tries")) left"
        case .suspended: "the \(password.name) is suspended: one try is left, for which the CAN is needed first"
        case .blocked: "the \(password.name) is blocked: no try is left"
        case .deactivated: "the \(password.name) is deactivated"
        case .notOffered: "the chip has no \(password.name), or not for this terminal"
        case .unknown: "the chip does not tell the state of the \(password.name)"
        }
    }
}
