import CardIdentification
import Octets

/// Explains data objects as a tree.
enum TLVDecoder {
    /// Most objects that are shown; more cannot be looked at.
    private static let countLimit = 4096

    /// What is collected on the way.
    private struct Walk {
        var explanation = Explanation()
        var application: CardFamily?
        var count = 0
    }

    /// BER-TLV (7816-4 §5.2.2). Explains up to the first byte that is none; the fault then tells which and why.
    static func explain(_ bytes: [UInt8], application: CardFamily? = nil) -> Explanation {
        var walk = Walk(application: application ?? TagNames.application(bytes))
        var start = 0
        // EF.ATR/INFO can begin with a category byte like historical bytes (7816-4 §8.2.1).
        if let category = bytes.first, category == 0x80 || category == 0x00, !isObjects(bytes[...]),
            isObjects(bytes.dropFirst())
        {
            walk.explanation.line(
                StyledText(Hex.string([category]), .strong) + StyledText("  category, objects follow"))
            start = 1
        }
        var reader = TLVReader(bytes.dropFirst(start), in: "data object", at: start, rules: .ber)
        let objects = explain(&reader, depth: 0, inDER: false, &walk)
        walk.explanation.member("objects", .array(objects))
        walk.explanation.member("application", JSONValue(walk.application?.rawValue))
        return walk.explanation
    }

    private static func isObjects(_ bytes: ArraySlice<UInt8>) -> Bool {
        var reader = TLVReader(bytes, in: "data object", rules: .ber)
        return !reader.isAtEnd && (try? reader.all()) != nil
    }

    private static func explain(
        _ reader: inout TLVReader, depth: Int, inDER: Bool, _ walk: inout Walk
    ) -> [JSONValue] {
        var objects: [JSONValue] = []
        while !reader.isAtEnd, walk.explanation.fault == nil {
            let rest = reader.rest
            do throws(ParseError) {
                guard walk.count < countLimit else { throw reader.error(.tooMany(limit: countLimit)) }
                walk.count += 1
                let object = try reader.next()
                objects.append(explain(object, depth: depth, inDER: inDER, &walk))
            } catch {
                walk.explanation.fault = error
                walk.explanation.line(
                    StyledText(Hex.string(rest.prefix(64)), .bad)
                        + StyledText(rest.count > 64 ? " … (\(rest.count) bytes)" : "", .faint)
                        + StyledText("  not understood from here on", .faint), depth: depth)
            }
        }
        return objects
    }

    private static func explain(_ object: TLV, depth: Int, inDER: Bool, _ walk: inout Walk) -> JSONValue {
        // The same number names an ICAO file outside of ASN.1 and a string type inside of it.
        let isDER = inDER || object.tag == .sequence || object.tag == .set
        let name = TagNames.name(object.tag, application: walk.application, inDER: isDER)
        var head =
            StyledText(object.tag.description, .strong) + StyledText("  \(Count.bytes(object.value.count))", .faint)
        if let name { head = head + StyledText("  \(name)") }
        var members: [JSONValue.Member] = [
            .init(key: "tag", value: .string(object.tag.description)), .init(key: "name", value: JSONValue(name)),
            .init(key: "offset", value: .int(object.offset)), .init(key: "length", value: .int(object.value.count)),
        ]
        // SP 800-73-4 puts data objects into a primitive one.
        let isWrapper = walk.application == .piv && object.tag == 0x53
        if object.tag.isConstructed || isWrapper, !object.value.isEmpty {
            switch contents(object) {
            case .objects(var inner):
                walk.explanation.line(head, depth: depth)
                let children = explain(&inner, depth: depth + 1, inDER: isDER, &walk)
                members.append(.init(key: "objects", value: .array(children)))
                return .object(members)
            case .tooDeep(let error): walk.explanation.fault = error
            case .other where isWrapper: break
            case .other(let error):
                // Cards put other things into constructed objects; what stands around them is understood all the same.
                walk.explanation.deviations.append(
                    "the contents of \(object.tag) are no data objects: \(error.reason) (at byte \(error.offset))")
            }
        }
        let meaning = value(object)
        if object.value.count <= 24 {
            let hex = object.value.isEmpty ? "" : "  \(Hex.string(object.value))"
            walk.explanation.line(head + StyledText(hex) + StyledText(meaning.map { "  \($0)" } ?? ""), depth: depth)
        } else {
            walk.explanation.line(head + StyledText(meaning.map { "  \($0)" } ?? ""), depth: depth)
            walk.explanation.line(StyledText(Hex.string(object.value)), depth: depth + 1)
        }
        members.append(.init(key: "value", value: .hex(object.value)))
        members.append(.init(key: "text", value: JSONValue(meaning)))
        return .object(members)
    }

    private enum Contents {
        case objects(TLVReader)
        case tooDeep(ParseError)
        case other(ParseError)
    }

    /// The objects inside, if they are objects from the first byte to the last.
    private static func contents(_ object: TLV) -> Contents {
        do throws(ParseError) {
            let inner = try object.contents("contents of \(object.tag)")
            do throws(ParseError) {
                var ahead = inner
                _ = try ahead.all()
                return .objects(inner)
            } catch {
                return .other(error)
            }
        } catch {
            return .tooDeep(error)
        }
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
}
