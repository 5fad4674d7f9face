import CExpat
import Octets

/// An element of an XML document.
struct XMLElement: Hashable, Sendable {
    let name: String
    let attributes: [String: String]
    /// Where it begins, in octets.
    let offset: Int
    var children: [XMLElement] = []
    /// The text in it, that of its children left out.
    var text = ""

    /// The first child of this name.
    func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    /// All children of this name.
    func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
}

/// Reads XML 1.0 with expat, with bounds: no document type, so that there are no entities to expand; a depth, a number of
/// elements, and an amount of text in each.
enum XMLReader {
    private static let depthLimit = 32
    private static let elementLimit = 200_000
    private static let textLimit = 4096

    /// The root element. Throws `ParseError` with the offset at which the document is wrong.
    static func root(_ bytes: [UInt8]) throws(ParseError) -> XMLElement {
        let state = State()
        // The encoding is what the document says.
        guard let parser = unsafe XML_ParserCreate(nil), let count = Int32(exactly: bytes.count) else {
            throw ParseError(.tooMany(limit: Int(Int32.max)), in: "XML")
        }
        defer { unsafe XML_ParserFree(parser) }
        unsafe state.parser = parser
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(state).toOpaque())
        unsafe XML_SetElementHandler(
            parser,
            { context, name, attributes in
                guard let state = unsafe State.of(context), let name = unsafe name else { return }
                unsafe state.begin(String(cString: name), Self.pairs(attributes))
            },
            { context, _ in unsafe State.of(context)?.end() })
        unsafe XML_SetCharacterDataHandler(parser) { context, text, count in
            guard let state = unsafe State.of(context), let text = unsafe text else { return }
            let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
            unsafe state.add(String(decoding: bytes, as: UTF8.self))
        }
        unsafe XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            unsafe State.of(context)?.stop(.invalidValue("a document type is not taken"))
        }
        let status = unsafe bytes.withUnsafeBytes { buffer in
            unsafe XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), count, 1)
        }
        let offset = Int(unsafe XML_GetCurrentByteIndex(parser))
        if let fault = state.fault { throw ParseError(fault, in: "XML", at: max(0, offset)) }
        guard status == XML_STATUS_OK, let root = state.root else {
            throw ParseError(.invalidValue("not well-formed XML"), in: "XML", at: max(0, offset))
        }
        return root
    }

    /// Names and values in turn, up to a null.
    private static func pairs(
        _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    ) -> [String: String] {
        var pairs: [String: String] = [:]
        guard var place = unsafe attributes else { return pairs }
        while let name = unsafe place[0], let value = unsafe place[1] {
            unsafe pairs[String(cString: name)] = String(cString: value)
            unsafe place += 2
        }
        return pairs
    }

    /// The element that is being read, with those around it.
    @safe private final class State {
        var open: [XMLElement] = []
        var root: XMLElement?
        var count = 0
        var fault: ParseError.Reason?
        var parser: XML_Parser?

        static func of(_ context: UnsafeMutableRawPointer?) -> State? {
            unsafe context.map { unsafe Unmanaged<State>.fromOpaque($0).takeUnretainedValue() }
        }

        func begin(_ name: String, _ attributes: [String: String]) {
            count += 1
            guard count <= XMLReader.elementLimit else { return stop(.tooMany(limit: XMLReader.elementLimit)) }
            guard open.count < XMLReader.depthLimit else { return stop(.tooDeep(limit: XMLReader.depthLimit)) }
            let offset = Int(unsafe XML_GetCurrentByteIndex(parser))
            open.append(XMLElement(name: name, attributes: attributes, offset: offset))
        }

        func end() {
            guard let element = open.popLast() else { return }
            if open.isEmpty {
                root = element
            } else {
                open[open.count - 1].children.append(element)
            }
        }

        func add(_ text: String) {
            guard !open.isEmpty else { return }
            open[open.count - 1].text += text
            if open[open.count - 1].text.utf8.count > XMLReader.textLimit {
                stop(.tooMany(limit: XMLReader.textLimit))
            }
        }

        func stop(_ reason: ParseError.Reason) {
            fault = fault ?? reason
            _ = unsafe XML_StopParser(parser, XML_Bool(0))
        }
    }
}
