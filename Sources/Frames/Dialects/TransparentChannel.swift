import ISO7816
import InlaySeams
import Octets
import ReaderKnowledge

/// A transparent session (PC/SC part 3 amendment 1).
///
/// | reader | instruction |
/// |---|---|
/// | ACR1552U, ACR1252U by firmware, OMNIKEY 5x22 and 5x27 | FF C2 |
/// | Sony RC-S300, RC-S660 | FF C2, FF 50 |
///
/// While a session is open the reader does not look for cards, so it is ended on every path.
final class TransparentChannel: FrameChannel {
    let technology: RadioTechnology
    let limits: FrameLimits
    private(set) var choosesSystems = true
    private let reader: ReaderCommand
    private let instruction: UInt8
    /// Some readers want an Le field, some want none.
    private let expected: [UInt8]
    private let time: TimeSource
    private var isOpen = true

    private static let step: Step = "frame in a transparent session"

    private init(
        _ reader: ReaderCommand, instruction: UInt8, expected: [UInt8], technology: RadioTechnology, time: TimeSource
    ) {
        self.reader = reader
        self.instruction = instruction
        self.expected = expected
        self.technology = technology
        self.time = time
        // 7 octets of timer and 3 of the object around the frame; 12 octets of status and up to 3 around the answer.
        let command = min(reader.limits.maximumCommand, LinkLimits.short.maximumCommand)
        let response = min(reader.limits.maximumResponse, LinkLimits.short.maximumResponse)
        limits = FrameLimits(maximumFrame: max(0, command - 16), maximumAnswer: max(0, response - 17))
    }

    var dialect: ReaderDialect { instruction == 0xC2 ? .transparent : .sonyTransparent }

    /// Starts a session; nil when the reader has none, or not for this technology.
    static func open(
        _ reader: ReaderCommand, instruction: UInt8, technology: RadioTechnology, time: TimeSource
    ) throws(CardError) -> TransparentChannel? {
        for expected: [UInt8] in [[0x00], []] {
            let channel = TransparentChannel(
                reader, instruction: instruction, expected: expected, technology: technology, time: time)
            guard try channel.start() else { continue }
            guard try channel.switchProtocol() else {
                channel.close()
                return nil
            }
            return channel
        }
        return nil
    }

    private func start() throws(CardError) -> Bool {
        let start = [0xFF, instruction, 0x00, 0x00, 0x02, 0x81, 0x00] + expected
        do {
            let response = try reader.send(start, during: "starting a transparent session")
            if response.status == .success, (try? TransparentAnswer(parsing: response.data))?.status == .success {
                return true
            }
            // A plain refusal opens nothing; anything else may have.
            if !Self.isRefusal(response.status) { close() }
        } catch {
            close()
            switch error.code {
            case .transportFailed, .malformedResponse, .unsupported, .commandTooLong, .notRecorded: break
            default: throw error
            }
        }
        isOpen = false
        return false
    }

    private static func isRefusal(_ status: StatusWord) -> Bool {
        [0x63, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6D, 0x6E].contains(status.sw1)
    }

    private func switchProtocol() throws(CardError) -> Bool {
        let standard: UInt8 =
            switch technology {
            case .iso14443A: 0x00
            case .iso14443B: 0x01
            case .iso15693: 0x02
            case .feliCa: 0x03
            }
        // Layer 3 has anticollision behind it. FeliCa has no such layer, and 00 is what readers take there.
        let layer: UInt8 = technology == .feliCa ? 0x00 : 0x03
        do {
            let answer = try reader.ask(
                [0xFF, instruction, 0x00, 0x02, 0x04, 0x8F, 0x02, standard, layer] + expected,
                during: "choosing the protocol")
            guard let answer, let objects = try? TransparentAnswer(parsing: answer) else { return false }
            return objects.status == .success
        } catch {
            close()
            throw error
        }
    }

    func exchange(_ frame: [UInt8], timeout: Duration) throws(CardError) -> FrameAnswer {
        guard isOpen else { throw CardError(.unsupported, during: Self.step, detail: "the session has ended") }
        guard frame.count <= limits.maximumFrame else {
            throw CardError(.commandTooLong(limit: limits.maximumFrame), during: Self.step)
        }
        let body = timer(timeout) + TLV.encode(0x95, frame)
        let command = [0xFF, instruction, 0x00, 0x01, UInt8(truncatingIfNeeded: body.count)] + body + expected
        let response = try reader.send(command, during: Self.step)
        // A reader that refuses as a card does has no session any more.
        guard response.status == .success else {
            throw CardError(.transportFailed, during: Self.step, detail: "the reader says \(response.status)")
        }
        let objects: TransparentAnswer
        do {
            objects = try TransparentAnswer(parsing: response.data)
        } catch {
            throw CardError(.malformedResponse, during: Self.step, underlying: error)
        }
        if technology == .feliCa, objects.status == 0x6A80 || objects.status == 0x6A81,
            (try? FeliCaFrame(parsing: frame))?.code == FeliCaFrame.polling
        {
            choosesSystems = false
            return try reader.foundCard(during: Self.step)
        }
        return try objects.answer(during: Self.step)
    }

    func restart() throws(CardError) {
        // At least 30 ms without and 21 ms with a field, so that every chip notices (RC-S300).
        try manage(0x83)
        time.pause(.milliseconds(30))
        try manage(0x84)
        time.pause(.milliseconds(21))
        // A field that is back selects nothing: type A and B chips wait to be called.
        guard technology == .iso14443A || technology == .iso14443B else { return }
        guard try switchProtocol() else {
            throw CardError(.transportFailed, during: "restarting the field", detail: "the chip was not found again")
        }
    }

    private func manage(_ object: UInt8) throws(CardError) {
        let step: Step = "restarting the field"
        let answer = try reader.ask([0xFF, instruction, 0x00, 0x00, 0x02, object, 0x00] + expected, during: step)
        guard let answer, (try? TransparentAnswer(parsing: answer))?.status == .success else {
            throw CardError(.unsupported, during: step, detail: "the reader does not switch its field")
        }
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        reader.sendInClosing([0xFF, instruction, 0x00, 0x00, 0x02, 0x82, 0x00] + expected)
    }

    /// Object 5F46: microseconds, low octet first.
    private func timer(_ duration: Duration) -> [UInt8] {
        let (seconds, attoseconds) = duration.components
        let microseconds = min(max(seconds, 0), 60) * 1_000_000 + max(attoseconds, 0) / 1_000_000_000_000
        return [0x5F, 0x46, 0x04] + (0..<4).map { UInt8(truncatingIfNeeded: microseconds >> (8 * Int64($0))) }
    }
}
