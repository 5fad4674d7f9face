import ISO7816
import Octets
import ReaderKnowledge

/// Commands of a PN532 in a wrapper: `FF 00 00 00 Lc D4 …`, answers `D5 … 90 00` (ACR122U, Touchatag).
///
/// The status of the PN532 counts, not the 9000 behind it. Clones refuse one way of passing a frame or another, so there
/// are three, tried in order; the one that works stays.
final class PN532Channel: FrameChannel {
    /// How a frame is passed.
    private enum Passage: Hashable, CaseIterable {
        /// InDataExchange, to the target that a polling found.
        case dataExchange
        /// InCommunicateThru.
        case communicateThru
        /// The bare frame, as the manual of ACS has it.
        case bare
    }

    let dialect = ReaderDialect.pn532
    let technology: RadioTechnology
    let choosesSystems = true
    let limits: FrameLimits
    /// What the reader calls its firmware.
    let firmware: String?
    private let reader: ReaderCommand
    private var passages: [Passage]
    private var isProven = false
    /// PICC parameter as it was found: bit 8 lets the reader look for cards by itself, in the middle of a conversation.
    private var foundParameter: UInt8?
    private var target: UInt8 = 1

    private static let step: Step = "frame through PN532"

    private init(_ reader: ReaderCommand, technology: RadioTechnology, firmware: String?) {
        self.reader = reader
        self.technology = technology
        self.firmware = firmware
        // The PN532 holds 262 octets, but the wrapper's Lc and the 9000 leave 252 for a frame and 255 for an answer;
        // 15 blocks lie at the very edge and 12 are known to pass.
        limits = FrameLimits(maximumFrame: 252, maximumAnswer: 252, maximumBlocks: 12)
        passages = technology == .feliCa ? Passage.allCases : [.communicateThru]
    }

    /// A channel, if a PN532 answers.
    static func open(_ reader: ReaderCommand, technology: RadioTechnology) throws(CardError) -> PN532Channel? {
        guard technology == .feliCa || technology == .iso14443A,
            let version = try reader.ask(wrapped([0xD4, 0x02]), during: "asking for a PN532"),
            version.starts(with: [0xD5, 0x03]), version.count >= 6
        else { return nil }
        // An answer without a status word: all of it is text.
        let name = try reader.send([0xFF, 0x00, 0x48, 0x00, 0x00], during: "asking for the firmware")
        let text = name.data + name.status.bytes
        let firmware =
            text.allSatisfy { (0x20...0x7E).contains($0) } && text.count <= 32
            ? String(decoding: text, as: UTF8.self) : nil
        let channel = PN532Channel(reader, technology: technology, firmware: firmware)
        try channel.stopPolling()
        // A chip that said no before hears nothing, so every conversation begins with a chip that is selected.
        if technology == .iso14443A { _ = try? channel.list() }
        return channel
    }

    private func stopPolling() throws(CardError) {
        // The parameter comes back as SW2.
        let found = try reader.send([0xFF, 0x00, 0x50, 0x00, 0x00], during: "asking for the PICC parameter").status
        guard found.sw1 == 0x90, found.sw2 & 0x80 != 0 else { return }
        foundParameter = found.sw2
        _ = try reader.send([0xFF, 0x00, 0x51, found.sw2 & 0x7F, 0x00], during: "setting the PICC parameter")
    }

    func exchange(_ frame: [UInt8], timeout: Duration) throws(CardError) -> FrameAnswer {
        guard frame.count <= limits.maximumFrame else {
            throw CardError(.commandTooLong(limit: limits.maximumFrame), during: Self.step)
        }
        let parsed = technology == .feliCa ? try? FeliCaFrame(parsing: frame) : nil
        if let parsed, parsed.code == FeliCaFrame.polling, parsed.parameters.count == 4 {
            return try poll(parsed.parameters)
        }
        guard !isProven, parsed?.isRepeatable ?? false else {
            return try pass(frame, by: passages.first ?? .communicateThru)
        }
        return try prove(frame)
    }

    /// Tries one passage after the other until a chip answers; then stays with it.
    private func prove(_ frame: [UInt8]) throws(CardError) -> FrameAnswer {
        var failure: CardError?
        for (index, passage) in passages.enumerated() {
            do {
                let answer = try pass(frame, by: passage)
                guard answer != .silence else { continue }
                isProven = true
                passages = Array(passages.dropFirst(index))
                return answer
            } catch {
                guard [.transportFailed, .unsupported, .notRecorded].contains(error.code) else { throw error }
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return .silence
    }

    // MARK: - Polling

    /// InListPassiveTarget at 212, then at 424 kbit/s. The target is number 1 after each.
    private func poll(_ parameters: [UInt8]) throws(CardError) -> FrameAnswer {
        for rate: UInt8 in [0x01, 0x02] {
            let answer = try command([0xD4, 0x4A, 0x01, rate, 0x00] + parameters)
            guard let count = answer.first, count > 0 else { continue }
            target = answer.dropFirst().first ?? 1
            return .bytes(Array(answer.dropFirst(2)))
        }
        return .silence
    }

    // MARK: - Passing frames

    private func pass(_ frame: [UInt8], by passage: Passage) throws(CardError) -> FrameAnswer {
        let answer: [UInt8]
        switch passage {
        case .dataExchange: answer = try command([0xD4, 0x40, target] + frame)
        case .communicateThru: answer = try command([0xD4, 0x42] + frame)
        case .bare:
            let wrapped = [0xFF, 0x00, 0x00, 0x00, UInt8(truncatingIfNeeded: frame.count)] + frame
            guard let answer = try reader.ask(wrapped, during: Self.step), !answer.isEmpty else { return .silence }
            return .bytes(answer)
        }
        guard let status = answer.first else {
            throw CardError(.malformedResponse, during: Self.step, detail: "the PN532 gives no status")
        }
        switch status & 0x3F {
        case 0x00: return Self.answer(Array(answer.dropFirst()), to: frame, technology)
        case 0x01: return .silence
        default:
            throw CardError(
                .transportFailed, during: Self.step,
                detail: "PN532 status \(Hex.string([status & 0x3F])), \(Self.meaning(status & 0x3F))")
        }
    }

    /// Four bits come as one octet, and the PN532 does not say how many there were. Of the answers of one octet that type A
    /// chips have, only those to CHECK_TEARING_EVENT and VCSL are whole (MF0ULx1 §10).
    private static func answer(
        _ octets: [UInt8], to frame: [UInt8], _ technology: RadioTechnology
    ) -> FrameAnswer {
        guard let first = octets.first else { return .silence }
        guard technology == .iso14443A, octets.count == 1, first <= 0x0F, !wholeOctets.contains(frame.first ?? 0) else {
            return .bytes(octets)
        }
        return .nibble(first)
    }

    private static let wholeOctets: [UInt8] = [0x3E, 0x4B]

    /// The data behind the answer code.
    private func command(_ bytes: [UInt8]) throws(CardError) -> [UInt8] {
        let response = try reader.send(Self.wrapped(bytes), during: Self.step)
        guard response.status == .success else {
            throw CardError(.transportFailed, during: Self.step, detail: "the reader says \(response.status)")
        }
        // D5, and the code of the command plus 1.
        guard let code = bytes.dropFirst().first, response.data.starts(with: [0xD5, code &+ 1]) else {
            throw CardError(.malformedResponse, during: Self.step, detail: "the PN532 answers another command")
        }
        return Array(response.data.dropFirst(2))
    }

    private static func wrapped(_ bytes: [UInt8]) -> [UInt8] {
        [0xFF, 0x00, 0x00, 0x00, UInt8(truncatingIfNeeded: bytes.count)] + bytes
    }

    // PN532 user manual, error codes.
    static func meaning(_ status: UInt8) -> String {
        switch status {
        case 0x01: "time-out: the chip said nothing"
        case 0x02: "wrong check sum"
        case 0x03: "wrong parity"
        case 0x04: "wrong number of bits"
        case 0x05: "wrong framing"
        case 0x06: "collision"
        case 0x07: "its buffer is too small"
        case 0x0B: "wrong protocol"
        case 0x13: "wrong format"
        case 0x27: "not possible in this state"
        case 0x29: "the card was released"
        case 0x2A: "another card answers"
        case 0x2B: "the card is gone"
        default: "not in its manual"
        }
    }

    func restart() throws(CardError) {
        _ = try command([0xD4, 0x32, 0x01, 0x00])
        _ = try command([0xD4, 0x32, 0x01, 0x01])
        target = 1
        // A field that is back selects nothing: type A chips wait to be called.
        guard technology == .iso14443A else { return }
        guard try list() else {
            throw CardError(.transportFailed, during: "restarting the field", detail: "the chip was not found again")
        }
    }

    /// InListPassiveTarget for type A; false when nothing answers.
    private func list() throws(CardError) -> Bool { try command([0xD4, 0x4A, 0x01, 0x00]).first ?? 0 > 0 }

    func close() {
        guard let parameter = foundParameter else { return }
        foundParameter = nil
        reader.sendInClosing([0xFF, 0x00, 0x51, parameter, 0x00])
    }
}
