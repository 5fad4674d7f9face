public import FeliCa
import Octets

/// The attributes (service 008B, 属性情報): the purse as it is now.
public struct AttributeBlock: Hashable, Sendable {
    /// The octets.
    public let block: Block
    /// Bits 7 to 4 of octet 8: 0 EX-IC, 2 Suica and most others, 3 ICOCA.
    public let cardClass: UInt8
    /// Where the card was used last; it changes with use and says nothing about the issuer.
    public let lastRegion: Region
    /// Yen on the card.
    public let balance: Int
    /// Of the last change.
    public let serial: Int

    /// Decodes the block; nil when it is empty.
    public init?(_ block: Block) {
        guard !block.isEmpty else { return nil }
        self.block = block
        cardClass = block.octet(8) >> 4
        lastRegion = Region(bits: block.octet(8))
        balance = Int(block.little16(11))
        serial = Int(block.big16(14))
    }

    /// What the class stands for; nil when no source tells.
    public var className: Wording? {
        switch cardClass {
        case 0: Wording("EX-IC", "EX-IC")
        case 2: Wording("Suica, PASMO and others", "Suica・PASMOほか")
        case 3: Wording("ICOCA", "ICOCA")
        default: nil
        }
    }

    /// What sources read differently in this block.
    public var disagreements: [Disagreement] {
        let octet = block.octet(8)
        let flags = [(0x20, "fares outside the pass"), (0x10, "voice guidance"), (0x04, "Touch de Go!")]
            .filter { Int(octet) & $0.0 != 0 }.map(\.1)
        return [
            Disagreement(
                .attributeOctet,
                reading: "\(Hex.string([octet])): class \(cardClass), last used in region \(lastRegion.rawValue)",
                otherReading: flags.isEmpty ? "no flag set" : "flags: " + flags.joined(separator: ", "))
        ]
    }
}
