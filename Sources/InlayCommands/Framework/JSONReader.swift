import Octets

/// Reads JSON that this program wrote (RFC 8259), with whole numbers only. Depth is bounded, so that no input can exhaust
/// the program.
struct JSONReader {
    private static let depthLimit = 64
    private var rest: ArraySlice<UInt8>
    private let start: Int
    /// Other programs write names of members without quotes, and numbers with a fraction, which are kept as text.
    private let isLenient: Bool

    /// The value in `bytes`. Throws `ParseError` when they are no JSON, or more than one value.
    static func value(_ bytes: some Collection<UInt8>, isLenient: Bool = false) throws(ParseError) -> JSONValue {
        try value(of: Array(bytes)[...], isLenient: isLenient)
    }

    /// The value in a part of bytes that are there already.
    static func value(of bytes: ArraySlice<UInt8>, isLenient: Bool = false) throws(ParseError) -> JSONValue {
        var reader = JSONReader(bytes, isLenient)
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.rest.isEmpty else { throw reader.error("nothing is expected behind the value") }
        return value
    }

    /// A member of the object that `bytes` are, and where its value begins; nil when there is none of this name.
    static func member(
        _ name: String, of bytes: ArraySlice<UInt8>
    ) throws(ParseError) -> (value: JSONValue, offset: Int)? {
        var reader = JSONReader(bytes, false)
        reader.skipSpace()
        guard reader.rest.first == UInt8(ascii: "{") else { return nil }
        var found: (value: JSONValue, offset: Int)?
        _ = try reader.object(0) { key, value, offset in
            if key == name, found == nil { found = (value, offset) }
        }
        return found
    }

    private init(_ bytes: ArraySlice<UInt8>, _ isLenient: Bool) {
        self.isLenient = isLenient
        rest = bytes
        start = rest.startIndex
    }

    private func error(_ rule: String) -> ParseError {
        ParseError(.invalidValue(rule), in: "JSON", at: rest.startIndex - start)
    }

    private mutating func skipSpace() {
        while let byte = rest.first, byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B && byte != 0x0C {
            rest = rest.dropFirst()
        }
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private mutating func value(depth: Int) throws(ParseError) -> JSONValue {
        guard depth < Self.depthLimit else { throw ParseError(.tooDeep(limit: Self.depthLimit), in: "JSON") }
        skipSpace()
        switch rest.first {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try array(depth)
        case UInt8(ascii: "\""): return .string(try string())
        default: break
        }
        if take("null") { return .null }
        if take("true") { return true }
        if take("false") { return false }
        if isLenient, let text = fraction() { return .string(text) }
        return .int(try number())
    }

    /// A number that is not whole, as it is written.
    private mutating func fraction() -> String? {
        let digits = rest.prefix { (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }
        guard digits.count <= 40, digits.contains(where: { [0x2E, 0x45, 0x65].contains($0) }),
            let text = String(validating: digits, as: UTF8.self), Double(text)?.isFinite == true
        else { return nil }
        rest = rest.dropFirst(digits.count)
        return text
    }

    /// The name of a member.
    private mutating func name() throws(ParseError) -> String {
        guard isLenient, rest.first != UInt8(ascii: "\"") else { return try string() }
        let name = rest.prefix { octet in
            (0x30...0x39).contains(octet) || (0x41...0x5A).contains(octet) || (0x61...0x7A).contains(octet)
                || octet == UInt8(ascii: "_")
        }
        guard !name.isEmpty else { throw error("the name of a member is expected") }
        rest = rest.dropFirst(name.count)
        return String(decoding: name, as: UTF8.self)
    }

    private mutating func object(
        _ depth: Int, tell: (_ key: String, _ value: JSONValue, _ offset: Int) -> Void = { _, _, _ in }
    ) throws(ParseError) -> JSONValue {
        rest = rest.dropFirst()
        var members: [JSONValue.Member] = []
        skipSpace()
        if take("}") { return .object([]) }
        while true {
            skipSpace()
            let key = try name()
            skipSpace()
            guard take(":") else { throw error("a colon is expected") }
            skipSpace()
            let offset = rest.startIndex - start
            let value = try value(depth: depth + 1)
            tell(key, value, offset)
            members.append(.init(key: key, value: value))
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { throw error("a comma or the end of the object is expected") }
        }
    }

    private mutating func array(_ depth: Int) throws(ParseError) -> JSONValue {
        rest = rest.dropFirst()
        var values: [JSONValue] = []
        skipSpace()
        if take("]") { return .array([]) }
        while true {
            values.append(try value(depth: depth + 1))
            skipSpace()
            if take("]") { return .array(values) }
            guard take(",") else { throw error("a comma or the end of the array is expected") }
        }
    }

    private mutating func number() throws(ParseError) -> Int {
        let digits = rest.prefix { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
        let next = rest.dropFirst(digits.count).first
        guard let number = Int(String(decoding: digits, as: UTF8.self)), next != UInt8(ascii: "."),
            next != UInt8(ascii: "e"), next != UInt8(ascii: "E")
        else { throw error("a value with whole numbers is expected") }
        rest = rest.dropFirst(digits.count)
        return number
    }

    private mutating func string() throws(ParseError) -> String {
        guard take("\"") else { throw error("a string is expected") }
        // Most strings have no escapes.
        let whole = rest.prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 >= 0x20 }
        if rest.dropFirst(whole.count).first == UInt8(ascii: "\"") {
            rest = rest.dropFirst(whole.count + 1)
            return String(decoding: whole, as: UTF8.self)
        }
        var units: [UInt16] = []
        while true {
            let plain = rest.prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 >= 0x20 }
            units += Array(String(decoding: plain, as: UTF8.self).utf16)
            rest = rest.dropFirst(plain.count)
            if take("\"") { return String(decoding: units, as: UTF16.self) }
            guard take("\\") else { throw error("the string does not end") }
            units.append(try escape())
        }
    }

    private mutating func escape() throws(ParseError) -> UInt16 {
        guard let character = rest.popFirst() else { throw error("the string does not end") }
        switch character {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(character)
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"):
            let digits = String(decoding: rest.prefix(4), as: UTF8.self)
            guard digits.utf8.count == 4, let unit = UInt16(digits, radix: 16), !digits.hasPrefix("+") else {
                throw error("four hexadecimal digits are expected")
            }
            rest = rest.dropFirst(4)
            return unit
        default: throw error("there is no such escape")
        }
    }
}

extension JSONValue {
    /// The member of an object; nil when it is not there or this is no object.
    subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

    /// The text of a string.
    var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The number.
    var int: Int? { if case .int(let number) = self { number } else { nil } }
}
