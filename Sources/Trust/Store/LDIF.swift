import Octets

/// What trust needs from an LDIF file (RFC 2849) of the ICAO PKD or a state: certificates, revocation lists and master
/// lists. Everything else in it is passed over.
enum LDIF {
    /// A value and what it is.
    enum Value {
        case certificate([UInt8])
        case revocationList([UInt8])
        case masterList([UInt8])
        /// The text of such a value is no base64, or it is kept elsewhere.
        case unreadable
    }

    /// Whether `bytes` begin like LDIF: a version or a name, comments and blank lines aside.
    static func isLikely(_ bytes: [UInt8]) -> Bool {
        var lines = Lines(bytes)
        while let line = lines.next() {
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            let name = name(of: line)
            return name == "version" || name == "dn"
        }
        return false
    }

    /// Hands out the values of all entries, one entry after another. Records that change or delete entries count as
    /// not there.
    static func read(_ bytes: [UInt8], _ take: (Value) -> Void) {
        var lines = Lines(bytes)
        var entry: [Value] = []
        var isChange = false
        func finish() {
            if !isChange { entry.forEach(take) }
            entry = []
            isChange = false
        }
        while let line = lines.next() {
            guard !line.isEmpty else {
                finish()
                continue
            }
            switch name(of: line) {
            case "usercertificate", "cacertificate": entry.append(value(of: line, &lines, Value.certificate))
            case "certificaterevocationlist": entry.append(value(of: line, &lines, Value.revocationList))
            case "pkdmasterlistcontent", "cscamasterlistdata":
                entry.append(value(of: line, &lines, Value.masterList))
            case "changetype": isChange = !line.lowercasedText.hasSuffix("add")
            default: break
            }
        }
        finish()
    }

    /// The attribute's name without its options, in small letters; empty for a line that is none.
    private static func name(of line: ArraySlice<UInt8>) -> String {
        let name = line.prefix(40).prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
        return name.lowercasedText
    }

    private static func value(
        of line: ArraySlice<UInt8>, _ lines: inout Lines, _ make: ([UInt8]) -> Value
    ) -> Value {
        // A name, a colon, and a second one before base64 (RFC 2849, notes 4 and 5).
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return .unreadable }
        let rest = line[colon...].dropFirst()
        guard rest.first == UInt8(ascii: ":") else { return .unreadable }
        let text = Array(rest.dropFirst()) + lines.continuation()
        guard let bytes = Base64.decode(text), !bytes.isEmpty else { return .unreadable }
        return make(bytes)
    }

    /// Lines without their ends. A continuation, which begins with a space, belongs to the line before: it is handed
    /// out by `continuation()` or passed over.
    private struct Lines {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) {
            rest = bytes[...]
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        }

        mutating func next() -> ArraySlice<UInt8>? {
            while rest.first == UInt8(ascii: " ") { _ = physical() }
            return physical()
        }

        mutating func continuation() -> [UInt8] {
            var joined: [UInt8] = []
            while rest.first == UInt8(ascii: " "), let line = physical() { joined += line.dropFirst() }
            return joined
        }

        private mutating func physical() -> ArraySlice<UInt8>? {
            guard !rest.isEmpty else { return nil }
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[line.endIndex...].dropFirst()
            return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate var lowercasedText: String {
        String(decoding: self, as: UTF8.self).lowercased()
    }
}
