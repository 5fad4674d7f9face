import CardIdentification
import Frames
import ISO7816
import Octets

/// A reply for people and for scripts: bytes, text, data objects, and the status word in the words of the family.
struct ReplyView {
    let response: ResponseAPDU
    let family: CardFamily?
    /// The card was asked for a challenge, or for an answer to one.
    private let isRandom: Bool

    /// Most bytes that are looked at as text or data objects on a screen.
    private static let explainedLimit = 4096

    /// Of a reply to `command`, in a conversation with the family at hand.
    init(_ response: ResponseAPDU, to command: [UInt8], _ hand: FamilyAtHand) {
        self.response = response
        family = hand.family(answering: command)
        isRandom = command.count > 1 && [0x84, 0x86, 0x88].contains(command[1])
    }

    /// Of a reply of a card of this family.
    init(_ response: ResponseAPDU, for family: CardFamily?, instruction: UInt8? = nil) {
        self.response = response
        self.family = family
        isRandom = instruction.map { [0x84, 0x86, 0x88].contains($0) } ?? false
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

    /// The data as text, where that is what they are: at least four characters, all of which can be seen but for filling
    /// bytes at the end; of long data nearly all. What is random is none, whatever it looks like.
    var text: String? {
        guard !isRandom, (4...Self.explainedLimit).contains(response.data.count) else { return nil }
        let filling: Set<UInt8> = [0x00, 0x0A, 0x0D, 0x20, 0xFF]
        let end = response.data.lastIndex { !filling.contains($0) } ?? 0
        let told = response.data[...end]
        let shown = told.filter { (0x20...0x7E).contains($0) }.count
        guard told.count >= 4, shown == told.count || told.count >= 16 && shown * 4 >= told.count * 3 else {
            return nil
        }
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
