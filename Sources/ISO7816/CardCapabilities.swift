import Octets

/// The third software function table and its neighbours (7816-4 §12.1.1.9): what a card says it can do.
public struct CardCapabilities: Hashable, Sendable {
    /// Selection methods.
    public let selection: UInt8
    /// Data coding byte, if given.
    public let dataCoding: UInt8?
    /// Command chaining, extended lengths, logical channels, if given.
    public let third: UInt8?

    /// From one to three capability bytes, as object 47 of EF.ATR/INFO or compact object 7y carries them.
    public init?(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard (1...3).contains(bytes.count), let first = bytes.first else { return nil }
        selection = first
        dataCoding = bytes.count > 1 ? bytes[1] : nil
        third = bytes.count > 2 ? bytes[2] : nil
    }

    /// From historical bytes in compact-TLV form, category 00 or 80 (7816-4 §12.1.1.2); nil when there are none.
    public init?(historicalBytes: [UInt8]) {
        var rest = historicalBytes[...]
        guard let category = rest.popFirst(), category == 0x80 || category == 0x00 else { return nil }
        // Category 00 ends with three status bytes that are no objects.
        if category == 0x00 { rest = rest.dropLast(3) }
        while let head = rest.popFirst() {
            let length = Int(head & 0x0F)
            guard rest.count >= length else { return nil }
            if head >> 4 == 7 {
                self.init(bytes: rest.prefix(length))
                return
            }
            rest = rest.dropFirst(length)
        }
        return nil
    }

    /// Extended Lc and Le fields.
    public var extendedLength: Bool { third.map { $0 & 0x40 != 0 } ?? false }
    /// Command chaining.
    public var commandChaining: Bool { third.map { $0 & 0x80 != 0 } ?? false }
    /// Exact lengths stand in EF.ATR/INFO (object 7F66).
    public var extendedLengthInformation: Bool { third.map { $0 & 0x20 != 0 } ?? false }
    /// READ BINARY with a short EF identifier.
    public var shortFileIdentifiers: Bool { selection & 0x04 != 0 }
}
