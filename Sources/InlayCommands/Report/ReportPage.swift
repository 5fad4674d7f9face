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
            .void("meta", attributes: [.init("http-equiv", "Content-Security-Policy"), .init("content", Self.policy)]),
            .void("meta", attributes: [.init("name", "referrer"), .init("content", "no-referrer")]),
            .void(
                "meta",
                attributes: [.init("name", "viewport"), .init("content", "width=device-width, initial-scale=1")]),
            // Titles go into histories and lists of windows, so nobody's name is in it.
            .element("title", "", [.text("Inlay: report on a document")]),
            .style(ReportStyle.sheet),
        ]
    }

    /// Nothing may be loaded or run; the one style sheet is named by its hash.
    private static let policy: String = {
        let hash = Base64.encode(DigestAlgorithm.sha256.hash(Array("\(ReportStyle.sheet)".utf8)))
        return "default-src 'none'; img-src data:; style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'"
    }()

    // MARK: - Body

    private var body: [HTML] {
        let questions = ReportQuestion.all(report)
        return [heading, verdict, inShort(questions), holder]
            + [checks(questions), certificates, reading, remarks, words, footer]
    }

    private var heading: HTML {
        let kind = report.zone?.documentTypeName ?? "travel document"
        var parts: [HTML] = [.element("h1", "", [.text("Report on a \(kind)")])]
        parts.append(
            .element("p", "soft", [.text("Judged as of \(report.moment.isoDate). \(source(report.source))")]))
        return .element("header", "", parts)
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
        var parts: [HTML] = [.element("p", "", [.text(headline)])]
        let failures = report.checks.filter { $0.state == .failed }
        guard failures.isEmpty else {
            parts.append(.element("p", "", [.text("What is wrong:")]))
            let items = failures.map { check -> HTML in
                var item: [HTML] = [.element("strong", "", [.foreign(Self.capitalized(check.title))])]
                if let reason = check.reason { item += [.text(": "), .foreign(reason)] }
                item += [.text(". "), .text(CheckMeaning.of(check.identifier).failure)]
                return .element("li", "", item)
            }
            parts.append(.element("ul", "", items))
            return Self.box(.bad, parts)
        }
        parts.append(.element("p", "", [.foreign(report.sentence)]))
        parts.append(.element("p", "small", [.text(report.requirementSentence)]))
        return Self.box(report.isAuthentic ? .good : .open, parts)
    }

    private var headline: String {
        if report.isFailed { return "✗ Do not trust this document." }
        return report.isAuthentic
            ? "✓ The contents are genuine: signed by a state that you trust."
            : "? Nothing wrong was found, but it is not established that the document is genuine."
    }

    private static func box(_ tone: ReportQuestion.Tone, _ parts: [HTML]) -> HTML {
        switch tone {
        case .good: .element("section", "verdict good", parts)
        case .bad: .element("section", "verdict bad", parts)
        case .open: .element("section", "verdict open", parts)
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
        return .element("section", "", [.element("h2", "", [.text("In short")]), .element("table", "", rows)])
    }

    private static func answer(_ question: ReportQuestion) -> HTML {
        switch question.tone {
        case .good: .element("span", "answer good", [.text(question.answer)])
        case .bad: .element("span", "answer bad", [.text(question.answer)])
        case .open: .element("span", "answer open", [.text(question.answer)])
        }
    }

    // MARK: - Document and holder

    private var holder: HTML {
        var parts: [HTML] = [.element("h2", "", [.text("Document and holder")])]
        let sources: [(FileID, String)] = [
            (.dg1, "Name, numbers and dates"), (.dg11, "Further details about the person"),
            (.dg12, "Further details about the document"),
        ]
        parts += sources.compactMap { warning(of: $0, $1) }
        if report.isRedacted {
            parts.append(
                .element("p", "soft", [.text("Names, numbers, dates and images are left out of this report.")]))
        }
        guard let zone = report.zone else {
            parts.append(.element("p", "", [.text("The chip gave no machine readable zone that can be read.")]))
            return .element("section", "", parts)
        }
        let name = [zone.names.primary, zone.names.secondary].filter { !$0.isEmpty }.joined(separator: ", ")
        var details: [HTML] = [
            Self.list(
                [(name: "name", value: report.isRedacted ? "" : name)] + report.holderFields + report.documentFields)
        ]
        if !report.isRedacted {
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
                        .init("alt", "The portrait in the chip"),
                    ]))
            parts.append(.element("figcaption", "", [.text("The portrait in the chip")]))
        case .missing(let reason):
            parts.append(.element("figcaption", "", [.text("No portrait: "), .foreign(reason)]))
        }
        if let warning = warning(of: .dg2, "The portrait") { parts.append(warning) }
        return .element("figure", "", parts)
    }

    /// What must stand beside details that are not vouched for.
    private func warning(of file: FileID, _ what: String) -> HTML? {
        let digest = report.allChecks.first { $0.identifier == Check.digest(file).identifier }
        let signature = report.allChecks.first { $0.identifier == Check.signature.identifier }
        if digest?.state == .failed {
            return .element(
                "p", "note bad", [.text("\(what): changed, not what was signed (hash of \(file.name)).")])
        }
        guard report.files[file] != nil, !(digest?.holds ?? false) || !(signature?.holds ?? false) else { return nil }
        return .element("p", "note open", [.text("\(what): nobody vouches for this; anybody could have written it.")])
    }

    private static func list(_ fields: [(name: String, value: String)]) -> HTML {
        let shown = fields.filter { !$0.value.isEmpty }
        return .element(
            "dl", "",
            shown.flatMap { field -> [HTML] in
                [.element("dt", "", [.foreign(field.name)]), .element("dd", "", [.foreign(field.value)])]
            })
    }

    // MARK: - Checks

    private func checks(_ questions: [ReportQuestion]) -> HTML {
        var parts: [HTML] = [.element("h2", "", [.text("Every check, with what was seen")])]
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
            .element("p", "", [.element("strong", "", [.foreign(capitalized(ReportedCheck.title(group)))])]),
            .element("p", "soft small", [.text(meaning.purpose)]),
        ]
        switch check.state {
        case .failed:
            parts.append(.element("p", "bad", [.foreign(capitalized(check.reason ?? "it does not hold")), .text(".")]))
            parts.append(.element("p", "", [.text(meaning.failure)]))
        case .notDone, .recorded:
            if let reason = check.reason {
                parts.append(.element("p", "", [.foreign(capitalized(reason)), .text(".")]))
            }
            if let absence = meaning.absence { parts.append(.element("p", "small", [.text(absence)])) }
        case .warning, .passed, .notOffered:
            if let reason = check.reason {
                parts.append(.element("p", "", [.foreign(capitalized(reason)), .text(".")]))
            }
        }
        let facts = group.flatMap(\.evidence)
        if !facts.isEmpty { parts.append(list(facts.map { (name: $0.name, value: $0.value) })) }
        return .element("div", "check", [.element("div", "", [badge(check.state)]), .element("div", "", parts)])
    }

    private static func badge(_ state: ReportedCheck.State) -> HTML {
        let words: [HTML] = [.text("\(state.symbol) \(state.words)")]
        switch state.role {
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
                        .element("h3", "", [.text(Self.capitalized(named.role))]),
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
            .element(
                "tr", "",
                [
                    .element("td", "", [.text(row.name)]), .element("td", "", [.text(row.title)]),
                    .element("td", "number", [.text(row.size)]), .element("td", "number", [.foreign(row.remark)]),
                ])
        }
        if !rows.isEmpty {
            let titles = ["file", "what is in it", "size", ""].map { HTML.element("th", "", [.text($0)]) }
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

    private var words: HTML {
        let entries: [(name: String, value: String)] = [
            (
                "EF.SOD",
                "Document security object: the signed list in the chip, with a fingerprint of each part of its contents."
            ),
            (
                "EF.DG1, EF.DG2, …",
                "Data groups: the parts of the contents. DG1 is the printed lines, DG2 the portrait."
            ),
            (
                "hash",
                "A fingerprint of data: a short number that changes when a single bit of the data changes."
            ),
            ("document signer", "The office whose key signs documents, appointed by its state."),
            ("CSCA", "Country Signing Certification Authority: the state's authority that appoints document signers."),
            ("certificate", "A signed statement that a key belongs to somebody."),
            ("passed, FAILED", "The check was made, and it holds or does not hold. One failed check is enough."),
            ("warning", "The check holds, with something that is not as it should be."),
            ("not offered", "The document does not have what would be checked; older ones often do not."),
            ("recorded", "A saved answer of the chip is right, but anybody can copy a saved answer."),
            ("not done", "The check could not be made, for the reason beside it. It shows nothing, good or bad."),
        ]
        return .element(
            "section", "", [.element("h2", "", [.text("Words used here")]), Self.list(entries)])
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
                        + " It says what was found by examining the data; whether paper and person are genuine, it cannot "
                        + "say.")
            ])
    }

    private static func capitalized(_ text: String) -> String {
        (text.first?.uppercased() ?? "") + text.dropFirst()
    }
}
