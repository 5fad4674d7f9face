/// Reader names as text and as the bytes that PC/SC knows: not every driver writes UTF-8.
///
/// A byte that is no UTF-8 is shown as `\xE9`, which can be typed too, and goes back as that byte.
enum ReaderNameCoding {
    /// The text of a name.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            var parser = Unicode.UTF8.ForwardParser()
            var source = rest.makeIterator()
            switch parser.parseScalar(from: &source) {
            case .valid(let encoded):
                text.unicodeScalars.append(Unicode.UTF8.decode(encoded))
                rest = rest.dropFirst(encoded.count)
            case .error(let length):
                for byte in rest.prefix(max(length, 1)) { text += #"\x"# + String(byte, radix: 16, uppercase: true) }
                rest = rest.dropFirst(max(length, 1))
            case .emptyInput: rest = []
            }
        }
        return text
    }

    /// The bytes of a name.
    static func bytes(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let first = rest.first {
            if first == UInt8(ascii: #"\"#), rest.dropFirst().first == UInt8(ascii: "x"),
                let digits = String(validating: rest.dropFirst(2).prefix(2), as: UTF8.self),
                digits.count == 2, let byte = UInt8(digits, radix: 16), byte >= 0x80
            {
                bytes.append(byte)
                rest = rest.dropFirst(4)
            } else {
                bytes.append(first)
                rest = rest.dropFirst()
            }
        }
        return bytes
    }
}
