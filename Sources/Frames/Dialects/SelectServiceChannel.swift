import ISO7816
import Octets
import ReaderKnowledge

/// Select a service, then read it block by block: `FF A4 00 01 02 <service>`, `FF B0 00 <block> 00` (Sony's driver for
/// Windows with RC-S380 and RC-S300).
///
/// No frame passes: what stands here in its place is put together from the reader's answers. The reader chooses the
/// system, so a polling gets the card that it found, without saying which system that is.
final class SelectServiceChannel: FrameChannel {
    let dialect = ReaderDialect.selectService
    let technology = RadioTechnology.feliCa
    let choosesSystems = false
    let limits = FrameLimits(maximumFrame: 255, maximumAnswer: 29, maximumBlocks: 1)
    private let reader: ReaderCommand
    private var selected: [UInt8] = []

    private static let step: Step = "reading a selected service"

    /// A channel; whether the reader understands it shows at the first service that is selected.
    init(_ reader: ReaderCommand) { self.reader = reader }

    func exchange(_ bytes: [UInt8], timeout: Duration) throws(CardError) -> FrameAnswer {
        guard let read = try FeliCaReadCommand(translating: bytes, during: Self.step) else {
            return try reader.foundCard(during: Self.step)
        }
        return try answer(read)
    }

    private func answer(_ read: FeliCaReadCommand) throws(CardError) -> FrameAnswer {
        var blocks: [[UInt8]] = []
        for (index, element) in read.elements.enumerated() {
            // The position of the entry in the list, as the card itself would tell it.
            let position = UInt8(truncatingIfNeeded: index + 1)
            guard element.serviceIndex < read.services.count else { return refusal(read, position, 0xA3) }
            guard try select(read.services[element.serviceIndex]) else { return refusal(read, position, 0xA6) }
            guard element.number <= 0xFF else { return refusal(read, position, 0xA8) }
            let command = [0xFF, 0xB0, 0x00, UInt8(element.number), 0x00]
            let response = try reader.send(command, during: Self.step)
            guard response.status == .success else {
                // Behind the last block; 6A82 and 6B00 are what PC/SC part 3 has for it, Sony's driver says 6300.
                if [0x6282, 0x6300, 0x6A82, 0x6B00].contains(response.status) { return refusal(read, position, 0xA8) }
                throw CardError(.transportFailed, during: Self.step, detail: "the reader says \(response.status)")
            }
            guard response.data.count == 16 else {
                throw CardError(.malformedResponse, during: Self.step, detail: "a block has 16 octets")
            }
            blocks.append(response.data)
        }
        return FeliCaReadCommand.answer(idm: read.idm, blocks: blocks).map(FrameAnswer.bytes) ?? .silence
    }

    private func select(_ service: [UInt8]) throws(CardError) -> Bool {
        guard selected != service else { return true }
        selected = []
        let response = try reader.send([0xFF, 0xA4, 0x00, 0x01, 0x02] + service, during: "selecting a service")
        switch response.status {
        case .success: selected = service
        case 0x6800, 0x6D00, 0x6E00:
            throw CardError(.unsupported, during: Self.step, detail: "the reader says \(response.status)")
        default: return false
        }
        return true
    }

    private func refusal(_ read: FeliCaReadCommand, _ flag1: UInt8, _ flag2: UInt8) -> FrameAnswer {
        FeliCaReadCommand.refusal(idm: read.idm, flag1, flag2).map(FrameAnswer.bytes) ?? .silence
    }
}
