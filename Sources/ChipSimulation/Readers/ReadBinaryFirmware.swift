import ISO7816

/// `FF B0 00 00 Lc <n> <services> <n> <blocks> 00`: PC/SC part 3 as Windows has it.
final class ReadBinaryFirmware: ReaderFirmware {
    func handle(_ bytes: [UInt8], _ field: RadioField) -> [UInt8]? {
        guard bytes[1] == 0xB0, let command = try? CommandAPDU(parsing: bytes), !command.data.isEmpty else {
            return nil
        }
        guard let idm = field.found?.identifier,
            let answer = FeliCaAir(field: field).send(0x06, idm + command.data), answer.count >= 10
        else { return [0x64, 0x01] }
        // Flags, and behind 00 00 their count and the blocks.
        return answer.dropFirst(8) + [0x90, 0x00]
    }
}
