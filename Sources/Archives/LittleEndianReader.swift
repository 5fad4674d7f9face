import Octets

/// Takes numbers with their lowest byte first off a slice.
struct LittleEndianReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// A number of `count` bytes, at most seven of which are looked at.
    mutating func number(_ count: Int) throws(ParseError) -> Int {
        try bytes(count).prefix(7).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The next `count` bytes.
    mutating func bytes(_ count: Int) throws(ParseError) -> ArraySlice<UInt8> {
        guard count <= rest.count else {
            throw ParseError(
                .invalidValue("\(Count.of(count, "byte is", "bytes are")) expected, \(Count.are(rest.count)) there"),
                in: "ZIP")
        }
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        return taken
    }
}
