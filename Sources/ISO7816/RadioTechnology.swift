/// How reader and chip talk on the air.
public enum RadioTechnology: String, Hashable, Sendable, CaseIterable {
    /// ISO/IEC 14443 type A.
    case iso14443A
    /// ISO/IEC 14443 type B.
    case iso14443B
    /// ISO/IEC 15693, vicinity cards.
    case iso15693
    /// JIS X 6319-4, FeliCa.
    case feliCa

    /// What a reader says of a contactless memory card in the historical bytes that it makes up (PC/SC part 3
    /// §3.1.3.2.3.2); nil for other cards, and where it does not say.
    public init?(_ answerToReset: AnswerToReset) {
        // SCM (SCL3711 manual §5.3.3.4): mode 04 at 212 kbit/s, type 43, FeliCa, then frame size, IDm and a time.
        let historical = answerToReset.historicalBytes
        if historical.count == 12, historical.starts(with: [0x04, 0x43]) {
            self = .feliCa
            return
        }
        guard let card = StorageCard(answerToReset) else { return nil }
        switch (card.standard, card.name) {
        // ACS readers call a FeliCa card ISO 14443 A, with a name of their own.
        case (_, 0xF011), (_, 0xF012), (_, 0x003B): self = .feliCa
        case (0x11, _): self = .feliCa
        case (0x01...0x03, _): self = .iso14443A
        case (0x05...0x07, _): self = .iso14443B
        case (0x09...0x0C, _): self = .iso15693
        default: return nil
        }
    }
}
