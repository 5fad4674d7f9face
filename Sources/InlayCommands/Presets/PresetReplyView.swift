import CardIdentification
import CommandPresets
import Frames
import ISO7816
import Octets

/// What an answer to a preset says.
struct PresetReplyView {
    /// The answer.
    let reply: ReplyPattern.Reply
    /// Whose words are used.
    let family: CardFamily?
    /// True for answers that end in a status word.
    let hasStatus: Bool
    /// True for frames of ISO 15693, which begin with flags.
    let hasFlags: Bool
    /// What the pattern keeps of it.
    let kept: [String: [UInt8]]
    /// First page of a READ, and the chip.
    let pages: (first: UInt8, chip: Type2Chip?)?
    /// Instruction byte of the command, for answers that mean something else to another; nil for frames.
    let instruction: UInt8?
    /// The frame that was answered, where it holds no secret.
    let frame: [UInt8]?

    init(_ result: PresetRun.StepResult) {
        reply = result.reply
        family = result.family
        hasStatus = result.way == .send
        kept = result.kept
        instruction = result.instruction
        frame = result.way == .frame ? result.sent : nil
        pages = result.firstPage.map { ($0, result.chip) }
        hasFlags = result.way == .frame && (result.family == .iso15693 || result.family == .icode)
    }

    /// Status word and the data in front of it; nil for answers without one.
    var response: ResponseAPDU? {
        guard hasStatus, case .bytes(let bytes) = reply else { return nil }
        return try? ResponseAPDU(parsing: bytes, during: "preset")
    }

    /// The answer on one line.
    var text: String {
        guard let response else { return Self.text(reply) }
        return (response.data.isEmpty ? "" : Hex.string(response.data) + " ") + response.status.description
    }

    /// The answer to a frame on one line.
    static func text(_ reply: ReplyPattern.Reply) -> String {
        switch reply {
        case .silence: "nothing"
        case .nibble(let value): value == 0xA ? "ACK" : "NAK \(String(value & 0xF, radix: 16, uppercase: true))"
        case .bytes(let bytes): Hex.string(bytes)
        }
    }

    /// What an answer of less than a byte says; empty for others.
    static func words(_ reply: ReplyPattern.Reply) -> String {
        switch reply {
        case .silence: "the chip said nothing"
        case .nibble(0xA): "done"
        case .nibble(0x0): "refused: no such page, locked, or the password is wrong or missing"
        case .nibble(0x1): "the frame arrived damaged"
        case .nibble(0x4): "refused: no try is left, or a counter is full"
        case .nibble(0x5): "memory could not be written"
        case .nibble: "refused"
        case .bytes: ""
        }
    }

    /// Why a frame that the reader carried was not answered, though 9000 stands at the end.
    private var fault: String? {
        guard family == .reader, let response, response.status == .success else { return nil }
        return CarriedStatus.fault(in: response.data)
    }

    /// What it says in words; empty when there is nothing to say.
    var words: String {
        switch reply {
        case .silence: return Self.words(reply)
        case .nibble(0x0) where frame?.first == 0x39 && family == .ntag21x:
            return "refused: counting is switched off (ntag21x.enable-counter), or the password is missing"
        case .nibble: return Self.words(reply)
        case .bytes(let bytes):
            if let fault { return fault }
            if let response {
                return family?.meaning(of: response.status, to: instruction) ?? response.status.meaning
            }
            guard hasFlags, let flags = bytes.first else { return "" }
            guard flags & 1 == 1, bytes.count > 1 else { return "done" }
            return Self.vicinityErrors[bytes[1]] ?? "error \(Hex.string([bytes[1]])) of the maker"
        }
    }

    /// True when card or reader did not do what was asked, although it answered in one of the expected forms.
    var isRefusal: Bool {
        switch reply {
        case .silence: return false
        case .nibble(let value): return value != 0xA
        case .bytes(let bytes):
            if hasFlags { return (bytes.first ?? 0) & 1 == 1 }
            guard let response, fault == nil else { return fault != nil }
            switch response.status.sw1 {
            // GET STATUS says so when there is more (GPCS 2.3.1 §11.4.3).
            case 0x63 where instruction == 0xF2 && response.status == 0x6310: return false
            case 0x63: return response.status.triesLeft == nil
            case 0x64...0x6F: return true
            case 0x91: return ![0x00, 0xAF, 0x90, 0x0C].contains(response.status.sw2)
            case 0x94, 0x98: return true
            default: return false
            }
        }
    }

    /// 15693-3 §7.4.2.
    private static let vicinityErrors: [UInt8: String] = [
        0x01: "command not supported", 0x02: "command not recognized", 0x03: "option not supported",
        0x0F: "error without a reason", 0x10: "no such block", 0x11: "locked already", 0x12: "locked",
        0x13: "not written", 0x14: "not locked", 0x15: "protected",
    ]

    /// The data explained, where its form is known: data objects, a version, text.
    var explanation: Explanation? {
        guard case .bytes(let all) = reply else { return nil }
        for (name, bytes) in kept.sorted(by: { $0.key < $1.key }) {
            if let number = SIMNumberDecoder.explain(kept: name, bytes) ?? KeptValue.explain(name, bytes) {
                return number
            }
        }
        if let frame, let told = FeliCaReply.explain(all, to: frame) { return told }
        if let pages {
            var explanation = Explanation()
            for line in Type2Pages.explain(all, from: Int(pages.first), chip: pages.chip) {
                explanation.line(
                    StyledText(
                        line.page.map { "page \(Hex.string([UInt8(truncatingIfNeeded: $0)]))  " } ?? "next     ", .faint
                    )
                        + StyledText(Hex.string(line.bytes)) + StyledText(line.words.isEmpty ? "" : "  \(line.words)"),
                    hanging: 19)
            }
            return explanation
        }
        let data = response?.data ?? all
        guard data.count >= 2 else { return nil }
        if response != nil, let first = data.first,
            first & 0x20 != 0 || first == 0x9F || first == 0x5F || first == 0x53,
            case let tree = TLVDecoder.explain(data, application: family), tree.fault == nil
        {
            return tree
        }
        if response == nil, let version = Type2Version(data), let chip = version.chip {
            var explanation = Explanation()
            explanation.line(StyledText("\(chip.name) of \(chip.maker)"))
            return explanation
        }
        guard data.count >= 4, data.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        var explanation = Explanation()
        explanation.line(StyledText("\"\(String(decoding: data, as: UTF8.self))\""))
        return explanation
    }
}
