import CardCrypto
import InlaySeams
import LDS
import Octets
import Trust

/// A report as one file of HTML that needs nothing else: no script, no network, nothing but itself.
struct ReportPage {
    /// The portrait on the page.
    enum Portrait: Hashable, Sendable {
        /// As PNG, decoded away from this program.
        case png([UInt8])
        /// It is not shown, for this reason.
        case missing(String)
    }

    let report: PassportReport
    let portrait: Portrait

    /// The file.
    var source: String { HTML.document(head, body).source }

    // MARK: - Head

    private var head: [HTML] {
        [
            .void("meta", attributes: [.init("charset", "utf-8")]),
            .void("meta", attributes: [.init("http-equiv", "Content-Security-Policy"), .init("content", policy)]),
            .void("meta", attributes: [.init("name", "referrer"), .init("content", "no-referrer")]),
            .void(
                "meta",
                attributes: [.init("name", "viewport"), .init("content", "width=device-width, initial-scale=1")]),
            // Titles go into histories and lists of windows, so nobody's name is in it.
            .element("title", "", [.text("Inlay: report on a document")]),
            .style(ReportStyle.sheet, footOfPages: foot),
        ]
    }

    /// What brings loose sheets together again.
    private var foot: String {
        let number = report.isRedacted ? nil : report.zone.map { "\(report.kind) \($0.documentNumber), " }
        return (number ?? "report of ") + DayText.withTime(report.made)
    }

    /// Nothing may be loaded or run; the one style sheet is named by its hash.
    private var policy: String {
        let sheet = HTML.sheet(ReportStyle.sheet, footOfPages: foot)
        let hash = Base64.encode(DigestAlgorithm.sha256.hash(Array(sheet.utf8)))
        return "default-src 'none'; img-src data:; style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'"
    }

    // MARK: - Body

    private var body: [HTML] {
        let questions = ReportQuestion.all(report)
        return [heading, verdict, inShort(questions), holder]
            + [checks(questions), certificates, reading, remarks, ReportGlossary.section, footer]
    }

    private var heading: HTML {
        let article = ["a", "e", "i", "o", "u"].contains(report.kind.prefix(1)) ? "an" : "a"
        let place = report.reading.map { " Reader: \($0.reader)." } ?? ""
        let day = report.made.isoDate == report.moment.isoDate ? "" : " Judged as of \(DayText.of(report.moment))."
        return .element(
            "header", "",
            [
                .element("h1", "", [.text("Report on \(article) \(report.kind)")]),
                .element(
                    "p", "soft",
                    [
                        .text(
                            "\(report.reading == nil ? "Checked" : "Read and checked") on "
                                + "\(DayText.withTime(report.made)).\(day) \(source(report.source))"), .foreign(place),
                    ]),
            ])
    }

    private func source(_ source: CardConnection.Source) -> String {
        switch source {
        case .live: "Read from a chip."
        case .simulated: "Read from a simulator: no such document or person exists."
        case .replayed: "Replayed from a recording: no chip was there."
        case .saved: "Saved files, judged without the chip."
        }
    }

    private var verdict: HTML {
        let summary = report.summary
        var parts: [HTML] = [.element("p", "", [.text("\(summary.sign) \(summary.headline)")])]
        if summary.finding == .failed {
            parts.append(
                .element("ul", "", summary.explanation.map { .element("li", "", [.foreign($0)]) }))
        } else {
            parts.append(.element("p", "", [.foreign(summary.explanation.joined(separator: " "))]))
        }
        parts.append(.element("p", "now", [.text("Now you:")]))
        parts.append(.element("ol", "", summary.advice.map { .element("li", "", [.text($0)]) }))
        switch summary.tone {
        case .good: return .element("section", "verdict good", parts)
        case .bad: return .element("section", "verdict bad", parts)
        case .open, .neutral: return .element("section", "verdict open", parts)
        }
    }

    private func inShort(_ questions: [ReportQuestion]) -> HTML {
        let rows = questions.map { question -> HTML in
            .element(
                "tr", "",
                [
                    .element("td", "", [.text(question.question)]),
                    .element("td", "", [Self.answer(question)]),
                    .element("td", "", [.foreign(question.reason)]),
                ])
        }
        return .element(
            "section", "",
            [.element("h2", "", [.text("In short")]), .element("table", "short", rows)])
    }

    private static func answer(_ question: ReportQuestion) -> HTML {
        switch question.tone {
        case .good: .element("span", "answer good", [.text(question.answer)])
        case .bad: .element("span", "answer bad", [.text(question.answer)])
        case .open: .element("span", "answer open", [.text(question.answer)])
        case .neutral: .element("span", "answer", [.text(question.answer)])
        }
    }

    // MARK: - Document and holder

    private var holder: HTML {
        var parts: [HTML] = [.element("h2", "", [.text("Document and holder")])]
        if let warning = ReportWarning.general(report) { parts.append(Self.note(warning)) }
        if report.isRedacted {
            parts.append(
                .element("p", "soft", [.text("Names, numbers, dates and images are left out of this report.")]))
        }
        if report.zone == nil {
            parts.append(.element("p", "", [.text(report.zoneAbsence)]))
        }
        var details: [HTML] = []
        for group in report.fieldGroups {
            let list = Self.list(group.fields)
            guard let warning = group.warning else {
                details.append(list)
                continue
            }
            details.append(Self.note(warning, [list]))
        }
        if !report.isRedacted, let zone = report.zone {
            details.append(.element("p", "mono", zone.lines().flatMap { [.foreign($0), .void("br")] }))
        }
        parts.append(.element("div", "holder", [figure, .element("div", "", details)]))
        return .element("section", "", parts)
    }

    private var figure: HTML {
        guard !report.isRedacted else { return .empty }
        var parts: [HTML] = []
        switch portrait {
        case .png(let bytes):
            parts.append(
                .void(
                    "img",
                    attributes: [
                        .init("src", "data:image/png;base64,\(Base64.encode(bytes))"),
                        .init("alt", "The portrait on the chip"),
                    ]))
            parts.append(.element("figcaption", "", [.text("The portrait on the chip")]))
        case .missing(let reason):
            parts.append(.element("figcaption", "", [.text("No portrait: "), .foreign(reason), .text(".")]))
        }
        if let warning = ReportWarning.of(.dg2, in: report) { parts.append(Self.note(warning)) }
        return .element("figure", "", parts)
    }

    private static func note(_ warning: ReportWarning, _ more: [HTML] = []) -> HTML {
        let parts = [.element("p", "", [.element("strong", "", [.text(warning.text)])])] + more
        return warning.tone == .bad ? .element("div", "note bad", parts) : .element("div", "note open", parts)
    }

    private static func list(_ fields: [PassportReport.Field]) -> HTML {
        .element(
            "dl", "",
            fields.filter { !$0.value.isEmpty }.flatMap { field -> [HTML] in
                [
                    .element("dt", "", [.foreign(field.name)]),
                    field.isAlarming
                        ? .element("dd", "open", [.element("strong", "", [.foreign(field.value)])])
                        : .element("dd", "", [.foreign(field.value)]),
                ]
            })
    }

    private static func list(_ fields: [(name: String, value: String)]) -> HTML {
        list(fields.map { PassportReport.Field(name: $0.name, value: $0.value) })
    }

    // MARK: - Checks

    private func checks(_ questions: [ReportQuestion]) -> HTML {
        var parts: [HTML] = [
            .element("h2", "", [.text("For specialists: every check, with what was seen")]),
            .element("p", "soft small", [.text("The words are explained at the end.")]),
            .element("p", "small", [.foreign(report.sentence)]),
            .element("p", "small", [.text(report.requirementSentence)]),
        ]
        for question in questions where !question.checks.isEmpty {
            parts.append(.element("h3", "group", [.text(question.question)]))
            parts += ReportedCheck.grouped(question.checks).map(Self.check)
        }
        return .element("section", "", parts)
    }

    private static func check(_ group: [ReportedCheck]) -> HTML {
        guard let check = group.first else { return .empty }
        let meaning = CheckMeaning.of(check.identifier)
        var parts: [HTML] = [
            .element("p", "", [.element("strong", "", [.foreign(PlainWords.capitalized(ReportedCheck.title(group)))])]),
            .element("p", "soft small", [.text(meaning.purpose)]),
        ]
        switch check.state {
        case .failed:
            parts.append(
                .element(
                    "p", "bad", [.foreign(PlainWords.capitalized(check.reason ?? "it does not hold")), .text(".")]))
            parts.append(.element("p", "", [.text(meaning.failure)]))
        case .notDone, .recorded:
            if let reason = check.reason {
                parts.append(.element("p", "", [.foreign(PlainWords.capitalized(reason)), .text(".")]))
            }
            if let absence = meaning.absence { parts.append(.element("p", "small", [.text(absence)])) }
        case .warning, .passed, .notOffered:
            if let reason = check.reason {
                parts.append(.element("p", "", [.foreign(PlainWords.capitalized(reason)), .text(".")]))
            }
        }
        let facts = group.flatMap(\.evidence)
        if !facts.isEmpty { parts.append(list(facts.map { (name: $0.name, value: $0.value) })) }
        return .element("div", "check", [.element("div", "", [badge(check)]), .element("div", "", parts)])
    }

    private static func badge(_ check: ReportedCheck) -> HTML {
        let words: [HTML] = [.text("\(check.state.symbol) \(check.state.words)")]
        switch check.role {
        case .good: return .element("span", "badge good", words)
        case .bad: return .element("span", "badge bad", words)
        case .doubtful: return .element("span", "badge open", words)
        case .faint, .plain, .strong: return .element("span", "badge faint", words)
        }
    }

    // MARK: - Certificates

    private var certificates: HTML {
        guard !report.certificates.isEmpty else { return .empty }
        var parts: [HTML] = [
            .element("h2", "", [.text("Certificates")]),
            .element(
                "p", "soft small",
                [
                    .text(
                        "Who signed, and who appointed the signer. Specialists can compare these with what the state "
                            + "publishes.")
                ]),
        ]
        for named in report.certificates {
            parts.append(
                .element(
                    "div", "paper",
                    [
                        .element("h3", "", [.text(PlainWords.capitalized(named.role))]),
                        Self.list(named.fields(isRedacted: report.isRedacted)),
                    ]))
        }
        return .element("section", "", parts)
    }

    // MARK: - How it was read

    private var reading: HTML {
        var parts: [HTML] = [
            .element("h2", "", [.text(report.reading == nil ? "The saved files" : "How the chip was read")])
        ]
        parts.append(Self.list(report.readingFields))
        let rows = report.fileRows.map { row -> HTML in
            let start: [HTML] = [
                .element("td", "", [.text(row.name)]), .element("td", "", [.text(row.title)]),
            ]
            // A reason is a sentence, and no column of numbers is wide enough for it.
            let rest: [HTML] =
                row.isMissing
                ? [.element("td", "open", [.foreign(row.size)], attributes: [.init("colspan", "2")])]
                : [.element("td", "number", [.text(row.size)]), .element("td", "number", [.text(row.remark)])]
            return .element("tr", "", start + rest)
        }
        if !rows.isEmpty {
            let titles: [HTML] = [
                .element("th", "", [.text("file")]), .element("th", "", [.text("what is in it")]),
                .element("th", "number", [.text("size")]), .element("th", "number", []),
            ]
            parts.append(.element("table", "", [.element("tr", "", titles)] + rows))
        }
        return .element("section", "", parts)
    }

    private var remarks: HTML {
        let deviations = report.deviations.map { "\($0.sentence) (\($0.clause))" }
        guard !report.remarks.isEmpty || !deviations.isEmpty else { return .empty }
        return .element(
            "section", "",
            [
                .element("h2", "", [.text("Remarks")]),
                .element(
                    "p", "soft small", [.text("Small departures from the standard; none of them makes a check fail.")]),
                .element("ul", "", (deviations + report.remarks).map { .element("li", "", [.foreign($0)]) }),
            ])
    }

    private var footer: HTML {
        .element(
            "footer", "soft small",
            [
                .text(
                    "Made by Inlay \(Inlay.version). "
                        + (report.isRedacted
                            ? "Names, numbers, dates and images are left out."
                            : "This file holds personal data: keep it as you would keep the document.")
                        + " It says what was found by examining the data; it sees neither paper nor person.")
            ])
    }
}
