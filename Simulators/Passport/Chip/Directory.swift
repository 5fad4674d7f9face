/// The directories of the card (9303-10 §3.11). A file identifier means something inside one of them only.
enum Directory: Hashable, Sendable {
    /// The master file.
    case masterFile
    /// The LDS1 eMRTD application.
    case lds1Application

    /// Name of the LDS1 eMRTD application (9303-10 table 31).
    static let lds1Name: [UInt8] = [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]
}
