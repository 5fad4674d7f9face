import Diagnosis
import InlaySeams

/// What the commands live in: readers, simulators, clock, environment, input. Tests build one of simulators.
struct House: Sendable {
    /// PC/SC, or what stands in for it.
    var readers: any ReaderService
    /// Simulators that can be used as readers; made when they are looked at, because there are many.
    var simulators: [SimulatorEntry] {
        get { makeSimulators() }
        set { makeSimulators = { newValue } }
    }
    private var makeSimulators: @Sendable () -> [SimulatorEntry]
    /// Environment variables.
    var environment: @Sendable (String) -> String?
    /// Standard input and prompts.
    var input: Input
    /// Says when the user gave up.
    var interruption: Interruption
    /// Begins to listen to Ctrl-C. Before that it ends the process, which is right while nothing is open.
    var listen: @Sendable () -> Void
    /// Takes an interruption by Ctrl-C back, where only what ran shall end; false when the process shall.
    var resume: @Sendable () -> Bool
    /// The clock.
    var time: TimeSource
    /// Randomness.
    var random: RandomSource
    /// Images turned into pictures; nil where they are only kept.
    var pictures: Pictures?
    /// What doctor looks at; nil where there is nothing to look at.
    var machine: Machine?
    /// Tells, while something is waited for, what that is.
    var announce: @Sendable (String) -> Void = { _ in }

    init(
        readers: any ReaderService, simulators: @autoclosure @escaping @Sendable () -> [SimulatorEntry],
        environment: @escaping @Sendable (String) -> String?, input: Input, interruption: Interruption,
        listen: @escaping @Sendable () -> Void, resume: @escaping @Sendable () -> Bool = { false }, time: TimeSource,
        random: RandomSource, pictures: Pictures?, machine: Machine? = nil
    ) {
        self.readers = readers
        makeSimulators = simulators
        self.environment = environment
        self.input = input
        self.interruption = interruption
        self.listen = listen
        self.resume = resume
        self.time = time
        self.random = random
        self.pictures = pictures
        self.machine = machine
    }
}
