import ISO7816

/// A reader made of software in front of a chip that speaks frames: together they are a card that takes APDUs.
public final class SimulatedReader: ChipSimulator {
    /// Which reader it is.
    public let model: SimulatedReaderModel
    private let field: RadioField
    private let firmware: [any ReaderFirmware]

    /// Puts a reader in front of `chip`.
    public init(_ model: SimulatedReaderModel, chip: any FrameChipSimulator) {
        self.model = model
        field = RadioField(chip, bufferSize: model.bufferSize)
        let pages = MemoryCardFirmware(
            pageLimit: model.pageLimit, findsAgain: !model.leavesChipsLost)
        firmware = (chip.technology == .iso14443A ? [pages] : []) + model.firmware()
    }

    /// False while a program left something open or changed in the reader.
    public var isAsFound: Bool { firmware.allSatisfy(\.isAsFound) }

    /// Every frame that went out since it was made, those of the reader's own included.
    public var frames: [[UInt8]] { field.frames }

    /// What the reader says of the chip; of another chip in the same device, where it did not find this one.
    public var answerToReset: [UInt8] {
        if field.found == nil, let other = field.chip.otherAnswerToReset { return other }
        return model.answerToReset(field.chip.technology)
    }

    /// The field comes, and the reader looks for the chip.
    public func powerUp() {
        for part in firmware { part.powerUp() }
        field.activate()
    }

    /// Answers a command to the reader. The chip itself takes none, so everything else is of a wrong class.
    public func handle(command: [UInt8]) -> [UInt8] {
        guard command.count >= 4 else { return [0x67, 0x00] }
        guard command[0] == 0xFF else { return [0x6E, 0x00] }
        for part in firmware {
            if let answer = part.handle(command, field) { return answer }
        }
        if command[1] == 0xCA, command[3] == 0x00 { return data(command[2]) }
        return model.unknownCommand.bytes
    }

    /// GET DATA (PC/SC part 3 §3.2.2.1.3).
    private func data(_ what: UInt8) -> [UInt8] {
        switch what {
        case 0x00:
            // A phone shows a new number at each activation to those who did not ask for the right thing.
            return (field.found?.identifier ?? [0x08, 0x12, 0x34, 0x56]) + [0x90, 0x00]
        case 0x01:
            guard model.tellsParameters, let parameters = field.found?.parameters, !parameters.isEmpty else {
                return [0x6A, 0x81]
            }
            return parameters + [0x90, 0x00]
        default: return [0x6A, 0x81]
        }
    }
}
