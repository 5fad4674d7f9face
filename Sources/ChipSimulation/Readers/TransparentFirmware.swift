import ISO7816
import Octets

/// Transparent sessions (PC/SC part 3 amendment 1). The status word is 9000 whatever the chip did; what happened stands in
/// object C0.
final class TransparentFirmware: ReaderFirmware {
    private let instructions: [UInt8]
    /// False: a command with Le is refused.
    private let takesExpected: Bool
    /// True: a transmission without its own time limit is refused.
    private let needsTimer: Bool
    /// True: pollings of a program are not answered before it switched the field off and on.
    private let needsFreshField: Bool
    /// First octets of FeliCa commands that a driver does not let pass.
    private let refusedCommands: [UInt8]

    private var isOpen = false
    private var isFieldOn = true
    private var isFieldFresh = false
    private var technology: RadioTechnology?

    init(
        instructions: [UInt8], takesExpected: Bool = true, needsTimer: Bool = false, needsFreshField: Bool = false,
        refusedCommands: [UInt8] = []
    ) {
        self.instructions = instructions
        self.takesExpected = takesExpected
        self.needsTimer = needsTimer
        self.needsFreshField = needsFreshField
        self.refusedCommands = refusedCommands
    }

    var isAsFound: Bool { !isOpen && isFieldOn }

    func powerUp() {
        isOpen = false
        isFieldOn = true
        isFieldFresh = false
        technology = nil
    }

    func handle(_ bytes: [UInt8], _ field: RadioField) -> [UInt8]? {
        guard bytes.starts(with: [0xFF]), instructions.contains(bytes[1]), bytes[2] == 0x00 else { return nil }
        guard let command = try? CommandAPDU(parsing: bytes), takesExpected || command.expected == .nothing else {
            return [0x67, 0x00]
        }
        var reader = TLVReader(command.data, in: "transparent session")
        guard let objects = try? reader.all() else { return report(1, 0x6401) }
        switch command.p2 {
        case 0x00: return manage(objects, field)
        case 0x01: return exchange(objects, field)
        case 0x02: return switchProtocol(objects, field)
        default: return [0x6B, 0x00]
        }
    }

    private func manage(_ objects: [TLV], _ field: RadioField) -> [UInt8] {
        for (index, object) in objects.enumerated() {
            let number = UInt8(truncatingIfNeeded: index + 1)
            switch object.tag {
            case 0x81: isOpen = true
            case 0x82:
                isOpen = false
                technology = nil
                if !isFieldOn {
                    isFieldOn = true
                    field.restart()
                }
                // The reader looks for cards by itself again.
                if field.chip.technology == .iso14443A { field.select() }
            case 0x83 where isOpen: isFieldOn = false
            case 0x84 where isOpen:
                isFieldOn = true
                isFieldFresh = true
                field.restart()
            case 0x83, 0x84: return report(number, 0x6301)
            case 0x5F46: break
            default: return report(number, 0x6A81)
            }
        }
        return report(0, .success)
    }

    private func switchProtocol(_ objects: [TLV], _ field: RadioField) -> [UInt8] {
        guard isOpen else { return report(1, 0x6301) }
        guard let object = objects.first, object.tag == 0x8F, object.value.count == 2, let standard = object.value.first
        else { return report(1, 0x6401) }
        switch standard {
        case 0x00:
            technology = .iso14443A
            // Layer 3: request, anticollision and SELECT.
            if field.chip.technology == .iso14443A, object.value.last == 0x03, !isFieldOn || !field.select() {
                return report(1, 0x6401)
            }
        case 0x01: technology = .iso14443B
        case 0x02: technology = .iso15693
        case 0x03: technology = .feliCa
        default: return report(1, 0x6A81)
        }
        return report(0, .success)
    }

    private func exchange(_ objects: [TLV], _ field: RadioField) -> [UInt8] {
        guard isOpen, isFieldOn else { return report(1, 0x6301) }
        guard let index = objects.firstIndex(where: { $0.tag == 0x95 }) else { return report(1, 0x6A80) }
        let number = UInt8(truncatingIfNeeded: index + 1)
        let timer = objects.first { $0.tag == 0x5F46 }
        guard timer != nil || !needsTimer else { return report(number, 0x6401) }
        // Microseconds, low octet first.
        let limit = timer.map { Duration.microseconds($0.value.reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }) }
        let frame = Array(objects[index].value)
        let code = field.chip.technology == .feliCa ? frame.dropFirst().first : nil
        guard code.map(refusedCommands.contains) != true else { return report(number, 0x6A80) }
        let isLost = technology != field.chip.technology || (needsFreshField && !isFieldFresh && code == 0x00)
        let answer = isLost ? FrameAnswer.silence : field.send(frame, within: limit ?? .milliseconds(100))
        let head: [UInt8] = [0x96, 0x02, 0x00, 0x00]
        switch answer {
        case .silence: return report(number, 0x6401, [0x92, 0x01, 0x00] + head)
        case .nibble(let bits): return report(0, .success, [0x92, 0x01, 0x04] + head + [0x97, 0x01, bits])
        case .bytes(let received):
            return report(0, .success, [0x92, 0x01, 0x00] + head + TLV.encode(0x97, received))
        }
    }

    private func report(_ object: UInt8, _ status: StatusWord, _ objects: [UInt8] = []) -> [UInt8] {
        [0xC0, 0x03, object] + status.bytes + objects + [0x90, 0x00]
    }
}
