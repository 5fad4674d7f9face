import CardCrypto
public import ISO7816

extension SecureMessagingCodec {
    /// The chip's side: the plain form of a protected command. The counter rises by one.
    ///
    /// Throws `missingDataObjects` (to be answered 6987) or another failure (6988); the session is then over.
    public mutating func unprotect(command: CommandAPDU) throws(SecureMessagingFailure) -> CommandAPDU {
        increment()
        let objects = try Objects(command.data)
        guard objects.status == nil else { throw .incorrectDataObjects }
        try verify(objects.mac, over: authenticated(command.header, objects.authenticated))
        guard objects.cryptogram == nil || objects.isOdd == (command.ins & 1 == 1) else { throw .incorrectDataObjects }
        var plain = CommandAPDU(cla: command.cla & ~0x0C, ins: command.ins, p1: command.p1, p2: command.p2)
        if let cryptogram = objects.cryptogram { plain.data = try decrypt(cryptogram) }
        if let expected = objects.expected {
            guard let value = Self.length(expected) else { throw .incorrectDataObjects }
            plain.expected = value
        }
        answersOddInstruction = command.ins & 1 == 1
        return plain
    }

    /// The chip's side: the protected form of an answer. The counter rises by one.
    public mutating func protect(response: ResponseAPDU) throws(SecureMessagingFailure) -> ResponseAPDU {
        try protect(response, paddedWith: padded(response.data))
    }

    /// For simulated chips that pad wrongly: zeros first and 80 last.
    package mutating func protectPaddedWrongly(
        response: ResponseAPDU
    ) throws(SecureMessagingFailure) -> ResponseAPDU {
        let size = keys.cipher.blockSize
        let missing = size - response.data.count % size
        return try protect(
            response, paddedWith: response.data + [UInt8](repeating: 0, count: missing - 1) + [0x80])
    }

    private mutating func protect(
        _ response: ResponseAPDU, paddedWith padded: [UInt8]
    ) throws(SecureMessagingFailure) -> ResponseAPDU {
        increment()
        let body = response.data.isEmpty ? [] : try encrypted(padded, odd: answersOddInstruction)
        let objects = body + [0x99, 0x02] + response.status.bytes
        let mac = try checksum(objects)
        return ResponseAPDU(data: objects + [0x8E, 0x08] + mac, status: response.status)
    }

    private static func length(_ bytes: [UInt8]) -> CommandAPDU.Expected? {
        guard (1...2).contains(bytes.count) else { return nil }
        let value = bytes.reduce(0) { $0 << 8 | Int($1) }
        if value == 0 { return bytes.count == 1 ? .asMuchAsPossible : .upTo(65_536) }
        return .upTo(value)
    }
}
