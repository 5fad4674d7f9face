import EMRTD
import Frames
import ISO7816
import PCSC

extension Failure {
    /// What a `CardError` means for whoever typed the command.
    init(_ error: CardError, reader: String) {
        if let refusal = error.accessRefusal {
            self.init(refusal)
            return
        }
        if let failure = error.underlying as? Failure {
            self = failure
            return
        }
        if error.underlying is TraceWithoutData {
            self.init(
                .malformedData, kind: "trace-without-data",
                "the trace holds no data, only headers, lengths and status words: no frame can be answered from it",
                likely: "it was recorded without secrets, which is how --trace records unless it is told otherwise",
                remedy: "record it again with --trace FILE --trace-secrets; the file then holds what is on the card",
                step: error.step.description)
            return
        }
        if error.code == .cancelled {
            self.init(.interrupted, kind: "interrupted", "interrupted", step: error.step.description)
            return
        }
        let (exit, kind, likely, remedy) = Self.explanation(error, reader)
        self.init(
            exit, kind: kind, "\(error.step): \(error.code.description)", likely: likely, remedy: remedy,
            step: error.step.description)
        if let code = error.underlying as? PCSCError {
            // What PC/SC itself says is for whoever searches for it; the sentence before it is ours.
            message += " (\(code.name ?? "0x" + String(code.code, radix: 16, uppercase: true)))"
        } else if let detail = error.detail {
            message += " (\(detail))"
        }
        // A trace stands on no reader that could be examined.
        concern = reader.hasPrefix("replay:") ? nil : FailureConcern(error, reader: reader)
        if case .unexpectedStatus(let status) = error.code {
            self.status = status
            triesLeft = status.triesLeft
        }
    }

    /// What a chip's refusal of access means.
    init(_ refusal: AccessRefusal) {
        let diagnosis = refusal.diagnosis
        let (exit, kind): (ExitCode, String) =
            switch diagnosis.kind {
            case .wrongSecret: (.secretRefused, "secret-refused")
            case .blocked: (.secretBlocked, "secret-blocked")
            case .suspended: (.secretBlocked, "secret-suspended")
            case .deactivated: (.secretBlocked, "secret-deactivated")
            case .lastTryKept: (.secretBlocked, "last-try-kept")
            case .unknownCounter: (.secretBlocked, "tries-unknown")
            case .notOffered: (.cardError, "not-offered")
            case .notPermitted: (.cardError, "not-permitted")
            case .notTrusted: (.cardError, "terminal-not-trusted")
            case .otherCard: (.wrongKind, "other-card")
            case .broken: (.cardError, "unexpected-status")
            }
        let remedy =
            diagnosis.kind == .lastTryKept ? "make sure that it is right, then add --last-try" : diagnosis.remedy
        self.init(
            exit, kind: kind, diagnosis.happened, likely: diagnosis.likely, remedy: remedy,
            step: refusal.step.description, status: refusal.status, triesLeft: diagnosis.triesLeft)
    }

    private static func explanation(
        _ error: CardError, _ reader: String
    ) -> (ExitCode, kind: String, likely: String, remedy: String) {
        if reader.hasPrefix("replay:"), error.isRecordedFailure {
            let live = explanation(error.code, reader)
            return (
                live.0, live.kind, "so it was when the trace was recorded",
                "inlay trace show FILE lists what came before it"
            )
        }
        switch error.underlying as? FrameOpening.Fault {
        case .otherCard:
            return (
                .wrongKind, "other-kind", "the card speaks another language than frames of this kind",
                "inlay info tells what it is, and what can be done with it"
            )
        case .noDialect:
            return (
                .cardError, "no-dialect", "the reader or its driver keeps frames to itself",
                "try another reader or driver; inlay readers tells what is known of this one"
            )
        case nil: return explanation(error.code, reader)
        }
    }

    private static func explanation(
        _ code: CardError.Code, _ reader: String
    ) -> (ExitCode, kind: String, likely: String, remedy: String) {
        switch code {
        case .cardRemoved:
            (
                .noCard, "card-removed", "the card moved on the antenna or was taken away",
                "leave it on the reader until the command has ended, and try again"
            )
        case .cardReset:
            (
                .inUse, "card-reset", "another program uses the same card",
                "end the other program (a browser, a signature tool, gpg) and try again"
            )
        case .noCard:
            (.noCard, "no-card", "the card does not lie on the antenna", "put it on the reader, or add --wait")
        case .noAnswer:
            (
                .noCard, "no-answer", "the field is too weak, or two cards lie on the reader",
                "move the card, take others away, and try again"
            )
        case .timedOut: (.noCard, "timed-out", "the card or reader needs longer", "try again with a larger --timeout")
        case .readerStuck:
            (
                .noCard, "reader-stuck", "the reader's driver does not return (\(reader))",
                "unplug the reader and plug it in again, or restart pcscd"
            )
        case .readerUnavailable:
            (.noReader, "reader-unavailable", "it was unplugged", "plug it in again; inlay readers lists readers")
        case .inUse:
            (
                .inUse, "in-use", "another program holds it",
                "end the other program (a browser, a signature tool, gpg) and try again"
            )
        case .permissionDenied:
            (
                .permissionRefused, "permission-refused", "polkit allows readers to users at the screen only",
                "log in locally, or have the administrator allow org.debian.pcsc-lite.access_pcsc"
            )
        case .serviceUnavailable:
            (
                .noService, "service-not-running", "pcscd is not installed or not started",
                "sudo apt install pcscd && sudo systemctl start pcscd.socket"
            )
        case .commandTooLong:
            (.cardError, "command-too-long", "the reader takes short commands only", "use a command that fits")
        case .notRecorded:
            (
                .cardError, "not-recorded",
                "what is asked differs from what was recorded: other options, another key, or "
                    + "another version of the program",
                "inlay trace show FILE lists what the trace holds; its place is kept, so the expected command still works"
            )
        case .cancelled: (.interrupted, "interrupted", "", "")
        case .authenticationFailed:
            (.secretRefused, "secret-refused", "a digit of the MRZ or the CAN is wrong", "compare it with the document")
        case .malformedResponse, .secureMessagingBroken, .unsupported, .transportFailed, .unexpectedStatus,
            .cryptographyRefused:
            (.cardError, kind(code), "", "add --trace FILE to see every exchange; inlay decode sw explains statuses")
        }
    }

    private static func kind(_ code: CardError.Code) -> String {
        switch code {
        case .malformedResponse: "malformed-response"
        case .secureMessagingBroken: "secure-messaging-broken"
        case .unsupported: "unsupported"
        case .cryptographyRefused: "cryptography-refused"
        case .unexpectedStatus: "unexpected-status"
        default: "transport-failed"
        }
    }
}

extension CardError {
    /// What went wrong when a trace was recorded, told again by its replay.
    fileprivate var isRecordedFailure: Bool {
        switch code {
        case .cardRemoved, .cardReset, .noCard, .noAnswer, .timedOut, .readerStuck, .readerUnavailable, .inUse,
            .serviceUnavailable, .transportFailed:
            step == "replay"
        default: false
        }
    }
}
