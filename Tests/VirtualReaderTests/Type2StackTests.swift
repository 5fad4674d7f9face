import CardIdentification
import ChipSimulation
import Frames
import ISO7816
import InlaySeams
import Octets
import PCSC
import Testing
import Type2TagSimulator

/// Tags on readers through the real pcscd.
extension StackTests {
    @Test(arguments: [
        ("ntag213", SimulatedReaderModel.acr122u, "NTAG213"), ("ntag213", .acr1252u, "NTAG213"),
        ("ultralight-c", .acr1252u, "MIFARE Ultralight C"), ("ultralight-c-protected", .acr122u, "MIFARE Ultralight C"),
        ("em-echo", .acr1252u, "EM Type 2"),
    ])
    func `a tag is named through pcscd, and what was written stays over a reset`(
        name: String, model: SimulatedReaderModel, chip: String
    ) throws {
        let entry = try #require(Type2TagSimulator.named(name))
        try Stack.withChip(
            on: 0,
            {
                (try? entry.make("reader=\(model.rawValue)")) ?? SimulatedReader(model, chip: Type2Tag(entry.model))
            }
        ) { context, reader, _ in
            let link = try context.connect(to: reader)
            let identity = try CardIdentifier(reader: reader).identify(link)
            #expect(identity.chip == chip)
            #expect(identity.identifier?.count == 7)
            _ = try link.reset(.cold)
            if name != "ultralight-c-protected" {
                #expect(try link.exchange([0xFF, 0xD6, 0x00, 0x08, 0x04, 1, 2, 3, 4]) == [0x90, 0x00])
                _ = try link.reset(.cold)
                #expect(try link.exchange([0xFF, 0xB0, 0x00, 0x08, 0x04]) == [1, 2, 3, 4, 0x90, 0x00])
            }
            link.disconnect(.reset)
        }
    }
}
