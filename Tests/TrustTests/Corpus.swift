import Foundation

/// The folder of field data that INLAY_CORPUS names; nil where there is none.
enum Corpus {
    static let folder: String? = ProcessInfo.processInfo.environment["INLAY_CORPUS"].flatMap { path in
        FileManager.default.fileExists(atPath: path + "/emrtd/bin") ? path + "/emrtd/bin/" : nil
    }

    static var isThere: Bool { folder != nil }

    /// Names of the files in a folder, sorted.
    static func names(_ path: String) -> [String] {
        guard let folder else { return [] }
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder + path)) ?? []).sorted()
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        guard let folder else { return [] }
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + path)))
    }
}
