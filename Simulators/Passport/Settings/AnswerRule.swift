import ISO7816
import Octets

/// A fixed answer to commands of one kind: what a chip of the field does otherwise, whatever its reason.
public struct AnswerRule: Hashable, Sendable {
    /// How the answer travels inside a session.
    public typealias Travel = Deviations.SessionError

    /// The instruction; nil for any.
    public var instruction: UInt8?
    /// P1; nil for any.
    public var p1: UInt8?
    /// P2; nil for any.
    public var p2: UInt8?
    /// The data field; nil for any.
    public var data: [UInt8]?
    /// Ne; nil for any, 0 for none.
    public var expected: Int?
    /// Inside a session, or outside; nil for both.
    public var isProtected: Bool?
    /// Which of the commands that fit, from 1; nil for all.
    public var number: Int?
    /// They are counted from when power came, not from when the chip was made.
    public var countsFromPower = false
    /// Data and status word.
    public var answer: [UInt8]
    /// How it travels inside a session.
    public var travel: Travel

    /// A rule for every command; `answer` ends with a status word.
    public init(answer: [UInt8], travel: Travel = .protected) {
        self.answer = answer
        self.travel = travel
    }

    /// True when the rule is about `command`, whatever its number.
    func fits(_ command: CommandAPDU, isProtected: Bool) -> Bool {
        let count: Int
        switch command.expected {
        case .nothing: count = 0
        case .upTo(let wanted): count = wanted
        case .asMuchAsPossible: count = 256
        }
        return (instruction ?? command.ins) == command.ins && (p1 ?? command.p1) == command.p1
            && (p2 ?? command.p2) == command.p2 && (data ?? command.data) == command.data
            && (expected ?? count) == count && (self.isProtected ?? isProtected) == isProtected
    }

    var response: ResponseAPDU? { try? ResponseAPDU(parsing: answer, during: "a fixed answer") }
}

extension AnswerRule {
    /// What a settings text takes for one rule.
    static let expectation =
        "rules separated by “;”, each of words separated by commas: answer:HEX (data and status word), a command (select, "
        + "read, odd, mse, ga, auth, challenge, aa, verify or ins:HH), p1:HH, p2:HH, data:HEX or data:none, ne:N (0 for no "
        + "Le), session or clear, nth:N (once) or each:N (whenever power came), and keep, count or drop for an answer in clear inside a session"

    private static let names: [String: UInt8] = [
        "select": 0xA4, "read": 0xB0, "odd": 0xB1, "mse": 0x22, "ga": 0x86, "auth": 0x82, "challenge": 0x84, "aa": 0x88,
        "verify": 0x2A,
    ]

    /// One rule; nil when a word is unknown or the answer is missing.
    init?(_ text: String) {
        var words = WordList(text)
        guard let answer = words.takeValue("answer", { try? Hex.bytes($0) }), answer.count >= 2 else { return nil }
        self.init(answer: answer)
        instruction = words.take { Self.names[$0] } ?? words.takeValue("ins", Self.octet)
        p1 = words.takeValue("p1", Self.octet)
        p2 = words.takeValue("p2", Self.octet)
        data = words.takeValue("data") { $0 == "none" ? [] : try? Hex.bytes($0) }
        expected = words.takeValue("ne") { Int($0).flatMap { (0...65_536).contains($0) ? $0 : nil } }
        if words.take("session") { isProtected = true }
        if isProtected == nil, words.take("clear") { isProtected = false }
        number = words.takeValue("nth") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
        if number == nil, let each = words.takeValue("each", { Int($0).flatMap { $0 > 0 ? $0 : nil } }) {
            number = each
            countsFromPower = true
        }
        travel = words.take { $0 == Travel.protected.rawValue ? nil : Travel(rawValue: $0) } ?? .protected
        guard words.isEmpty else { return nil }
    }

    private static func octet(_ word: String) -> UInt8? { word.utf8.count == 2 ? UInt8(word, radix: 16) : nil }
}
