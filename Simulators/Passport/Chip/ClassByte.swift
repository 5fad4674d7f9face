/// What a class byte says (7816-4 §5.4.1).
struct ClassByte: Hashable {
    /// Secure messaging with the header authenticated, the only form that 9303-11 §9.8 knows.
    let isProtected: Bool
    /// Not the last command of a chain.
    let isChained: Bool

    /// Reads a class byte; throws what the chip answers to one that it does not support.
    init(_ value: UInt8) throws(Refusal) {
        // 01xxxxxx is the further interindustry class, which exists for channels 4 to 19 only.
        if value >> 6 == 0b01 { throw .logicalChannel }
        guard value >> 5 == 0 else { throw .unknownClass }
        guard value & 0x03 == 0 else { throw .logicalChannel }
        switch value & 0x0C {
        case 0x00: isProtected = false
        case 0x0C: isProtected = true
        default: throw .secureMessagingForm
        }
        isChained = value & 0x10 != 0
    }
}
