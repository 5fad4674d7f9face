import ISO7816
import InlaySeams
import PCSC

/// The readers of PC/SC.
struct PCSCReaders: ReaderService {
    let functions: PCSCFunctions
    let interruption: Interruption

    init(functions: PCSCFunctions = .system, interruption: Interruption) {
        self.functions = functions
        self.interruption = interruption
    }

    func list() throws(Failure) -> [ReaderSummary] {
        do throws(CardError) {
            let context = try PCSCContext(functions: functions, interruption: interruption)
            let names = try context.readers(interruption: interruption)
            return try context.states(of: names, interruption: interruption).map(ReaderSummary.init)
        } catch {
            // The service runs and knows no reader: that is an empty list, not a failure of the service.
            if error.underlying as? PCSCError == .noReadersAvailable { return [] }
            throw Failure(error, reader: "any reader")
        }
    }

    func waitForCard(on reader: String?, atMost limit: Duration) throws(Failure) {
        do throws(CardError) {
            _ = try PCSCContext(functions: functions, interruption: interruption)
                .waitForCard(on: reader, timeLimit: limit, interruption: interruption)
        } catch {
            guard error.code == .timedOut else { throw Failure(error, reader: reader ?? "any reader") }
            var failure = Failure.noCard(on: reader ?? "any")
            failure.kind = "timed-out"
            failure.concern?.reader = reader
            failure.message = "no card came within the time limit"
            throw failure
        }
    }

    func watch(atMost limit: Duration?, onEvent: (ReaderEvent) -> Bool) throws(Failure) {
        do throws(CardError) {
            try ReaderWatch(functions: functions)
                .run(within: limit, interruption: interruption, onEvent: onEvent)
        } catch {
            throw Failure(error, reader: "any reader")
        }
    }

    func connect(_ reader: String, atMost limit: Duration) throws(Failure) -> CardConnection {
        do throws(CardError) {
            let link = try PCSCContext.connect(
                through: functions, to: reader, timeLimit: limit, interruption: interruption)
            return CardConnection(link: link, reader: reader, source: .live) { isReset in
                link.disconnect(isReset ? .reset : .leave)
            } resetsOnExit: {
                link.dispositionOnRelease = .reset
            }
        } catch {
            throw Failure(error, reader: reader)
        }
    }
}

extension ReaderSummary {
    init(_ state: ReaderState) {
        let presence: Presence =
            if let answer = state.answerToReset, state.isCardPresent {
                .card(answer)
            } else if state.isCardPresent {
                .mute
            } else if state.isEmpty {
                .empty
            } else {
                .unknown
            }
        self.init(name: state.reader, presence: presence, isShared: state.isInUse, isExclusive: state.isExclusive)
    }
}
