import ISO7816
import Octets
import Testing

struct StorageCardTests {
    // PC/SC part 3 §3.1.3.2.3: the example of a MIFARE Classic 1K, and what ACS readers say.
    @Test(arguments: [
        ("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 01 00 00 00 00 6A", 0x03, 0x0001, RadioTechnology.iso14443A, false),
        ("3B 8F 80 01 80 4F 0C A0 00 00 03 06 11 00 3B 00 00 00 00 42", 0x11, 0x003B, .feliCa, false),
        ("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 F0 12 00 00 00 00 89", 0x03, 0xF012, .feliCa, false),
        ("3B 8F 80 01 80 4F 0C A0 00 00 03 06 0B 00 14 00 00 00 00 77", 0x0B, 0x0014, .iso15693, false),
        ("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 FF 28 00 00 00 00 BC", 0x03, 0xFF28, .iso14443A, true),
    ])
    func `what a reader says of a memory card`(
        answer: String, standard: UInt8, name: UInt16, technology: RadioTechnology, mayTakeCommands: Bool
    ) throws {
        let answer = AnswerToReset(try Hex.bytes(answer))
        let card = try #require(StorageCard(answer))
        #expect(card.standard == standard && card.name == name && card.reserved.allSatisfy { $0 == 0 })
        #expect(card.mayTakeCommands == mayTakeCommands)
        #expect(RadioTechnology(answer) == technology)
    }

    @Test(arguments: [
        "3B 80 80 01 01", "3B 85 80 01 80 73 84 01 60 12", "3B 8A 80 01 80 4F 0C A0 00 00 03 06 03 00", "3B",
        "3B 8F 80 01 80 4F 0C A0 00 00 03 07 03 00 01 00 00 00 00 6B",
    ])
    func `other answers are none`(answer: String) throws {
        let answer = AnswerToReset(try Hex.bytes(answer))
        #expect(StorageCard(answer) == nil)
        #expect(RadioTechnology(answer) == nil)
    }
}
