import EMRTD
import ISO7816
import InlaySeams
import LDS
import Trust

/// `inlay passport read`.
enum PassportReadCommand {
    static let command = Command(
        "passport", "read", summary: "read a passport or identity card, and judge it",
        discussion: [
            "The chip is opened with the key that is printed on the document: the machine readable zone, or the card "
                + "access number. A simulator without a key is opened with its own.",
            "The report says what was established and what was not. Without --trust nobody vouches for the signer, so "
                + "exit code 0 means what --require says (default: signature).",
        ],
        groups: [
            PassportOptions.key, PassportOptions.reading, PassportOptions.judging, PassportOptions.saving,
            TerminalOptions.group, PassportOptions.showing, CommonOptions.card,
        ],
        examples: [
            ("inlay passport read --reader sim:passport", "reads a simulated passport; no reader and no card needed"),
            ("inlay passport read --mrz-file zone.txt --trust csca/", "reads and judges against CSCA certificates"),
            ("inlay passport read --can 123456 --out saved/", "opens with the card access number and saves everything"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        // Everything that can be wrong with the command line is found before a card is touched.
        let judge = try PassportJudge(arguments, house, usually: .signature)
        let policy = try policy(arguments)
        let wanted = try wanted(arguments)
        let terminal = try TerminalOptions.request(arguments, house)
        let saving = try PassportSaving(arguments, house)
        var given = try AccessKeyOptions.given(arguments, house)
        let card = try CardOptions(arguments, house)
        try card.lookAhead(house)
        if given == nil, !card.isSimulator { given = try AccessKeyOptions.asked(house) }
        for remark in judge.trustRemarks { output.detail(StyledText(remark)) }

        let session = try CardSession(arguments, house)
        defer { session.close(reset: true, output) }
        session.connection.resetsOnExit()
        let opening: AccessKeyOptions
        if let given {
            opening = given
        } else {
            opening = try AccessKeyOptions.printed(session.connection.printedMRZ ?? [])
        }
        let reading: PassportReport.Reading
        do throws(CardError) {
            // Whatever another program left selected or open on the card would lead the reader astray.
            _ = try session.link.reset(.warm)
            reading = try session.link.withTransaction { () throws(CardError) in
                read(session, opening, policy, wanted, terminal, house, output)
            }
        } catch {
            throw Failure(error, reader: session.connection.reader)
        }
        try check(reading, session.connection.reader)
        let report = judge.report(
            reading, from: session.connection.source, givenZone: opening.isGiven ? opening.zone : nil)
        return saving.finish(report, output)
    }

    private static func read(
        _ session: CardSession, _ opening: AccessKeyOptions, _ policy: AccessPolicy, _ wanted: Wanted,
        _ terminal: TerminalAuthenticationRequest?, _ house: House, _ output: Output
    ) -> PassportReport.Reading {
        var reader = EPassportReader(policy: policy)
        reader.random = session.random(house.random)
        reader.terminalAuthentication = terminal
        let progress = ReadingProgress(output)
        let link = session.link
        let start = house.time.monotonic
        let reading = reader.read(
            from: LinkChannel(link), key: opening.key, wanting: wanted, capabilities: link.answerToReset.capabilities,
            restart: { () throws(CardError) in _ = try link.reset(.warm) },
            isCancelled: { house.interruption.isRequested }, onEvent: progress.show)
        output.clearProgress()
        return PassportReport.Reading(
            reader: session.connection.reader, reading: reading, keyOrigin: opening.origin, traffic: session.traffic,
            time: house.time.monotonic - start)
    }

    /// Throws when the chip was not opened: then there is nothing to report about the document.
    private static func check(_ read: PassportReport.Reading, _ reader: String) throws(Failure) {
        let reading = read.reading
        if case .absent(let status) = reading.application {
            let others = reading.otherApplications
            throw Failure(
                .wrongKind, kind: "no-passport",
                "the card has no passport application (\(status), \(status.meaning))",
                likely: others.isEmpty
                    ? "it is another kind of card" : "it is an identity card with: \(others.joined(separator: ", "))",
                remedy: others.isEmpty
                    ? "inlay readers shows what the reader says about the card"
                    : "if a passport is printed on it, add --inspection-system: some cards hide theirs from others",
                step: "SELECT eMRTD application", status: status)
        }
        guard reading.access.established == nil else { return }
        guard let error = reading.interruption, error.code != .unsupported else {
            throw Failure(
                .cardError, kind: "access-not-offered",
                reading.interruption?.detail ?? "the chip offers no way in that was asked for",
                likely: "older documents offer BAC only, which needs the machine readable zone; newer ones PACE only",
                remedy: "give the zone with --mrz-file, and leave --access out", step: "choose access")
        }
        throw Failure(error, reader: reader)
    }

    // MARK: - Options

    private static func policy(_ arguments: Arguments) throws(Failure) -> AccessPolicy {
        let preference: AccessPolicy.Preference
        switch arguments.value(PassportOptions.access) ?? "auto" {
        case "auto": preference = .automatic
        case "pace": preference = .pace
        case "bac": preference = .bac
        default:
            throw .usage(
                "wrong-value", "--access takes auto, pace or bac", remedy: "write --access auto, or leave it out")
        }
        return AccessPolicy(
            preference: preference, mayFallBackToBAC: arguments.has(PassportOptions.allowBAC),
            mayUseLastTry: arguments.has(PassportOptions.lastTry),
            asksAsInspectionSystem: arguments.has(PassportOptions.inspectionSystem))
    }

    private static func wanted(_ arguments: Arguments) throws(Failure) -> Wanted {
        let text = (arguments.value(PassportOptions.files) ?? "all").lowercased()
        if text == "all" { return .everything }
        if text == "none" { return .only([]) }
        var files: Set<FileID> = [.com, .sod]
        for name in text.split(separator: ",") {
            guard let file = DumpFolder.meaning(String(name)) else {
                throw .usage(
                    "wrong-value", "--files takes names such as dg1,dg2,com,sod, or all, or none",
                    remedy: "write --files dg1,dg2")
            }
            files.insert(file)
        }
        return .only(files)
    }
}
