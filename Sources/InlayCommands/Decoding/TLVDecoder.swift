import LDS
import Octets

/// Explains data objects as a tree.
enum TLVDecoder {
    /// Most objects that are shown; more cannot be looked at.
    private static let countLimit = 4096

    static func explain(_ bytes: [UInt8]) throws(ParseError) -> Explanation {
        var explanation = Explanation()
        var count = 0
        var reader = TLVReader(bytes, in: "data object", rules: .ber)
        let objects = try explain(&reader, depth: 0, inDER: false, &explanation, &count)
        explanation.member("objects", .array(objects))
        return explanation
    }

    private static func explain(
        _ reader: inout TLVReader, depth: Int, inDER: Bool, _ explanation: inout Explanation, _ count: inout Int
    ) throws(ParseError) -> [JSONValue] {
        var objects: [JSONValue] = []
        while !reader.isAtEnd {
            guard count < countLimit else { throw reader.error(.tooMany(limit: countLimit)) }
            count += 1
            let object = try reader.next()
            objects.append(try explain(object, depth: depth, inDER: inDER, &explanation, &count))
        }
        return objects
    }

    private static func explain(
        _ object: TLV, depth: Int, inDER: Bool, _ explanation: inout Explanation, _ count: inout Int
    ) throws(ParseError) -> JSONValue {
        // The same number names an ICAO file outside of ASN.1 and a string type inside of it.
        let isDER = inDER || object.tag == .sequence || object.tag == .set
        let name = isDER ? derNames[object.tag] : names[object.tag] ?? derNames[object.tag]
        var head =
            StyledText(object.tag.description, .strong) + StyledText("  \(Count.bytes(object.value.count))", .faint)
        if let name { head = head + StyledText("  \(name)") }
        var members: [JSONValue.Member] = [
            .init(key: "tag", value: .string(object.tag.description)), .init(key: "name", value: JSONValue(name)),
            .init(key: "offset", value: .int(object.offset)), .init(key: "length", value: .int(object.value.count)),
        ]
        if object.tag.isConstructed, !object.value.isEmpty {
            explanation.line(head, depth: depth)
            var inner = try object.contents("contents of \(object.tag)")
            let children = try explain(&inner, depth: depth + 1, inDER: isDER, &explanation, &count)
            members.append(.init(key: "objects", value: .array(children)))
        } else {
            let meaning = value(object)
            if object.value.count <= 24 {
                let hex = object.value.isEmpty ? "" : "  \(Hex.string(object.value))"
                explanation.line(head + StyledText(hex) + StyledText(meaning.map { "  \($0)" } ?? ""), depth: depth)
            } else {
                explanation.line(head + StyledText(meaning.map { "  \($0)" } ?? ""), depth: depth)
                explanation.line(StyledText(Hex.string(object.value)), depth: depth + 1)
            }
            members.append(.init(key: "value", value: .hex(object.value)))
            members.append(.init(key: "text", value: JSONValue(meaning)))
        }
        return .object(members)
    }

    /// What a primitive value says: an identifier, a number, or text.
    private static func value(_ object: TLV) -> String? {
        if object.tag == .objectIdentifier { return (try? object.objectIdentifier("object"))?.dotted }
        if object.tag == .integer, object.value.count <= 4 { return (try? object.integer("object")).map(String.init) }
        guard (4...200).contains(object.value.count), object.value.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return nil
        }
        return "\"\(String(decoding: object.value, as: UTF8.self))\""
    }

    private static let derNames: [Tag: String] = [
        .boolean: "BOOLEAN", .integer: "INTEGER", .bitString: "BIT STRING", .octetString: "OCTET STRING", .null: "NULL",
        .objectIdentifier: "OBJECT IDENTIFIER", .utf8String: "UTF8String", .sequence: "SEQUENCE", .set: "SET",
        .printableString: "PrintableString", .ia5String: "IA5String", .utcTime: "UTCTime",
        .generalizedTime: "GeneralizedTime",
    ]

    /// 7816-4 §5.2.4, 9303-10 §4.7, 9303-11 §9.
    private static let names: [Tag: String] = {
        var names: [Tag: String] = [
            0x4F: "application identifier", 0x50: "application label", 0x53: "discretionary data",
            0x54: "offset", 0x5C: "tag list", 0x5F01: "LDS version", 0x5F36: "Unicode version", 0x5F1F: "MRZ",
            0x62: "file control parameters", 0x6F: "file control information, or EF.DG15",
            0x7C: "dynamic authentication data", 0x7F49: "public key", 0x7F4E: "certificate body",
            0x7F21: "CV certificate", 0x5F2E: "biometric data block", 0x7F2E: "biometric data block",
            0x7F60: "biometric information template", 0x7F61: "biometric information group template",
            0x84: "DF name", 0x87: "padding indicator and cryptogram", 0x85: "cryptogram", 0x8E: "MAC",
            0x97: "protected Le", 0x99: "protected status word", 0x7F66: "extended length information",
            0x47: "card capabilities",
        ]
        for file in FileID.allCases where !file.isInMasterFile {
            if let tag = file.tag, names[tag] == nil { names[tag] = "\(file.name), \(file.title)" }
        }
        return names
    }()
}
