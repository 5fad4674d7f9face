public import Foundation
public import Testing

/// Field data outside the repository, in the folder that INLAY_CORPUS names; without it tests are skipped by name.
public enum Corpus {
    /// The folder; nil where there is none.
    public static let folder = ProcessInfo.processInfo.environment["INLAY_CORPUS"].map { URL(fileURLWithPath: $0) }

    /// Whether there is one.
    public static let isThere = folder != nil

    /// Why a test is skipped.
    public static let notice: Comment = "INLAY_CORPUS names no folder with field data"

    // MARK: - Files of documents

    /// The path of `emrtd/bin/<path>`.
    public static func path(_ path: String) throws -> String {
        try #require(folder).appendingPathComponent("emrtd/bin/\(path)").path
    }

    /// The bytes of `emrtd/bin/<path>`.
    public static func file(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: Self.path(path))))
    }

    /// Paths of the files in `emrtd/bin/<path>`, below `emrtd/bin`.
    public static func files(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Self.path(path)).sorted().map { "\(path)/\($0)" }
    }

    /// The same with the folders inside of it.
    public static func filesBelow(_ path: String) throws -> [String] {
        let folder = try Self.path(path)
        var isFolder: ObjCBool = false
        return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter {
            FileManager.default.fileExists(atPath: "\(folder)/\($0)", isDirectory: &isFolder) && !isFolder.boolValue
        }.map { "\(path)/\($0)" }
    }
}
