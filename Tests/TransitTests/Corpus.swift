import Foundation
import Testing

/// Field data outside the repository, in the folder that INLAY_CORPUS names.
enum Corpus {
    static let folder = ProcessInfo.processInfo.environment["INLAY_CORPUS"].map { URL(fileURLWithPath: $0) }

    static let isThere = folder != nil

    static let notice: Comment = "INLAY_CORPUS names no folder with field data"

    /// The rows of a table below the folder, by the names in its first row.
    static func table(_ path: String) throws -> [[String: String]] {
        let folder = try #require(folder)
        let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: true).map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        let names = lines.removeFirst()
        return lines.map { Dictionary(zip(names, $0), uniquingKeysWith: { first, _ in first }) }
    }

    /// The lines of a file below the folder.
    static func lines(_ path: String) throws -> [String] {
        let folder = try #require(folder)
        return try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }
}
