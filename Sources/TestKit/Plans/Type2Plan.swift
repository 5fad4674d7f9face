import Frames
import ISO7816
import Octets

/// Tests of a Type 2 tag that read and do nothing else (NFC Forum Type 2 Tag, ISO/IEC 14443-3, data sheets of NXP).
public enum Type2Plan {
    /// All steps.
    public static let plan = TestPlan(
        name: "type2", title: "Type 2 tags, reading only",
        steps: [
            step("the check bytes of the UID are right, or the UID stands in one row") { channel throws(CardError) in
                let head = try pages(channel, 0)
                guard let head else { return .failed("page 0 cannot be read") }
                let isRight =
                    0x88 ^ head[0] ^ head[1] ^ head[2] == head[3] && head[4] ^ head[5] ^ head[6] ^ head[7] == head[8]
                // NTAG I2C: seven bytes, SAK, ATQA.
                let isOneRow = Array(head[7..<10]) == [0x00, 0x44, 0x00]
                return isRight || isOneRow ? .passed : .failed("\(Hex.string(head.prefix(9))) does not fit together")
            },
            step("READ gives the same twice") { channel throws(CardError) in
                let (first, second) = (try pages(channel, 4), try pages(channel, 4))
                guard let first, let second else { return .skipped("page 4 cannot be read") }
                return first == second ? .passed : .failed("\(Hex.string(second)) came behind \(Hex.string(first))")
            },
            step("READ of the next page overlaps by three") { channel throws(CardError) in
                guard let first = try pages(channel, 0), let second = try pages(channel, 1) else {
                    return .failed("pages 0 and 1 cannot be read")
                }
                return first.dropFirst(4) == second.prefix(12)
                    ? .passed : .failed("page 1 on: \(Hex.string(second)) and not \(Hex.string(first.dropFirst(4)))…")
            },
            step("a page that does not exist is refused, and the chip is there again afterwards") {
                channel throws(CardError) in
                switch try channel.exchange([0x30, 0xFF], timeout: patience) {
                case .nibble(let bits) where bits != 0xA: break
                case .silence: break
                case .bytes: return .skipped("the chip has a page FF, or begins again from page 0")
                case .nibble: return .failed("READ of page FF is acknowledged")
                }
                try channel.restart()
                return try pages(channel, 0) == nil ? .failed("page 0 cannot be read any more") : .passed
            },
            step("a READ without a page is not answered with data") { channel throws(CardError) in
                let answer = try channel.exchange([0x30], timeout: patience)
                try channel.restart()
                if case .bytes(let bytes) = answer { return .failed("\(bytes.count) bytes came") }
                return .passed
            },
            step("GET_VERSION has eight bytes and names the protocol") { channel throws(CardError) in
                guard let version = try version(channel) else { return .skipped("the chip has no GET_VERSION") }
                guard version.count == 8, version[0] == 0 else { return .failed(Hex.string(version)) }
                return version[7] == 0x03 ? .passed : .failed("protocol \(Hex.string([version[7]])), not 03")
            },
            step("FAST_READ gives what READ gives") { channel throws(CardError) in
                guard try version(channel) != nil else { return .skipped("the chip has no GET_VERSION") }
                guard let read = try pages(channel, 0) else { return .failed("page 0 cannot be read") }
                switch try channel.exchange([0x3A, 0x00, 0x03], timeout: patience) {
                case .bytes(let fast): return fast == read ? .passed : .failed(Hex.string(fast))
                default: return .skipped("the chip has no FAST_READ")
                }
            },
            step("the signature has its length") { channel throws(CardError) in
                guard try version(channel) != nil else { return .skipped("the chip has no GET_VERSION") }
                guard case .bytes(let bytes) = try channel.exchange([0x3C, 0x00], timeout: patience) else {
                    return .skipped("the chip has no READ_SIG")
                }
                return [32, 48].contains(bytes.count) ? .passed : .failed("\(bytes.count) bytes, not 32 or 48")
            },
            step("the memory reaches as far as the capability container says") { channel throws(CardError) in
                guard let head = try pages(channel, 3), head[0] == 0xE1 else {
                    return .skipped("there is no capability container")
                }
                let last = 3 + Int(head[2]) * 2
                guard last <= 0xFF else { return .skipped("it says more than one sector") }
                if try pages(channel, UInt8(last)) != nil { return .passed }
                try channel.restart()
                let refused = "page \(Hex.string([UInt8(last)])) is refused"
                // A chip refuses what a password protects in the same way as what is not there.
                return try version(channel) == nil
                    ? .failed("\(Int(head[2]) * 8) bytes are said, and \(refused)")
                    : .skipped("\(refused): it is not there, or a password protects it")
            },
            step("HLTA puts it to sleep, and a fresh field wakes it") { channel throws(CardError) in
                let halted = try channel.exchange([0x50, 0x00], timeout: patience)
                guard halted == .silence else { return .failed("HLTA is answered") }
                let asleep = try channel.exchange([0x30, 0x00], timeout: patience)
                try channel.restart()
                guard asleep == .silence else { return .failed("the chip answers in its sleep") }
                return try pages(channel, 0) == nil ? .failed("it does not wake") : .passed
            },
        ])

    private static let patience = Duration.milliseconds(100)

    private static func step(
        _ name: String,
        _ run: @escaping @Sendable (any FrameChannel) throws(CardError) -> TestPlan.Outcome
    ) -> TestPlan.Step {
        TestPlan.Step(name, safety: .plain) { subject throws(CardError) in
            try subject.restart()
            return try subject.withFrames(.iso14443A) { channel throws(CardError) in try run(channel) }
        }
    }

    /// Four pages, nil when they are refused.
    private static func pages(_ channel: any FrameChannel, _ first: UInt8) throws(CardError) -> [UInt8]? {
        guard case .bytes(let bytes) = try channel.exchange([0x30, first], timeout: patience), bytes.count == 16 else {
            return nil
        }
        return bytes
    }

    /// What the chip says of itself; where it says nothing it is woken again.
    private static func version(_ channel: any FrameChannel) throws(CardError) -> [UInt8]? {
        if case .bytes(let bytes) = try channel.exchange([0x60], timeout: patience) { return bytes }
        try channel.restart()
        return nil
    }
}
