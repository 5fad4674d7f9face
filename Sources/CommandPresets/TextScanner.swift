/// A cursor over the characters of one line, which knows its column.
struct TextScanner {
    private let scalars: [Unicode.Scalar]
    private var place = 0

    init(_ text: some StringProtocol) { scalars = Array(text.unicodeScalars) }

    /// Column of the next character, from 1.
    var column: Int { place + 1 }

    var isAtEnd: Bool { place >= scalars.count }

    /// The next character, without taking it.
    var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    /// Takes a character.
    mutating func take() -> Unicode.Scalar? {
        guard place < scalars.count else { return nil }
        defer { place += 1 }
        return scalars[place]
    }

    /// Takes `text` if it stands here.
    mutating func take(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard place + wanted.count <= scalars.count, Array(scalars[place..<(place + wanted.count)]) == wanted else {
            return false
        }
        place += wanted.count
        return true
    }

    /// Takes characters as long as `condition` holds.
    mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = next, condition(scalar) {
            text.append(scalar)
            place += 1
        }
        return String(text)
    }

    /// Passes over spaces and tabs.
    mutating func skipSpaces() { _ = take { $0 == " " || $0 == "\t" } }

    /// Everything that is left.
    mutating func rest() -> String { take { _ in true } }

    /// The value of a hexadecimal digit.
    static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case "0"..."9": UInt8(scalar.value - 0x30)
        case "A"..."F": UInt8(scalar.value - 0x37)
        case "a"..."f": UInt8(scalar.value - 0x57)
        default: nil
        }
    }

    /// True for characters of names.
    static func isName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "0"..."9", "-", "_": true
        default: false
        }
    }
}
