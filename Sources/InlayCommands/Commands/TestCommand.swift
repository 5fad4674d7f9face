import CardIdentification
import EMRTD
import ISO7816
import InlaySeams
import Octets
import TestKit

/// `inlay test`.
enum TestCommand {
    /// A plan, and the family that a card must be of; a passport says for itself whether it is one.
    private struct Offer: Sendable {
        var plan: TestPlan
        var family: CardFamily?
    }

    private static let offers = [
        Offer(plan: EMRTDPlan.plan), Offer(plan: Type2Plan.plan, family: .type2),
        Offer(plan: FeliCaPlan.plan, family: .felica), Offer(plan: CommandPlans.piv, family: .piv),
        Offer(plan: CommandPlans.iso7816, family: .iso7816),
    ]

    private static let upTo = CommandOption.value(
        "up-to", "CLASS",
        "how far it may go: L0 reads without a key, L1 with it (default), L2 spoils its own session, L3 lets the "
            + "authentication fail on purpose; L4 and L5 on simulators, and on others with --sample only")
    private static let sample = CommandOption.flag(
        "sample", "the card is a sample that nobody needs: hostile input and lasting changes are allowed")

    static let command = Command(
        "test", summary: "run a test plan on a card or a simulator",
        discussion: [
            "Plans: "
                + offers.map { "\($0.plan.name) (\($0.plan.title), \(Count.of($0.plan.steps.count, "step")))" }
                .joined(separator: "; ")
                + ".",
            "A step says which published case it follows, with the version of the document, and whether the expected "
                + "result was read there or inferred. A report says \"checked like\", never \"certified\".",
            "On a document in use only classes L0 and L1 run unless more is asked for; L3 makes some passports answer "
                + "slowly for a while, and ends with a good authentication. L4 and L5 run on simulators; on a card they need "
                + "--sample, and L5, which can move its date and trust points for good, your consent as well.",
            "Exit code 13 means that a step was not as expected. A simulator is opened with its own printed key.",
        ],
        positional: Positional(placeholder: "[PLAN]", count: 0...1, summary: "which plan (default emrtd)"),
        groups: [
            OptionGroup(title: "Plan", options: [upTo, sample, Consent.option]), PassportOptions.key,
            CommonOptions.card,
        ],
        examples: [
            ("inlay test --reader sim:passport", "the whole plan up to L1 on a simulator"),
            ("inlay test --mrz-file zone.txt", "a real passport, reading only"),
            ("inlay test --reader sim:passport --up-to L3 --json", "with failed authentications, for a script"),
            ("inlay test type2", "the tag on the reader, reading only"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let offer = try offer(arguments)
        let plan = offer.plan
        let safety = try safety(arguments)
        let given = try AccessKeyOptions.given(arguments, house)
        let session = try CardSession(arguments, house)
        defer { session.close(reset: true, output) }
        try admit(safety, plan, session, arguments, house)
        session.connection.resetsOnExit()
        var key = given?.key
        if key == nil, let printed = session.connection.printedMRZ { key = try AccessKeyOptions.printed(printed).key }
        var reader = EPassportReader()
        reader.random = session.random(house.random)
        let subject = TestSubject(
            session.link, key: key, reader: reader, opening: session.frameOpening(house),
            isCancelled: { house.interruption.isRequested })
        if let family = offer.family {
            try check(family, session, house)
        } else {
            try check(subject, session.connection.reader)
        }
        if key == nil, plan.steps.contains(where: { $0.requires.contains(.key) }) {
            output.note("no key was given: steps that need an open document are skipped; --mrz-file gives one")
        }
        if output.isText, !output.isQuiet { TestReport.showHead(plan, upTo: safety, on: output) }
        let effect = safety >= .hostileInput ? Effect.irreversible : .authenticates
        let (results, interruption) = plan.run(on: subject, allowing: effect, upTo: safety) { result in
            if output.isText { show(result, output) }
        }
        let failed = results.count { if case .failed = $0.outcome { true } else { false } }
        if let interruption {
            var failure = Failure(interruption, reader: session.connection.reader)
            failure.results = [.init(key: "steps", value: .array(results.map(document)))]
            throw failure
        }
        if output.isText {
            let passed = results.count { $0.outcome == .passed }
            if !output.isQuiet { TestReport.showSkipped(results, on: output) }
            if !output.isQuiet || failed > 0 { output.print() }
            output.print(
                StyledText(failed == 0 ? "passed: " : "failed: ", failed == 0 ? .good : .bad)
                    + StyledText("\(passed) as expected, \(failed) not, \(results.count - passed - failed) skipped"))
        } else {
            output.json([
                "schema": "inlay.test/1", "source": .string(session.connection.source.rawValue),
                "reader": .string(session.connection.reader), "plan": .string(plan.name),
                "upTo": .string(safety.name), "passed": .bool(failed == 0), "steps": .array(results.map(document)),
            ])
        }
        return failed == 0 ? .done : .expectationFailed
    }

    /// What is of another family has nothing to pass either.
    private static func check(_ family: CardFamily, _ session: CardSession, _ house: House) throws(Failure) {
        let identity = try session.identify(house)
        guard !identity.families.contains(family) else { return }
        throw Failure(
            .wrongKind, kind: "wrong-family",
            "the plan is for \(family.withArticle), this card is \(CardView.sentence(identity))",
            likely: "it is another kind of card", remedy: "inlay info says what it is, and how that is known")
    }

    /// The class decides where it may run: what can spoil a document never runs on one that somebody uses, and always on a
    /// simulator, which has nothing to lose.
    private static func admit(
        _ wanted: SafetyClass, _ plan: TestPlan, _ session: CardSession, _ arguments: Arguments, _ house: House
    ) throws(Failure) {
        guard wanted > .mostOnDocument, session.connection.source == .live else { return }
        // A plan without such steps asks for nothing.
        guard let most = plan.steps.map(\.safety).max(), most > .mostOnDocument else { return }
        guard arguments.has(sample) else {
            throw .usage(
                "consent-missing", "\(wanted.name), \(wanted.meaning), can spoil a document for good",
                likely: "chips may count hostile input, and certificates move their date",
                remedy: "add --sample if nobody needs this document; nothing was sent")
        }
        guard wanted == .changesChip else { return }
        let insertion = try inserted(session)
        try Consent.require(
            "\(plan.name) \(wanted.name) \(Hex.string(session.link.answerToReset.bytes))",
            because: "\(wanted.name) changes the chip or may block it",
            likely: "Terminal Authentication moves its date",
            arguments, house)
        guard try inserted(session) == insertion else {
            throw Failure(
                .wrongKind, kind: "other-card", "nothing was sent: the card was taken away after you were asked",
                likely: "another card was put on the reader, or the same one again",
                remedy: "leave the card on the reader, and run it again")
        }
    }

    private static func inserted(_ session: CardSession) throws(Failure) -> Int {
        do {
            return try session.link.insertion()
        } catch {
            throw Failure(error, reader: session.connection.reader)
        }
    }

    /// What is no passport has nothing to pass. A chip that wants PACE first says so with another status.
    private static func check(_ subject: TestSubject, _ reader: String) throws(Failure) {
        let status: StatusWord
        do throws(CardError) {
            status = try subject.selectPlain()
        } catch {
            throw Failure(error, reader: reader)
        }
        let isThere =
            [0x90, 0x61, 0x62, 0x63].contains(status.sw1) || [0x6982, 0x6985, 0x6987, 0x6988].contains(status)
        guard !isThere else { return }
        throw .noPassport(status)
    }

    private static func offer(_ arguments: Arguments) throws(Failure) -> Offer {
        let name = arguments.positionals.first ?? "emrtd"
        if let offer = offers.first(where: { $0.plan.name == name }) { return offer }
        throw .usage(
            "unknown-plan", "there is no such plan",
            remedy: "plans are \(offers.map(\.plan.name).joined(separator: ", "))")
    }

    private static func safety(_ arguments: Arguments) throws(Failure) -> SafetyClass {
        guard let text = arguments.value(upTo) else { return arguments.has(sample) ? .hostileInput : .usual }
        guard let wanted = SafetyClass(name: text) else {
            throw .usage("wrong-value", "--up-to takes L0 to L5", remedy: "write --up-to L2")
        }
        return wanted
    }

    private static func show(_ result: TestPlan.StepResult, _ output: Output) {
        let word: StyledText
        var reason: String?
        switch result.outcome {
        case .passed:
            guard !output.isQuiet else { return }
            word = StyledText("passed   ", .good)
        case .failed(let text):
            word = StyledText("failed   ", .bad)
            reason = text
        case .skipped(let text):
            guard output.isVerbose, !output.isQuiet else { return }
            word = StyledText("skipped  ", .faint)
            reason = text
        }
        let step = result.step
        output.paragraph(
            word + StyledText("\(step.safety.name) \(TestReport.mark(step))", .faint) + StyledText(step.name)
                + StyledText(step.testCase?.basis == .inferred ? "  inferred" : "", .faint), indent: 12)
        if let reason { output.paragraph(StyledText("         " + reason), indent: 12) }
    }

    private static func document(_ result: TestPlan.StepResult) -> JSONValue {
        let (outcome, reason): (String, String?) =
            switch result.outcome {
            case .passed: ("passed", nil)
            case .failed(let text): ("failed", text)
            case .skipped(let text): ("skipped", text)
            }
        let step = result.step
        return [
            "name": .string(step.name),
            "case": step.testCase.map {
                [
                    "identifier": .string($0.identifier), "document": .string($0.source.rawValue),
                    "expectation": .string($0.basis.rawValue),
                ]
            } ?? .null,
            "safety": .string(step.safety.name), "effect": .string(step.effect.rawValue),
            "outcome": .string(outcome), "reason": JSONValue(reason),
        ]
    }
}
