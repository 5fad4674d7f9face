/// What the process says when it ends: Docs/cli.md, "Exit codes".
public enum ExitCode: Int32, CaseIterable, Hashable, Sendable {
    /// Nothing that was checked failed, and all that was required holds.
    case done = 0
    /// A check failed.
    case checkFailed = 1
    /// Unknown option, malformed value, missing consent; nothing was sent to a card.
    case wrongUse = 2
    /// No PC/SC service.
    case noService = 3
    /// No reader, or not the one asked for, or more than one.
    case noReader = 4
    /// No card, card removed, time-out, reader stuck.
    case noCard = 5
    /// Polkit or file modes say no.
    case permissionRefused = 6
    /// The chip refused MRZ, CAN, PIN, password or key.
    case secretRefused = 7
    /// The card or reader answered with an error or broke the protocol.
    case cardError = 8
    /// A file or an input could not be decoded.
    case malformedData = 9
    /// Done, but what is required could not be checked.
    case notEstablished = 10
    /// A secret is blocked or suspended, or its last try was protected.
    case secretBlocked = 11
    /// Another program uses the card or reader.
    case inUse = 12
    /// An expectation of a script or test plan was not met.
    case expectationFailed = 13
    /// The card is not of the kind asked for.
    case wrongKind = 14
    /// A defect of ours that we noticed.
    case defect = 70
    /// The result could not be written, or a file not be read.
    case inputOutput = 74
    /// Interrupted; the card was left in a clean state.
    case interrupted = 130

    /// The words of the help.
    var meaning: String {
        switch self {
        case .done: "done; nothing that was checked failed, and all that was required holds"
        case .checkFailed: "a check failed: tampered, wrong signature, wrong country"
        case .wrongUse: "wrong use: unknown option, malformed value; nothing was sent to a card"
        case .noService: "no PC/SC service"
        case .noReader: "no reader, or not the one asked for, or more than one"
        case .noCard: "no card, card removed, time-out, reader stuck"
        case .permissionRefused: "permission refused (polkit, file modes)"
        case .secretRefused: "the chip refused the secret: wrong MRZ, CAN, PIN, password, key"
        case .cardError: "the card or reader answered with an error or broke the protocol"
        case .malformedData: "malformed data: a file or input could not be decoded"
        case .notEstablished: "done, but what is required could not be checked"
        case .secretBlocked: "a secret is blocked or suspended, or its last try was protected"
        case .inUse: "the card or reader is in use by another program"
        case .expectationFailed: "an expectation of a script or a step of a test plan was not met"
        case .wrongKind: "the card is not of the kind asked for"
        case .defect: "a defect of inlay that it noticed itself: please report"
        case .inputOutput: "a file could not be read, or the result not be written"
        case .interrupted: "interrupted; the card was left in a clean state"
        }
    }

    /// The worst of a batch: interrupted, then 1, 9, 10, then the first other that is not 0.
    static func worst(of codes: [ExitCode]) -> ExitCode {
        for code in [ExitCode.interrupted, .checkFailed, .malformedData, .notEstablished] where codes.contains(code) {
            return code
        }
        return codes.first { $0 != .done } ?? .done
    }
}
