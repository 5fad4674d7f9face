/// Takes standard input apart into lines, without holding more of it than one line.
struct LineReader {
    /// Most bytes of a line: a document in base64.
    static let limit = 96 << 20

    private let input: Input
    private var rest: ArraySlice<UInt8> = []
    private var isAtEnd = false

    init(_ input: Input) { self.input = input }

    /// The next line without its end, nil behind the last one. Of a line that is too long, nothing but that: `isTooLong`.
    mutating func next() throws(Failure) -> (bytes: [UInt8], isTooLong: Bool)? {
        var line: [UInt8] = []
        var isTooLong = false
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line += rest[..<end]
                rest = rest[(end + 1)...]
                break
            }
            line += rest
            if line.count > Self.limit { (line, isTooLong) = ([], true) }
            rest = []
            if !isAtEnd { rest = try input.readSome()[...] }
            guard !rest.isEmpty else {
                isAtEnd = true
                guard !line.isEmpty || isTooLong else { return nil }
                break
            }
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return (line, isTooLong)
    }
}
