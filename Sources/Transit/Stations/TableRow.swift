import Octets

/// A row of a tab-separated table.
struct TableRow {
    let offset: Int
    private let cells: [String]

    init(_ line: ArraySlice<UInt8>, at offset: Int) {
        self.offset = offset
        var line = line
        // A byte order mark stands before the first row only.
        if offset == 0, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        if line.last == 0x0D { line = line.dropLast() }
        cells = line.split(separator: 0x09, maxSplits: 63, omittingEmptySubsequences: false)
            .map { Self.trimmed(String(decoding: $0, as: UTF8.self)) }
    }

    /// Nothing, or a remark.
    var isEmpty: Bool { cells.allSatisfy(\.isEmpty) || cells.first?.hasPrefix("#") == true }

    /// The columns by name, when this is the first row.
    func names(needing needed: [String]) throws(ParseError) -> [String: Int] {
        var names: [String: Int] = [:]
        for (index, name) in cells.enumerated() where names[name] == nil { names[name] = index }
        for name in needed where names[name] == nil {
            throw error("the first row names the columns, tab-separated, and must have one called \(name)")
        }
        return names
    }

    /// The cell, empty when it is not there.
    func value(_ column: String, _ names: [String: Int]) -> String {
        guard let index = names[column], cells.indices.contains(index) else { return "" }
        return cells[index]
    }

    /// The cell, nil when it is empty.
    func optional(_ column: String, _ names: [String: Int]) -> String? {
        let value = value(column, names)
        return value.isEmpty ? nil : value
    }

    func error(_ rule: String) -> ParseError {
        ParseError(.invalidValue(rule), in: UserStations.structure, at: offset)
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
