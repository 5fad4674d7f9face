import LDS
import Octets

/// A certificate holder authorization template: what a terminal is, and what it wants (TR-03110-3 §C.4).
struct TerminalAuthorization: Hashable, Sendable {
    /// The kinds of terminals.
    enum Kind: UInt8, Hashable, Sendable {
        /// A border's.
        case inspectionSystem = 1
        /// A service's.
        case authenticationTerminal = 2
        /// One that makes signatures.
        case signatureTerminal = 3
    }

    let kind: Kind
    /// The access bits.
    let bits: [UInt8]

    /// Reads data object 7F4C. Throws for another kind of terminal.
    init(_ object: TLV) throws {
        var contents = try object.contents("CHAT")
        let identifier = try contents.next(.objectIdentifier).objectIdentifier("CHAT")
        bits = Array(try contents.next(0x53).value)
        try contents.expectEnd()
        let kinds = [Kind.inspectionSystem, .authenticationTerminal, .signatureTerminal]
        guard let kind = kinds.first(where: { ObjectIdentifier.terminalRoles.appending($0.rawValue) == identifier })
        else { throw Refusal.incorrectData }
        self.kind = kind
    }

    /// Whether a terminal of this kind may run PACE with a password (TR-03110-2 §2.3).
    func mayUse(password: UInt8) -> Bool {
        switch kind {
        case .inspectionSystem: password == 0x01 || password == 0x02
        // The right “CAN allowed” is bit 4.
        case .authenticationTerminal: password == 0x03 || (password == 0x02 && (bits.last ?? 0) & 0x10 != 0)
        case .signatureTerminal: (0x02...0x04).contains(password)
        }
    }
}
