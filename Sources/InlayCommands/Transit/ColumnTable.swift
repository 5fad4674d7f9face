import Octets

/// A table that fits the terminal; widths are those that are seen, so Japanese text stays in its column. Where a terminal
/// is too narrow for all columns, each row takes two lines or more: figures first, then the details in full.
struct ColumnTable {
    /// A column.
    struct Column {
        let title: String
        var isRight = false
        /// Goes to the lines below the figures where there is no room.
        var isDetail = false
        /// Most columns of the terminal that it takes; nil for all it needs.
        var limit: Int?
        /// Is cut where the row does not fit otherwise.
        var isFlexible = false
    }

    /// A row.
    struct Row {
        let cells: [String]
        /// The cell with good news.
        var goodCell: Int?
    }

    let columns: [Column]
    let rows: [Row]

    /// Columns of the terminal that a cut cell is worth showing in.
    private static let leastRoom = 20

    func show(on output: Output) {
        var widths = columns.indices.map(width)
        let needed = widths.reduce(0, +)
        let gaps = max(0, columns.count - 1)
        // Two spaces are easier on the eye where there is room for them.
        let gap = needed + 2 * gaps <= output.width ? 2 : 1
        let excess = needed + gap * gaps - output.width
        if excess > 0 {
            guard let flexible = columns.firstIndex(where: \.isFlexible),
                widths[flexible] - excess >= min(Self.leastRoom, widths[flexible])
            else { return showStacked(on: output) }
            widths[flexible] -= excess
        }
        let all = Array(columns.indices)
        output.print(line(Row(cells: columns.map(\.title)), all, widths, gap, .faint, isASCII: !output.showsUnicode))
        for row in rows { output.print(line(row, all, widths, gap, .plain, isASCII: !output.showsUnicode)) }
    }

    private func showStacked(on output: Output) {
        let figures = columns.indices.filter { !columns[$0].isDetail }
        let widths = columns.indices.map(width)
        let needed = figures.reduce(0) { $0 + widths[$1] }
        let gap = needed + 2 * max(0, figures.count - 1) <= output.width ? 2 : 1
        output.print(
            line(Row(cells: columns.map(\.title)), figures, widths, gap, .faint, isASCII: !output.showsUnicode))
        for row in rows {
            output.print(line(row, figures, widths, gap, .plain, isASCII: !output.showsUnicode))
            let details = columns.indices.filter { columns[$0].isDetail }.map { cell(row, $0) }.filter { !$0.isEmpty }
            if !details.isEmpty { output.paragraph(StyledText("  " + details.joined(separator: " ")), indent: 2) }
        }
    }

    private func cell(_ row: Row, _ column: Int) -> String { row.cells.dropFirst(column).first ?? "" }

    private func width(_ column: Int) -> Int {
        let all = [columns[column].title] + rows.map { cell($0, column) }
        return min(all.map { TerminalText.width($0) }.max() ?? 0, columns[column].limit ?? .max)
    }

    /// The beginning, with a sign that there is more.
    private static func cut(_ text: String, _ columns: Int, _ isASCII: Bool) -> String {
        guard TerminalText.width(text) > columns else { return text }
        return TerminalText.fitted(text, columns: columns - 1) + (isASCII ? "~" : "…")
    }

    private func line(
        _ row: Row, _ shown: [Int], _ widths: [Int], _ gap: Int, _ role: StyledText.Role, isASCII: Bool
    ) -> StyledText {
        var line = StyledText("")
        for (place, column) in shown.enumerated() {
            let text = Self.cut(cell(row, column), widths[column], isASCII)
            let styled = StyledText(text, row.goodCell == column ? .good : role)
            let space = StyledText(String(repeating: " ", count: max(0, widths[column] - TerminalText.width(text))))
            if place > 0 { line = line + StyledText(String(repeating: " ", count: gap)) }
            line = line + (columns[column].isRight ? space + styled : styled + space)
        }
        return line
    }
}
