public import CardIdentification
import Octets

/// The bytes of a step with places for values: `00 A4 04 00 [{aid}] 00`.
///
/// Hexadecimal digits stand for themselves. `{name}` is a value; `{name or 10}` and `{name and EF}` change bits of it,
/// `{name xor other}` mixes it with another, repeated as often as needed; several changes follow each other. `{CFG0}` is the number of that page of the
/// exact chip. `[ … ]` is the number of bytes between the brackets in one byte, and then those bytes.
public struct PresetTemplate: Hashable, Sendable {
    /// A part of a template.
    public indirect enum Element: Hashable, Sendable {
        /// These bytes.
        case bytes([UInt8])
        /// A value, and what is done to it in order.
        case value(String, [Change])
        /// The number of a page.
        case page(Type2Chip.Page)
        /// One byte that counts what follows, and what follows.
        case counted([Element])
    }

    /// What is done to a value.
    public enum Change: Hashable, Sendable {
        /// These bits are set.
        case or([UInt8])
        /// All but these bits are cleared.
        case and([UInt8])
        /// Exclusive-or with another value.
        case xor(String)
    }

    /// The parts in order.
    public let elements: [Element]

    /// Deepest nesting of brackets.
    private static let depthLimit = 4
    /// Most characters of a template; a short command has at most 261 bytes.
    static let lengthLimit = 1000

    /// Reads a template. Columns of errors count from its first character.
    public init(parsing text: String) throws(PresetSyntaxError) {
        guard text.unicodeScalars.count <= Self.lengthLimit else {
            throw PresetSyntaxError(column: Self.lengthLimit, "longer than \(Self.lengthLimit) characters")
        }
        var scanner = TextScanner(text)
        elements = try Self.elements(&scanner, depth: 0)
        guard !elements.isEmpty else { throw PresetSyntaxError(column: 1, "bytes in hexadecimal are missing") }
    }

    /// Names of the values it refers to, in order, each once.
    public var names: [String] {
        var names: [String] = []
        Self.walk(elements) { element in
            guard case .value(let name, let changes) = element else { return }
            if !names.contains(name) { names.append(name) }
            for case .xor(let other) in changes where !names.contains(other) { names.append(other) }
        }
        return names
    }

    /// Pages it refers to by their meaning.
    public var pages: Set<Type2Chip.Page> {
        var pages: Set<Type2Chip.Page> = []
        Self.walk(elements) { if case .page(let page) = $0 { pages.insert(page) } }
        return pages
    }

    /// The bytes with `values` filled in, and page numbers of `chip`.
    public func encoded(_ values: [String: [UInt8]], chip: Type2Chip?) throws(PresetFailure) -> [UInt8] {
        try Self.encoded(elements, values, chip)
    }

    /// Fixed bytes at the beginning.
    package var leadingBytes: [UInt8] {
        if case .bytes(let bytes) = elements.first { bytes } else { [] }
    }

    /// What the byte behind `count` fixed ones can be: itself, or what its parameter allows; nil where the number of a page
    /// stands there, and all that a byte can be where nobody knows.
    func range(at count: Int, _ parameters: [PresetParameter]) -> ClosedRange<Int>? {
        let head = leadingBytes
        if head.count > count { return Int(head[count])...Int(head[count]) }
        guard head.count == count, elements.count > 1 else { return 0...0xFF }
        switch elements[1] {
        case .page: return nil
        case .value(let name, let changes) where changes.isEmpty:
            guard case .number(bytes: 1, _, let range)? = parameters.first(where: { $0.name == name })?.kind else {
                return 0...0xFF
            }
            return Int(range.lowerBound)...Int(range.upperBound)
        default: return 0...0xFF
        }
    }

    /// The template as it is written.
    public var text: String { Self.text(elements) }

    /// The bytes for people, with the values of `hidden` left out.
    public func shown(
        _ values: [String: [UInt8]], chip: Type2Chip?, hiding hidden: Set<String>
    ) throws(PresetFailure) -> String {
        guard names.contains(where: hidden.contains) else {
            return Hex.string(try encoded(values, chip: chip), separator: " ")
        }
        let bytes = try encoded(values, chip: chip)
        // The first four bytes tell what is done; where a secret stands among them, nothing but the count is told.
        let head = leadingBytes.prefix(4)
        return Hex.string(head, separator: " ") + " … (\(bytes.count) bytes, with a secret)"
    }

    // MARK: - Reading

    private static func elements(
        _ scanner: inout TextScanner, depth: Int
    ) throws(PresetSyntaxError) -> [Element] {
        var elements: [Element] = []
        while true {
            scanner.skipSpaces()
            guard let next = scanner.next else {
                guard depth == 0 else { throw PresetSyntaxError(column: scanner.column, "] is missing") }
                return elements
            }
            let column = scanner.column
            switch next {
            case "]":
                guard depth > 0 else { throw PresetSyntaxError(column: column, "] without [") }
                _ = scanner.take()
                return elements
            case "[":
                guard depth < depthLimit else { throw PresetSyntaxError(column: column, "[ inside too many others") }
                _ = scanner.take()
                elements.append(.counted(try Self.elements(&scanner, depth: depth + 1)))
            case "{": elements.append(try reference(&scanner))
            default:
                let byte = try byte(&scanner)
                if case .bytes(let before) = elements.last {
                    elements[elements.count - 1] = .bytes(before + [byte])
                } else {
                    elements.append(.bytes([byte]))
                }
            }
        }
    }

    static func byte(_ scanner: inout TextScanner) throws(PresetSyntaxError) -> UInt8 {
        let column = scanner.column
        guard let high = scanner.take().flatMap(TextScanner.digit) else {
            throw PresetSyntaxError(column: column, "neither a hexadecimal digit nor {, [ or ]")
        }
        guard let low = scanner.next.flatMap(TextScanner.digit) else {
            throw PresetSyntaxError(column: column, "a byte needs two hexadecimal digits")
        }
        _ = scanner.take()
        return high << 4 | low
    }

    private static func reference(_ scanner: inout TextScanner) throws(PresetSyntaxError) -> Element {
        let start = scanner.column
        _ = scanner.take()
        let word = scanner.take { TextScanner.isName($0) || ("A"..."Z").contains($0) }
        guard !word.isEmpty else { throw PresetSyntaxError(column: scanner.column, "a name is missing behind {") }
        if let page = Type2Chip.Page(rawValue: word) {
            guard scanner.take("}") else { throw PresetSyntaxError(column: scanner.column, "} is missing") }
            return .page(page)
        }
        guard word.unicodeScalars.allSatisfy(TextScanner.isName) else {
            let pages = Type2Chip.Page.allCases.map(\.rawValue).joined(separator: ", ")
            throw PresetSyntaxError(column: start + 1, "names are lower case; pages are \(pages)")
        }
        var changes: [Change] = []
        while let change = try change(&scanner) { changes.append(change) }
        guard scanner.take("}") else { throw PresetSyntaxError(column: scanner.column, "} is missing") }
        return .value(word, changes)
    }

    private static func change(_ scanner: inout TextScanner) throws(PresetSyntaxError) -> Change? {
        scanner.skipSpaces()
        guard scanner.next != "}" else { return nil }
        let column = scanner.column
        let word = scanner.take { ("a"..."z").contains($0) }
        scanner.skipSpaces()
        switch word {
        case "or", "and":
            var mask: [UInt8] = []
            while let next = scanner.next, TextScanner.digit(next) != nil { mask.append(try byte(&scanner)) }
            scanner.skipSpaces()
            guard !mask.isEmpty else {
                throw PresetSyntaxError(column: scanner.column, "bits in hexadecimal are missing")
            }
            return word == "or" ? .or(mask) : .and(mask)
        case "xor":
            let other = scanner.take(while: TextScanner.isName)
            guard !other.isEmpty else {
                throw PresetSyntaxError(
                    column: scanner.column, "a name is missing: xor takes another value by its name, not bytes")
            }
            scanner.skipSpaces()
            return .xor(other)
        default: throw PresetSyntaxError(column: column, "or, and, xor or } must stand here")
        }
    }

    // MARK: - Filling in

    static func encoded(
        _ elements: [Element], _ values: [String: [UInt8]], _ chip: Type2Chip?
    ) throws(PresetFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        for element in elements {
            switch element {
            case .bytes(let fixed): bytes += fixed
            case .value(let name, let changes):
                guard var value = values[name] else { throw .missingValue(name: name) }
                for change in changes { value = try changed(value, change, values) }
                bytes += value
            case .page(let page):
                guard let number = chip?.page(page) else { throw .unknownPage(page.rawValue) }
                bytes.append(number)
            case .counted(let inner):
                let contents = try encoded(inner, values, chip)
                guard let count = UInt8(exactly: contents.count) else { throw .tooLong }
                bytes.append(count)
                bytes += contents
            }
        }
        return bytes
    }

    private static func changed(
        _ value: [UInt8], _ change: Change, _ values: [String: [UInt8]]
    ) throws(PresetFailure) -> [UInt8] {
        switch change {
        case .or(let mask): return mix(value, mask, |)
        case .and(let mask): return mix(value, mask, &)
        case .xor(let other):
            guard let mask = values[other] else { throw .missingValue(name: other) }
            return mix(value, mask, ^)
        }
    }

    private static func mix(_ value: [UInt8], _ mask: [UInt8], _ join: (UInt8, UInt8) -> UInt8) -> [UInt8] {
        guard !mask.isEmpty else { return value }
        return value.enumerated().map { join($0.element, mask[$0.offset % mask.count]) }
    }

    // MARK: - Writing

    private static func text(_ elements: [Element]) -> String {
        elements.map { element in
            switch element {
            case .bytes(let bytes): Hex.string(bytes, separator: " ")
            case .page(let page): "{\(page.rawValue)}"
            case .counted(let inner): "[\(text(inner))]"
            case .value(let name, let changes): "{" + ([name] + changes.map(text)).joined(separator: " ") + "}"
            }
        }.joined(separator: " ")
    }

    private static func text(_ change: Change) -> String {
        switch change {
        case .or(let mask): "or \(Hex.string(mask))"
        case .and(let mask): "and \(Hex.string(mask))"
        case .xor(let other): "xor \(other)"
        }
    }

    private static func walk(_ elements: [Element], _ visit: (Element) -> Void) {
        for element in elements {
            visit(element)
            if case .counted(let inner) = element { walk(inner, visit) }
        }
    }
}
