import Foundation
import Testing

/// Field data outside the repository, in the folder that INLAY_CORPUS names.
enum Corpus {
    static let folder = ProcessInfo.processInfo.environment["INLAY_CORPUS"].map { URL(fileURLWithPath: $0) }

    static let isThere = folder != nil

    static let notice: Comment = "INLAY_CORPUS names no folder with field data"

    /// The lines of a text file.
    static func lines(_ path: String) throws -> [Substring] {
        let file = try #require(folder).appendingPathComponent(path)
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    }
}
