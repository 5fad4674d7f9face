import Octets

/// An answer as ISO/IEC 7816-4 §5.1 defines it: data, then two status bytes.
public struct ResponseAPDU: Hashable, Sendable {
    /// Response data field, at most 65,536 bytes.
    public var data: [UInt8]
    /// SW1-SW2.
    public var status: StatusWord

    /// An answer of these parts.
    public init(data: [UInt8] = [], status: StatusWord) {
        self.data = data
        self.status = status
    }

    /// Reads an answer as it stands on the wire. Throws `malformedResponse` when it holds fewer than two bytes.
    public init(parsing bytes: [UInt8], during step: Step) throws(CardError) {
        guard bytes.count >= 2, let last = bytes.last else {
            let what = bytes.isEmpty ? "it is empty" : "all that came is \(Hex.string(bytes))"
            throw CardError(.malformedResponse, during: step, detail: "\(what); a status word has two bytes")
        }
        data = Array(bytes.dropLast(2))
        status = StatusWord(UInt16(bytes[bytes.count - 2]) << 8 | UInt16(last))
    }

    /// The bytes on the wire.
    public var encoded: [UInt8] { data + status.bytes }

    /// The data if the card said 9000; otherwise a `CardError` that names the step.
    public func success(during step: Step) throws(CardError) -> [UInt8] {
        guard status == .success else { throw CardError(.unexpectedStatus(status), during: step) }
        return data
    }
}
