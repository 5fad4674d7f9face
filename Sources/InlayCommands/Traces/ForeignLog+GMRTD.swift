import Octets

extension ForeignLog {
    /// `{"entries": [{"desc", "tx", "rx", "child", "durMs"}]}` with Base64. Inside of secure messaging `child` is what
    /// travelled, and its parent what was meant.
    mutating func readGMRTD(_ text: String) throws(Malformed) {
        let bytes = Array(text.utf8)
        let value: JSONValue
        do {
            value = try JSONReader.value(bytes)
        } catch {
            let before = bytes.prefix(error.offset)
            let line = before.count { $0 == UInt8(ascii: "\n") } + 1
            let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
            throw Malformed(line: line, column: column, message: "no JSON: \(error.reason)")
        }
        guard case .array(let entries) = Self.entries(value, depth: 0) else {
            throw Malformed(line: 1, column: 1, message: "there is no list of entries in it")
        }
        guard entries.count <= Self.limit else {
            throw Malformed(line: 1, column: 1, message: "more than \(Self.limit) entries")
        }
        for entry in entries { readGMRTD(entry) }
    }

    private mutating func readGMRTD(_ entry: JSONValue) {
        var deepest = entry
        for _ in 0..<8 {
            guard let child = deepest["child"], child["tx"] != nil else { break }
            deepest = child
        }
        if deepest != entry { omit("commands as they were before secure messaging: what travelled is kept") }
        guard let command = Self.decoded(deepest["tx"]) else { return omit("entries without a command") }
        send(command)
        guard let answer = Self.decoded(deepest["rx"]) else { return }
        receive(answer, .milliseconds(max(0, min(entry["durMs"]?.int ?? 0, 86_400_000))))
    }

    private static func decoded(_ value: JSONValue?) -> [UInt8]? {
        value?.string.flatMap { Base64.decode(Array($0.utf8)) }
    }

    /// The log alone, or somewhere in the record of a whole reading.
    private static func entries(_ value: JSONValue, depth: Int) -> JSONValue? {
        if let entries = value["entries"] { return entries }
        guard depth < 4 else { return nil }
        for member in value.members {
            if let found = entries(member.value, depth: depth + 1) { return found }
        }
        return nil
    }
}
