import ISO7816
import InlayConsole

extension Failure {
    /// Why a script ended, for whoever started it; `name` is that of the file, empty at a console.
    init(_ failure: ScriptFailure, script name: String, reader: String) {
        let place = name.isEmpty ? "" : "\(name), line \(failure.line): "
        switch failure {
        case .script(let error): self.init(error, script: name)
        case .expectation(_, _, let words):
            self.init(
                .expectationFailed, kind: "expectation-failed", place + words,
                likely: "the card is of another kind, or in another state than the script takes for granted",
                remedy: "compare the reply above with the script")
        case .reply(_, _, let preset, let words, let isSilence):
            self.init(
                .expectationFailed, kind: "expectation-failed", place + words,
                likely: isSilence
                    ? "the chip sleeps since it refused something or was halted, or it has left the field"
                    : "the card does not do this, or not in the state that it is in",
                remedy: isSilence
                    ? "reset cold wakes it; then try again"
                    : name.isEmpty
                        ? "help \(preset) explains the preset; the answer stands above"
                        : "inlay presets show \(preset) explains the preset; the answer stands above")
        case .card(let error, _):
            self.init(error, reader: reader)
            message = place + message
        case .host(let error, _):
            if let failure = error as? Failure {
                self = failure
                message = place + message
            } else {
                self.init(.wrongUse, kind: "refused", place + "\(error)")
            }
        case .cancelled:
            self.init(.interrupted, kind: "interrupted", place + "interrupted")
        }
    }

    /// With what can be done at a console, where no option can be added any more and no other command be typed.
    var atConsole: Failure {
        var failure = self
        if kind == "card-removed" || kind == "no-card" {
            failure.concern = nil
            failure.likely = "it was taken away, or moved on the reader"
            failure.remedy =
                "lay it there again: the next command connects to it; folder and secure messaging are gone, variables stay"
        } else if status == 0x6982, step?.hasPrefix("read ") ?? false {
            failure.remedy =
                "a document gives it after secure pace or secure bac; fingerprints, and what an eID card holds, only to "
                + "authorities"
        } else if kind == "file-exists" {
            failure.remedy = "name another file"
        } else if kind == "expectation-failed", remedy.contains("with the script") {
            failure.likely = ""
            failure.remedy = "help patterns and help numbers say what can be expected, and how it is written"
        } else {
            for (elsewhere, here) in Self.spelledHere {
                failure.remedy = failure.remedy.replacing(elsewhere, with: here)
            }
            // The rest is for a shell.
            if failure.remedy.contains("inlay "), !failure.remedy.contains("inlay console") {
                failure.remedy = "outside of the console: " + failure.remedy
            }
        }
        return failure
    }

    /// What is said elsewhere, and what is typed at a console instead.
    private static let spelledHere = [
        (
            "add --trace FILE to see every exchange; inlay decode sw explains statuses",
            "save transcript FILE keeps every exchange so far"
        ),
        (
            "inlay presets list shows them; --family narrows it",
            "presets lists those for the card; presets WORD searches in all"
        ),
        ("inlay presets list --fitting shows all", "presets shows all"), ("inlay presets show ", "help "),
        ("inlay presets list", "presets"), ("inlay presets run ", "preset "),
        ("inlay info tells what it is, and what can be done with it", "info tells what it is"), ("inlay info", "info"),
        ("add --", "start the console with --"),
    ]

    /// Something that is not in the language.
    init(_ error: ScriptError, script name: String) {
        let place = name.isEmpty ? "column \(error.column): \(error.message)" : "\(name), \(error)"
        self.init(.malformedData, kind: "malformed-script", place, remedy: error.hint)
    }
}
