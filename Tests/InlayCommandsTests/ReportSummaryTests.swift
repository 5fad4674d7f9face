import FaceImages
import Foundation
import LDS
import PassportSimulator
import Testing
import Trust

@testable import InlayCommands

/// The verdict in words: the same on the terminal, on the page and in JSON, for everything that can lie on a desk.
@Suite struct ReportSummaryTests {
    /// What lies there, and what must be said about it.
    struct Situation: CustomTestStringConvertible, Sendable {
        let name: String
        let options: [String]
        let headline: String
        let finding: ReportSummary.Finding
        let tone: String
        let code: ExitCode
        /// What the report must say besides.
        var says: [String] = []
        /// What would claim too much or too little, or frighten for nothing.
        var never: [String] = []

        var testDescription: String { name }
    }

    private static let trust = "--trust=sim:passport"
    private static let wrongName =
        "P<UTOHALVORSDOTTER<<JOHANNA<MAE<<<<<<<<<<<<</UT7K40M2Q2UTO9105159F3403118<<<<<<<<<<<<<<04"
    private static let rightZone =
        "P<UTOHALVORSDOTTER<<JUNIPER<MAE<<<<<<<<<<<<</UT7K40M2Q2UTO9105159F3403118<<<<<<<<<<<<<<04"

    static let situations = [
        Situation(
            name: "genuine", options: ["--reader=sim:passport", trust],
            headline: "GENUINE CONTENTS: what is on the chip is as the authority of Utopia signed it.",
            finding: .authentic, tone: "good", code: .done,
            says: [
                "Does the portrait show the person before you?", "the same as on the printed page?",
                "sees neither person nor paper", "no means to show whether its chip is a copy",
                "is not known: no current list",
            ], never: ["Not confirmed", "EXPIRED", "that you trust"]),
        Situation(
            name: "genuine, and the original chip", options: ["--reader=sim:passport-cam", "--trust=sim:passport-cam"],
            headline: "GENUINE CONTENTS: what is on the chip is as the authority of Utopia signed it.",
            finding: .authentic, tone: "good", code: .done, says: ["The chip showed that it is the original."],
            never: ["is a copy; that is usual"]),
        Situation(
            name: "genuine, with fingerprints that only authorities read",
            options: ["--reader=sim:passport-biometric", "--trust=sim:passport-biometric"],
            headline: "GENUINE CONTENTS: what is on the chip is as the authority of Utopia signed it.",
            finding: .authentic, tone: "good", code: .done,
            says: ["The fingerprints are locked", "EF.DG3 is locked: only authorities can read it, which is usual"],
            never: ["is missing", "In part", "Not read"]),
        Situation(
            name: "genuine, and the printed page is that of the chip",
            options: ["--reader=sim:passport", trust, "--mrz=\(rightZone)"],
            headline: "GENUINE CONTENTS: what is on the chip is as the authority of Utopia signed it.",
            finding: .authentic, tone: "good", code: .done, never: ["the same as on the printed page?", "Not compared"]),
        Situation(
            name: "empty store", options: ["--reader=sim:passport"],
            headline: "NOT CONFIRMED: this computer has no official certificate of Utopia to check the seal with.",
            finding: .unknownIssuer, tone: "open", code: .done,
            says: [
                "says nothing against the person, and nothing for the passport",
                "Not confirmed: anybody could have put",
                "inlay trust import takes the state's CSCA certificate",
            ], never: ["Nothing wrong was found", "GENUINE"]),
        Situation(
            name: "self-made, with the state's certificate in the store",
            options: ["--reader=sim:passport?seed=7", trust],
            headline:
                "CAUTION: this computer has 1 official certificate of Utopia, and this passport was not made with it.",
            finding: .signerDoesNotFit, tone: "open", code: .notEstablished,
            says: ["or a forgery", "Not confirmed: anybody could have put", "a second document"],
            never: ["Nothing wrong was found", "takes the state's CSCA certificate"]),
        Situation(
            name: "broken seal", options: ["--reader=sim:passport?sod=bad-signature", trust],
            headline: "DO NOT TRUST: the seal on the chip is broken, so that anybody may have written what is on it.",
            finding: .failed, tone: "bad", code: .checkFailed,
            says: [
                "Do not identify anybody with this document", "does not prove that the person",
                "Not confirmed: nobody vouches for this",
            ], never: ["GENUINE", "Does the portrait show"]),
        Situation(
            name: "other state", options: ["--reader=sim:passport?state=D", trust],
            headline: "DO NOT TRUST: it says that Germany issued it, but Utopia signed it.",
            finding: .failed, tone: "bad", code: .checkFailed, says: ["Do not rely on this"]),
        Situation(
            name: "copied chip", options: ["--reader=sim:passport-copied", "--trust=sim:passport-copied"],
            headline: "DO NOT TRUST: the chip is most likely a copy.",
            finding: .failed, tone: "bad", code: .checkFailed,
            says: [
                "data of a real passport, but this chip is not that passport's",
                "(Failed: chip by PACE-CAM, chip authentication, active authentication.)",
            ]),
        Situation(
            name: "exchanged key",
            options: ["--reader=sim:passport-aa?contents=replaced-key", "--trust=sim:passport-aa"],
            headline: "DO NOT TRUST: the part that would show that the chip is the original was changed or exchanged.",
            finding: .failed, tone: "bad", code: .checkFailed,
            says: ["The part that would show that the chip is the original (the chip's key) is not what was signed"]),
        Situation(
            name: "printed page of another name", options: ["--reader=sim:passport", trust, "--mrz=\(wrongName)"],
            headline: "DO NOT TRUST: the printed page and the chip tell different stories.",
            finding: .failed, tone: "bad", code: .checkFailed,
            says: ["Printed names: HALVORSDOTTER JOHANNA MAE; names on the chip: HALVORSDOTTER JUNIPER MAE."]),
        Situation(
            name: "expired, signer in force", options: ["--reader=sim:passport", trust, "--at=2034-04-01"],
            headline:
                "EXPIRED: the passport ran out on 11 March 2034. What is on the chip is as the authority of Utopia signed it.",
            finding: .expired, tone: "open", code: .done,
            says: ["no valid proof of identity", "11 March 2034, EXPIRED"], never: ["Do not identify", "run out since"]),
        Situation(
            name: "expired, and its signer too", options: ["--reader=sim:passport", trust, "--at=2034-07-01"],
            headline:
                "EXPIRED: the passport ran out on 11 March 2034, and a certificate behind its seal has run out since, so "
                + "that it can no longer be fully confirmed.",
            finding: .expired, tone: "open", code: .checkFailed,
            says: ["usual for an old passport, and by itself no sign of forgery", "No longer certain"],
            never: ["DO NOT TRUST", "must not be trusted", "Do not rely"]),
        Situation(
            name: "expired, nobody vouches", options: ["--reader=sim:passport", "--at=2034-04-01"],
            headline:
                "EXPIRED, NOT CONFIRMED: the passport ran out on 11 March 2034. This computer has no official certificate of "
                + "Utopia to check the seal with.",
            finding: .unknownIssuer, tone: "open", code: .done),
        Situation(
            name: "expired and tampered with",
            options: ["--reader=sim:passport?sod=bad-signature", trust, "--at=2034-04-01"],
            headline: "DO NOT TRUST: the seal on the chip is broken, so that anybody may have written what is on it.",
            finding: .failed, tone: "bad", code: .checkFailed, says: ["Besides, the passport ran out on 11 March 2034."]
        ),
        Situation(
            name: "judged for a day before it was issued",
            options: ["--reader=sim:passport", trust, "--at=2020-01-01"],
            headline:
                "DO NOT TRUST: a certificate behind its seal was not in force on the day for which it was judged.",
            finding: .failed, tone: "bad", code: .checkFailed, says: ["Not shown"], never: ["EXPIRED"]),
        Situation(
            name: "taken away while it was read", options: ["--reader=sim:passport?drop=19&extended=off", trust],
            headline:
                "INCOMPLETE: the passport was taken away before everything was read. Lay it on the reader again.",
            finding: .incomplete, tone: "open", code: .noCard,
            says: ["Not read: the portrait", "EF.DG2 was not read: the reading ended before it"],
            never: ["GENUINE", "is missing"]),
        Situation(
            name: "a part that was asked for", options: ["--reader=sim:passport", trust, "--files=dg1"],
            headline: "PARTLY CHECKED: only a part of the chip was read, as it was asked for.",
            finding: .partial, tone: "open", code: .done,
            says: ["Leave out --files", "EF.DG2 was not read, because it was not asked for (--files)"],
            never: ["is missing", "GENUINE"]),
        Situation(
            name: "the chip withholds the photo", options: ["--reader=sim:passport?files=dg2:absent", trust],
            headline: "CAUTION: the signed list in the chip names the portrait, and the chip does not give it.",
            finding: .withheld, tone: "open", code: .notEstablished,
            says: ["may be damaged, or not be the original", "the photo on the printed page", "there is none (6A82"],
            never: ["is missing", "GENUINE"]),
    ]

    private static func house() -> House {
        var house = SimulatedPassport.house()
        house.pictures = Pictures(
            converter: ImageConverter(program: BuiltProgram.path(of: "inlay")), deviceAttributes: { [] })
        return house
    }

    /// In one line, as a person reads it.
    private static func flat(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func text(ofPage page: String) throws -> String {
        try Python.run(
            """
            import html.parser, sys
            class Page(html.parser.HTMLParser):
                text = []
                def handle_data(self, data): self.text.append(data)
            page = Page()
            page.feed(sys.stdin.read().split("</style>")[1])
            print("".join(page.text))
            """, input: page)
    }

    @Test(arguments: situations)
    func `each situation has its headline, first and last on the terminal, in the box of the page, in JSON`(
        situation: Situation
    ) throws {
        try TemporaryFolder.use { folder in
            let words = ["passport", "read"] + situation.options
            let run = CommandRun(words + ["--report=\(folder)/r.html"], house: Self.house())
            #expect(run.code == situation.code)
            let terminal = Self.flat(run.output)
            #expect(terminal.hasPrefix(situation.headline), "\(terminal.prefix(200))")
            #expect(terminal.hasSuffix(situation.headline), "\(terminal.suffix(200))")

            let source = try String(contentsOfFile: "\(folder)/r.html", encoding: .utf8)
            #expect(source.contains("class=\"verdict \(situation.tone)\""))
            let page = Self.flat(try Self.text(ofPage: source))
            let headline = try #require(page.firstRange(of: situation.headline), "\(page.prefix(400))")
            let details = try #require(page.firstRange(of: "In short"))
            #expect(headline.lowerBound < details.lowerBound)
            #expect(page.contains("Now you:"))
            // What to do stands behind the facts that it is about.
            let facts = try #require(terminal.firstRange(of: "In short"))
            let steps = try #require(terminal.firstRange(of: "Now you 1."))
            #expect(facts.lowerBound < steps.lowerBound)
            for text in situation.says {
                // The reasons of the table are on the page alone.
                #expect(page.contains(text), "\(text)")
            }
            for text in situation.never {
                #expect(!page.contains(text) && !terminal.contains(text), "\(text)")
            }

            let document = CommandRun(words + ["--json"], house: Self.house())
            let verdict = try Python.run(
                """
                import json, sys
                verdict = json.load(sys.stdin)["verdict"]
                print(verdict["headline"], verdict["finding"], verdict["exitCode"], sep="\\n")
                print(all(verdict["explanation"]), len(verdict["advice"]) > 0)
                """, input: document.output)
            #expect(
                verdict
                    == "\(situation.headline)\n\(situation.finding.rawValue)\n\(situation.code.rawValue)\nTrue True\n")
        }
    }

    @Test func `a signer of another name does not hide that certificates of the document's state are at hand`() throws {
        try TemporaryFolder.use { folder in
            _ = try Python.run(
                """
                import subprocess
                subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-keyout", "/dev/null", "-out", "\(folder)/de.pem", "-subj", "/C=DE/O=Gov/CN=CSCA", "-days", "9000",
                    "-addext", "keyUsage=critical,keyCertSign,cRLSign"], check=True, capture_output=True)
                """, input: "")
            let words = ["passport", "read", "--reader=sim:passport?state=D", "--trust=\(folder)/de.pem"]
            let run = CommandRun(words, house: Self.house())
            #expect(run.code == .notEstablished)
            let text = Self.flat(run.output)
            #expect(
                text.hasPrefix(
                    "CAUTION: this computer has 1 official certificate of Germany, and this passport was not made with it."
                ),
                "\(text.prefix(200))")
            #expect(text.contains("It says that Germany issued it, and its signer names Utopia."))
            #expect(!text.contains("no official certificate"))
            #expect(CommandRun(words + ["--require=signature"], house: Self.house()).code == .done)
        }
    }

    @Test(arguments: situations) func `what may not be told is in no verdict of a redacted report`(
        situation: Situation
    ) throws {
        let run = CommandRun(
            ["passport", "read", "--redact"] + situation.options, house: SimulatedPassport.house())
        #expect(run.code == situation.code)
        for secret in ["HALVORSDOTTER", "JUNIPER", "JOHANNA", "UT7K40M2Q", "11 March 2034", "2034-03"] {
            #expect(!run.output.contains(secret), "\(secret)")
        }
        #expect(run.output.contains("leaves out names, numbers, dates and images"))
    }

    @Test(arguments: situations, [40, 80, 120]) func `no two columns run into each other, and none over the edge`(
        situation: Situation, width: Int
    ) {
        let run = CommandRun(
            ["passport", "read", "--no-color"] + situation.options, house: SimulatedPassport.house(), isTerminal: true,
            width: width)
        for line in run.output.split(separator: "\n") {
            #expect(TerminalText.width(String(line)) <= width, "\(line)")
            for title in ["face image", "fingerprints", "additional personal details", "security options"] {
                guard let place = line.firstRange(of: title), place.lowerBound > line.startIndex else { continue }
                #expect(line[line.index(before: place.lowerBound)] == " ", "\(line)")
            }
        }
    }

    @Test func `every finding has a situation, except what only strange files bring about`() {
        let shown = Set(Self.situations.map(\.finding))
        #expect(Set(ReportSummary.Finding.allCases).subtracting(shown) == [.notEstablished])
    }

    // MARK: - Saved files

    /// The report on `files`, judged as a saved document.
    private static func report(_ files: LDSFiles, _ options: String...) throws -> PassportReport {
        try TemporaryFolder.use { folder in
            try PrivateFile.makeFolder("\(folder)/saved")
            for id in files.ids {
                try PrivateFile.write(
                    files[id] ?? [], to: "\(folder)/saved/\(DumpFolder.name(id))", overwriting: false)
            }
            let arguments = try Arguments(options + ["\(folder)/saved"], for: PassportVerifyCommand.command)
            let judge = try PassportJudge(arguments, SimulatedPassport.house(), usually: .authentic)
            return judge.report(try DumpFolder("\(folder)/saved"))
        }
    }

    @Test func `a changed name is told where it stands, and what was signed is not suspected`() throws {
        var files = SimulatedPassport.files
        let place = try #require(files[.dg1]?.firstRange(of: Array("JUNIPER".utf8)))
        files[.dg1]?.replaceSubrange(place.lowerBound..<place.lowerBound + 7, with: Array("JULIANA".utf8))
        let report = try Self.report(files, Self.trust)
        #expect(
            report.summary.headline
                == "DO NOT TRUST: name, numbers and dates on the chip are not what was signed, but changed or exchanged "
                + "afterwards.")
        let groups = report.fieldGroups
        #expect(groups.map(\.file) == [.dg1, .dg11, .dg12])
        #expect(groups.map { $0.warning?.tone } == [.bad, nil, nil])
        #expect(groups.first?.fields.first?.value.contains("JULIANA") ?? false)
        let issuer = ReportQuestion.all(report).first { $0.question.contains("state") }
        #expect(issuer?.answer == "Not in this form")
    }

    @Test func `files without a signed list are vouched for by nobody`() throws {
        var files = SimulatedPassport.files
        files[.sod] = nil
        let summary = try Self.report(files, Self.trust).summary
        #expect(summary.finding == .notEstablished)
        #expect(summary.headline.hasPrefix("NOT CONFIRMED: the signed list (EF.SOD) is not among the saved files"))
    }

    @Test func `saved files that are not all are a part, and no one is sent to a reader`() throws {
        var files = SimulatedPassport.files
        files[.dg2] = nil
        let report = try Self.report(files, Self.trust)
        #expect(report.summary.finding == .partial)
        #expect(report.summary.explanation.contains("Not read: the portrait."))
        #expect(report.check(.digest(.dg2))?.reason == "EF.DG2 is not among the saved files")
        var broken = SimulatedPassport.files
        broken[.dg2]?[400] ^= 1
        let advice = try Self.report(broken, Self.trust).summary.advice
        #expect(!advice.contains { $0.contains("on the reader") })
    }

    @Test func `what the signed list does not name is no part of what is confirmed`() throws {
        var files = SimulatedPassport.files
        files[.dg13] = [0x6D, 0x01, 0x00]
        let report = try Self.report(files, Self.trust)
        #expect(report.summary.finding == .notEstablished)
        #expect(report.summary.statement.contains("something that the signed list does not name (EF.DG13)"))
    }

    @Test func `what was not done looks so where it matters, and not where it is usual`() throws {
        func role(_ check: Check, _ files: LDSFiles) throws -> StyledText.Role? {
            try Self.report(files).check(check)?.role
        }
        var files = try PassportSimulator.make(name: "passport-biometric").document.files
        files[.dg2] = nil
        files[.dg3] = nil
        #expect(try role(.digest(.dg2), files) == .doubtful)
        #expect(try role(.digest(.dg3), files) == .faint)
        #expect(try role(.chain, files) == .doubtful)
        #expect(try role(.revocation, files) == .faint)
        #expect(try role(.digest(.dg1), files) == .good)
    }

    @Test func `equal warnings about hashes are told once, and are no departure of the document`() throws {
        let run = CommandRun(
            ["passport", "read", "--reader=sim:passport?sod=bad-signature"], house: SimulatedPassport.house())
        let warning = "but the list itself is not shown to be genuine"
        #expect(Self.flat(run.output).matches(of: try Regex(warning)).count == 1)
    }

    @Test func `a signer that does not fit is no good default, and whoever asks for less gets it`() {
        let words = ["passport", "read", "--reader=sim:passport?seed=7", Self.trust]
        let house = SimulatedPassport.house()
        #expect(CommandRun(words, house: house).code == .notEstablished)
        #expect(CommandRun(words + ["--require=signature"], house: house).code == .done)
        #expect(CommandRun(words + ["--require=authentic"], house: house).code == .notEstablished)
        #expect(CommandRun(words.dropLast(), house: house).code == .done, "nothing to check against")
    }

    @Test(arguments: [("0000000", false), ("<<<<<<0", false), ("34<<<<3", true)])
    func `a date that nobody can read is not taken for one to come`(date: String, isKnown: Bool) throws {
        var files = SimulatedPassport.files
        let place = try #require(files[.dg1]?.firstRange(of: Array("3403118".utf8)))
        files[.dg1]?.replaceSubrange(place, with: Array(date.utf8))
        let report = try Self.report(files)
        let state = report.allChecks.first { $0.identifier == ReportedCheck.expiry }?.state
        #expect(state == (isKnown ? .passed : .notDone))
        let question = ReportQuestion.all(report).first { $0.question == "Is it still valid?" }
        #expect(question?.answer == (isKnown ? "Yes" : "Not known"))
    }
}
