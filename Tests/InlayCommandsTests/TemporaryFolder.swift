import Foundation

/// A folder that is gone afterwards.
enum TemporaryFolder {
    static func use<R>(_ body: (String) throws -> R) throws -> R {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("inlay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url.path)
    }
}
