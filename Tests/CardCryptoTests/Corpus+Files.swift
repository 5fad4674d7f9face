import Foundation
import TestSupport

extension Corpus {
    /// The files directly in a sub-folder, sorted by name.
    static func files(_ path: String) -> [URL] {
        guard let folder else { return [] }
        let found = try? FileManager.default.contentsOfDirectory(
            at: folder.appending(path: path), includingPropertiesForKeys: nil)
        return (found ?? []).filter { !$0.hasDirectoryPath }.sorted { $0.path < $1.path }
    }

    static func bytes(_ file: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }
}
