import Foundation
import Testing

/// Published data outside the repository, in the folder that INLAY_CORPUS names.
enum Corpus {
    static let folder = ProcessInfo.processInfo.environment["INLAY_CORPUS"].map { URL(fileURLWithPath: $0) }
    static let isThere = folder != nil
    static let notice: Comment = "INLAY_CORPUS names no folder with published data"

    /// The object `section` of `emrtd/vectors/<name>`: texts by their names.
    static func vectors(_ name: String, _ section: String) throws -> [String: String] {
        let folder = try #require(folder)
        let data = try Data(contentsOf: folder.appendingPathComponent("emrtd/vectors/\(name)"))
        let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return try #require(file[section] as? [String: String])
    }
}
