import Diagnosis
import ISO7816
import InlaySeams
import PCSC

/// Waits for a card without touching it, and notes what is seen.
struct TapWait {
    /// A card that was seen must stay that long, so that a phone or a second card can show itself.
    private static let settling = Duration.seconds(2)

    let machine: Machine
    let reader: String?

    /// True for findings that a card on the reader may change.
    static func isAnswerable(_ finding: Finding) -> Bool { finding.ending == .card }

    /// Waits at most `limit`; the countdown is seen on a terminal only.
    func run(_ limit: Duration, _ output: Output) -> TapFacts {
        var facts = TapFacts()
        facts.end = .time
        output.note(
            StyledText("Lay one card flat on the middle of the antenna, out of its cover. Waiting \(seconds(limit)) s.")
        )
        let started = machine.time.monotonic
        var readers = Set<String>()
        var settled: Duration?
        let tick = Duration.milliseconds(250)
        let watch = ReaderWatch(functions: machine.pcsc, time: machine.time, pause: machine.pause)
        do throws(CardError) {
            try watch.run(within: limit, tick: tick, interruption: machine.interruption) { event in
                if let event { note(event, &facts, &readers) }
                let now = machine.time.monotonic
                if settled == nil, facts.events.contains(where: { $0.sight != .empty }) {
                    settled = now + Self.settling
                }
                let left = min(limit - (now - started), settled.map { $0 - now } ?? limit)
                output.progress("waiting for a card: \(seconds(max(left, .zero))) s left")
                return facts.end != .serviceGone && left > .zero
            }
            if facts.end == .time, readers.isEmpty { facts.end = .noReader }
            if facts.events.contains(where: { if case .card = $0.sight { true } else { false } }) { facts.end = .card }
        } catch {
            facts.end = error.code == .cancelled ? .interrupted : .serviceGone
        }
        output.clearProgress()
        return facts
    }

    private func note(_ event: ReaderEvent, _ facts: inout TapFacts, _ readers: inout Set<String>) {
        guard let name = event.reader else {
            if event.kind == .serviceLost { facts.end = .serviceGone }
            return
        }
        if let reader, !name.lowercased().contains(reader.lowercased()) { return }
        switch event.kind {
        case .readerAdded: readers.insert(name)
        case .readerRemoved: readers.remove(name)
        case .cardInserted(let answer): add(answer.bytes.isEmpty ? .passed : .card(answer), at: name, &facts)
        case .cardMute: add(.mute, at: name, &facts)
        case .cardRemoved: add(.empty, at: name, &facts)
        case .readerFailed, .serviceLost, .serviceReturned: break
        }
    }

    /// The same sight again is no event.
    private func add(_ sight: TapFacts.Sight, at reader: String, _ facts: inout TapFacts) {
        if facts.events.last(where: { $0.reader == reader })?.sight == sight { return }
        facts.events.append(TapFacts.Event(reader: reader, sight: sight))
    }

    private func seconds(_ duration: Duration) -> Int { Int((duration / .seconds(1)).rounded(.up)) }
}
