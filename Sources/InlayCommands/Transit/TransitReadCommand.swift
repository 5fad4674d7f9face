import Diagnosis
import FeliCa
import Frames
import ISO7816
import Transit

/// `inlay transit read`.
enum TransitReadCommand {
    private static let with = CommandOption.repeated(
        "with", "FILE", "put together with what was saved before (may be given again)")
    private static let tickets = CommandOption.flag(
        "tickets", "also read tickets for Green cars and express trains (JR East and others)")

    static let command = Command(
        "transit", "read", summary: "read a FeliCa transit card: balance, history, gate log",
        discussion: [
            "Reads only, and only what needs no key: no name, no commuter pass. Amounts are not stored on the card; they "
                + "are differences of balances, so the amount of the oldest record is unknown.",
            "--save keeps the blocks that were read in a file that only you can read, for --with and inlay transit decode. "
                + "It holds the IDm only with --show-idm; without, saves are known as of one card by records that they share.",
        ],
        groups: [
            OptionGroup(title: "Reading", options: [with, tickets]), TransitOptions.showing, CommonOptions.card,
        ],
        examples: [
            ("inlay transit read", "the card on the only reader"),
            ("inlay transit read --save 2026-11.json", "also saves it"),
            ("inlay transit read --with 2026-10.json", "a history that goes on where the last one ended"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        let options = try TransitOptions(arguments, house)
        let saves = try TransitDecodeCommand.saves(arguments.values(with))
        let session = try CardSession(arguments, house)
        defer { session.close(reset: false, output) }
        var reader = TransitReader()
        reader.readsTickets = arguments.has(tickets)
        let reading: TransitCardReading
        do throws(CardError) {
            reading = try session.withFrames(house) { channel throws(CardError) in
                try reader.readAll(from: FeliCaSession(over: channel, interruption: house.interruption))
            }
        } catch {
            throw failure(error, session.connection)
        }
        return try report(reading, saves, options, session.connection, output)
    }

    private static func report(
        _ reading: TransitCardReading, _ saves: [CardDump], _ options: TransitOptions, _ connection: CardConnection,
        _ output: Output
    ) throws(Failure) -> ExitCode {
        let interruption = reading.interruption.map { output.advised(failure($0, connection)) }
        if reading.systems.allSatisfy(\.blocks.isEmpty), let interruption { throw interruption }
        let match = SaveMatch(reading)
        var fitting: [CardDump] = []
        for file in saves.map(\.file).reduce(into: [String?](), { if !$0.contains($1) { $0.append($1) } }) {
            let parts = saves.filter { $0.file == file }
            let cards = Set(parts.map(\.position)).sorted().map { position in parts.filter { $0.position == position } }
            let found = cards.filter { match.objection(to: $0) == nil }
            fitting += found.joined()
            guard found.isEmpty, let objection = cards.compactMap({ match.objection(to: $0) }).first else { continue }
            output.complaint(objection)
        }
        for dump in fitting { dump.tellInterruption(on: output) }
        var report = TransitReport(
            cases: TransitCase.cases(of: reading, with: fitting, from: connection.source), options: options,
            source: connection.source, reader: connection.reader, interruption: interruption,
            commands: reading.commands)
        report.systems = TransitReport.Systems(areListed: reading.listsSystems, silent: reading.silentSystems)
        try report.show(on: output)
        if let interruption {
            output.complaint(interruption)
            return interruption.exitCode
        }
        return .done
    }

    private static func failure(_ error: CardError, _ connection: CardConnection) -> Failure {
        var failure = Failure(error, reader: connection.reader)
        switch error.code {
        case .noCard, .noAnswer:
            // Something lies there, and the reader calls it something else.
            if RadioTechnology(connection.link.answerToReset) != .feliCa {
                (failure.exitCode, failure.kind) = (.wrongKind, "other-kind")
                failure.likely = "the card is none of FeliCa"
                failure.remedy = "inlay info tells what it is"
                failure.concern = nil
            } else {
                failure.likely = "the card lies at the edge of the antenna, or is a phone that is locked"
                failure.remedy = "move it; inlay readers shows what the reader sees"
                failure.concern?.cardKind = .transit
                failure.concern?.nextStep = "inlay doctor --card transit looks closer"
            }
        default: break
        }
        return failure
    }
}
