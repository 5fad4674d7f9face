public import Octets

extension ObjectIdentifier {
    /// bsi-de, 0.4.0.127.0.7.
    public static let bsi = ObjectIdentifier(known: [0x04, 0x00, 0x7F, 0x00, 0x07])
    /// id-icao-mrtd-security, 2.23.136.1.1.
    public static let icaoSecurity = ObjectIdentifier(known: [0x67, 0x81, 0x08, 0x01, 0x01])

    /// id-PK, keys for Chip Authentication (9303-11 §9.2.6).
    public static let publicKey = bsi.appending(2, 2, 1)
    /// id-TA, Terminal Authentication.
    public static let terminalAuthentication = bsi.appending(2, 2, 2)
    /// id-CA, Chip Authentication.
    public static let chipAuthentication = bsi.appending(2, 2, 3)
    /// id-PACE.
    public static let pace = bsi.appending(2, 2, 4)
    /// id-CI, card info locator (TR-03110-3 §A.1.1).
    public static let cardInfoLocator = bsi.appending(2, 2, 6)
    /// id-AA, Active Authentication (9303-11 §9.2.4).
    public static let activeAuthentication = icaoSecurity.appending(5)
    /// id-EFDIR (9303-11 §9.2.10).
    public static let efDIR = icaoSecurity.appending(13)
    /// id-icao-ldsSecurityObject (9303-10 §4.6.2).
    public static let ldsSecurityObject = icaoSecurity.appending(1)
    /// id-SecurityObject, the content of EF.CardSecurity (9303-11 §9.2.11).
    public static let cardSecurityObject = bsi.appending(3, 2, 1)
    /// id-roles: kinds of terminals (TR-03110-3 §C.4).
    static let terminalRoles = bsi.appending(3, 1, 2)
    /// id-extensions of CV certificates (TR-03110-3 §C.3).
    static let cvExtensions = bsi.appending(3, 1, 3)
    /// id-description with plain text (TR-03110-4).
    static let plainDescription = cvExtensions.appending(1, 1)

    /// The arcs behind `prefix`, if all of them are below 128; nil when the identifier does not begin with it.
    func arcs(below prefix: ObjectIdentifier) -> [UInt8]? {
        guard let arcs = suffix(behind: prefix) else { return nil }
        return arcs.allSatisfy { $0 < 0x80 } ? arcs : nil
    }
}
