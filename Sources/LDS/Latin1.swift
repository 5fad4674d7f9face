/// Bytes as ISO 8859-1 characters, which loses none of them.
func latin1(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
}

/// The bytes of ISO 8859-1 characters; of others only the low eight bits.
func latin1Bytes(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array(text.utf8) }
    return text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
}
