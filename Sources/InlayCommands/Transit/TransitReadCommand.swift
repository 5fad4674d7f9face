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
            "--save keeps everything that was read in a file that only you can read, for --with and inlay transit decode.",
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
        let reading: TransitReading
        do throws(CardError) {
            reading = try session.withFrames(house) { channel throws(CardError) in
                try reader.read(from: FeliCaSession(over: channel, interruption: house.interruption))
            }
        } catch {
            throw failure(error, session.connection.reader)
        }
        return try report(reading, saves, options, session.connection, output)
    }

    private static func report(
        _ reading: TransitReading, _ saves: [CardDump], _ options: TransitOptions, _ connection: CardConnection,
        _ output: Output
    ) throws(Failure) -> ExitCode {
        let interruption = reading.interruption.map { failure($0, connection.reader) }
        if reading.blocks.isEmpty, let interruption { throw interruption }
        let fitting = saves.filter { fits($0, reading) }
        for save in saves where !fitting.contains(where: { $0.file == save.file }) {
            output.complaint(
                Failure(
                    .wrongKind, kind: "other-card", "\(save.file ?? "a save") is of another card and is left out",
                    remedy: "give the saves of this card"))
        }
        let report = TransitReport(
            cases: [TransitCase(reading, with: fitting)], options: options, source: connection.source,
            reader: connection.reader, interruption: interruption, commands: reading.commands)
        try report.show(on: output)
        if let interruption {
            output.complaint(interruption)
            return interruption.exitCode
        }
        return .done
    }

    /// Saves hold no IDm unless asked. Then the records decide: two cards give one number to different records.
    private static func fits(_ save: CardDump, _ reading: TransitReading) -> Bool {
        guard save.system == (reading.card.system ?? reading.layout.system) else { return false }
        if let idm = save.idm { return idm.isSameCard(as: reading.card.idm) }
        if let brand = save.brand, let found = reading.brand, brand != found { return false }
        var numbered: [Int: Block] = [:]
        for block in reading.blocks[SuicaCard.Service.history] {
            if let record = HistoryRecord(block) { numbered[Int(record.serial)] = block }
        }
        return save.blocks[SuicaCard.Service.history].allSatisfy { block in
            guard let record = HistoryRecord(block), let known = numbered[Int(record.serial)] else { return true }
            return known == block
        }
    }

    private static func failure(_ error: CardError, _ reader: String) -> Failure {
        var failure = Failure(error, reader: reader)
        switch error.code {
        case .noCard, .noAnswer:
            failure.likely = "the card is none of FeliCa, or lies beside the antenna"
            failure.remedy = "move it; inlay readers shows what the reader sees"
        case .unsupported:
            failure.exitCode = .wrongKind
            failure.likely = "the card is none of FeliCa, or the reader cannot pass its frames on"
            failure.remedy = "inlay readers shows what lies on the reader"
        default: break
        }
        return failure
    }
}
