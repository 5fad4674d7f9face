public import ISO7816
public import InlaySeams

/// Tells what changes at the readers, without a busy loop, for as long as somebody listens.
///
/// It has a conversation with the service of its own. A service that goes away or restarts is looked for again after
/// pauses that grow; readers that are plugged in or out are noticed also where the service does not announce them.
public struct ReaderWatch: Sendable {
    /// Pseudo reader of pcsc-lite that changes when readers come or go.
    static let plugAndPlay = #"\\?PnP?\Notification"#
    /// Lists are compared at least that often: before version 4:5 of the protocol an announcement can be missed.
    private static let slice = Duration.seconds(10)
    private static let firstPause = Duration.milliseconds(250)
    private static let longestPause = Duration.seconds(10)
    /// A service that answers at once and has no news is asked again after this.
    private static let idle = Duration.milliseconds(100)
    private static let step: Step = "watching readers"

    private let functions: PCSCFunctions
    private let time: TimeSource
    private let pause: @Sendable (Duration) -> Void

    /// A watch of the machine's readers.
    public init() { self.init(functions: .system) }

    /// A watch through `functions`; tests let their own clock run.
    package init(
        functions: PCSCFunctions, time: TimeSource = .system,
        pause: @escaping @Sendable (Duration) -> Void = { _ = Monitor(()).wait(upTo: $0) { _ in nil as Bool? } }
    ) {
        self.functions = functions
        self.time = time
        self.pause = pause
    }

    /// Calls `onEvent` for everything that is there and everything that changes, until it returns false, the time is
    /// over (nil: never), or the user gives up (throws `cancelled`).
    ///
    /// Throws `serviceUnavailable` or `permissionDenied` when there is no service at the beginning.
    public func run(
        within limit: Duration? = nil, interruption: Interruption = .never, onEvent: (ReaderEvent) -> Bool
    ) throws(CardError) {
        try run(within: limit, tick: Self.slice, interruption: interruption) { event in
            event.map(onEvent) ?? true
        }
    }

    /// The same, with nil told at least every `tick`, for whoever counts time.
    package func run(
        within limit: Duration?, tick: Duration, interruption: Interruption, onEvent: (ReaderEvent?) -> Bool
    ) throws(CardError) {
        let deadline = limit.map { time.monotonic + $0 }
        var conversation: Conversation? = try Conversation(functions, interruption: interruption)
        var seen = Seen()
        var wait = Self.firstPause
        var isLost = false
        while true {
            guard !interruption.isRequested else { throw CardError(.cancelled, during: Self.step) }
            let left = deadline.map { $0 - time.monotonic } ?? Self.slice
            guard left > .zero else { return }
            let started = time.monotonic
            var events: [ReaderEvent] = []
            do throws(CardError) {
                conversation = try look(conversation, &seen, &events, within: min(left, tick), interruption)
                wait = Self.firstPause
                if isLost {
                    isLost = false
                    guard onEvent(ReaderEvent(.serviceReturned)) else { return }
                }
                for event in events { guard onEvent(event) else { return } }
                guard onEvent(nil) else { return }
                if events.isEmpty, time.monotonic - started < .milliseconds(5) { pause(Self.idle) }
            } catch {
                guard error.code != .cancelled else { throw error }
                conversation = nil
                let gone = seen.forget()
                if !isLost {
                    isLost = true
                    for event in events + gone { guard onEvent(event) else { return } }
                    guard onEvent(ReaderEvent(.serviceLost)) else { return }
                }
                guard onEvent(nil) else { return }
                rest(min(wait, deadline.map { max($0 - time.monotonic, .zero) } ?? wait), interruption)
                wait = min(wait * 2, Self.longestPause)
            }
        }
    }

    /// One look: the list compared, then a wait for a change.
    private func look(
        _ old: Conversation?, _ seen: inout Seen, _ events: inout [ReaderEvent], within limit: Duration,
        _ interruption: Interruption
    ) throws(CardError) -> Conversation {
        let conversation = if let old { old } else { try Conversation(functions, interruption: interruption) }
        events += seen.take(names: try conversation.readers(interruption: interruption))
        // With a new reader the call returns at once: its state is not known yet.
        let (error, rows) = try conversation.change(
            seen.rows.rows, within: limit, interruption: interruption, during: Self.step)
        switch error {
        case nil: events += seen.take(rows)
        // Gone between the two calls: the next look compares lists.
        case .timeout, .unknownReader: break
        case .some(let error): throw CardError(error, in: .service, during: Self.step)
        }
        return conversation
    }

    /// Pauses in parts, so that the user's Ctrl-C is noticed.
    private func rest(_ duration: Duration, _ interruption: Interruption) {
        var left = duration
        while left > .zero, !interruption.isRequested {
            pause(min(left, .milliseconds(250)))
            left -= .milliseconds(250)
        }
    }
}

/// What is known about the readers.
private struct Seen {
    private(set) var rows = ReaderRows([ReaderWatch.plugAndPlay])
    private var names: [String] = []
    private var states: [String: ReaderState] = [:]

    /// Takes the list of now.
    mutating func take(names now: [String]) -> [ReaderEvent] {
        guard now != names else { return [] }
        var events: [ReaderEvent] = []
        for name in names where !now.contains(name) {
            if states[name]?.isCardPresent == true { events.append(ReaderEvent(.cardRemoved, at: name)) }
            events.append(ReaderEvent(.readerRemoved, at: name))
            states[name] = nil
        }
        events += now.filter { !names.contains($0) }.map { ReaderEvent(.readerAdded, at: $0) }
        names = now
        rows.replaceNames(now + [ReaderWatch.plugAndPlay])
        return events
    }

    /// Takes states of now.
    mutating func take(_ seen: [PCSCFunctions.StateRow]) -> [ReaderEvent] {
        rows.remember(seen)
        var events: [ReaderEvent] = []
        for row in seen where row.reader != ReaderWatch.plugAndPlay {
            let (old, new) = (states[row.reader], ReaderState(row))
            states[row.reader] = new
            events += Self.cards(old, new)
            if new.isUnavailable, old?.isUnavailable != true {
                events.append(ReaderEvent(.readerFailed, at: row.reader))
            }
        }
        return events
    }

    /// What happened to cards between two looks: a card that was taken and laid on again, or came and went, is told even
    /// where nothing else shows it, because the service counts every change.
    private static func cards(_ old: ReaderState?, _ new: ReaderState) -> [ReaderEvent] {
        let (had, has) = (old?.isCardPresent ?? false, new.isCardPresent)
        let isAnother =
            had && has
            && (old?.eventCount != new.eventCount || old?.answerToReset != new.answerToReset
                || old?.isMute != new.isMute)
        var events: [ReaderEvent] = []
        let unseen = unseenCards(old, new)
        if had, !has || isAnother || unseen > 0 { events.append(ReaderEvent(.cardRemoved, at: new.reader)) }
        for _ in 0..<unseen {
            events.append(ReaderEvent(.cardInserted(AnswerToReset([])), at: new.reader))
            events.append(ReaderEvent(.cardRemoved, at: new.reader))
        }
        guard has, !had || isAnother else { return events }
        if let answer = new.answerToReset, !new.isMute {
            events.append(ReaderEvent(.cardInserted(answer), at: new.reader))
        } else {
            events.append(ReaderEvent(.cardMute, at: new.reader))
        }
        return events
    }

    /// How many cards came and went between the two looks, besides what the looks show. The counter has 16 bits; where it
    /// went backwards the reader was plugged in anew, and nothing is known.
    private static func unseenCards(_ old: ReaderState?, _ new: ReaderState) -> Int {
        guard let old else { return 0 }
        let changes = (new.eventCount - old.eventCount) & 0xFFFF
        guard changes <= 64 else { return 0 }
        let shown =
            switch (old.isCardPresent, new.isCardPresent) {
            case (true, true): 2
            case (false, false): 0
            default: 1
            }
        return max(0, changes - shown) / 2
    }

    /// The service is gone, and with it all that was known.
    mutating func forget() -> [ReaderEvent] { take(names: []) }
}
