/// A transparent elementary file.
struct ElementaryFile: Hashable, Sendable {
    /// When a file may be selected and read.
    enum AccessRule: Hashable, Sendable {
        /// Without any authentication.
        case always
        /// After BAC or PACE.
        case afterAccessControl
        /// After PACE, not after BAC.
        case afterPACE
        /// After Terminal Authentication of a terminal with this right.
        case afterTerminalAuthentication(right: UInt8)
        /// Behind a protocol that this chip does not know.
        case never
    }

    /// File identifier.
    let identifier: UInt16
    /// Short EF identifier, 1 to 30.
    let shortIdentifier: UInt8?
    /// The whole content.
    let contents: [UInt8]
    /// When it may be read.
    let rule: AccessRule
}
