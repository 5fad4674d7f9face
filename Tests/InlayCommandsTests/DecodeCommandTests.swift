import Testing

@testable import InlayCommands

@Suite struct DecodeCommandTests {
    @Test(arguments: [
        (["sw", "6A82"], ["6A82  file or application not found", "checking error"]),
        (["sw", "63C2"], ["2 tries left", "warning"]),
        (
            ["atr", "3BFD1300008131FE158073C021C057597562694B657940"],
            ["T=1", "TA1", "TA3", "FE", "extended length, command chaining", "right"]
        ),
        (["atr", "3B8F8001804F0CA0000003061100 3B0000000042"], ["FeliCa", "T=0, T=1"]),
        (["tlv", "6F108408A000000247100101A5049F816E00"], ["DF name", "9F816E", "0 bytes"]),
        (["tlv", "3014 06 0A 04007F00070202040202 020102 02010D 0500"], ["0.4.0.127.0.7.2.2.4.2.2", "13"]),
        (["apdu", "00", "A4", "04", "0C", "07", "A0000002471001"], ["SELECT", "by application identifier"]),
        (
            ["apdu", "0CB000000D9701008E087365D447F121FE5600"],
            ["READ BINARY", "secure messaging, header authenticated", "protected Le", "MAC"]
        ),
        (
            ["felica", "100601010A108E1BAD39010901018000", "0C0701010A108E1BAD3901A6"],
            ["Read Without Encryption", "0109  random, without key", "0109 block 0", "01 A6  no such service"]
        ),
        (
            ["felica", "060000030100", "140101012E4CD4544D451A018B1A018000000003"],
            ["Polling", "0003  transit cards of Japan", "time slots", "PMm", "01012E4CD4544D45"]
        ),
        (["felica", "1C0701010A10F0E1D2C301A600000000000000000000000000000000"], ["01 A6", "they are no data"]),
        (
            ["felica", "1D0701010A10F0E1D2C300000116010002346E8218821BD20400002AA0"],
            ["00 00  done", "16010002346E8218821BD20400002AA0"]
        ),
        (["felica", "0F0D01010A108E1BAD3902000386A7"], ["0003", "86A7"]),
        (["apdu", "00B09C0000"], ["file with SFI 1C, offset 0", "as much as there is"]),
        (
            ["mrz", "P<UTOHARGROVE<<EMIL<<<<<<<<<<<<<<<<<<<<<<<<<", "K402177359UTO7901058M3108228620019834<041712"],
            ["HARGROVE", "620019834 0417", "valid"]
        ),
    ])
    func `bytes are explained`(words: [String], expected: [String]) {
        let run = CommandRun(["decode"] + words)
        #expect(run.code == .done)
        for text in expected { #expect(run.output.contains(text), "\(text)") }
        let document = CommandRun(["decode", "--json"] + words)
        #expect(document.code == .done)
        #expect(document.output.hasPrefix("{\n  \"schema\": \"inlay.decode/1\",\n  \"kind\": \"\(words[0])\""))
    }

    @Test(arguments: [
        (["sw", "90"], ExitCode.malformedData), (["sw", "900000"], .malformedData), (["atr", "3B"], .malformedData),
        (["felica", "01"], .malformedData),
        (["felica", "0C0701010A"], .malformedData), (["felica", "0700000301000000"], .malformedData),
        (["apdu", "00A404"], .malformedData),
        (["apdu", "00A4040C05A0"], .malformedData),
        (["sw", "9O00"], .wrongUse), (["sw", "90 0"], .wrongUse), (["nonsense", "00"], .wrongUse), (["sw"], .wrongUse),
        (["tlv", "/nonexistent"], .wrongUse), (["tlv", "/dev/zero"], .wrongUse),
        (["mrz", "P<UTO", "K402"], .malformedData),
    ])
    func `what cannot be explained is refused`(words: [String], code: ExitCode) {
        let run = CommandRun(["decode"] + words)
        #expect(run.code == code)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("inlay: "))
    }

    @Test func `bytes, text and standard input are taken`() throws {
        try TemporaryFolder.use { folder in
            try PrivateFile.write([0x6A, 0x82], to: "\(folder)/raw", overwriting: false)
            try PrivateFile.write(Array("6a:82\n".utf8), to: "\(folder)/text", overwriting: false)
            for words in [["\(folder)/raw"], ["\(folder)/text"], ["-"], ["6A", "82"]] {
                let run = CommandRun(["decode", "sw"] + words, house: .test(input: "6A 82\n"))
                #expect(run.output.hasPrefix("6A82  file or application not found"))
            }
        }
    }

    @Test func `deep nesting is refused, not followed`() {
        let deep = String(repeating: "3080", count: 200)
        #expect(CommandRun("decode", "tlv", deep).code == .malformedData)
    }

    @Test func `text in data objects cannot act on the terminal`() {
        let run = CommandRun("decode", "tlv", "5F0E041B5B324A", isTerminal: true)
        #expect(!run.output.contains("\u{1B}[2J"))
    }
}
