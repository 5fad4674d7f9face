import ISO7816
import Octets
import TestSupport
import Testing

@testable import PassportSimulator

struct AnswerToResetTests {
    @Test(arguments: [("extended=on", true, "3B85800180738401601 2"), ("extended=off", false, "3B858001807384010072")])
    func `it is that of a contactless card and tells about extended length`(
        text: String, extended: Bool, bytes: String
    ) throws {
        let chip = try PassportSimulator.make(name: "passport", settingsText: text).chip
        // PC/SC part 3 §3.1.3.2.3: 3B, 8n, 80, 01, n historical bytes, exclusive-or of all but the first.
        #expect(chip.answerToReset == hex(bytes))
        let answer = AnswerToReset(chip.answerToReset)
        #expect(answer.deviations.isEmpty)
        #expect(answer.protocols == [0, 1])
        #expect(answer.capabilities?.extendedLength == extended)
        #expect(answer.capabilities?.shortFileIdentifiers == true)
        #expect(answer.capabilities?.commandChaining == false)
    }

    @Test func `more than fifteen historical bytes cannot be told`() {
        let bytes = ContactlessAnswerToReset.bytes(historicalBytes: [UInt8](repeating: 1, count: 20))
        #expect(bytes.count == 4 + 15 + 1)
        #expect(AnswerToReset(bytes).deviations.isEmpty)
    }
}
