import Diagnosis
import ISO7816
import InlaySeams
import PCSC

/// What a failure is about, for those that `inlay doctor` can explain.
struct FailureConcern: Hashable, Sendable {
    /// What was met.
    var symptom: Symptom
    /// The cause whose words fit where the machine cannot be looked at.
    var usualCause: String
    /// The reader that was meant.
    var reader: String?
    /// The kind of card that was meant.
    var cardKind: CardKind?
    /// The name that is like that of a simulator that there is not; empty where none is.
    var unknownSimulator: String?
    /// How doctor is asked the same.
    var nextStep = "inlay doctor looks closer"

    /// How doctor is asked about a transaction of another program.
    static let connecting = "inlay doctor --connect looks closer"
    /// How doctor is asked about a reader that was named.
    static let sameReader = "inlay doctor with the same --reader looks closer"

    /// A file that could not be used.
    static func file(_ path: String) -> FailureConcern {
        FailureConcern(
            symptom: .file(path), usualCause: "C66", nextStep: "inlay doctor --file FILE looks closer")
    }
}

extension Failure {
    /// The same, ending in the words of the cause that is found on `machine`; of the usual one where none is.
    func advised(by machine: Machine?) -> Failure {
        guard let concern else { return self }
        var failure = self
        failure.concern = nil
        let cause = Cause.numbered(concern.usualCause)
        let found = machine.flatMap { finding(concern, $0) }
        // A look that was broken off says nothing about causes.
        if machine?.interruption.isRequested == true {
            (failure.exitCode, failure.kind) = (.interrupted, "interrupted")
            failure.message += "; the look for the cause was interrupted"
            (failure.likely, failure.remedy) = ("", concern.nextStep)
            return failure
        }
        if let finding = found {
            // To a program, a door that is closed to this user looks like no service at all.
            if exitCode == .noService, finding.ending == .permission {
                (failure.exitCode, failure.kind) = (.permissionRefused, "permission-refused")
                failure.message = "this user may not use the PC/SC service"
            }
            // Any program can close a door, and only pcscd's is a refusal.
            if exitCode == .permissionRefused, finding.ending == .service {
                (failure.exitCode, failure.kind) = (.noService, "service-not-running")
                failure.message = "the PC/SC service cannot be reached"
            }
            failure.likely = "\(finding.title): \(finding.evidence)"
            failure.remedy = finding.remedy
            failure.cause = finding.name
        } else if let cause {
            let words = Finding(words: cause, on: .other)
            failure.likely = words.title
            failure.remedy = words.remedy
            failure.cause = words.name
        }
        // Without connecting doctor does not see a transaction.
        let isTransaction = failure.cause == "transaction-holder"
        failure.remedy += "; \(isTransaction ? FailureConcern.connecting : concern.nextStep)"
        return failure
    }

    /// The cause, when it ends commands in the same way or stands in the way of all of them; another one would explain
    /// something else.
    private func finding(_ concern: FailureConcern, _ machine: Machine) -> Finding? {
        var examination = Examination(of: machine, depth: .service)
        examination.symptom = concern.symptom
        examination.wantedReader = concern.reader
        examination.cardKind = concern.cardKind
        examination.unknownSimulator = concern.unknownSimulator
        examination.waitsForReaders = false
        guard let finding = examination.run().finding else { return nil }
        let isSame = ExitCode(finding.ending) == exitCode
        return isSame || [.service, .permission, .reader].contains(finding.ending) ? finding : nil
    }
}

extension FailureConcern {
    /// What an error of PC/SC is about; nil for errors of a simulator or recording, and for those of the card itself.
    init?(_ error: CardError, reader: String) {
        guard !reader.hasPrefix("sim:"), !reader.hasPrefix("replay:") else { return nil }
        let usual: String
        switch error.code {
        case .serviceUnavailable: usual = "C01"
        case .permissionDenied: usual = "C12"
        case .readerUnavailable: usual = error.underlying as? PCSCError == .unknownReader ? "C41" : "C37"
        case .readerStuck: usual = "C38"
        case .noCard, .cardRemoved: usual = "C46"
        case .noAnswer, .timedOut: usual = "C47"
        case .inUse:
            usual =
                switch error.underlying as? PCSCError {
                case nil: "C43"
                case .protocolMismatch: "C48"
                default: "C42"
                }
        case .cardReset: usual = "C45"
        // All that drivers say when they keep a command from the reader.
        case .unsupported where error.underlying as? PCSCError == .notTransacted: usual = "C54"
        default: return nil
        }
        usualCause = usual
        if error.code == .unsupported {
            symptom = .escape
        } else if let code = error.underlying as? PCSCError {
            symptom = .code(code)
        } else {
            symptom = [.inUse, .readerStuck].contains(error.code) ? .hang : .none
        }
        self.reader = reader == "any reader" ? nil : reader
    }
}
