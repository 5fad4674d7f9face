import Foundation
import Testing

/// Field data outside the repository, in the folder that INLAY_CORPUS names.
enum Corpus {
    static let folder = ProcessInfo.processInfo.environment["INLAY_CORPUS"].map { URL(fileURLWithPath: $0) }

    static let isThere = folder != nil

    static let notice: Comment = "INLAY_CORPUS names no folder with field data"

    /// The bytes of `emrtd/bin/<path>`.
    static func file(_ path: String) throws -> [UInt8] {
        let folder = try #require(folder)
        return Array(try Data(contentsOf: folder.appendingPathComponent("emrtd/bin/\(path)")))
    }
}
