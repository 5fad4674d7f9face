import Octets

/// A data object in a reply, on a path of tags.
enum CapturedObject {
    /// The value that stands at the end of `path` in `bytes`, or the first tag that is not there.
    static func value(at path: [UInt32], in bytes: [UInt8]) -> Result<[UInt8], Missing> {
        var bytes = bytes
        for tag in path {
            guard let found = first(Tag(tag), in: bytes) else { return .failure(Missing(tag: Tag(tag))) }
            bytes = Array(found.value)
        }
        return .success(bytes)
    }

    /// Paths of all objects in `bytes`, as `capture` takes them: `6F`, `6F/84`. None of what is no data object.
    static func paths(in bytes: [UInt8]) -> [String] {
        var found: [String] = []
        collect(bytes, below: "", depth: 8, &found)
        return found
    }

    private static func collect(_ bytes: [UInt8], below path: String, depth: Int, _ found: inout [String]) {
        var reader = TLVReader(bytes, in: "reply")
        guard depth > 0, let objects = try? reader.all() else { return }
        for object in objects where found.count < 500 {
            let own = path + "\(object.tag)"
            if !found.contains(own) { found.append(own) }
            if object.tag.isConstructed { collect(Array(object.value), below: own + "/", depth: depth - 1, &found) }
        }
    }

    /// A tag that a reply does not have.
    struct Missing: Error {
        let tag: Tag
    }

    private static func first(_ tag: Tag, in bytes: [UInt8]) -> TLV? {
        var reader = TLVReader(bytes, in: "reply")
        while !reader.isAtEnd {
            guard let object = try? reader.next() else { return nil }
            if object.tag == tag { return object }
        }
        return nil
    }
}
