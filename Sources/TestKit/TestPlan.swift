public import ISO7816

/// Steps that can run on a simulator, on a virtual card behind pcscd, and on a live card alike.
public struct TestPlan: Sendable {
    /// How a step ended.
    public enum Outcome: Hashable, Sendable {
        /// As expected.
        case passed
        /// Not as expected; what came.
        case failed(String)
        /// It did not run; why.
        case skipped(String)
    }

    /// One thing to find out.
    public struct Step: Sendable {
        /// What is found out.
        public var name: String
        /// The published case that it follows.
        public var testCase: TestCase?
        /// What has to be there.
        public var requires: [Requirement]
        /// What it does to the card.
        public var effect: Effect
        /// How far it goes on a document in use.
        public var safety: SafetyClass
        /// Does it. An error that is not caught is a failed step.
        public var run: @Sendable (TestSubject) throws(CardError) -> Outcome

        /// A step.
        public init(
            _ name: String, case testCase: TestCase? = nil, requires: [Requirement] = [],
            effect: Effect = .readsOnly, safety: SafetyClass,
            run: @escaping @Sendable (TestSubject) throws(CardError) -> Outcome
        ) {
            self.name = name
            self.testCase = testCase
            self.requires = requires
            self.effect = effect
            self.safety = safety
            self.run = run
        }
    }

    /// A step and how it ended.
    public struct StepResult: Sendable {
        /// The step.
        public let step: Step
        /// How it ended.
        public let outcome: Outcome
    }

    /// As the command line names it.
    public let name: String
    /// What it tests.
    public let title: String
    /// In order: what is plain comes first, and what spoils most comes last.
    public let steps: [Step]

    /// A plan; its steps are put in order of what there is to lose.
    public init(name: String, title: String, steps: [Step]) {
        self.name = name
        self.title = title
        self.steps = steps.enumerated().sorted {
            ($0.element.safety, $0.element.effect, $0.offset) < ($1.element.safety, $1.element.effect, $1.offset)
        }.map(\.element)
    }

    /// Runs the steps up to `effect` and `safety`; the others are skipped, and say why.
    ///
    /// Ends early when the card is gone or the user gave up: `interruption` is that error, and the steps that are left
    /// are skipped.
    public func run(
        on subject: TestSubject, allowing effect: Effect, upTo safety: SafetyClass,
        tell: (StepResult) -> Void = { _ in }
    ) -> (results: [StepResult], interruption: CardError?) {
        var results: [StepResult] = []
        var interruption: CardError?
        for step in steps {
            let outcome: Outcome
            if let interruption {
                outcome = .skipped("the run ended before: \(interruption.code)")
            } else {
                do throws(CardError) {
                    outcome = try Self.outcome(of: step, on: subject, allowing: effect, upTo: safety)
                } catch {
                    if error.endsPlan { interruption = error }
                    outcome = .failed("\(error.step): \(error.code)")
                }
            }
            let result = StepResult(step: step, outcome: outcome)
            results.append(result)
            tell(result)
        }
        return (results, interruption)
    }

    private static func outcome(
        of step: Step, on subject: TestSubject, allowing effect: Effect, upTo safety: SafetyClass
    ) throws(CardError) -> Outcome {
        guard step.safety <= safety else {
            return .skipped("\(step.safety.name), \(step.safety.meaning): not asked for")
        }
        guard step.effect <= effect else { return .skipped("\(step.effect): not asked for") }
        for requirement in step.requires {
            guard try subject.meets(requirement) else { return .skipped(requirement.unmet) }
        }
        return try step.run(subject)
    }
}

extension CardError {
    /// No later step can run.
    fileprivate var endsPlan: Bool {
        switch code {
        case .cardRemoved, .noCard, .readerStuck, .readerUnavailable, .serviceUnavailable, .cancelled, .inUse,
            .permissionDenied, .timedOut:
            true
        default: false
        }
    }
}
