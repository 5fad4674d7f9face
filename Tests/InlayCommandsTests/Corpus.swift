import Foundation
import Testing

/// Field data outside the repository, in the folder that INLAY_CORPUS names.
enum Corpus {
    static let folder = ProcessInfo.processInfo.environment["INLAY_CORPUS"].map { URL(fileURLWithPath: $0) }

    static let isThere = folder != nil

    static let notice: Comment = "INLAY_CORPUS names no folder with field data"

    /// The path of `emrtd/bin/<path>`.
    static func path(_ path: String) throws -> String {
        try #require(folder).appendingPathComponent("emrtd/bin/\(path)").path
    }

    /// The bytes of `emrtd/bin/<path>`.
    static func file(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: Self.path(path))))
    }

    /// Paths of the files in `emrtd/bin/<path>`, below `emrtd/bin`.
    static func files(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Self.path(path)).sorted().map { "\(path)/\($0)" }
    }
}
