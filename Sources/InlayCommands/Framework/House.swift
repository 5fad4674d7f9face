import Diagnosis
import InlaySeams

/// What the commands live in: readers, simulators, clock, environment, input. Tests build one of simulators.
struct House: Sendable {
    /// PC/SC, or what stands in for it.
    var readers: any ReaderService
    /// Simulators that can be used as readers.
    var simulators: [SimulatorEntry]
    /// Environment variables.
    var environment: @Sendable (String) -> String?
    /// Standard input and prompts.
    var input: Input
    /// Says when the user gave up.
    var interruption: Interruption
    /// Begins to listen to Ctrl-C. Before that it ends the process, which is right while nothing is open.
    var listen: @Sendable () -> Void
    /// The clock.
    var time: TimeSource
    /// Randomness.
    var random: RandomSource
    /// Images turned into pictures; nil where they are only kept.
    var pictures: Pictures?
    /// What doctor looks at; nil where there is nothing to look at.
    var machine: Machine?
}
