public import CommandPresets

/// What is told while a preset runs.
public enum PresetProgress: Sendable {
    /// A step was done.
    case step(PresetRun.StepResult)
    /// A sentence for the user, before what it is about is sent.
    case remark(String)
}
