import CardCrypto
import EMRTD
import ISO7816

/// `inlay passport pin status|resume|unblock`.
enum PassportPINCommand {
    static let status = Command(
        "passport", "pin", "status", summary: "how many tries the PIN of an eID card has left; spends none",
        groups: [CommonOptions.card],
        examples: [("inlay passport pin status", "asks the card on the reader")]
    ) { (arguments, house, output) throws(Failure) in
        try withCard(arguments, house, output) { (management, channel) throws(CardError) in
            .status(try management.status(on: channel))
        }
    }

    static let resume = Command(
        "passport", "pin", "resume", summary: "give the PIN, after the CAN where it is suspended",
        discussion: [
            "A right PIN has all its tries again. When one try is left, the chip wants the CAN first, and the PIN is "
                + "sent only with --last-try."
        ],
        groups: [
            PassportOptions.password(PassportOptions.pin, PassportOptions.pinEnvironment), CommonOptions.card,
        ],
        examples: [("inlay passport pin resume --can 123456 --last-try", "asks for the PIN and spends the last try")]
    ) { (arguments, house, output) throws(Failure) in
        try CardOptions(arguments, house).lookAhead(house)
        let pin = try PasswordOptions.pin(arguments, house)
        let can = try AccessKeyOptions.given(arguments, house)?.key.cardAccessNumber
        return try withCard(arguments, house, output) { (management, channel) throws(CardError) in
            .result(try management.resume(on: channel, pin: pin, cardAccessNumber: can))
        }
    }

    static let unblock = Command(
        "passport", "pin", "unblock", summary: "unblock the PIN with the PUK; most chips count how often, for good",
        discussion: [
            "Resets the PIN's tries, not the PIN. It is a write: consent is typed at a terminal, or given with "
                + "--confirm \"unblock PIN\"."
        ],
        groups: [
            PassportOptions.password(PassportOptions.puk, PassportOptions.pukEnvironment),
            OptionGroup(title: "Consent", options: [Consent.option]),
            CommonOptions.card,
        ],
        examples: [("inlay passport pin unblock --confirm \"unblock PIN\"", "asks for the PUK")]
    ) { (arguments, house, output) throws(Failure) in
        try CardOptions(arguments, house).lookAhead(house)
        try Consent.require(
            "unblock PIN", because: "unblocking writes to the card",
            likely: "most chips count how often it is done, for good", arguments, house)
        let puk = try PasswordOptions.puk(arguments, house)
        let can = try AccessKeyOptions.given(arguments, house)?.key.cardAccessNumber
        return try withCard(arguments, house, output) { (management, channel) throws(CardError) in
            .result(try management.unblock(on: channel, puk: puk, cardAccessNumber: can))
        }
    }

    private enum Found {
        case status(PasswordStatus)
        case result(PasswordResult)
    }

    private static func withCard(
        _ arguments: Arguments, _ house: House, _ output: Output,
        _ body: (PasswordManagement, any CardChannel) throws(CardError) -> Found
    ) throws(Failure) -> ExitCode {
        let session = try CardSession(arguments, house)
        defer { session.close(reset: true, output) }
        session.connection.resetsOnExit()
        var management = PasswordManagement(mayUseLastTry: arguments.has(PassportOptions.lastTry))
        management.random = session.random(house.random)
        let found: Found
        do throws(CardError) {
            _ = try session.link.reset(.warm)
            found = try session.link.withTransaction { () throws(CardError) in
                try body(management, LinkChannel(session.link))
            }
        } catch {
            var failure = Failure(error, reader: session.connection.reader)
            if error.code == .unsupported {
                failure.exitCode = .wrongKind
                failure.message = "the card offers no PACE that can be used here, and a PIN is given by PACE"
                failure.likely = "it is no eID card: only those have a PIN"
                failure.remedy = "inlay info tells what card it is"
            }
            throw failure
        }
        return try show(found, session, output)
    }

    private static func show(_ found: Found, _ session: CardSession, _ output: Output) throws(Failure) -> ExitCode {
        let status: PasswordStatus
        let diagnosis: AccessDiagnosis?
        let sentence: String
        switch found {
        case .status(let now):
            status = now
            diagnosis = now.diagnosis
            sentence = now.description
        case .result(let result):
            if case .refused(let refusal) = result.outcome { throw Failure(refusal) }
            status = result.after ?? result.before
            diagnosis = result.diagnosis
            sentence = result.outcome == .notNeeded ? "nothing to do: \(status)" : "done: \(status)"
        }
        if output.isText {
            output.paragraph(StyledText(sentence), indent: 2)
            if let diagnosis { output.paragraph(StyledText(diagnosis.remedy, .faint), indent: 2) }
        } else {
            output.json([
                "schema": "inlay.password/1", "source": .string(session.connection.source.rawValue),
                "password": .string(status.password.name), "state": .string(status.name),
                "triesLeft": JSONValue(status.triesLeft),
                "status": .string(status.status.description), "message": .string(sentence),
            ])
        }
        switch status.state {
        case .blocked, .suspended, .deactivated: return .secretBlocked
        case .notOffered: return .wrongKind
        case .ready, .triesLeft, .unknown: return .done
        }
    }
}

extension PasswordStatus {
    /// The state in JSON.
    var name: String {
        switch state {
        case .ready: "ready"
        case .triesLeft: "triesLeft"
        case .suspended: "suspended"
        case .blocked: "blocked"
        case .deactivated: "deactivated"
        case .notOffered: "notOffered"
        case .unknown: "unknown"
        }
    }
}
