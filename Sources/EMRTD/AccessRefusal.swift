public import ISO7816

/// A chip's refusal of access: what was asked for, with which password, and what it answered. It lies below the
/// `CardError` of the step, and `diagnosis` explains it.
public struct AccessRefusal: Error, Hashable, Sendable {
    /// At which step.
    public var step: AccessStep
    /// The password that was to be used; nil where there is none.
    public var password: PACEPassword?
    /// The chip's answer.
    public var status: StatusWord
    /// True when the reader did not send the secret, because the last try would have been spent (Docs/rules.md 8).
    public var isWithheld: Bool

    /// A refusal of these parts.
    public init(_ status: StatusWord, at step: AccessStep, password: PACEPassword? = nil, isWithheld: Bool = false) {
        self.step = step
        self.password = password
        self.status = status
        self.isWithheld = isWithheld
    }

    /// What it means.
    public var diagnosis: AccessDiagnosis { AccessDiagnosis(self) }

    /// The error that a protocol throws.
    func error(_ code: CardError.Code? = nil) -> CardError {
        CardError(
            code ?? .unexpectedStatus(status), during: Step(step.description),
            detail: isWithheld ? "it was not sent" : code == nil ? nil : "status \(status)",
            underlying: self)
    }
}

extension CardError {
    /// The refusal below this error; nil when it is of another kind.
    public var accessRefusal: AccessRefusal? { underlying as? AccessRefusal }
}
