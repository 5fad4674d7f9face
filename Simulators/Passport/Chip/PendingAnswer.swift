import ISO7816

/// The rest of an answer that was too long for its command, for GET RESPONSE (7816-4 §7.6.1).
struct PendingAnswer: Hashable {
    private var data: ArraySlice<UInt8>
    private let status: StatusWord

    /// Cuts `answer` when it holds more than `limit` bytes: the first piece, and what is left.
    static func cut(_ answer: ResponseAPDU, limit: Int) -> (first: ResponseAPDU, rest: PendingAnswer?) {
        guard answer.data.count > limit else { return (answer, nil) }
        var rest = PendingAnswer(data: answer.data[...], status: answer.status)
        return (rest.next(limit), rest.data.isEmpty ? nil : rest)
    }

    /// The next piece of up to `count` bytes: 61xx, and behind the last one the status word of the answer.
    mutating func next(_ count: Int) -> ResponseAPDU {
        let piece = Array(data.prefix(count))
        data = data.dropFirst(count)
        // 61 00: 256 bytes or more.
        let left = StatusWord(0x6100 | UInt16(data.count > 0xFF ? 0 : data.count))
        return ResponseAPDU(data: piece, status: data.isEmpty ? status : left)
    }

    /// True when nothing is left.
    var isEmpty: Bool { data.isEmpty }
}
