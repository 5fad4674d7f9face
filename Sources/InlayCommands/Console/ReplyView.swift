import CardIdentification
import Frames
import ISO7816
import Octets

/// A reply for people and for scripts: bytes, text, data objects, and the status word in the words of the family.
struct ReplyView {
    let response: ResponseAPDU
    let family: CardFamily?

    /// Most bytes that are looked at as text or data objects on a screen.
    private static let explainedLimit = 4096

    /// Of a reply to `command`, in a conversation with the family at hand.
    init(_ response: ResponseAPDU, to command: [UInt8], _ hand: FamilyAtHand) {
        self.response = response
        family = hand.family(answering: command)
    }

    /// Of a reply of a card of this family.
    init(_ response: ResponseAPDU, for family: CardFamily?) {
        self.response = response
        self.family = family
    }

    /// The status word says that it was done, and a reader that carried a frame says no other thing inside.
    var isGood: Bool { fault == nil && response.status.isGood(for: family) }

    /// What the status word says, or what the reader says inside of its answer.
    var meaning: String { fault ?? response.status.meaning(for: family) }

    /// Why a frame that the reader carried was not answered, though 9000 stands at the end.
    private var fault: String? {
        family == .reader && response.status == .success ? CarriedStatus.fault(in: response.data) : nil
    }

    /// `9000  done`, in colour.
    var status: StyledText {
        [.init(response.status.description, isGood ? .good : .bad), .init("  " + meaning)]
    }

    /// `< 0102 9000  done` behind a mark for what follows.
    func line(_ mark: String) -> StyledText {
        let data = response.data.isEmpty ? [] : [StyledText.Span(Hex.string(response.data) + " ")]
        return StyledText(spans: [.init(mark, .faint)] + data + status.spans)
    }

    /// The data as text, where that is what they are: at least four characters, nearly all of which can be seen.
    var text: String? {
        guard (4...Self.explainedLimit).contains(response.data.count) else { return nil }
        let shown = response.data.filter { (0x20...0x7E).contains($0) }.count
        guard shown * 4 >= response.data.count * 3 else { return nil }
        return String(
            String.UnicodeScalarView(
                response.data.map { (0x20...0x7E).contains($0) ? Unicode.Scalar($0) : "." }))
    }

    /// The data as data objects, where all of them can be read and one is known or holds others.
    var objects: DataObjectTree? {
        guard (3...Self.explainedLimit).contains(response.data.count),
            case let tree = DataObjectTree(response.data, application: family), tree.fault == nil, tree.isKnown
        else { return nil }
        return tree
    }

    /// Below the line of bytes: text or objects, set in by `margin` columns.
    func show(margin: Int, on output: Output) {
        if let objects {
            objects.lines.show(margin: margin, on: output)
        } else if let text {
            output.paragraph(StyledText("\"\(text)\"", .faint), margin: margin, indent: margin)
        }
    }

    /// Members of a JSON document.
    var members: [JSONValue.Member] {
        [
            .init(key: "data", value: .hex(response.data)),
            .init(key: "status", value: .string(response.status.description)),
            .init(key: "meaning", value: .string(meaning)),
            .init(key: "family", value: JSONValue(family?.rawValue)),
            .init(key: "text", value: JSONValue(text)),
            .init(key: "objects", value: objects?.document ?? .null),
        ]
    }
}
