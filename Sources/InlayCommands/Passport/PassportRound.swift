import EMRTD
import ISO7816
import InlaySeams
import LDS
import Trust

/// Reads one document after another, each in the same way.
struct PassportRound: Sendable {
    private let arguments: Arguments
    private let house: House
    private let judge: PassportJudge
    private let policy: AccessPolicy
    private let wanted: Wanted
    private let terminal: TerminalAuthenticationRequest?
    private let tellsTimes: Bool

    /// Everything that can be wrong with the command line is found here, before a card is touched.
    init(_ arguments: Arguments, _ house: House) throws(Failure) {
        self.arguments = arguments
        self.house = house
        judge = try PassportJudge(arguments, house, usually: .signature)
        policy = try Self.policy(arguments)
        wanted = try Self.wanted(arguments)
        terminal = try TerminalOptions.request(arguments, house)
        tellsTimes = arguments.has(PassportOptions.timing)
    }

    /// What of the files that were named to trust was not taken.
    var trustRemarks: [String] { judge.trustRemarks }

    /// Connects, reads, lets go of the card and judges. Without a key a simulator's own is used.
    ///
    /// Throws when the chip was not opened: then there is nothing to report about the document.
    func report(_ given: AccessKeyOptions?, _ output: Output) throws(Failure) -> PassportReport {
        let session = try CardSession(arguments, house)
        defer { session.close(reset: true, output) }
        session.connection.resetsOnExit()
        let opening: AccessKeyOptions
        if let given {
            opening = given
        } else {
            opening = try session.connection.printedMRZ.map(AccessKeyOptions.printed) ?? .nothing
        }
        let reading: PassportReport.Reading
        do throws(CardError) {
            // Whatever another program left selected or open on the card would lead the reader astray.
            _ = try session.link.reset(.warm)
            reading = try session.link.withTransaction { () throws(CardError) in read(session, opening, output) }
        } catch {
            throw Failure(error, reader: session.connection.reader)
        }
        // The session on the chip ends with the reading, not with the judging.
        session.close(reset: true, output)
        try check(reading, session.connection.reader)
        return judge.report(reading, from: session.connection.source, given: opening.isGiven ? opening : nil)
    }

    private func read(_ session: CardSession, _ opening: AccessKeyOptions, _ output: Output) -> PassportReport.Reading {
        var reader = EPassportReader(policy: policy)
        reader.random = session.random(house.random)
        reader.terminalAuthentication = terminal
        let progress = ReadingProgress(output)
        let link = session.link
        let start = session.time.monotonic
        let house = house
        let reading = reader.read(
            from: LinkChannel(link), key: opening.key, wanting: wanted, capabilities: link.answerToReset.capabilities,
            restart: { () throws(CardError) in _ = try link.reset(.warm) },
            isCancelled: { house.interruption.isRequested }, onEvent: progress.show)
        output.clearProgress()
        let time = session.time.monotonic - start
        return PassportReport.Reading(
            reader: session.connection.reader, reading: reading, keyOrigin: opening.origin, traffic: session.traffic,
            time: time, isSelection: wanted != .everything,
            times: tellsTimes ? ReadingTimes(session.samples, whole: time, source: session.connection.source) : nil)
    }

    private func check(_ read: PassportReport.Reading, _ reader: String) throws(Failure) {
        let reading = read.reading
        if case .absent(let status) = reading.application {
            let others = reading.otherApplications
            var failure = Failure.noPassport(status)
            if !others.isEmpty {
                failure.likely = "it is an identity card with: \(others.joined(separator: ", "))"
                failure.remedy =
                    "if a passport is printed on it, add --inspection-system: some cards hide theirs from others"
            }
            throw failure
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

extension Failure {
    /// The card is something else: it answered `status` to the selection of the passport application.
    static func noPassport(_ status: StatusWord) -> Failure {
        var failure = noPassport("\(status), \(status.meaning)")
        failure.step = "SELECT eMRTD application"
        failure.status = status
        return failure
    }

    /// The card is something else; `sign` is how that shows.
    static func noPassport(_ sign: String) -> Failure {
        Failure(
            .wrongKind, kind: "no-passport", "the card has no passport application (\(sign))",
            likely: "it is another kind of card", remedy: "inlay info tells what card it is")
    }
}
