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

    @Test(arguments: [
        (["passport", "Utopia (specimen)", "no check digit tells 6 from G"], zone),
        (
            ["Germany", "in names: UE may stand for Ü", "which may be absent"],
            ["P<D<<MUELLER<<JOERG<<<<<<<<<<<<<<<<<<<<<<<<<", "C11T002JM4D<<9608122F2310314<<<<<<<<<<<<<<<4"]
        ),
        (["the lines came in another order", "ERIKSSON"], zone.reversed()),
        (["spaces inside of lines were dropped", "ERIKSSON"], zone.map { $0.replacing("<<", with: "< <") }),
        (
            ["goes on in the optional data"],
            ["IDBEL000590696<1015<<<<<<<<<<<", "9401013F2710017BEL000101123453", "REINARTZ<<ULRIKE<KATIA<E<<<<<<"]
        ),
    ])
    func `names, notes and remarks help to read it`(expected: [String], lines: [String]) {
        let run = CommandRun(["passport", "mrz"] + lines, width: 200)
        for text in expected { #expect(run.output.contains(text), "\(text)") }
    }

    @Test(arguments: [
        ("Eriksson, Anna Maria", ExitCode.done, "letter by letter"),
        ("anna-maria ERIKSSON", .done, "letter by letter"), ("Ériksson, Anna Maria", .done, "É as E"),
        ("Eriksson, Anna", .checkFailed, "does not write the printed name"),
    ])
    func `a printed name is compared`(name: String, code: ExitCode, expected: String) {
        let run = CommandRun(["passport", "mrz", "--name", name] + Self.zone, width: 120)
        #expect(run.code == code)
        #expect(run.output.contains(expected))
        let document = CommandRun(["passport", "mrz", "--json", "--name", name] + Self.zone)
        #expect(document.output.contains("\"isWrittenSo\": \(code == .done)"))
    }

    @Test(arguments: [
        "DC03D9C5D9CAC8A73A990F71346ECF47FB06", "HC1:6BF+70790T9WJWG",
        #"{"data":{"hdr":{"t":"icao.vacc"}},"sig":{}}"#, "NDB1A3XXXX",
    ])
    func `a barcode that was scanned instead is named`(text: String) {
        for run in [CommandRun("passport", "mrz", text), CommandRun("decode", "mrz", "-", house: .test(input: text))] {
            #expect(run.code == .wrongUse || run.code == .malformedData)
            #expect(run.errors.contains("it is a "))
        }
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
