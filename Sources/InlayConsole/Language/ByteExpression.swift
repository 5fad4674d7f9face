import Octets

/// Bytes as they are written in a script: literals, variables, numbers, and lengths that are computed.
struct ByteExpression: Hashable, Sendable {
    indirect enum Element: Hashable, Sendable {
        case literal([UInt8])
        /// `$name`, or a part of it: `$name[0..3]`, both ends included.
        case variable(String, slice: Slice?)
        /// `u16(300)`, `u24le($n)`.
        case number(NumberExpression, width: Int, littleEndian: Bool)
        /// `tlv(5C, 5FC102)`: tag, length and value.
        case object(Tag, ByteExpression)
        /// `Lc`: how many bytes follow up to `Le`.
        case commandLength
        /// `Le` and `Le(16)`: how many bytes may come back; without a number as many as there are.
        case expectedLength(NumberExpression?)
    }

    struct Slice: Hashable, Sendable {
        let first: NumberExpression
        /// Nil is up to the end.
        let last: NumberExpression?
    }

    struct Part: Hashable, Sendable {
        let element: Element
        let line: Int
        let column: Int

        /// `Lc` or `Le`, which only a command has.
        var isLength: Bool {
            switch element {
            case .commandLength, .expectedLength: true
            default: false
            }
        }

        func error(_ message: String, hint: String = "") -> ScriptError {
            ScriptError(line: line, column: column, message, hint: hint)
        }
    }

    var parts: [Part]

    /// Longest value: a command in extended form, or a reply.
    static let byteLimit = 66_000

    /// The bytes, if they are written out.
    var literal: [UInt8]? {
        var bytes: [UInt8] = []
        for part in parts {
            guard case .literal(let own) = part.element else { return nil }
            bytes += own
        }
        return bytes
    }

    /// Lc or Le stands in it, so that it is a command.
    var holdsLengths: Bool { parts.contains(where: \.isLength) }

    /// Why bytes are not sent as a command.
    static func tooShort(_ bytes: [UInt8], _ line: Int, _ column: Int) -> ScriptError {
        ScriptError(
            line: line, column: column,
            "\(bytes.count) \(bytes.count == 1 ? "byte is" : "bytes are") no command APDU, which has at least 4; "
                + "nothing was sent",
            hint: bytes.isEmpty
                ? "a command is 00 84 00 00 08" : "raw frames are sent with: frame \(Hex.string(bytes, separator: " "))"
        )
    }

    /// The bytes, with what `variables` hold.
    func bytes(_ variables: ScriptVariables) throws(ScriptError) -> [UInt8] {
        var bytes: [UInt8] = []
        var behindLength: [UInt8] = []
        var length: Part?
        var expected: (part: Part, number: NumberExpression?)?
        for part in parts {
            switch part.element {
            case .commandLength:
                guard length == nil else { throw part.error("Lc stands here a second time") }
                length = part
            case .expectedLength(let number):
                guard expected == nil else { throw part.error("Le stands here a second time") }
                expected = (part, number)
            default:
                guard expected == nil else { throw part.error("nothing can stand behind Le") }
                let value = try Self.bytes(part, variables)
                if length == nil { bytes += value } else { behindLength += value }
            }
            guard bytes.count + behindLength.count <= Self.byteLimit else {
                throw part.error("more than \(Self.byteLimit) bytes")
            }
        }
        guard let start = parts.first else { return [] }
        return try Self.assembled(bytes, length, behindLength, expected, variables, start)
    }

    /// 7816-4 §5.1: both lengths are written in the same form, which is the shortest that carries both.
    private static func assembled(
        _ head: [UInt8], _ length: Part?, _ data: [UInt8], _ expected: (part: Part, number: NumberExpression?)?,
        _ variables: ScriptVariables, _ start: Part
    ) throws(ScriptError) -> [UInt8] {
        guard length != nil || expected != nil else { return head }
        let wanted = try expected?.number?.value(variables)
        if let wanted, let part = expected?.part, !(1...65_536).contains(wanted) {
            throw part.error("Le is \(wanted), and must be from 1 to 65536")
        }
        if let length, data.isEmpty || data.count > 65_535 {
            throw length.error(
                data.isEmpty ? "there is nothing behind Lc" : "\(data.count) bytes are more than Lc can count",
                hint: data.isEmpty ? "leave Lc out of a command without data" : "")
        }
        let isExtended = data.count > 255 || (wanted ?? 0) > 256
        var bytes = head
        if length != nil {
            bytes += isExtended ? [0, UInt8(data.count >> 8), UInt8(data.count & 0xFF)] : [UInt8(data.count)]
            bytes += data
        }
        guard expected != nil else { return bytes }
        let count = wanted ?? (isExtended ? 65_536 : 256)
        if isExtended {
            if length == nil { bytes.append(0) }
            return bytes + [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
        }
        return bytes + [UInt8(truncatingIfNeeded: count)]
    }

    private static func bytes(_ part: Part, _ variables: ScriptVariables) throws(ScriptError) -> [UInt8] {
        switch part.element {
        case .literal(let bytes): return bytes
        case .variable(let name, let slice):
            guard let value = variables.bytes(name) else { throw variables.missing(name, part) }
            guard let slice else { return value }
            let first = try slice.first.value(variables)
            let last = try slice.last?.value(variables) ?? value.count - 1
            guard first >= 0, first <= value.count, last < value.count, last >= first - 1 else {
                throw part.error(
                    "$\(name) has \(value.count) bytes, numbered from 0; \(first) to \(last) are not all of them")
            }
            return Array(value[first..<last + 1])
        case .number(let expression, let width, let littleEndian):
            let number = try expression.value(variables)
            guard number >= 0, width >= 8 || number < 1 << (8 * width) else {
                throw part.error("\(number) does not fit into \(width) \(width == 1 ? "byte" : "bytes")")
            }
            let bytes = (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            return littleEndian ? bytes : bytes.reversed()
        case .object(let tag, let value): return TLV.encode(tag, try value.bytes(variables))
        case .commandLength, .expectedLength: return []
        }
    }
}
