import Frames
import ISO7816
import InlaySeams
import PCSC

/// A card in use by one command: the connection, what passes over it counted, and the trace when one is written.
final class CardSession {
    let connection: CardConnection
    /// What commands are sent through.
    let link: any CardLink
    /// The clock by which the card answers: with a simulator that has a timing model, not that of the wall.
    let time: TimeSource
    private let tally: Tally
    private let trace: TraceFile?
    private let memory = DialectMemory()
    private var isClosed = false
    /// Everything since the beginning, where it was asked for; it holds secrets.
    let transcript: TraceLog?

    /// What passed over the link so far.
    struct Traffic: Hashable, Sendable {
        var exchanges = 0
        var bytesSent = 0
        var bytesReceived = 0
        /// Time in which the card and the reader were waited for.
        var time = Duration.zero
    }

    private final class Tally {
        var traffic = Traffic()
        var samples: [ReadingTimes.Sample] = []
    }

    /// Connects by the options. With `keepsTranscript` everything that passes is kept in memory.
    init(_ arguments: Arguments, _ house: House, keepsTranscript: Bool = false) throws(Failure) {
        let options = try CardOptions(arguments, house)
        if arguments.has(CommonOptions.traceSecrets), !arguments.has(CommonOptions.trace) {
            throw .usage("missing-option", "--trace-secrets needs --trace FILE", remedy: "name the file")
        }
        connection = try options.connect(house)
        let tally = Tally()
        let trace: TraceFile?
        if let path = arguments.value(CommonOptions.trace) {
            trace = try TraceFile(
                path, keepsSecrets: arguments.has(CommonOptions.traceSecrets),
                overwriting: arguments.has(CommonOptions.force), connection: connection)
        } else {
            trace = nil
        }
        let transcript = keepsTranscript ? TraceLog(keepsSecrets: true, connection: connection) : nil
        self.transcript = transcript
        time = connection.clock?(house.time) ?? house.time
        link = TracingLink(connection.link, time: time) { exchange in
            tally.traffic.exchanges += 1
            tally.traffic.bytesSent += exchange.command.count
            tally.traffic.bytesReceived += exchange.answerCount
            tally.traffic.time += exchange.duration
            tally.samples.append(
                ReadingTimes.Sample(
                    header: Array(exchange.command.prefix(4)), sent: exchange.command.count,
                    received: exchange.answerCount, duration: exchange.duration))
            trace?.log.add(exchange)
            transcript?.add(exchange)
        }
        self.tally = tally
        self.trace = trace
    }

    /// So far.
    var traffic: Traffic { tally.traffic }
    /// Every exchange so far, without what was said.
    var samples: [ReadingTimes.Sample] { tally.samples }

    /// `usual`, or what a recording drew, with what it gives noted in a trace with secrets and in a transcript: a replay needs the same.
    func random(_ usual: RandomSource) -> RandomSource {
        let logs = [trace?.log, transcript].compactMap(\.self).filter(\.keepsSecrets)
        return logs.reduce(connection.random ?? usual) { $1.noted.noting($0) }
    }

    /// Runs `body` with a channel for frames, in the dialect that the reader is found to speak, and leaves the reader as
    /// it was found. Both layers stand in the trace.
    func withFrames<Result>(
        _ house: House, for technology: RadioTechnology = .feliCa,
        _ body: (any FrameChannel) throws(CardError) -> Result
    ) throws(CardError) -> Result {
        try requireData()
        return try frameOpening(house).withChannel(link, for: technology, observe: note, body)
    }

    /// Throws where a trace is asked for the answer to a frame and holds none.
    func requireData() throws(CardError) {
        guard let replay = connection.link as? ReplayLink, !replay.holdsData else { return }
        throw CardError(
            .unsupported, during: "frame", detail: "the trace holds no data", underlying: TraceWithoutData())
    }

    /// How the reader's dialect is found. A trace has to hold all that a replay will send, so what was found out before
    /// it began does not count there.
    func frameOpening(_ house: House) -> FrameOpening {
        let isRecorded = trace != nil || transcript != nil || connection.source == .replayed
        return FrameOpening(
            reader: connection.recordedReader ?? connection.reader, memory: isRecorded ? memory : .shared,
            time: house.time)
    }

    /// Takes a frame into the trace, next to the commands that carried it.
    func note(_ exchange: FrameExchange) {
        trace?.log.add(exchange)
        transcript?.add(exchange)
    }

    /// Runs `body`, which may use the card and nothing else that is used meanwhile; what it tells is heard in order.
    ///
    /// On a real reader it runs beside the card, on the thread of the link (`PCSCLink.handOver`): the card does not wait
    /// for what is shown, nor what is shown for the card.
    func work<Event: Sendable, R>(
        hearing hear: @escaping (Event) -> Void, _ body: @escaping (_ tell: @escaping (Event) -> Void) -> R
    ) throws(CardError) -> R {
        guard let link = connection.link as? PCSCLink else { return body(hear) }
        return try link.handOver(hearing: hear, body)
    }

    /// Lets go of the card and writes the trace; also after a failure, which a trace is for. Once is enough.
    func close(reset: Bool, _ output: Output) {
        guard !isClosed else { return }
        isClosed = true
        connection.close(reset)
        output.beside { () throws(Failure) in
            try trace?.finish()
            return nil
        }
    }
}
