import Frames
public import ISO7816
public import InlaySeams
import Octets

/// Finds out what a card is by the probes of `CardProbe`, and by nothing else.
///
/// It changes which application is selected; reset the card afterwards where that matters.
public struct CardIdentifier: Sendable {
    /// Name of the reader: it decides in which order frame dialects are tried.
    public var reader: String
    /// Pauses, and the user's Ctrl-C.
    public var time: TimeSource
    /// Between two probes it is looked at.
    public var interruption: Interruption

    /// Identification on the reader of this name.
    public init(reader: String, time: TimeSource = .system, interruption: Interruption = .never) {
        self.reader = reader
        self.time = time
        self.interruption = interruption
    }

    /// What the card on `link` is. Throws when card or reader is gone, never because a card refuses.
    public func identify(_ link: any CardLink) throws(CardError) -> CardIdentity {
        var found = CardIdentity(answerToReset: link.answerToReset)
        try identify(link, found: &found)
        return found
    }

    /// The same, where `found` keeps what was seen when card or reader end it in the middle; the error names the probe.
    public func identify(_ link: any CardLink, found: inout CardIdentity) throws(CardError) {
        found = CardIdentity(answerToReset: link.answerToReset)
        try link.withTransaction { () throws(CardError) in
            found.insertion = try link.insertion()
            try look(link, &found)
        }
    }

    /// UID or IDm as the reader tells it, by that probe alone; nil where it tells none.
    public func identifier(_ link: any CardLink) throws(CardError) -> [UInt8]? {
        guard let answer = try send(.identifier, link), answer.status == .success, !answer.data.isEmpty else {
            return nil
        }
        return answer.data
    }

    private func look(_ link: any CardLink, _ found: inout CardIdentity) throws(CardError) {
        let answer = link.answerToReset
        let storage = StorageCard(answer)
        let isContactless = storage != nil || answer.isContactlessForm
        if let storage {
            found.add(
                "answer to reset",
                "a memory card without contacts, \(storage.words), as the reader says",
                storage.family.map { [$0, .reader] } ?? [.reader])
        } else if isContactless {
            found.add("answer to reset", "a card without contacts that takes commands (ISO 14443-4)", [.reader])
        } else if !answer.bytes.isEmpty {
            let protocols = answer.protocols.map { "T=\($0)" }.joined(separator: ", ")
            found.add(
                "answer to reset", "a card with contacts, or one whose reader says nothing else; \(protocols)", [])
        }
        if isContactless { try askReader(link, &found) }
        // A memory card is no card of commands, except where the reader only calls it so (SAK 20).
        let takesCommands = storage.map { ($0.selectAcknowledge ?? 0) & 0x20 != 0 } ?? true
        if takesCommands { try askApplications(link, isContactless: isContactless, &found) }
        if storage != nil, !takesCommands {
            try askChip(link, RadioTechnology(answer), &found)
        } else if isContactless, !found.families.contains(where: { $0 != .reader }) {
            // Some readers give FeliCa cards an answer to reset that has no form.
            try askChip(link, .feliCa, &found)
        }
    }

    // MARK: - The reader

    private func askReader(_ link: any CardLink, _ found: inout CardIdentity) throws(CardError) {
        guard let answer = try send(.identifier, link), answer.status == .success, !answer.data.isEmpty else { return }
        if let vicinity = VicinityIdentifier(answer.data), found.families.contains(.iso15693) {
            found.identifier = vicinity.bytes
            let (chip, families) = vicinity.chip
            found.chip = chip
            let maker = Manufacturer.name(vicinity.manufacturer) ?? "maker \(Hex.string([vicinity.manufacturer]))"
            found.add(.identifier, answer.encoded, "UID of \(maker)" + (chip.map { ", \($0)" } ?? ""), families)
            return
        }
        found.identifier = answer.data
        let what =
            switch answer.data.count {
            case 4 where answer.data.first == 0x08: "a random identifier"
            case 4: "an identifier of 4 bytes"
            case 7:
                "UID of " + (answer.data.first.flatMap(Manufacturer.name) ?? "a maker that is not known")
            default: "an identifier of \(Count.bytes(answer.data.count))"
            }
        found.add(.identifier, answer.encoded, what, [])
    }

    // MARK: - Helpers

    /// The answer to a probe, nil when there is none that can be read; throws only when card or reader is gone.
    func send(_ probe: CardProbe, _ link: any CardLink) throws(CardError) -> ResponseAPDU? {
        guard !interruption.isRequested else { throw CardError(.cancelled, during: Step(probe.name)) }
        do {
            return try ResponseAPDU(parsing: try link.exchange(probe.command), during: Step(probe.name))
        } catch {
            switch error.code {
            case .malformedResponse, .unsupported, .transportFailed, .noAnswer, .commandTooLong, .notRecorded:
                return nil
            default:
                // Which question it was tells more than that it was an exchange.
                var error = error
                error.step = Step(probe.name)
                throw error
            }
        }
    }
}

extension AnswerToReset {
    /// True for the form that readers give cards without contacts (PC/SC part 3 §3.1.3.2.3): 3B 8n 80 01.
    public var isContactlessForm: Bool {
        bytes.first == 0x3B && bytes.count >= 4 && bytes[1] >> 4 == 8 && interfaceBytes.map(\.value) == [0x80, 0x01]
    }
}

extension CardIdentity {
    mutating func add(_ probe: CardProbe, _ answer: [UInt8], _ finding: String, _ families: Set<CardFamily>) {
        evidence.append(
            Evidence(
                probe: probe.name, command: probe.command, answer: answer, finding: finding, families: families))
    }

    mutating func add(_ probe: String, _ finding: String, _ families: Set<CardFamily>) {
        evidence.append(Evidence(probe: probe, answer: answerToReset.bytes, finding: finding, families: families))
    }
}
