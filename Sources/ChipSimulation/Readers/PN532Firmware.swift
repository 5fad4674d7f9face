import ISO7816

/// A PN532 behind `FF 00 00 00 Lc D4 …` (ACR122U API; PN532 user manual, chapter 7).
final class PN532Firmware: ReaderFirmware {
    /// Which ways for a frame work.
    enum Ways {
        case all
        /// InDataExchange fails, InCommunicateThru works.
        case withoutDataExchange
        /// Only the bare frame in the wrapper passes.
        case bareOnly
    }

    private let ways: Ways
    private var hasTarget = false
    private var isFieldOn = true
    private var parameter = PN532Firmware.usualParameter

    // Looks for cards by itself, and for all kinds of them.
    private static let usualParameter: UInt8 = 0xFF
    // The PN532 waits so long by itself.
    private static let patience = Duration.milliseconds(102)

    init(_ ways: Ways) { self.ways = ways }

    var isAsFound: Bool { parameter == Self.usualParameter && isFieldOn }

    /// InDataExchange knows what these do; all else of a type A chip goes through InCommunicateThru.
    private static let pageCommands: [UInt8] = [0x30, 0xA0, 0xA2]

    func powerUp() {
        hasTarget = false
        isFieldOn = true
        parameter = Self.usualParameter
    }

    func handle(_ command: [UInt8], _ field: RadioField) -> [UInt8]? {
        guard command[1] == 0x00, command[3] == 0x00 || command[2] == 0x51 else { return nil }
        switch command[2] {
        // The text has no status word behind it.
        case 0x48: return Array("ACR122U215".utf8)
        case 0x50: return [0x90, parameter]
        case 0x51:
            parameter = command[3]
            return [0x90, parameter]
        case 0x00: break
        default: return nil
        }
        guard command.count > 5 else { return [0x63, 0x00] }
        let body = Array(command[5...])
        guard body[0] == 0xD4, body.count > 1 else { return bare(body, field) }
        // A wrong Lc spoils the command, and the chip is blamed for it.
        guard Int(command[4]) == body.count else { return [0xD5, body[1] &+ 1, 0x01, 0x90, 0x00] }
        guard let answer = handle(pn532: body[1], Array(body.dropFirst(2)), field) else { return [0x63, 0x00] }
        return [0xD5, body[1] + 1] + answer + [0x90, 0x00]
    }

    private func handle(pn532 code: UInt8, _ parameters: [UInt8], _ field: RadioField) -> [UInt8]? {
        switch code {
        // GetFirmwareVersion: a PN532, version 1.6.
        case 0x02: return [0x32, 0x01, 0x06, 0x07]
        // RFConfiguration, item 1: the field.
        case 0x32:
            guard parameters.count == 2, parameters[0] == 0x01 else { return [] }
            isFieldOn = parameters[1] & 1 == 1
            hasTarget = false
            if isFieldOn { field.restart() }
            return []
        case 0x4A: return list(parameters, field)
        case 0x40:
            guard hasTarget, parameters.first == 0x01 else { return [0x27] }
            guard ways == .all else { return [0x01] }
            let code = parameters.dropFirst().first
            guard field.chip.technology == .feliCa || code.map(Self.pageCommands.contains) ?? false else {
                return [0x01]
            }
            return status(field.send(Array(parameters.dropFirst()), within: Self.patience))
        case 0x42:
            guard ways != .bareOnly else { return [0x01] }
            return status(field.send(parameters, within: Self.patience))
        default: return nil
        }
    }

    /// InListPassiveTarget: type A, or FeliCa at 212 kbit/s.
    private func list(_ parameters: [UInt8], _ field: RadioField) -> [UInt8] {
        hasTarget = false
        if isFieldOn, parameters.dropFirst() == [0x00], let activation = field.chip.activation, field.select() {
            hasTarget = true
            let request = activation.answerToRequest
            let identifier = field.chip.identifier
            return [0x01, 0x01, UInt8(request >> 8), UInt8(request & 0xFF), activation.selectAcknowledge]
                + [UInt8(identifier.count)] + identifier
        }
        guard field.chip.technology == .feliCa else { return [0x00] }
        guard isFieldOn, parameters.count == 7, parameters[1] == 0x01, parameters[2] == 0x00 else { return [0x00] }
        let polling = [0x06, 0x00] + parameters[3...]
        guard case .bytes(let answer) = field.send(polling, within: Self.patience) else { return [0x00] }
        hasTarget = true
        return [0x01, 0x01] + answer
    }

    private func status(_ answer: FrameAnswer) -> [UInt8] {
        guard isFieldOn else { return [0x01] }
        return switch answer {
        case .bytes(let bytes): [0x00] + bytes
        case .nibble(let bits): [0x00, bits]
        case .silence: [0x01]
        }
    }

    private func bare(_ frame: [UInt8], _ field: RadioField) -> [UInt8] {
        guard isFieldOn, field.chip.technology == .feliCa,
            case .bytes(let answer) = field.send(frame, within: Self.patience)
        else { return [0x63, 0x00] }
        return answer + [0x90, 0x00]
    }
}
