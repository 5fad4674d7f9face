/// Numbers with their noun, for messages: "1 byte", "12 bytes".
package enum Count {
    /// `1 byte`, `12 bytes`.
    package static func bytes(_ count: Int) -> String { of(count, "byte") }

    /// `1 file`, `12 files`. Words behind the noun go into both: `of(n, "try is", "tries are")`.
    package static func of(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(plural ?? "\(noun)s")"
    }

    /// `1 is`, `12 are`: where the noun was said before.
    package static func are(_ count: Int) -> String { of(count, "is", "are") }

    /// `once`, `twice`, `3 times`.
    package static func times(_ count: Int) -> String {
        switch count {
        case 1: "once"
        case 2: "twice"
        default: "\(count) times"
        }
    }
}
