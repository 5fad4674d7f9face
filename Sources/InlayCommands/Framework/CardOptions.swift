import Diagnosis
import ISO7816
import PCSC

/// Turns `--reader` and its neighbours into a card.
struct CardOptions: Sendable {
    /// What `--reader` names.
    enum Choice: Hashable, Sendable {
        /// The only reader with a card.
        case any
        /// A reader of PC/SC, by its name or a part of it.
        case named(String)
        /// `sim:NAME?settings`.
        case simulator(name: String, settings: String)
        /// `replay:FILE`.
        case replay(String)
    }

    let choice: Choice
    let waits: Bool
    let limit: Duration
    /// `--quiet`: nothing is said of the waiting.
    private let isQuiet: Bool

    /// True when the card is made of software, inside this process.
    var isSimulator: Bool { if case .simulator = choice { true } else { false } }

    /// Reads the options; nothing is opened yet.
    init(_ arguments: Arguments, _ house: House) throws(Failure) {
        choice = Self.choice(arguments.value(CommonOptions.reader) ?? house.environment("INLAY_READER"))
        waits = arguments.has(CommonOptions.wait)
        isQuiet = arguments.has(CommonOptions.quiet)
        limit = try Self.limit(arguments.value(CommonOptions.timeout))
    }

    private static func choice(_ text: String?) -> Choice {
        guard let text, !text.isEmpty else { return .any }
        if text.hasPrefix("replay:") { return .replay(String(text.dropFirst(7))) }
        guard let (name, settings) = SimulatorEntry.named(text) else { return .named(text) }
        return .simulator(name: name, settings: settings)
    }

    private static func limit(_ text: String?) throws(Failure) -> Duration {
        guard let text else { return .seconds(30) }
        guard let seconds = Double(text), seconds > 0, seconds <= 86_400 else {
            throw .usage(
                "wrong-value", "--timeout takes a number of seconds from more than 0 to 86400",
                remedy: "write --timeout 30")
        }
        return .milliseconds(Int(seconds * 1000))
    }

    /// Connects to the card.
    func connect(_ house: House) throws(Failure) -> CardConnection {
        house.listen()
        switch choice {
        case .simulator(let name, let settings):
            return try house.simulator(name).connection(settings, random: house.random)
        case .replay(let path): return try ReplayLink.connection(path)
        case .named(let name):
            let reader = try Self.pick(name, among: readers(house))
            if waits { try wait(on: reader, house) }
            return try connect(to: waits ? try Self.pick(name, among: readers(house)) : reader, isNamed: true, house)
        case .any:
            if waits { try wait(on: nil, house) }
            return try connect(to: Self.pickOnly(among: readers(house)), isNamed: false, house)
        }
    }

    /// Waits for a card, and says so where none is there yet.
    private func wait(on reader: ReaderSummary?, _ house: House) throws(Failure) {
        let isThere: Bool
        if let reader {
            isThere = reader.hasCard
        } else {
            isThere = try house.readers.list().contains(where: \.hasCard)
        }
        if !isThere, !isQuiet {
            let place = reader.map { "on \($0.name)" } ?? "on any reader"
            house.announce("waiting for a card \(place), at most \(limit.components.seconds) s; Ctrl-C ends")
        }
        try house.readers.waitForCard(on: reader?.name, atMost: limit)
    }

    /// Throws when there is no card to connect to, without connecting; so that nobody is asked for a key in vain. Returns
    /// what PC/SC knows of the card's answer to reset.
    @discardableResult
    func lookAhead(_ house: House) throws(Failure) -> AnswerToReset? {
        guard !waits else { return nil }
        let reader: ReaderSummary
        var isNamed = false
        switch choice {
        case .simulator(let name, _):
            _ = try house.simulator(name)
            return nil
        case .replay(let path):
            _ = try ReplayLink(path)
            return nil
        case .named(let name):
            reader = try Self.pick(name, among: readers(house))
            isNamed = true
        case .any: reader = try Self.pickOnly(among: readers(house))
        }
        try Self.mustHaveCard(reader, isNamed: isNamed)
        guard case .card(let answer) = reader.presence else { return nil }
        return answer
    }

    private static func mustHaveCard(_ reader: ReaderSummary, isNamed: Bool) throws(Failure) {
        guard !reader.hasCard, reader.presence != .unknown else { return }
        var failure = Failure.noCard(on: reader.name)
        // Whoever names a reader is told about that one, by doctor as well.
        if isNamed {
            failure.concern?.reader = reader.name
            failure.concern?.nextStep = FailureConcern.sameReader
        }
        throw failure
    }

    private func readers(_ house: House) throws(Failure) -> [ReaderSummary] {
        let readers = try house.readers.list()
        guard !readers.isEmpty else { throw .noReader }
        return readers
    }

    private func connect(
        to reader: ReaderSummary, isNamed: Bool, _ house: House
    ) throws(Failure) -> CardConnection {
        try Self.mustHaveCard(reader, isNamed: isNamed)
        return try house.readers.connect(reader.name, atMost: limit)
    }

    /// By its whole name, else by a part of it that fits one reader only, or only one with a card.
    private static func pick(_ wanted: String, among readers: [ReaderSummary]) throws(Failure) -> ReaderSummary {
        if let exact = readers.first(where: { $0.name == wanted }) { return exact }
        let found = readers.filter { $0.name.lowercased().contains(wanted.lowercased()) }
        guard let reader = found.first else {
            // What may be a zone in the wrong place is neither repeated nor handed on.
            let isZone = TerminalText.isLikeZone(wanted)
            var failure = Failure(
                .noReader, kind: "reader-not-found",
                (isZone ? "no reader is called so" : "no reader is called \(wanted)")
                    + " (there are: \(names(readers)))")
            failure.concern = FailureConcern(
                symptom: .code(.unknownReader), usualCause: "C41", reader: isZone ? nil : wanted,
                nextStep: FailureConcern.sameReader)
            throw failure
        }
        guard found.count == 1 else {
            let loaded = found.filter(\.hasCard)
            if loaded.count == 1, let reader = loaded.first { return reader }
            throw .ambiguous("\(wanted) fits \(found.count) readers", found, wanted: wanted)
        }
        return reader
    }

    /// The only one with a card; the only one at all when none has a card.
    private static func pickOnly(among readers: [ReaderSummary]) throws(Failure) -> ReaderSummary {
        let loaded = readers.filter(\.hasCard)
        if loaded.count == 1, let reader = loaded.first { return reader }
        guard loaded.isEmpty else {
            throw .ambiguous("\(loaded.count) readers have a card", loaded, wanted: nil)
        }
        if readers.count == 1, let reader = readers.first { return reader }
        throw .noCard(on: names(readers))
    }

    fileprivate static func names(_ readers: [ReaderSummary]) -> String {
        readers.map(\.name).joined(separator: "; ")
    }
}

extension House {
    /// The simulator of this name.
    func simulator(_ name: String) throws(Failure) -> SimulatorEntry {
        if let entry = simulators.first(where: { $0.name == name }) { return entry }
        var failure = Failure(.noReader, kind: "simulator-not-found", "there is no such simulator")
        failure.concern = FailureConcern(
            symptom: .none, usualCause: "C64", unknownSimulator: simulator(like: name),
            nextStep: FailureConcern.sameReader)
        throw failure
    }

    /// The reader name that is probably meant where there is no simulator of this name; empty where none is like it.
    func simulator(like name: String) -> String {
        Nearest.word(to: name, among: simulators.map(\.name)).map { "sim:\($0)" } ?? ""
    }
}

extension Failure {
    /// PC/SC runs, and knows no reader.
    static let noReader: Failure = {
        var failure = Failure(.noReader, kind: "no-reader", "no reader is connected")
        failure.concern = FailureConcern(symptom: .code(.noReadersAvailable), usualCause: "C22")
        return failure
    }()

    /// Several readers could be meant.
    fileprivate static func ambiguous(_ message: String, _ readers: [ReaderSummary], wanted: String?) -> Failure {
        var failure = Failure(
            .noReader, kind: "reader-ambiguous", "\(message) (they are: \(CardOptions.names(readers)))")
        failure.concern = FailureConcern(
            symptom: .none, usualCause: "C65", reader: wanted,
            nextStep: wanted == nil ? "inlay doctor looks closer" : FailureConcern.sameReader)
        return failure
    }

    /// A reader without a card.
    static func noCard(on reader: String) -> Failure {
        var failure = Failure(.noCard, kind: "no-card", "no card is on the reader (\(reader))")
        failure.concern = FailureConcern(symptom: .code(.noSmartcard), usualCause: "C46")
        return failure
    }
}
