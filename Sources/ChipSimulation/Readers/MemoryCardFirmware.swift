import ISO7816

/// READ BINARY and UPDATE BINARY of PC/SC part 3 for cards of pages: the reader makes READ and WRITE frames of them.
final class MemoryCardFirmware: ReaderFirmware {
    /// Pages from here on are refused by the reader itself; nil without limit.
    private let pageLimit: Int?
    /// False: a chip that said no stays lost until a program looks for it again.
    private let findsAgain: Bool

    init(pageLimit: Int?, findsAgain: Bool) {
        self.pageLimit = pageLimit
        self.findsAgain = findsAgain
    }

    func handle(_ command: [UInt8], _ field: RadioField) -> [UInt8]? {
        guard field.chip.technology == .iso14443A, command[1] == 0xB0 || command[1] == 0xD6 else { return nil }
        guard command.count >= 5 else { return [0x67, 0x00] }
        guard command[2] == 0, command[3] < pageLimit ?? 256 else { return [0x6A, 0x82] }
        if command[1] == 0xB0 {
            let wanted = command[4] == 0 ? 16 : Int(command[4])
            guard command.count == 5, wanted <= 16 else { return [0x67, 0x00] }
            guard case .bytes(let bytes) = field.send([0x30, command[3]], within: .milliseconds(50)) else {
                return lost(field)
            }
            return bytes.prefix(wanted) + [0x90, 0x00]
        }
        guard command[4] == 4, command.count == 9 else { return [0x67, 0x00] }
        guard field.send([0xA2, command[3]] + command[5...], within: .milliseconds(50)) == .nibble(0xA) else {
            return lost(field)
        }
        return [0x90, 0x00]
    }

    private func lost(_ field: RadioField) -> [UInt8] {
        if findsAgain { field.select() }
        return [0x63, 0x00]
    }
}
