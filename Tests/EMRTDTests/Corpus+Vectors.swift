import Foundation
import TestSupport
import Testing

extension Corpus {
    /// The object `section` of `emrtd/vectors/<name>`: texts by their names.
    static func vectors(_ name: String, _ section: String) throws -> [String: String] {
        let folder = try #require(folder)
        let data = try Data(contentsOf: folder.appendingPathComponent("emrtd/vectors/\(name)"))
        let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return try #require(file[section] as? [String: String])
    }
}
