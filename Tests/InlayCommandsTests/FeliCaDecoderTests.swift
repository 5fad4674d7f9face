import Testing

@testable import InlayCommands

@Suite struct FeliCaDecoderTests {
    private static let read = "14 06 01010A10F0E1D2C3 02 8B00 0F09 02 8100 8000"
    private static let answer =
        "2D 07 01010A10F0E1D2C3 0000 02 16010002346E8218821BD20400002AA0 000000000000000032 0000 B229 00 2EB1"

    private func run(_ words: String..., json: Bool = false) -> CommandRun {
        CommandRun(["decode", "felica"] + words + (json ? ["--json"] : []))
    }

    @Test func `an answer behind its command is told block by block, with the service of each`() {
        let run = run(Self.read, Self.answer)
        #expect(run.code == .done)
        #expect(run.output.contains("090F block 0        16010002346E8218821BD20400002AA0"))
        #expect(run.output.contains("008B block 0        0000000000000000320000B229002EB1"))
        #expect(run.output.contains("090F  cyclic, without key"))
    }

    @Test func `an answer without its command is told by the order of its blocks`() {
        #expect(run(Self.answer).output.contains("block 1 of the answer"))
    }

    // B39: zeros behind flags 01 A6 were shown as block data.
    @Test func `B39 what stands behind a refusal is called no data, and no block is told`() {
        let refusal = "1C0701010A10F0E1D2C301A600000000000000000000000000000000"
        let shown = run(refusal).output
        #expect(shown.contains("01 A6  no such service in the selected system"))
        #expect(shown.contains("deviation: 16 bytes behind flags that refuse: they are no data"))
        #expect(!shown.contains("0000000000"))
        #expect(!run(refusal, json: true).output.contains("\"blocks\""))
    }

    @Test func `frames for scripts hold names, lists, flags and blocks`() {
        let document = run(Self.read, Self.answer, json: true).output
        for text in [
            "\"name\": \"Read Without Encryption\"", "\"direction\": \"command\"", "\"direction\": \"answer\"",
            "\"statusFlags\": \"0000\"", "\"of\": \"090F block 0\"", "\"idm\": \"01010A10F0E1D2C3\"",
        ] { #expect(document.contains(text), "\(text)") }
    }

    @Test(
        arguments: [
            "0D0701010A108E1BAD39000001", "0C0D01010A108E1BAD390203", "0B0201010A108E1BAD3903", "05000003 01",
            "100601010A108E1BAD39010901028000", "0E0D01010A108E1BAD3901000300", "0C0501010A108E1BAD390000",
        ])
    func `a frame whose parts do not fit is told as far as it goes, with one fault`(frame: String) {
        let run = run(frame)
        #expect(run.code == .malformedData)
        #expect(!run.output.isEmpty)
        #expect(run.errors.hasPrefix("inlay: "))
        #expect(self.run(frame, json: true).output.contains("\"fault\""))
    }

    @Test func `commands that are not told apart any further keep their octets`() {
        let run = run("0C 3C 01010A108E1BAD39 0000")
        #expect(run.code == .done)
        #expect(run.output.contains("Request Specification Version"))
        #expect(run.output.contains("00 00"))
    }
}
