/// Numbers with their noun.
enum Count {
    /// `1 byte`, `12 bytes`.
    static func bytes(_ count: Int) -> String { of(count, "byte") }

    /// `1 file`, `12 files`.
    static func of(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(plural ?? "\(noun)s")"
    }
}
