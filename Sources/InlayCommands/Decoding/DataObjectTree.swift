import CardIdentification
import Octets

/// Data objects as they lie in one another (BER-TLV, 7816-4 §5.2.2), up to the first byte that is none.
struct DataObjectTree: Sendable {
    /// An object with its name and, where its contents are objects, those.
    struct Node: Sendable {
        let object: TLV
        let name: String?
        /// Nil for a primitive object, and for a constructed one that holds something else.
        var children: [Node]?
    }

    /// Most objects that are read; more cannot be looked at.
    private static let countLimit = 4096

    private(set) var nodes: [Node] = []
    /// Which application the objects are of.
    let application: CardFamily?
    /// The category byte in front of the objects of EF.ATR/INFO (7816-4 §8.2.1).
    private(set) var category: UInt8?
    /// What does not follow the standard.
    private(set) var deviations: [String] = []
    /// Why the bytes from some place on are no objects.
    private(set) var fault: ParseError?
    /// The bytes that were not understood, and how deep they lie.
    private(set) var rest: (bytes: ArraySlice<UInt8>, depth: Int)?
    private var count = 0

    init(_ bytes: [UInt8], application: CardFamily? = nil) {
        self.application = application ?? TagNames.application(bytes)
        var start = 0
        // EF.ATR/INFO can begin with a category byte like historical bytes.
        if let first = bytes.first, first == 0x80 || first == 0x00, !Self.isObjects(bytes[...]),
            Self.isObjects(bytes.dropFirst())
        {
            category = first
            start = 1
        }
        var reader = TLVReader(bytes.dropFirst(start), in: "data object", at: start, rules: .ber)
        nodes = read(&reader, depth: 0, inDER: false)
    }

    /// True when one of the objects has a name, or holds others.
    var isKnown: Bool { nodes.contains { $0.children != nil || $0.name != nil && !$0.object.value.isEmpty } }

    private static func isObjects(_ bytes: ArraySlice<UInt8>) -> Bool {
        var reader = TLVReader(bytes, in: "data object", rules: .ber)
        return !reader.isAtEnd && (try? reader.all()) != nil
    }

    private mutating func read(_ reader: inout TLVReader, depth: Int, inDER: Bool) -> [Node] {
        var nodes: [Node] = []
        while !reader.isAtEnd, fault == nil {
            let rest = reader.rest
            do throws(ParseError) {
                guard count < Self.countLimit else { throw reader.error(.tooMany(limit: Self.countLimit)) }
                count += 1
                nodes.append(node(try reader.next(), depth: depth, inDER: inDER))
            } catch {
                fault = error
                self.rest = (rest, depth)
            }
        }
        return nodes
    }

    private mutating func node(_ object: TLV, depth: Int, inDER: Bool) -> Node {
        // The same number names an ICAO file outside of ASN.1 and a string type inside of it.
        let isDER = inDER || object.tag == .sequence || object.tag == .set
        var node = Node(object: object, name: TagNames.name(object.tag, application: application, inDER: isDER))
        // SP 800-73-4 puts data objects into a primitive one.
        let isWrapper = application == .piv && object.tag == 0x53
        guard object.tag.isConstructed || isWrapper, !object.value.isEmpty else { return node }
        do throws(ParseError) {
            var inner = try object.contents("data object")
            do throws(ParseError) {
                var ahead = inner
                _ = try ahead.all()
                node.children = read(&inner, depth: depth + 1, inDER: isDER)
            } catch {
                // Cards put other things into constructed objects; what stands around them is understood all the same.
                guard !isWrapper else { return node }
                deviations.append(
                    "the contents of \(object.tag) are no data objects: \(error.reason) (at byte \(error.offset))")
            }
        } catch {
            fault = error.within("contents of \(object.tag)")
        }
        return node
    }
}

// MARK: - For people, and for scripts

extension DataObjectTree {
    /// One line for each object, and for what was not understood.
    var lines: [Explanation.Line] {
        var lines: [Explanation.Line] = []
        if let category {
            lines.append(
                .init(depth: 0, text: [.init(Hex.string([category]), .strong), .init("  category, objects follow")]))
        }
        for node in nodes { node.add(to: &lines, depth: 0) }
        if let rest {
            lines.append(
                .init(
                    depth: rest.depth,
                    text: [
                        .init(Hex.string(rest.bytes.prefix(64)), .bad),
                        .init(rest.bytes.count > 64 ? " … (\(rest.bytes.count) bytes)" : "", .faint),
                        .init("  not understood from here on", .faint),
                    ]))
        }
        return lines
    }

    /// The objects for a JSON document.
    var document: JSONValue { .array(nodes.map(\.document)) }
}

extension DataObjectTree.Node {
    private typealias Span = StyledText.Span

    fileprivate func add(to lines: inout [Explanation.Line], depth: Int) {
        let value = object.value
        var text: StyledText = [
            .init(object.tag.description, .strong), .init("  " + Count.bytes(value.count), .faint),
            .init(name.map { "  " + $0 } ?? ""),
        ]
        if let children {
            lines.append(.init(depth: depth, text: text))
            for child in children { child.add(to: &lines, depth: depth + 1) }
            return
        }
        let meaning = meaning.map { Span("  " + $0) }
        guard value.count <= 24 else {
            if let meaning { text += meaning }
            lines.append(.init(depth: depth, text: text))
            lines.append(.init(depth: depth + 1, text: StyledText(Hex.string(value))))
            return
        }
        if !value.isEmpty { text += .init("  " + Hex.string(value)) }
        if let meaning { text += meaning }
        lines.append(.init(depth: depth, text: text))
    }

    fileprivate var document: JSONValue {
        let members: [JSONValue.Member] = [
            .init(key: "tag", value: .string(object.tag.description)), .init(key: "name", value: JSONValue(name)),
            .init(key: "offset", value: .int(object.offset)), .init(key: "length", value: .int(object.value.count)),
        ]
        if let children {
            return .object(members + [.init(key: "objects", value: .array(children.map(\.document)))])
        }
        return .object(
            members + [
                .init(key: "value", value: .hex(object.value)), .init(key: "text", value: JSONValue(meaning)),
            ])
    }

    /// What a primitive value says: an identifier, a number, or text.
    private var meaning: String? {
        let value = object.value
        if object.tag == .objectIdentifier { return (try? object.objectIdentifier("object"))?.dotted }
        if object.tag == .integer, value.count <= 4 { return (try? object.integer("object")).map(String.init) }
        guard (4...200).contains(value.count), value.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        return "\"\(String(decoding: value, as: UTF8.self))\""
    }
}
