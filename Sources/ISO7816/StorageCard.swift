/// What a reader says of a contactless memory card in the historical bytes that it makes up (PC/SC part 3 §3.1.3.2.3.2).
///
/// The name is a hint, never more: readers give one number to a whole family, so sizes must not be taken from it.
public struct StorageCard: Hashable, Sendable {
    /// Standard byte SS.
    public let standard: UInt8
    /// Card name NN.
    public let name: UInt16
    /// The four bytes behind the name, which are reserved and 0.
    public let reserved: [UInt8]

    /// From an answer to reset; nil when it has another form.
    public init?(_ answerToReset: AnswerToReset) {
        let historical = answerToReset.historicalBytes
        guard historical.starts(with: Self.prefix), historical.count >= 11 else { return nil }
        standard = historical[8]
        name = UInt16(historical[9]) << 8 | UInt16(historical[10])
        reserved = Array(historical.dropFirst(11))
    }

    /// Category 80, application identifier object 4F of 12 bytes, registered identifier of the PC/SC workgroup.
    private static let prefix: [UInt8] = [0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06]

    /// SAK, where the reader tells that instead of a name.
    public var selectAcknowledge: UInt8? { name >> 8 == 0xFF ? UInt8(name & 0xFF) : nil }

    /// True where the SAK says that the chip takes commands (ISO/IEC 14443-4) or is a phone, and the reader did not go on
    /// to that.
    public var mayTakeCommands: Bool { selectAcknowledge.map { $0 & 0x60 != 0 } ?? false }
}
