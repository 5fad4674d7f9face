/// One right that certificates grant to a terminal (9303-12 §7.2.2.4, TR-03110-3 §C.4).
public struct TerminalRight: Hashable, Sendable {
    /// The kind of terminal that can have it.
    public let terminalType: CertificateHolderAuthorization.TerminalType
    /// Its bit, counted from the lowest.
    public let number: Int
    /// What it allows, in words.
    public let title: String

    /// EF.DG3.
    public static let readFingerprints = TerminalRight(.inspectionSystem, 0, "read EF.DG3 (fingerprints)")
    /// EF.DG4.
    public static let readIrisImages = TerminalRight(.inspectionSystem, 1, "read EF.DG4 (iris images)")

    /// The right with this number; nil for bits that are reserved.
    public init?(_ type: CertificateHolderAuthorization.TerminalType, _ number: Int) {
        let title: String?
        switch (type, number) {
        case (.inspectionSystem, 0): self = .readFingerprints; return
        case (.inspectionSystem, 1): self = .readIrisImages; return
        case (.signatureTerminal, 0): title = "make electronic signatures"
        case (.signatureTerminal, 1): title = "make qualified electronic signatures"
        case (.authenticationTerminal, 8...28): title = "read DG\(number - 7) of the eID application"
        case (.authenticationTerminal, 33...37): title = "write DG\(54 - number) of the eID application"
        case (.authenticationTerminal, 0..<8): title = Self.functions[number]
        default: title = nil
        }
        guard let title else { return nil }
        self.init(type, number, title)
    }

    private init(_ type: CertificateHolderAuthorization.TerminalType, _ number: Int, _ title: String) {
        terminalType = type
        self.number = number
        self.title = title
    }

    /// The special functions of an authentication terminal, from the lowest bit.
    private static let functions = [
        "verify the age", "verify the community", "restricted identification", "privileged terminal", "use the CAN",
        "manage the PIN", "install certificates", "install qualified certificates",
    ]
}

extension TerminalRight: CustomStringConvertible {
    /// What it allows.
    public var description: String { title }
}
