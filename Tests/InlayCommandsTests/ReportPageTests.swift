import FaceImages
import Foundation
import LDS
import Testing
import Trust

@testable import InlayCommands

@Suite struct ReportPageTests {
    private static func house(_ files: LDSFiles = SimulatedPassport.files) -> House {
        var house = SimulatedPassport.house(files: files)
        house.pictures = Pictures(
            converter: ImageConverter(program: BuiltProgram.path(of: "inlay")), deviceAttributes: { [] })
        return house
    }

    /// The page that `read` makes of the simulated document, or of `files` on a chip.
    private static func page(_ files: LDSFiles? = nil, _ options: [String] = []) throws -> (
        page: String, run: CommandRun
    ) {
        try TemporaryFolder.use { folder in
            let reader = files == nil ? ["--reader=sim:passport"] : [SimulatedPassport.key]
            let run = CommandRun(
                ["passport", "read", "--report=\(folder)/report.html"] + reader + options,
                house: files.map { house($0) } ?? house())
            return (try String(contentsOfFile: "\(folder)/report.html", encoding: .utf8), run)
        }
    }

    /// What a parser of HTML finds that is not ours: elements, attributes, addresses and handlers.
    private static let inspection = """
        import html.parser, sys
        class Page(html.parser.HTMLParser):
            tags, attributes, sources, text = set(), set(), [], []
            def handle_starttag(self, tag, attributes):
                self.tags.add(tag)
                for name, value in attributes:
                    self.attributes.add(name)
                    if name in ("src", "href", "action", "data"): self.sources.append(value[:22])
            def handle_data(self, data): self.text.append(data)
        page = Page()
        page.feed(sys.stdin.read())
        print(" ".join(sorted(page.tags)))
        print(" ".join(sorted(page.attributes)))
        print(" ".join(page.sources))
        print("".join(page.text))
        """

    private static func inspect(_ page: String) throws -> [String] {
        try Python.run(inspection, input: page).split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
            .map(String.init)
    }

    @Test func `a report is one file that loads and runs nothing`() throws {
        let (page, run) = try Self.page(nil, ["--trust=sim:passport"])
        #expect(run.code == .done)
        let seen = try Self.inspect(page)
        for tag in ["script", "link", "iframe", "object", "embed", "form", "a", "svg", "base"] {
            #expect(!seen[0].split(separator: " ").contains(Substring(tag)), "\(tag)")
        }
        #expect(seen[1] == "alt charset class content http-equiv lang name src")
        #expect(seen[2] == "data:image/png;base64,")
        for text in ["http:", "https:", "url(", "@import", "javascript:"] { #expect(!page.contains(text), "\(text)") }
    }

    @Test func `the policy allows this style sheet and nothing else`() throws {
        let (page, _) = try Self.page()
        let seen = try Python.run(
            """
            import base64, hashlib, re, sys
            page = sys.stdin.read()
            policy = re.search('Content-Security-Policy" content="([^"]*)"', page).group(1).replace("&#39;", "'")
            sheet = re.search("<style>(.*?)</style>", page, re.S).group(1)
            digest = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
            print(policy.replace(digest, "HASH"))
            print(page.count("<style"), page.count(" style="), page.index("Content-Security") < page.index("<style"))
            """, input: page)
        #expect(
            seen == "default-src 'none'; img-src data:; style-src 'sha256-HASH'; base-uri 'none'; form-action 'none'\n"
                + "1 0 True\n")
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</bdi></dd></body><a href='http://a'>x</a>",
        "&lt;b&gt;", "<!--", "]]>", "\u{202E}desrever", "a\u{1B}[2Jb", "{{7*7}}",
    ])
    func `whatever a chip sends is text`(text: String) throws {
        var files = SimulatedPassport.files
        files[.dg11] = EFDG11(name: text).encoded()
        let (page, _) = try Self.page(files)
        let seen = try Self.inspect(page)
        let plain = try Self.inspect(try Self.page(SimulatedPassport.files).page)
        #expect(
            Set(seen[0].split(separator: " ")).isSubset(of: Set(plain[0].split(separator: " ")).union(["li", "ul"])))
        #expect(seen[1] == plain[1])
        #expect(seen[2] == plain[2])
        #expect(seen[3].contains(TerminalText.escaped(DetailText(text).spaced)))
        #expect(!page.unicodeScalars.contains("\u{202E}") && !page.unicodeScalars.contains("\u{1B}"))
    }

    @Test func `a tampered document is told plainly, with what is wrong and where`() throws {
        var files = SimulatedPassport.files
        let place = try #require(files[.dg1]?.firstRange(of: Array("HALVORSDOTTER".utf8)))
        files[.dg1]?.replaceSubrange(place.lowerBound..<place.lowerBound + 4, with: Array("MALV".utf8))
        try TemporaryFolder.use { folder in
            for id in files.ids {
                try PrivateFile.write(files[id] ?? [], to: "\(folder)/\(DumpFolder.name(id))", overwriting: false)
            }
            let run = CommandRun(
                "passport", "verify", folder, "--trust=sim:passport", "--report=\(folder)/r.html", house: Self.house())
            #expect(run.code == .checkFailed)
            let meaning = "Name, numbers and dates (the machine readable zone) on the chip are not what was signed"
            let terminal = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(terminal.contains(meaning))
            let text = try Self.inspect(try String(contentsOfFile: "\(folder)/r.html", encoding: .utf8))[3]
            let verdict = try #require(text.firstRange(of: "DO NOT TRUST: name, numbers and dates on the chip"))
            let wrong = try #require(text.firstRange(of: "(Failed: hash of EF.DG1.)"))
            let details = try #require(text.firstRange(of: "Document and holder"))
            #expect(verdict.lowerBound < wrong.lowerBound && wrong.lowerBound < details.lowerBound)
            #expect(text.contains(meaning))
            #expect(text.contains("Name, numbers and dates: changed, not what was signed"))
            #expect(!text.contains("GENUINE"))
        }
    }

    @Test func `what is not established does not look good`() throws {
        let unknown = try Self.page()
        #expect(unknown.run.code == .done)
        #expect(unknown.page.contains("NOT CONFIRMED: this computer has no official certificate of Utopia"))
        #expect(unknown.page.contains("(hashes and signature; it does not ask who signed): holds."))
        #expect(!unknown.page.contains("verdict good"))
        #expect(try Self.page(nil, ["--trust=sim:passport"]).page.contains("verdict good"))
    }

    @Test func `a redacted report names nobody and shows no face`() throws {
        let (page, run) = try Self.page(nil, ["--redact", "--trust=sim:passport"])
        #expect(run.code == .done)
        for secret in [
            "HALVORSDOTTER", "JUNIPER", "UT7K40M2Q", "1991", "910515", "2024-03", "2034", "AMAUROT", "data:image",
        ] { #expect(!page.contains(secret), "\(secret)") }
        #expect(page.contains("CSCA Utopia"), "whom to trust is no secret")
    }

    @Test func `reports are private files, in nobody's way, and one document each`() throws {
        try TemporaryFolder.use { folder in
            let path = "\(folder)/r.html"
            func read(_ options: String...) -> CommandRun {
                CommandRun(["passport", "read", "--reader=sim:passport"] + options, house: Self.house())
            }
            #expect(read("--report=\(path)").code == .done)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let again = read("--report=\(path)")
            #expect(again.code == .wrongUse && again.output.isEmpty, "before anything is read")
            #expect(read("--report=\(path)", "--force").code == .done)
            #expect(read("--report=\(folder)/r.pdf").code == .wrongUse)
            #expect(read("--report=\(folder)/none/r.html").code == .wrongUse)
            let both = CommandRun(
                "passport", "verify", folder, folder, "--report=\(folder)/b.html", house: Self.house())
            #expect(both.code == .wrongUse && both.errors.contains("one document"))
        }
    }

    @Test func `every check is explained`() {
        let own = ["access", "terminalAuthentication", "checkDigits", "expiry"]
        let digests = (1...16).compactMap { FileID(dataGroupNumber: $0) }.map { Check.digest($0).identifier }
        let checks: [Check] = [
            .securityObject, .signature, .chain, .validity, .certificateUse, .usagePeriod, .revocation, .issuingState,
            .documentType, .printedZone, .dataGroupList, .accessInformation, .cardSecurity, .chipMapping,
            .chipAuthentication, .activeAuthentication,
        ]
        for identifier in own + digests + checks.map(\.identifier) {
            let meaning = CheckMeaning.of(identifier)
            #expect(meaning.purpose.hasSuffix(".") && meaning.failure.hasSuffix("."), "\(identifier)")
            #expect(meaning.absence?.hasSuffix(".") ?? true)
        }
    }

    @Test func `each check belongs to exactly one question`() throws {
        for simulator in ["passport", "passport-cam", "passport-aa", "passport-eac"] {
            try TemporaryFolder.use { folder in
                let run = CommandRun(
                    "passport", "read", "--reader=sim:\(simulator)", "--out=\(folder)/saved", house: Self.house())
                #expect(run.code == .done)
                let arguments = try Arguments(
                    ["--trust=sim:\(simulator)", "\(folder)"], for: PassportVerifyCommand.command)
                let judge = try PassportJudge(arguments, SimulatedPassport.house(), usually: .authentic)
                let report = judge.report(try DumpFolder("\(folder)/saved"))
                let asked = ReportQuestion.all(report).flatMap(\.checks)
                #expect(asked.map(\.identifier).sorted() == report.checks.map(\.identifier).sorted())
            }
        }
    }

    @Test(arguments: [
        ("passport-aa", true, "Yes", ExitCode.done), ("passport-aa", false, "Not known", .done),
        ("passport", true, "Cannot be tested", .done), ("passport-copied", true, "No", .checkFailed),
    ])
    func `whether the chip is the original is said only when it is shown`(
        simulator: String, isTrusted: Bool, answer: String, code: ExitCode
    ) throws {
        try TemporaryFolder.use { folder in
            let options = ["--reader=sim:\(simulator)", "--report=\(folder)/r.html"]
            let trust = isTrusted ? ["--trust=sim:\(simulator)"] : []
            let run = CommandRun(["passport", "read"] + options + trust, house: Self.house())
            #expect(run.code == code)
            let page = try String(contentsOfFile: "\(folder)/r.html", encoding: .utf8)
            let row = try #require(page.firstRange(of: "Is it the original chip, and no copy?</td>"))
            let answered = page[row.upperBound...].prefix(80)
            #expect(answered.contains(">\(answer)<"), "\(answered)")
        }
    }
}
