import LDS
import Octets

/// One object or field of a file, with what it says.
struct TreeNode: Sendable {
    /// Offset of its first byte in the file.
    var offset: Int
    /// Its tag, in hexadecimal; nil for fields that have none.
    var tag: String?
    /// In the standard's words.
    var name: String?
    /// Bytes of its value.
    var length: Int
    /// What the value says, for people.
    var text: String?
    /// The value; nil for objects that consist of others, and for images, which are files of their own.
    var value: ArraySlice<UInt8>?
    var children: [TreeNode] = []
    /// Why the rest of it could not be read.
    var fault: ParseError?

    /// Most bytes that are shown whole; JSON has them all.
    private static let shownBytes = 64
    private static let offsetColumn = 7

    /// Adds this node and those below it.
    func show(in explanation: inout Explanation, depth: Int = 0) {
        let number = String(offset)
        let margin = String(repeating: " ", count: max(0, Self.offsetColumn - 1 - number.count)) + number + " "
        let indent = String(repeating: "  ", count: depth)
        var line = StyledText(margin, .faint) + StyledText(indent) + StyledText(tag.map { "\($0)  " } ?? "", .strong)
        line = line + StyledText(name ?? Count.bytes(length))
        if let text {
            line = line + StyledText("  ") + StyledText(text, .good)
        } else if let value {
            line = line + StyledText("  \(Self.shown(value))", .faint)
        }
        let hanging = margin.count + indent.count + 2
        explanation.line(line, hanging: hanging)
        for child in children { child.show(in: &explanation, depth: depth + 1) }
        if let fault {
            let blank = String(repeating: " ", count: Self.offsetColumn)
            explanation.line(
                StyledText(blank) + StyledText(indent) + StyledText("  \(fault)", .bad), hanging: hanging)
        }
    }

    private static func shown(_ value: ArraySlice<UInt8>) -> String {
        guard value.count > shownBytes else { return Hex.string(value) }
        return "\(Count.bytes(value.count)): \(Hex.string(value.prefix(shownBytes / 2)))…"
    }

    /// As in `inlay.decode/1` of kind `tlv`.
    var document: JSONValue {
        var members: [JSONValue.Member] = [
            .init(key: "tag", value: JSONValue(tag)), .init(key: "name", value: JSONValue(name)),
            .init(key: "offset", value: .int(offset)), .init(key: "length", value: .int(length)),
        ]
        if children.isEmpty {
            members.append(.init(key: "value", value: value.map { .hex($0) } ?? .null))
            members.append(.init(key: "text", value: JSONValue(text)))
        } else {
            if let text { members.append(.init(key: "text", value: .string(text))) }
            members.append(.init(key: "objects", value: .array(children.map(\.document))))
        }
        if let fault { members.append(.init(key: "fault", value: .string(fault.description))) }
        return .object(members)
    }
}
