import ISO7816

/// The bare frame in a wrapper, `FF 00 00 00 Lc …` (ACR1252U API). Everything that goes wrong is 6300.
final class PassThroughFirmware: ReaderFirmware {
    func handle(_ command: [UInt8], _ field: RadioField) -> [UInt8]? {
        guard command.starts(with: [0xFF, 0x00, 0x00, 0x00]) else { return nil }
        guard command.count > 5, Int(command[4]) == command.count - 5 else { return [0x67, 0x00] }
        let answer = field.send(Array(command[5...]), within: .milliseconds(200))
        return answer.octets.map { $0 + [0x90, 0x00] } ?? [0x63, 0x00]
    }
}
