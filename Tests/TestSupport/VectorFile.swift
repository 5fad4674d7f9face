import Foundation

/// Values recomputed from the standards in Python, one set a line of `name=value` words.
public struct VectorLine: Sendable, CustomStringConvertible {
    private let values: [String: String]

    init(_ line: Substring) {
        var values: [String: String] = [:]
        for word in line.split(separator: " ") {
            let parts = word.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
        }
        self.values = values
    }

    /// The text behind `name=`; empty when it is missing.
    public func text(_ name: String) -> String { values[name] ?? "" }
    /// The bytes behind `name=`.
    public func bytes(_ name: String) -> [UInt8] { hex(text(name)) }
    /// What the line is called.
    public var description: String { [text("name"), text("curve"), text("cipher")].joined(separator: " ") }
}

/// The lines of `Tests/Foreign/vectors/NAME`, without comments.
public func vectorFile(_ name: String) -> [VectorLine] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appendingPathComponent("Foreign/vectors/\(name)")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(VectorLine.init)
}

/// Vectors written one value a line: `name=value`, `+` before what goes on from the line above, `end` behind the last.
public func vectors(_ text: String) -> [VectorLine] {
    var lines: [VectorLine] = []
    var words: [String] = []
    for line in text.split(separator: "\n") {
        if line == "end" {
            lines.append(VectorLine(words.joined(separator: " ")[...]))
            words = []
        } else if line.hasPrefix("+"), let last = words.popLast() {
            words.append(last + line.dropFirst())
        } else {
            words.append(String(line))
        }
    }
    return lines
}
