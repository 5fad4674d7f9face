import Octets

/// Pages of a Type 2 tag in words: what stands where by the standard, and by the data sheet of the exact chip.
public enum Type2Pages {
    /// One line for each page of `bytes`, which begin with page `first`: its number where it is known, its bytes, and what
    /// they are.
    public static func explain(_ bytes: [UInt8], from first: Int, chip: Type2Chip?) -> [(
        page: Int?, bytes: [UInt8], words: String
    )] {
        stride(from: 0, to: bytes.count - 3, by: 4).map { start in
            let bytes = Array(bytes[start..<start + 4])
            // Behind its last page a chip goes on with page 0; which one is the last is known of known chips only.
            let number = first + start / 4
            guard chip != nil || start == 0 || number <= 0x0F else { return (nil, bytes, text(bytes)) }
            let page = chip.map { number % $0.pageCount } ?? number
            return (page, bytes, words(page, bytes, chip))
        }
    }

    private static func words(_ page: Int, _ bytes: [UInt8], _ chip: Type2Chip?) -> String {
        let number = UInt8(truncatingIfNeeded: page)
        switch page {
        case 0: return "UID, its first part, and a check byte"
        case 1: return "UID, its second part"
        case 2: return "check byte; " + locks(bytes[2], bytes[3])
        case 3 where bytes[0] == 0xE1:
            let access =
                bytes[3] == 0
                ? "free to write" : bytes[3] & 0x0F == 0x0F ? "read-only" : "access \(Hex.string([bytes[3]]))"
            return
                "capability container: NDEF \(bytes[1] >> 4).\(bytes[1] & 0x0F), \(Int(bytes[2]) * 8) bytes, \(access)"
        case 3: return "one-time bits, or a capability container that is not set"
        default: break
        }
        guard let chip else { return text(bytes) }
        switch number {
        case chip.page(.dynamicLock):
            return "dynamic lock bytes: "
                + (bytes.prefix(3).allSatisfy { $0 == 0 } ? "nothing is locked" : "something is locked")
        case chip.page(.configuration0):
            return Int(bytes[3]) < chip.pageCount
                ? "CFG0: the password is needed from page \(Hex.string([bytes[3]])) on"
                : "CFG0: no page needs the password"
        case chip.page(.configuration1):
            var parts = [bytes[0] & 0x80 != 0 ? "protected pages cannot be read" : "protected pages can be read"]
            if bytes[0] & 0x40 != 0 { parts.append("configuration locked for ever") }
            if bytes[0] & 0x10 != 0, chip.family == .ntag21x { parts.append("readings are counted") }
            parts.append(bytes[0] & 7 == 0 ? "any number of tries" : "\(bytes[0] & 7) tries")
            return "CFG1: " + parts.joined(separator: ", ")
        case chip.page(.password): return "password, never shown"
        case chip.page(.passwordAcknowledge): return "PACK, never shown"
        default: return chip.userPages.contains(number) ? text(bytes) : ""
        }
    }

    /// Lock bytes 0 and 1 (NT2H1311 §8.5.2).
    private static func locks(_ first: UInt8, _ second: UInt8) -> String {
        let bits = Int(first) | Int(second) << 8
        let pages = (3...15).filter { bits >> $0 & 1 == 1 }
        if pages.isEmpty { return "no page up to 0F is locked" }
        if pages.count == 13 { return "pages 03 to 0F are locked for ever" }
        return "locked for ever: " + pages.map { Hex.string([UInt8($0)]) }.joined(separator: " ")
    }

    /// The bytes as characters, where some are.
    private static func text(_ bytes: [UInt8]) -> String {
        guard bytes.contains(where: { (0x21...0x7E).contains($0) }) else { return "" }
        return "\"" + String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x2E }, as: UTF8.self) + "\""
    }
}
