import CardCrypto
import ISO7816
import SecureMessaging

/// How many plain bytes are asked for at once: learned from the chip and kept for the rest of the session.
struct BlockSize: Sendable {
    /// Sizes still to be tried, largest first; the first is in use.
    private var ladder: [Int]
    private let extended: Int?
    /// The chip taught something, which holds for every session with it.
    private var hasLearned = false

    /// The last step of the ladder: below 128 only chips that refuse everything usual are asked.
    static let smallest = 16
    /// The least that every chip should give.
    static let usual = 128

    /// `extended` is the largest data field of an answer that card and reader both allow, nil for short length;
    /// `cipher` is nil without secure messaging.
    init(cipher: BlockCipher?, extended: Int?) {
        let short = cipher.map { SecureMessagingCodec.shortAnswerCapacity($0) } ?? 256
        // Docs/rules.md 2: the ladder after a refusal.
        let steps = [short, 192, 160, 128, 64, Self.smallest]
        self.extended = extended
        guard let extended else {
            ladder = steps
            return
        }
        let size = cipher.map { SecureMessagingCodec.answerCapacity(extended, cipher: $0) } ?? extended
        ladder = size > short ? [size] + steps : steps
    }

    /// Bytes to ask for.
    var current: Int { ladder.first ?? Self.smallest }

    /// Takes the next smaller size; false when there is none.
    mutating func reduce() -> Bool {
        guard ladder.count > 1 else { return false }
        hasLearned = true
        ladder.removeFirst()
        return true
    }

    /// Takes a size that the chip itself named (6Cxx), if it is smaller.
    mutating func learn(_ size: Int) -> Bool {
        guard size > 0, size < current else { return false }
        hasLearned = true
        ladder = [size] + ladder.filter { $0 < size }
        return true
    }

    /// Goes on under another cipher: Chip Authentication may bring one that leaves less room.
    mutating func use(cipher: BlockCipher?) {
        let fresh = BlockSize(cipher: cipher, extended: extended)
        guard hasLearned else {
            self = fresh
            return
        }
        let limit = current
        let steps = fresh.ladder.filter { $0 <= limit }
        ladder = steps.isEmpty ? [limit] : steps
    }

    /// Leaves extended length for good.
    mutating func useShortLength() -> Bool {
        guard current > 256 else { return false }
        return reduce()
    }

    /// Goes down at once to what every chip should give; false when that is in use already.
    mutating func settle() -> Bool {
        guard isAboveUsual else { return false }
        hasLearned = true
        ladder = ladder.filter { $0 <= Self.usual }
        return true
    }

    /// More than what every chip should give.
    var isAboveUsual: Bool { current > Self.usual }

    var isExtended: Bool { current > 256 }
}
