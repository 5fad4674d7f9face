import ISO7816

/// Why a command ends without its result, in three short parts. Holds no secret and no card data.
struct Failure: Error, Hashable, Sendable {
    /// What the process exits with.
    var exitCode: ExitCode
    /// The kind, for scripts: `no-reader`, `wrong-option`.
    var kind: String
    /// What happened.
    var message: String
    /// Why it is likely.
    var likely: String
    /// What to do next.
    var remedy: String
    /// During which step, where a card was involved.
    var step: String?
    /// What the card answered.
    var status: StatusWord?
    /// How many tries the secret has left.
    var triesLeft: Int?
    /// What `inlay doctor` could explain about it; nil where nothing outside of the card is the matter.
    var concern: FailureConcern?
    /// The name of the cause that was found, such as `stale-socket`.
    var cause: String?
    /// What was found out before it failed, line by line, for people.
    var seen: [String] = []
    /// What was done before it failed, for the JSON document.
    var results: [JSONValue.Member] = []

    init(
        _ exitCode: ExitCode, kind: String, _ message: String, likely: String = "", remedy: String = "",
        step: String? = nil, status: StatusWord? = nil, triesLeft: Int? = nil
    ) {
        self.exitCode = exitCode
        self.kind = kind
        self.message = message
        self.likely = likely
        self.remedy = remedy
        self.step = step
        self.status = status
        self.triesLeft = triesLeft
    }

    /// `inlay.error/1`.
    var document: JSONValue {
        let members: JSONValue = [
            "schema": "inlay.error/1",
            "code": .string(kind),
            "exitCode": .int(Int(exitCode.rawValue)),
            "step": JSONValue(step),
            "status": JSONValue(status?.description),
            "message": .string(message),
            "likely": JSONValue(likely.isEmpty ? nil : likely),
            "remedy": JSONValue(remedy.isEmpty ? nil : remedy),
        ]
        let tries = triesLeft.map { [JSONValue.Member(key: "triesLeft", value: .int($0))] } ?? []
        let causes = cause.map { [JSONValue.Member(key: "cause", value: .string($0))] } ?? []
        return members.appending(causes + tries + results)
    }
}

extension Failure {
    /// The command line is wrong.
    static func usage(_ kind: String, _ message: String, likely: String = "", remedy: String = "") -> Failure {
        Failure(.wrongUse, kind: kind, message, likely: likely, remedy: remedy)
    }
}
