import Testing

@testable import InlayCommands

@Suite struct PassportMRZCommandTests {
    // 9303-11 appendix D.2, with the keys worked out there.
    private static let zone = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C<3UTO6908061F9406236ZE184226B<<<<<14",
    ]

    @Test func `every field and check digit is explained`() {
        let run = CommandRun(["passport", "mrz"] + Self.zone)
        #expect(run.code == .done)
        for text in ["TD3", "L898902C", "ERIKSSON", "ANNA MARIA", "1969-08-06", "composite check digit", "ZE184226B"] {
            #expect(run.output.contains(text))
        }
    }

    @Test func `keys are shown when asked for only`() {
        let keys = [
            "239AB9CB282DAF66231DC5A4DF6BFBAE", "AB94FDECF2674FDFB9B391F85D7F76F2", "7962D9ECE03D1ACD4C76089DCE131543",
        ]
        for extra in [[], ["--json"], ["--verbose"]] {
            let run = CommandRun(["passport", "mrz"] + Self.zone + extra)
            for key in keys { #expect(!run.output.contains(key)) }
            let asked = CommandRun(["passport", "mrz", "--show-keys"] + Self.zone + extra)
            for key in keys { #expect(asked.output.contains(key)) }
        }
    }

    @Test func `a wrong check digit is named with what was expected, and what may have been misread`() {
        let misread = Self.zone[1].replacing("L898902C", with: "L8989O2C")
        let run = CommandRun("passport", "mrz", Self.zone[0], misread)
        #expect(run.code == .checkFailed)
        #expect(run.output.contains("line 2, column 10"))
        #expect(run.output.contains("line 2, column 6: 0 instead of O"))
    }

    @Test(arguments: [["P<UTO"], ["A", "B", "C"], ["P<UTO€RIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "X"]])
    func `what is no zone is refused without being repeated`(lines: [String]) {
        let run = CommandRun(["passport", "mrz"] + lines)
        #expect(run.code == .wrongUse)
        #expect(!run.errors.contains("RIKSSON"))
    }

    @Test func `the zone comes from standard input too`() {
        let run = CommandRun("passport", "mrz", "-", house: .test(input: Self.zone.joined(separator: "\r\n") + "\n"))
        #expect(run.code == .done)
    }
}
