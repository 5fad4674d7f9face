import CardIdentification
import Octets

/// Explains what the pattern of a preset keeps of an answer, by the name that it is kept under (Docs/presets.md).
enum KeptValue {
    /// Names with a meaning of their own.
    static func explain(_ name: String, _ bytes: [UInt8]) -> Explanation? {
        var explanation = Explanation()
        func tell(_ label: String, _ key: String, _ text: String, _ value: JSONValue) {
            explanation.field(label, StyledText(text))
            explanation.member(key, value)
        }
        switch name {
        case "count":
            guard let number = number(bytes) else { return nil }
            tell("counter", "counter", "\(number)", .int(number))
        case "free":
            guard let number = number(bytes) else { return nil }
            tell("free memory", "free", Count.bytes(number), .int(number))
        case "signature":
            tell(
                "signature", "signature",
                "\(Count.bytes(bytes.count)) of the maker over the UID; it is not checked here, and a copy can carry both",
                .hex(bytes))
        case "pack":
            tell("acknowledgement", "pack", "\(Hex.string(bytes))  PACK, the chip's own password", .hex(bytes))
        case "tearing":
            tell(
                "counter", "interrupted",
                bytes == [0xBD] ? "was not interrupted" : "was interrupted while it counted", .bool(bytes != [0xBD]))
        case "uid":
            let uid = Array(bytes.reversed())
            let maker = uid.dropFirst().first.flatMap(Manufacturer.name)
            tell("UID", "identifier", Hex.string(uid, separator: " ") + (maker.map { "  \($0)" } ?? ""), .hex(uid))
        default: return nil
        }
        return explanation
    }

    /// Least significant byte first.
    private static func number(_ bytes: [UInt8]) -> Int? {
        guard (1...4).contains(bytes.count) else { return nil }
        return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
