/// Strings of the Info.plist of a driver bundle: each key with its string, or the strings of its array.
///
/// Not a reader of XML: pcscd itself takes these files no further than this, and a file that does not fit has fewer keys.
enum PropertyListScanner {
    static func strings(in bytes: [UInt8]) -> [String: [String]] {
        var found: [String: [String]] = [:]
        var key: String?
        var rest = bytes[...]
        while let tag = nextTag(&rest) {
            if tag == key0 {
                key = content(&rest)
            } else if tag == string0, let name = key {
                found[name, default: []].append(content(&rest))
            } else if tag == comment0 {
                skipComment(&rest)
            }
        }
        return found
    }

    private static let key0 = Array("key".utf8)[...]
    private static let string0 = Array("string".utf8)[...]
    private static let comment0 = Array("!--".utf8)[...]
    private static let commentEnd = Array("-->".utf8)[...]

    /// The name of the next tag; `rest` begins behind it, for a comment behind its mark.
    private static func nextTag(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let start = rest.firstIndex(of: UInt8(ascii: "<")) else { return nil }
        rest = rest[start...].dropFirst()
        if rest.starts(with: comment0) {
            rest = rest.dropFirst(3)
            return comment0
        }
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        defer { rest = rest[end...].dropFirst() }
        return rest[..<end]
    }

    private static func skipComment(_ rest: inout ArraySlice<UInt8>) {
        while let mark = rest.firstIndex(of: UInt8(ascii: "-")) {
            rest = rest[mark...]
            if rest.starts(with: commentEnd) { return }
            rest = rest.dropFirst()
        }
        rest = []
    }

    private static func content(_ rest: inout ArraySlice<UInt8>) -> String {
        let text = rest.prefix { $0 != UInt8(ascii: "<") }
        rest = rest.dropFirst(text.count)
        return String(decoding: text, as: UTF8.self)
    }
}
