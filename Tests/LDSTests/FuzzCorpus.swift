import Foundation
import Octets

/// Bytes that fuzzing found worth keeping, in Tests/Fuzz/corpus: a file of hexadecimal lines for each target.
enum FuzzCorpus {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let folder = root.appendingPathComponent("Tests/Fuzz/corpus")

    /// Targets that have some.
    static func names() throws -> Set<String> {
        Set(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".txt") }
                .map { String($0.dropLast(4)) })
    }

    /// Those of one target.
    static func lines(_ name: String) throws -> [[UInt8]] {
        guard try names().contains(name) else { return [] }
        return try String(contentsOf: folder.appendingPathComponent("\(name).txt"), encoding: .utf8)
            .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { try Hex.bytes(String($0)) }
    }

    /// Types of Sources/LDS that read a whole file.
    static func parsers() throws -> Set<String> {
        let sources = root.appendingPathComponent("Sources/LDS")
        var names: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
            let text = try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
            for line in text.split(separator: "\n")
            where line.hasPrefix("public struct EF") && line.contains(": LDSFile") {
                names.formUnion(
                    line.split(whereSeparator: { " :".contains($0) }).dropFirst(2).prefix(1).map(String.init))
            }
        }
        return names
    }
}
