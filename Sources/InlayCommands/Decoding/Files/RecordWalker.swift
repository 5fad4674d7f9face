import LDS
import Octets

/// Makes nodes of the fields of a record of ISO/IEC 19794, which have no tags.
struct RecordWalker {
    private var reader: ByteReader
    private(set) var nodes: [TreeNode] = []

    /// Most images that are shown; more are no document's.
    private static let imageLimit = 64

    /// Adds the fields of the record in `object`, of the kind that its first bytes say, or a bare image.
    static func read(_ object: TLV, into node: inout TreeNode) {
        var walker = RecordWalker(reader: object.reader("record"))
        do throws(ParseError) {
            switch object.value.prefix(4) {
            case [0x46, 0x41, 0x43, 0x00]: try walker.faces()
            case [0x46, 0x49, 0x52, 0x00]: try walker.fingers()
            case [0x49, 0x49, 0x52, 0x00]: try walker.irises()
            default:
                node.text = FileValues.image(object.value)
                return
            }
            try walker.rest()
        } catch {
            node.fault = error
        }
        node.children = walker.nodes
    }

    // MARK: - Fields

    private mutating func field(
        _ name: String, _ count: Int, _ text: (ArraySlice<UInt8>) -> String? = { _ in nil }
    ) throws(ParseError) {
        let offset = reader.offset
        let value = try reader.bytes(count)
        nodes.append(TreeNode(offset: offset, name: name, length: count, text: text(value), value: value))
    }

    @discardableResult
    private mutating func number(_ name: String, _ count: Int, _ meanings: [Int: String] = [:]) throws(ParseError)
        -> Int
    {
        var ahead = reader
        let number = try ahead.number(count)
        try field(name, count) { _ in meanings[number].map { "\(number), \($0)" } ?? "\(number)" }
        return number
    }

    private mutating func text(_ name: String, _ count: Int) throws(ParseError) {
        try field(name, count) { "\"\(TerminalText.decoded($0.prefix { $0 != 0 }))\"" }
    }

    private mutating func image(_ declared: Int) throws(ParseError) {
        let offset = reader.offset
        let value = try reader.bytes(min(max(declared, 0), reader.rest.count))
        nodes.append(
            TreeNode(offset: offset, name: "image", length: value.count, text: FileValues.image(value)))
    }

    /// The fields that `read` adds become those of one node.
    private mutating func group(
        _ name: String, _ read: (inout RecordWalker) throws(ParseError) -> Void
    ) throws(ParseError) {
        var inner = RecordWalker(reader: reader)
        var fault: ParseError?
        do throws(ParseError) { try read(&inner) } catch { fault = error }
        nodes.append(
            TreeNode(
                offset: reader.offset, name: name, length: inner.reader.offset - reader.offset, children: inner.nodes))
        reader = inner.reader
        if let fault { throw fault }
    }

    private mutating func rest() throws(ParseError) {
        guard !reader.isAtEnd else { return }
        try field("bytes behind the record", reader.rest.count)
    }

    private mutating func repeatedly(
        _ count: Int, _ read: (inout RecordWalker, Int) throws(ParseError) -> Void
    ) throws(ParseError) {
        for index in 0..<min(count, Self.imageLimit) { try read(&self, index) }
        if count > Self.imageLimit { throw reader.error(.tooMany(limit: Self.imageLimit)) }
    }

    // MARK: - ISO/IEC 19794-5:2005

    private mutating func faces() throws(ParseError) {
        try text("format", 4)
        try text("version", 4)
        try number("length of the record", 4)
        let count = try number("number of images", 2)
        try repeatedly(count) { walker, index throws(ParseError) in
            try walker.group("facial image \(index + 1)") { face throws(ParseError) in try face.face() }
        }
    }

    private mutating func face() throws(ParseError) {
        let length = try number("length of the block", 4)
        let points = try number("number of feature points", 2)
        try number("gender", 1, [0: "not specified", 1: "male", 2: "female", 0xFF: "unknown"])
        try number("eye colour", 1, Self.eyeColours)
        try number("hair colour", 1, Self.hairColours)
        try field("properties", 3, Self.properties)
        try number("expression", 2, Self.expressions)
        for angle in ["yaw", "pitch", "roll"] { try number("pose: \(angle)", 1, [0: "not specified"]) }
        for angle in ["yaw", "pitch", "roll"] { try number("uncertainty of the \(angle)", 1) }
        try repeatedly(points) { walker, index throws(ParseError) in
            try walker.field("feature point \(index + 1)", 8, Self.featurePoint)
        }
        try number("type of image", 1, [0: "basic", 1: "full frontal", 2: "token frontal"])
        try number("format of the image", 1, [0: "JPEG", 1: "JPEG 2000"])
        try number("width in pixels", 2)
        try number("height in pixels", 2)
        try number("colour space", 1, [0: "not specified", 1: "sRGB 24 bits", 2: "YUV 4:2:2", 3: "grey 8 bits"])
        try number("source", 1, Self.sources)
        try number("device", 2)
        try number("quality", 2)
        try image(length - 32 - 8 * points)
    }

    /// Type, code in halves, column, row.
    private static func featurePoint(_ value: ArraySlice<UInt8>) -> String? {
        var reader = ByteReader(value, in: "feature point")
        guard let type = try? reader.byte(), let code = try? reader.byte(), let column = try? reader.number(2),
            let row = try? reader.number(2)
        else { return nil }
        return "\(code >> 4).\(code & 0x0F) at column \(column), row \(row)" + (type == 1 ? "" : ", type \(type)")
    }

    private static func properties(_ value: ArraySlice<UInt8>) -> String? {
        let mask = value.reduce(0) { $0 << 8 | Int($1) }
        let names = [
            "specified", "glasses", "moustache", "beard", "teeth visible", "blink", "mouth open", "left eye patch",
            "right eye patch", "dark glasses", "distorting medical condition",
        ]
        let set = names.enumerated().filter { mask >> $0.offset & 1 == 1 }.map(\.element)
        return set.isEmpty ? "none" : set.joined(separator: ", ")
    }

    private static let eyeColours = [
        0: "not specified", 1: "black", 2: "blue", 3: "brown", 4: "grey", 5: "green", 6: "multi-coloured", 7: "pink",
        8: "other", 0xFF: "unknown",
    ]
    private static let hairColours = [
        0: "not specified", 1: "bald", 2: "black", 3: "blond", 4: "brown", 5: "grey", 6: "white", 7: "red", 8: "green",
        9: "blue", 0xFF: "unknown or other",
    ]
    private static let expressions = [
        0: "not specified", 1: "neutral", 2: "smile, mouth closed", 3: "smile, teeth visible", 4: "raised eyebrows",
        5: "eyes looking away", 6: "squinting", 7: "frowning",
    ]
    private static let sources = [
        0: "not specified", 1: "photograph, unknown source", 2: "photograph, digital camera", 3: "photograph, scanner",
        4: "video, unknown source", 5: "video, analogue camera", 6: "video, digital camera", 7: "unknown",
    ]

    // MARK: - ISO/IEC 19794-4:2005

    private mutating func fingers() throws(ParseError) {
        try text("format", 4)
        try text("version", 4)
        try number("length of the record", 6)
        try number("capture device", 2)
        try number("acquisition level", 2)
        let count = try number("number of fingers", 1)
        try number("units of scale", 1, [1: "pixels an inch", 2: "pixels a centimetre"])
        for name in ["scan resolution", "image resolution"] {
            try number("\(name), horizontal", 2)
            try number("\(name), vertical", 2)
        }
        try number("bits a pixel", 1)
        try number(
            "compression", 1,
            [0: "none", 1: "none, packed", 2: "WSQ", 3: "JPEG", 4: "JPEG 2000", 5: "PNG"])
        try field("reserved", 2)
        try repeatedly(count) { walker, index throws(ParseError) in
            try walker.group("finger image \(index + 1)") { finger throws(ParseError) in try finger.finger() }
        }
    }

    private mutating func finger() throws(ParseError) {
        let length = try number("length of the block", 4)
        try field("position", 1) { $0.first.map { "\($0), \(FingerPosition(code: Int($0)).name)" } }
        try number("number of views", 1)
        try number("number of this view", 1)
        try number("quality", 1, [254: "not specified", 255: "failed"])
        try number("impression", 1, [0: "live, plain", 1: "live, rolled", 2: "not live, plain", 3: "not live, rolled"])
        try number("width in pixels", 2)
        try number("height in pixels", 2)
        try field("reserved", 1)
        try image(length - 14)
    }

    // MARK: - ISO/IEC 19794-6:2005

    private mutating func irises() throws(ParseError) {
        let start = reader.offset
        try text("format", 4)
        try text("version", 4)
        try number("length of the record", 4)
        try number("capture device", 2)
        let eyes = try number("number of eyes", 1)
        let header = try number("length of the header", 2)
        try field("properties", 2)
        try number("diameter of the iris in pixels", 2)
        try number(
            "format of the images", 2,
            [
                2: "grey, raw", 4: "colours, raw", 6: "grey, JPEG", 8: "colours, JPEG", 10: "grey, JPEG-LS",
                12: "colours, JPEG-LS", 14: "grey, JPEG 2000", 16: "colours, JPEG 2000",
            ])
        try number("width in pixels", 2)
        try number("height in pixels", 2)
        try number("bits a pixel", 1)
        try number("transformation", 1, [0: "undefined", 1: "standard"])
        try field("device identifier", 16)
        let more = header - (reader.offset - start)
        if more > 0 { try field("more of the header", more) }
        try repeatedly(eyes) { walker, _ throws(ParseError) in
            try walker.group("eye") { eye throws(ParseError) in
                try eye.number("eye", 1, [0: "undefined", 1: "right", 2: "left"])
                let images = try eye.number("number of images", 2)
                try eye.repeatedly(images) { eye, index throws(ParseError) in
                    try eye.group("iris image \(index + 1)") { iris throws(ParseError) in try iris.iris() }
                }
            }
        }
    }

    private mutating func iris() throws(ParseError) {
        try number("number of the image", 2)
        try number("quality", 1, [254: "undefined", 255: "undefined"])
        try number("rotation", 2, [0xFFFF: "undefined"])
        try number("uncertainty of the rotation", 2, [0xFFFF: "undefined"])
        try image(try number("length of the image", 4))
    }
}
