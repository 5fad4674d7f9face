import Octets

/// POSIX access lists in the form in which the kernel keeps them: a version, then entries of kind, rights and number.
enum AccessList {
    private static let user: UInt16 = 0x02

    /// Users whom the list lets write.
    static func users(in bytes: [UInt8]) -> [UInt32] {
        var found: [UInt32] = []
        var reader = ByteReader(bytes, in: "access list")
        guard let version = try? reader.bytes(4), Array(version) == [2, 0, 0, 0] else { return [] }
        while let entry = try? reader.bytes(8) {
            let numbers = Array(entry)
            let kind = UInt16(numbers[0]) | UInt16(numbers[1]) << 8
            guard kind == user, numbers[2] & 0x02 != 0 else { continue }
            found.append(numbers[4...].reversed().reduce(0) { $0 << 8 | UInt32($1) })
        }
        return found
    }
}
