import Octets

/// What an answer is expected to look like: `61 .. 9000 / 6A82`.
///
/// Alternatives stand between ` / `. In each, `HH` is a byte, `?` in place of a digit any digit, `??*8` eight bytes of
/// any value, `..` any number of bytes, `{name:2}` two bytes that later steps can use. For raw frames `ACK`, `NAK`,
/// `NAK4` are the four-bit answers, and `none` is silence.
public struct ReplyPattern: Hashable, Sendable {
    /// A part of an alternative.
    public enum Element: Hashable, Sendable {
        /// A byte of which the bits in `mask` count.
        case byte(UInt8, mask: UInt8)
        /// So many bytes, kept under a name or not.
        case any(Int, name: String?)
        /// Any number of bytes.
        case rest
    }

    /// One of several forms that an answer may have.
    public enum Alternative: Hashable, Sendable {
        /// Bytes.
        case bytes([Element])
        /// Four bits, A for an acknowledgement.
        case nibble(UInt8)
        /// Any four bits but A.
        case notAcknowledged
        /// Nothing.
        case silence
    }

    /// What came back.
    public enum Reply: Hashable, Sendable {
        /// Bytes, for APDUs with the status word.
        case bytes([UInt8])
        /// Four bits.
        case nibble(UInt8)
        /// Nothing.
        case silence
    }

    /// The forms, in order.
    public let alternatives: [Alternative]

    /// Most parts of a pattern.
    private static let limit = 200

    /// A pattern of these forms.
    public init(alternatives: [Alternative]) { self.alternatives = alternatives }

    /// Reads a pattern. Columns of errors count from its first character.
    public init(parsing text: String) throws(PresetSyntaxError) {
        guard text.unicodeScalars.count <= PresetTemplate.lengthLimit else {
            throw PresetSyntaxError(
                column: PresetTemplate.lengthLimit, "longer than \(PresetTemplate.lengthLimit) characters")
        }
        var scanner = TextScanner(text)
        var found: [Alternative] = []
        repeat {
            found.append(try Self.alternative(&scanner))
        } while scanner.take("/")
        guard scanner.isAtEnd else { throw PresetSyntaxError(column: scanner.column, "/ or the end must stand here") }
        alternatives = found
    }

    /// Names that a match gives values.
    public var names: [String] {
        alternatives.flatMap { alternative -> [String] in
            guard case .bytes(let elements) = alternative else { return [] }
            return elements.compactMap { if case .any(_, let name) = $0 { name } else { nil } }
        }
    }

    /// The values of the first alternative that `reply` fits; nil when it fits none.
    public func match(_ reply: Reply) -> [String: [UInt8]]? {
        for alternative in alternatives {
            switch (alternative, reply) {
            case (.silence, .silence): return [:]
            case (.nibble(let wanted), .nibble(let found)) where wanted == found: return [:]
            case (.notAcknowledged, .nibble(let found)) where found != 0xA: return [:]
            case (.bytes(let elements), .bytes(let bytes)):
                if let values = Self.match(elements, bytes) { return values }
            default: break
            }
        }
        return nil
    }

    /// The pattern as it is written.
    public var text: String {
        alternatives.map { alternative in
            switch alternative {
            case .silence: "none"
            case .nibble(0xA): "ACK"
            case .nibble(let value): "NAK\(String(value, radix: 16, uppercase: true))"
            case .notAcknowledged: "NAK"
            case .bytes(let elements): elements.map(Self.text).joined(separator: " ")
            }
        }.joined(separator: " / ")
    }

    // MARK: - Reading

    private static func alternative(_ scanner: inout TextScanner) throws(PresetSyntaxError) -> Alternative {
        scanner.skipSpaces()
        defer { scanner.skipSpaces() }
        if scanner.take("none") { return .silence }
        if scanner.take("ACK") { return .nibble(0xA) }
        if scanner.take("NAK") {
            guard let digit = scanner.next.flatMap(TextScanner.digit) else { return .notAcknowledged }
            guard digit != 0xA else { throw PresetSyntaxError(column: scanner.column, "A is ACK") }
            _ = scanner.take()
            return .nibble(digit)
        }
        var elements: [Element] = []
        while let next = scanner.next, next != "/" {
            guard elements.count < limit else {
                throw PresetSyntaxError(column: scanner.column, "more than \(limit) parts")
            }
            elements.append(try element(&scanner))
            scanner.skipSpaces()
        }
        guard !elements.isEmpty else {
            throw PresetSyntaxError(column: scanner.column, "bytes, ACK, NAK, none or .. must stand here")
        }
        return .bytes(elements)
    }

    private static func element(_ scanner: inout TextScanner) throws(PresetSyntaxError) -> Element {
        if scanner.take("..") { return .rest }
        if scanner.take("{") {
            let name = scanner.take(while: TextScanner.isName)
            guard !name.isEmpty, scanner.take(":") else {
                throw PresetSyntaxError(column: scanner.column, "{name:count} must stand here")
            }
            let count = try count(&scanner)
            guard scanner.take("}") else { throw PresetSyntaxError(column: scanner.column, "} is missing") }
            return .any(count, name: name)
        }
        if scanner.take("??*") { return .any(try count(&scanner), name: nil) }
        let column = scanner.column
        guard let high = nibble(&scanner), let low = nibble(&scanner) else {
            throw PresetSyntaxError(column: column, "two hexadecimal digits or ? must stand here")
        }
        return .byte(high.value << 4 | low.value, mask: high.mask << 4 | low.mask)
    }

    private static func nibble(_ scanner: inout TextScanner) -> (value: UInt8, mask: UInt8)? {
        if scanner.take("?") { return (0, 0) }
        guard let digit = scanner.next.flatMap(TextScanner.digit) else { return nil }
        _ = scanner.take()
        return (digit, 0xF)
    }

    private static func count(_ scanner: inout TextScanner) throws(PresetSyntaxError) -> Int {
        let column = scanner.column
        let digits = scanner.take { ("0"..."9").contains($0) }
        guard let count = Int(digits), (1...256).contains(count) else {
            throw PresetSyntaxError(column: column, "a number of bytes from 1 to 256 must stand here")
        }
        return count
    }

    // MARK: - Matching

    /// Goes back only to the last `..`, so that the work is bounded by pattern times answer.
    private static func match(_ elements: [Element], _ bytes: [UInt8]) -> [String: [UInt8]]? {
        var places = [Int](repeating: 0, count: elements.count)
        var element = 0
        var byte = 0
        var restart: (element: Int, byte: Int)?
        while element < elements.count || byte < bytes.count {
            if element < elements.count {
                places[element] = byte
                switch elements[element] {
                case .rest:
                    restart = (element, byte)
                    element += 1
                    continue
                case .byte(let value, let mask):
                    if byte < bytes.count, bytes[byte] & mask == value & mask {
                        element += 1
                        byte += 1
                        continue
                    }
                case .any(let count, _):
                    if bytes.count - byte >= count {
                        element += 1
                        byte += count
                        continue
                    }
                }
            }
            guard let last = restart, last.byte < bytes.count else { return nil }
            restart = (last.element, last.byte + 1)
            element = last.element + 1
            byte = last.byte + 1
        }
        var values: [String: [UInt8]] = [:]
        for (index, element) in elements.enumerated() {
            guard case .any(let count, let name?) = element else { continue }
            values[name] = Array(bytes.dropFirst(places[index]).prefix(count))
        }
        return values
    }

    private static func text(_ element: Element) -> String {
        switch element {
        case .rest: return ".."
        case .any(let count, let name?): return "{\(name):\(count)}"
        case .any(let count, nil): return "??*\(count)"
        case .byte(let value, let mask):
            let digits = Array(Hex.string([value]))
            let high = mask & 0xF0 == 0 ? "?" : String(digits.prefix(1))
            return high + (mask & 0x0F == 0 ? "?" : String(digits.suffix(1)))
        }
    }
}
