/// Cells of CSV (RFC 4180) that no spreadsheet takes for a formula.
enum CSVText {
    /// A cell, in quotes where it needs them. Text that begins like a formula gets an apostrophe in front; a number does
    /// not, and stays one.
    static func cell(_ text: String) -> String {
        var safe = TerminalText.escaped(text)
        if let first = safe.first, "=+-@＝＋－＠".contains(first), Int(safe) == nil { safe = "'" + safe }
        // Some spreadsheets take the semicolon for the end of a cell.
        guard safe.contains(where: { $0 == "," || $0 == ";" || $0 == "\"" }) else { return safe }
        return "\"" + safe.replacing("\"", with: "\"\"") + "\""
    }
}
