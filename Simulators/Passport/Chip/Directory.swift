/// The directories of the card (9303-10 §3.11). A file identifier means something inside one of them only.
enum Directory: Hashable, Sendable {
    /// The master file.
    case masterFile
    /// The LDS1 eMRTD application.
    case lds1Application
    /// The eID application of an identity card (TR-03110-2 §3.1).
    case identityApplication

    /// Name of the LDS1 eMRTD application (9303-10 table 31).
    static let lds1Name: [UInt8] = [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]
    /// Name of the eID application.
    static let identityName: [UInt8] = [0xE8, 0x07, 0x04, 0x00, 0x7F, 0x00, 0x07, 0x03, 0x02]
}
