import Octets

/// The length of an elementary file as its first bytes tell it: the data object that it consists of.
enum FileLength {
    /// More bytes are needed to tell.
    case unknown
    /// The first bytes are no data object with a definite length.
    case unreadable
    /// Header and contents, in bytes.
    case bytes(Int)

    /// Largest file that is read: twice the largest sample of any biometric data group that is known.
    static let limit = 2_097_152

    init(beginning bytes: [UInt8]) {
        // Identifier of up to 4 octets, length field of up to 5.
        var reader = ByteReader(bytes[...].prefix(9), in: "file")
        let tooShort: FileLength = bytes.count < 9 ? .unknown : .unreadable
        guard let first = try? reader.byte() else {
            self = .unknown
            return
        }
        if first & 0x1F == 0x1F {
            var octet: UInt8 = 0x80
            while octet & 0x80 != 0 {
                guard let next = try? reader.byte() else {
                    self = tooShort
                    return
                }
                octet = next
            }
        }
        guard let length = try? reader.byte() else {
            self = tooShort
            return
        }
        guard length & 0x80 != 0 else {
            self = .bytes(reader.offset + Int(length))
            return
        }
        let count = Int(length & 0x7F)
        // The indefinite form tells nothing; the file is then read to its end.
        guard (1...4).contains(count) else {
            self = .unreadable
            return
        }
        guard let value = try? reader.number(count) else {
            self = tooShort
            return
        }
        self = .bytes(reader.offset + value)
    }
}
