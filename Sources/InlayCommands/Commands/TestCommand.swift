import EMRTD
import ISO7816
import InlaySeams
import Octets
import TestKit

/// `inlay test`.
enum TestCommand {
    private static let plans = [EMRTDPlan.plan]

    private static let upTo = CommandOption.value(
        "up-to", "CLASS",
        "how far it may go: L0 reads without a key, L1 with it (default), L2 spoils its own session, L3 lets the "
            + "authentication fail on purpose; L4 and L5 with --sample only")
    private static let sample = CommandOption.flag(
        "sample", "the card is a sample that nobody needs: hostile input and lasting changes are allowed")

    static let command = Command(
        "test", summary: "run a test plan on a card or a simulator",
        discussion: [
            "Plans: "
                + plans.map { "\($0.name) (\($0.title), \(Count.of($0.steps.count, "step")))" }.joined(separator: ", ")
                + ".",
            "A step says which published case it follows, with the version of the document, and whether the expected "
                + "result was read there or inferred. A report says \"checked like\", never \"certified\".",
            "On a document in use only classes L0 and L1 run unless more is asked for; L3 makes some passports answer "
                + "slowly for a while, and ends with a good authentication.",
            "Exit code 13 means that a step was not as expected. A simulator is opened with its own printed key.",
        ],
        positional: Positional(placeholder: "[PLAN]", count: 0...1, summary: "which plan (default emrtd)"),
        groups: [OptionGroup(title: "Plan", options: [upTo, sample]), PassportOptions.key, CommonOptions.card],
        examples: [
            ("inlay test --reader sim:passport", "the whole plan up to L1 on a simulator"),
            ("inlay test --mrz-file zone.txt", "a real passport, reading only"),
            ("inlay test --reader sim:passport --up-to L3 --json", "with failed authentications, for a script"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let plan = try plan(arguments)
        let safety = try safety(arguments)
        let given = try AccessKeyOptions.given(arguments, house)
        let session = try CardSession(arguments, house)
        defer { session.close(reset: true, output) }
        session.connection.resetsOnExit()
        var key = given?.key
        if key == nil, let printed = session.connection.printedMRZ { key = try AccessKeyOptions.printed(printed).key }
        var reader = EPassportReader()
        reader.random = session.random(house.random)
        let subject = TestSubject(
            session.link, key: key, reader: reader, isCancelled: { house.interruption.isRequested })
        try check(subject, session.connection.reader)
        if key == nil {
            output.note("no key was given: steps that need an open document are skipped; --mrz-file gives one")
        }
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
        throw Failure(
            .wrongKind, kind: "no-passport", "the card has no passport application (\(status), \(status.meaning))",
            likely: "it is another kind of card", remedy: "inlay info says what it is",
            step: "SELECT eMRTD application", status: status)
    }

    private static func plan(_ arguments: Arguments) throws(Failure) -> TestPlan {
        let name = arguments.positionals.first ?? "emrtd"
        if let plan = plans.first(where: { $0.name == name }) { return plan }
        throw .usage(
            "unknown-plan", "there is no such plan", remedy: "plans are \(plans.map(\.name).joined(separator: ", "))")
    }

    private static func safety(_ arguments: Arguments) throws(Failure) -> SafetyClass {
        let isSample = arguments.has(sample)
        guard let text = arguments.value(upTo) else { return isSample ? .changesChip : .usual }
        guard let wanted = SafetyClass(name: text) else {
            throw .usage("wrong-value", "--up-to takes L0 to L5", remedy: "write --up-to L2")
        }
        guard wanted <= .mostOnDocument || isSample else {
            throw .usage(
                "consent-missing", "\(wanted.name), \(wanted.meaning), can spoil a document for good",
                likely: "chips may count hostile input, and certificates move their date",
                remedy: "add --sample if nobody needs this document; nothing was sent")
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
        let mark = step.testCase.map { "\($0.identifier) " } ?? ""
        output.paragraph(word + StyledText("\(step.safety.name) \(mark)", .faint) + StyledText(step.name), indent: 12)
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
