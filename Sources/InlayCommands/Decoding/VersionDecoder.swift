import CardIdentification
import Octets

/// Explains what chips answer to GET_VERSION and GetVersion.
enum VersionDecoder {
    /// Eight bytes of a Type 2 chip; seven of a DESFire chip, or all three parts of its answer.
    static func explain(_ bytes: [UInt8]) throws(ParseError) -> Explanation {
        if let version = Type2Version(bytes) { return explain(version) }
        guard bytes.count == 7 || bytes.count == 28, let hardware = DESFireVersion(bytes.prefix(7)) else {
            throw ParseError(
                .invalidValue("a version has 8 bytes and begins with 00 (Type 2), or has 7 or 28 bytes (DESFire)"),
                in: "version", at: 0)
        }
        return explain(hardware, bytes)
    }

    private static func explain(_ version: Type2Version) -> Explanation {
        var explanation = Explanation()
        let chip = version.chip
        let announced = version.size
        explanation.line(StyledText(chip.map { "\($0.name) of \($0.maker)" } ?? "a chip that is not known", .strong))
        explanation.field(
            "vendor",
            StyledText(Hex.string([version.vendor]))
                + StyledText("  \(Manufacturer.name(version.vendor) ?? "not known")"))
        let types: [UInt8: String] = [0x03: "Ultralight", 0x04: "NTAG", 0x21: "Ultralight of Mikron"]
        explanation.field(
            "type", StyledText(Hex.string([version.type])) + StyledText("  \(types[version.type] ?? "not known")"))
        explanation.field("subtype", StyledText(Hex.string([version.bytes[3]])))
        explanation.field("version", StyledText("\(version.bytes[4]).\(version.bytes[5])"))
        let words =
            announced.atLeast == announced.atMost
            ? Count.bytes(announced.atMost) : "\(announced.atLeast) to \(announced.atMost) bytes"
        let known = chip.flatMap { Type2Chip.named($0.name) }
        // The code stands for a range of powers of two; how much a known chip has is known better.
        let own = known.map { 4 * $0.userPages.count }
        let size = own.map { "\($0) bytes of user memory; the code stands for \(words)" } ?? words
        explanation.field("size", StyledText(Hex.string([version.bytes[6]])) + StyledText("  \(size)"))
        explanation.field("protocol", StyledText(Hex.string([version.bytes[7]])))
        if let known {
            explanation.field(
                "user memory",
                StyledText(
                    "pages \(Hex.string([known.userPages.lowerBound])) to \(Hex.string([known.userPages.upperBound]))")
            )
        }
        explanation.member("chip", JSONValue(chip?.name))
        explanation.member("maker", JSONValue(chip?.maker))
        explanation.member("family", JSONValue(chip?.family.rawValue))
        explanation.member("sizeAtLeast", .int(announced.atLeast))
        explanation.member("sizeAtMost", .int(announced.atMost))
        return explanation
    }

    private static func explain(_ hardware: DESFireVersion, _ bytes: [UInt8]) -> Explanation {
        var explanation = Explanation()
        let chip = hardware.chip
        explanation.line(StyledText(chip?.name ?? "a relative of DESFire that is not known", .strong))
        part("hardware", hardware, &explanation)
        if let software = DESFireVersion(bytes.dropFirst(7).prefix(7)) { part("software", software, &explanation) }
        let production = bytes.dropFirst(14)
        if production.count == 14 {
            let identifier = production.prefix(7)
            let isRandom = identifier.allSatisfy { $0 == 0 }
            explanation.field(
                "UID",
                StyledText(isRandom ? "hidden, the chip shows random ones" : Hex.string(identifier, separator: " ")))
            explanation.field("batch", StyledText(Hex.string(production.dropFirst(7).prefix(5), separator: " ")))
            explanation.field(
                "made",
                StyledText(
                    "week \(Hex.string(production.dropFirst(12).prefix(1))) of 20\(Hex.string(production.suffix(1)))")
            )
            explanation.member("identifier", isRandom ? .null : .hex(identifier))
        }
        explanation.member("chip", JSONValue(chip?.name ?? nil))
        explanation.member("family", JSONValue(chip?.family?.rawValue))
        return explanation
    }

    private static func part(_ name: String, _ version: DESFireVersion, _ explanation: inout Explanation) {
        explanation.field(
            name,
            StyledText(Hex.string(version.bytes, separator: " "))
                + StyledText(
                    "  version \(Hex.string([version.bytes[3]])).\(Hex.string([version.bytes[4]])), \(version.size)"))
    }
}
