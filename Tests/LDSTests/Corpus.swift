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

    /// Paths of the files in `emrtd/bin/<path>`, below `emrtd/bin`.
    static func files(in path: String) throws -> [String] {
        let folder = try #require(folder)
        return try FileManager.default
            .contentsOfDirectory(atPath: folder.appendingPathComponent("emrtd/bin/\(path)").path)
            .sorted().map { "\(path)/\($0)" }
    }

    /// The same with the folders inside of it.
    static func filesBelow(_ path: String) throws -> [String] {
        let folder = try #require(folder).appendingPathComponent("emrtd/bin/\(path)")
        var isFolder: ObjCBool = false
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().filter {
            FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }.map { "\(path)/\($0)" }
    }
}
