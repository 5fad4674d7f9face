import LDS
import Octets
import Testing

/// What every parser of a file must do: no prefix of a good file passes or traps, and another outer tag is refused.
func expectRefusals<File: LDSFile>(of _: File.Type, around bytes: [UInt8]) {
    for count in 0..<bytes.count {
        #expect(throws: ParseError.self, "\(count) of \(bytes.count) bytes") {
            try File(parsing: Array(bytes.prefix(count)))
        }
    }
    var other = bytes
    other[0] ^= 0x01
    #expect(throws: ParseError.self) { try File(parsing: other) }
    var tooLong = bytes
    tooLong.replaceSubrange(1...1, with: [0x84, 0xFF, 0xFF, 0xFF, 0xFF])
    #expect(throws: ParseError.self) { try File(parsing: tooLong) }
}

/// What every file does with bytes behind its end: it tells them and leaves them out when it is encoded.
func expectTrailingBytesToBeTold<File: LDSFile>(of _: File.Type, behind bytes: [UInt8]) throws {
    let file = try File(parsing: bytes + [0x00, 0x00, 0x90])
    #expect(file.warnings.contains(.trailingBytes(3)))
    #expect(file.encoded() == bytes)
}
