/// How long an exchange with a contactless chip takes: computed from the rules of ISO/IEC 14443 and from what chips are
/// assumed to need, never waited for.
///
/// What is left out: the time in which a card is put into the field and selected, errors on the way and their repetition.
public struct ContactlessTiming: Hashable, Sendable {
    /// Bit rates of ISO/IEC 14443-3, in kbit/s, the same both ways.
    public enum BitRate: Int, CaseIterable, Hashable, Sendable {
        /// fc / 128.
        case kbit106 = 106
        /// fc / 64.
        case kbit212 = 212
        /// fc / 32.
        case kbit424 = 424
        /// fc / 16.
        case kbit848 = 848
    }

    /// What an exchange took.
    public struct Cost: Hashable, Sendable {
        /// Bits on the way, and the pauses between frames.
        public var wire = Duration.zero
        /// The chip at work.
        public var card = Duration.zero
        /// How often the chip asked for more time (S(WTX)).
        public var extensions = 0

        /// No time.
        public init() {}

        /// Wire and card.
        public var total: Duration { wire + card }

        /// One after the other.
        public static func + (left: Cost, right: Cost) -> Cost {
            var sum = left
            sum.wire += right.wire
            sum.card += right.card
            sum.extensions += right.extensions
            return sum
        }
    }

    /// The bit rate.
    public var bitRate: BitRate
    /// The longest frame that the chip takes, in bytes (FSC).
    public var largestFrameToCard = 256
    /// The longest frame that the reader takes, in bytes (FSD).
    public var largestFrameToReader = 256
    /// Frame waiting time integer: the chip answers or asks for more time within 256 · 16 / fc · 2^FWI (14443-4 §7.2).
    public var frameWaitingInteger = 8
    /// From the end of a frame to the beginning of the next one, the other way.
    public var frameDelay = Duration.microseconds(100)
    /// What reader, driver and USB take for an exchange.
    public var readerTime = Duration.milliseconds(2)
    /// What the chip needs for each kind of command.
    public var latency = ChipLatency()

    /// A model with usual values.
    public init(_ bitRate: BitRate) { self.bitRate = bitRate }

    /// The carrier, in hertz.
    private static let carrier = 13_560_000

    /// FWT.
    public var frameWaitingTime: Duration {
        Self.carrierCycles(256 * 16 << min(max(frameWaitingInteger, 0), 14))
    }

    /// What the exchange of `command`, answered with `answer` bytes, takes; `extraTime` is what the chip needs besides.
    public func cost(of command: some Collection<UInt8>, answer: Int, extraTime: Duration = .zero) -> Cost {
        cost(header: Array(command.prefix(4)), command: command.count, answer: answer, extraTime: extraTime)
    }

    /// The same for a command of which only the header and the number of bytes are known.
    public func cost(header: [UInt8], command: Int, answer: Int, extraTime: Duration = .zero) -> Cost {
        var cost = Cost()
        cost.card = latency.time(header: header, command: command, answer: answer) + extraTime
        cost.wire =
            readerTime + frames(command, largest: largestFrameToCard)
            + frames(answer, largest: largestFrameToReader) + frameDelay
        // A chip that needs longer asks for more time, one frame waiting time at a time (14443-4 §7.3).
        cost.extensions = Int((cost.card / frameWaitingTime).rounded(.down))
        cost.wire += (frame(4) + frame(4) + frameDelay * 2) * cost.extensions
        return cost
    }

    /// `count` bytes in I-blocks of at most `largest` bytes; all but the last are acknowledged (14443-4 §7.5.2).
    private func frames(_ count: Int, largest: Int) -> Duration {
        let room = max(largest - 3, 1)
        let full = max(count - 1, 0) / room
        let acknowledged = (frame(room + 3) + frame(3) + frameDelay * 2) * full
        return acknowledged + frame(count - full * room + 3)
    }

    /// A standard frame: each byte with a parity bit, between two bits of start and end (14443-3 §6.2.3).
    private func frame(_ bytes: Int) -> Duration {
        let cyclesPerBit = 128 * BitRate.kbit106.rawValue / bitRate.rawValue
        return Self.carrierCycles((bytes * 9 + 2) * cyclesPerBit)
    }

    private static func carrierCycles(_ count: Int) -> Duration {
        .nanoseconds(Int64(count) * 1_000_000_000 / Int64(carrier))
    }
}
