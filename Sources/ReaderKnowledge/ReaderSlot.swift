/// What a PC/SC reader is a slot for, as far as its name tells: one device can appear as several readers.
public enum ReaderSlot: String, Hashable, Sendable, CaseIterable {
    /// The antenna.
    case contactless
    /// Contacts for cards.
    case contact
    /// A small card inside of the reader.
    case sam

    /// From the name that PC/SC gives; nil when it does not say.
    public init?(pcscName name: String) {
        // The text in brackets is the interface's own; what stands before it names the device.
        let inner = name.split(separator: "[").dropFirst().first.map { $0.prefix { $0 != "]" } }
        if let inner, let slot = Self.slot(inner) {
            self = slot
        } else if let slot = Self.slot(name[...]) {
            self = slot
        } else {
            return nil
        }
    }

    private static func slot(_ text: Substring) -> ReaderSlot? {
        let words = text.uppercased().split { !$0.isLetter }
        if words.contains("SAM"), !words.contains("CL") { return .sam }
        if words.contains(where: { ["PICC", "CL", "CONTACTLESS", "NFC", "RFID"].contains($0) }) { return .contactless }
        if words.contains(where: { ["ICC", "CONTACT"].contains($0) }) { return .contact }
        return nil
    }
}
