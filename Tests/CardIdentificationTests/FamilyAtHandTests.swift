import CardIdentification
import ISO7816
import Octets
import Testing

@Suite struct FamilyAtHandTests {
    @Test(
        arguments: [
            ("00A4040C07A0000002471001", 0x9000, CardFamily.emrtd), ("00A4040009A00000030800001000", 0x9000, .piv),
            ("00A4040007A0000002471001", 0x6A82, nil), ("00A404000E325041592E5359532E4444463031", 0x9000, .emv),
            ("A0A40000023F00", 0x9F16, .sim), ("9060000000", 0x91AF, .desfire), ("0084000008", 0x9000, nil),
            ("A0A40000023F00", 0x6E00, nil), ("00A4040008A00000015100000000", 0x6283, .globalplatform),
        ] as [(String, UInt16, CardFamily?)])
    func `the family follows from what passes`(command: String, status: UInt16, family: CardFamily?) throws {
        var hand = FamilyAtHand()
        hand.note(try Hex.bytes(command), ResponseAPDU(status: StatusWord(status)))
        #expect(hand.family == family)
    }

    @Test func `a restart forgets, the master file too, and the reader answers for itself`() throws {
        var hand = FamilyAtHand()
        let select = try Hex.bytes("00A4040C07A0000002471001")
        hand.note(select, ResponseAPDU(status: .success))
        #expect(hand.family(answering: [0xFF, 0xCA, 0, 0, 0]) == .reader)
        #expect(hand.family(answering: [0, 0xB0, 0, 0, 0]) == .emrtd)
        hand.note([0, 0xA4, 0, 0x0C, 2, 0x3F, 0], ResponseAPDU(status: .success))
        #expect(hand.family == nil)
        hand.note(select, ResponseAPDU(status: .success))
        hand.reset()
        #expect(hand.family == nil)
    }

    /// GlobalPlatformPro #124 and swsim #4: status words that ISO/IEC 7816-4 does not explain.
    @Test(
        arguments: [
            (0x6310, CardFamily.globalplatform, "P2 = 01"), (0x9F0F, .sim, "15 bytes"), (0x9F0A, .sim, "10 bytes"),
            (0x91AF, .desfire, "more follows"), (0x919D, .desfire, "permission denied"), (0x6985, .fido, "touch"),
            (0x6982, .emrtd, "opened first"), (0x6A82, .piv, "data object"), (0x6283, .emv, "blocked"),
            (0x6A81, .reader, "reader"), (0x9840, .sim, "blocked"), (0x6986, .emrtd, "no current file"),
        ] as [(UInt16, CardFamily, String)])
    func `a status word is told in the words of the family`(status: UInt16, family: CardFamily, words: String) {
        #expect(StatusWord(status).meaning(for: family).contains(words))
        #expect(StatusWord(status).meaning(for: nil) == StatusWord(status).meaning)
    }

    @Test func `what counts as done depends on the family`() {
        #expect(StatusWord(0x9F0F).isGood(for: .sim))
        #expect(!StatusWord(0x9F0F).isGood(for: nil))
        #expect(!StatusWord(0x91AF).isGood(for: .desfire))
        #expect(StatusWord(0x9100).isGood(for: nil))
    }
}
