public import Frames
public import ISO7816
public import InlaySeams
import Octets

/// A conversation with a FeliCa card: one of its systems at a time. Reads only; there is no command that writes.
///
/// Not `Sendable`: one owner at a time.
public final class FeliCaSession {
    private let channel: any FrameChannel
    private let interruption: Interruption
    /// The system that commands are addressed to; nil before a polling was answered.
    public private(set) var card: FeliCaCard?
    /// Frames sent so far, pollings included.
    public private(set) var commands = 0
    /// Most blocks that were found to fit one command with this chip and reader.
    private(set) var blockLimit: Int

    /// Blocks that are asked for at first. All chips but the smallest and the oldest give as many.
    public static let usualBlockCount = 12
    /// Services in one Read Without Encryption (JIS X 6319-4).
    public static let serviceLimit = 16
    /// Nodes in one Request Service.
    public static let nodeLimit = 32

    /// A conversation over `channel`, which the caller closes.
    public init(over channel: any FrameChannel, interruption: Interruption = .never) {
        self.channel = channel
        self.interruption = interruption
        blockLimit = max(1, min(Self.usualBlockCount, channel.limits.maximumBlocks))
    }

    /// False when the reader answers pollings itself: which system is read is then its choice.
    public var choosesSystems: Bool { channel.choosesSystems }

    // MARK: - Polling

    /// Looks for `system` and addresses it from now on; nil when nothing answers.
    ///
    /// Each system of a card has an IDm of its own, so what is to be read is polled for by name: with
    /// `SystemCode.any` a card answers with whichever system comes first. Cards that do not answer at first are asked
    /// without the system code in the answer, and in a fresh field where the reader has one; with `patiently` false the
    /// first silence is the answer, for a system that the card need not have.
    public func poll(_ system: SystemCode, patiently: Bool = true) throws(CardError) -> FeliCaCard? {
        let step: Step = "polling for system \(system.description)"
        for attempt in patiently ? Polling.allCases : [.withSystemCode] {
            if attempt == .inFreshField {
                do {
                    try channel.restart()
                } catch {
                    guard error.code == .unsupported else { throw error }
                    continue
                }
            }
            let parameters = system.bytes + [attempt.requestCode, 0x00]
            guard let bytes = try send(FeliCaFrame.polling, parameters, within: Self.pollingTime, during: step) else {
                continue
            }
            var found = try FeliCaAnswer.card(bytes, during: step)
            if let named = found.system, !system.matches(named) {
                throw CardError(.malformedResponse, during: step, detail: "an answer of another system")
            }
            // Who answers to a name without wildcards has that name; a reader that answers itself has not heard it.
            if found.system == nil, channel.choosesSystems, !system.bytes.contains(0xFF) {
                found = FeliCaCard(idm: found.idm, pmm: found.pmm, system: system)
            }
            card = found
            return found
        }
        return nil
    }

    private enum Polling: CaseIterable {
        case withSystemCode, plain, inFreshField

        /// 01: append the system code; 00: append nothing.
        var requestCode: UInt8 { self == .plain ? 0x00 : 0x01 }
    }

    // A card begins its answer after 2.4 ms, in the first time slot; readers need some time of their own.
    private static let pollingTime = Duration.milliseconds(100)

    /// The systems of the card; nil when the chip does not know the command, as FeliCa Lite does not.
    public func requestSystemCodes() throws(CardError) -> [SystemCode]? {
        let step: Step = "Request System Code"
        guard let body = try ask(FeliCaFrame.requestSystemCode, .fixed, during: step) else { return nil }
        return try FeliCaAnswer.numbers(body, lowOctetFirst: false, during: step).map { SystemCode($0) }
    }

    /// Key versions of services and areas, nil where the system has no such node; FFFF on the wire. Nil for all when the
    /// chip does not know the command. At most `nodeLimit` of them are asked for at a time.
    public func requestService(_ nodes: [ServiceCode]) throws(CardError) -> [ServiceCode: UInt16?]? {
        let step: Step = "Request Service"
        var versions: [ServiceCode: UInt16?] = [:]
        var rest = nodes[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(Self.nodeLimit))
            rest = rest.dropFirst(part.count)
            let parameters = [UInt8(part.count)] + part.flatMap(\.bytes)
            let body = try ask(
                FeliCaFrame.requestService, .requestService, count: part.count, parameters, during: step)
            guard let body else { return nil }
            let numbers = try FeliCaAnswer.numbers(body, lowOctetFirst: true, during: step)
            guard numbers.count == part.count else {
                throw CardError(.malformedResponse, during: step, detail: "versions for another number of nodes")
            }
            for (node, number) in zip(part, numbers) { versions[node] = .some(number == 0xFFFF ? nil : number) }
        }
        return versions
    }

    /// All areas and services of the system, one command for each; nil when the chip does not know the command.
    ///
    /// Throws `malformedResponse` when the card goes on beyond `limit`.
    public func searchServiceCodes(limit: Int = 1024) throws(CardError) -> [FoundNode]? {
        let step: Step = "Search Service Code"
        var nodes: [FoundNode] = []
        for index in 0..<min(max(limit, 0), 0xFFFF) {
            let parameters = [UInt8(index & 0xFF), UInt8(index >> 8)]
            guard var body = try ask(FeliCaFrame.searchServiceCode, .fixed, parameters, during: step) else {
                return index == 0 ? nil : nodes
            }
            do throws(ParseError) {
                let first = UInt16(try body.number(2)).byteSwapped
                if body.isAtEnd {
                    if first == 0xFFFF { return nodes }
                    nodes.append(.service(ServiceCode(first)))
                } else {
                    nodes.append(.area(first: first, last: UInt16(try body.number(2)).byteSwapped))
                    try body.expectEnd()
                }
            } catch {
                throw CardError(.malformedResponse, during: step, underlying: error)
            }
        }
        throw CardError(.malformedResponse, during: step, detail: "more than \(limit) nodes")
    }

    // MARK: - Reading

    /// One Read Without Encryption, as it is: at most `serviceLimit` services, blocks by `elements`.
    ///
    /// Throws `noAnswer` when the card is silent, `malformedResponse` when the answer is none to this command.
    public func readWithoutEncryption(
        services: [ServiceCode], elements: [BlockListElement]
    ) throws(CardError) -> ReadAnswer {
        let step: Step = "Read Without Encryption"
        guard (1...Self.serviceLimit).contains(services.count), (1...255).contains(elements.count) else {
            throw CardError(.unsupported, during: step, detail: "one command reads of 1 to 16 services")
        }
        let parameters =
            [UInt8(services.count)] + services.flatMap(\.bytes)
            + [UInt8(elements.count)] + elements.flatMap(\.bytes)
        guard
            let body = try ask(
                FeliCaFrame.readWithoutEncryption, .read, count: elements.count, parameters, during: step)
        else { throw CardError(.noAnswer, during: step) }
        return try FeliCaAnswer.blocks(body, count: elements.count, during: step)
    }

    /// Reads what is wanted in as few commands as card and reader allow.
    ///
    /// Never throws: what was read before contact was lost is returned, with the reason in `interruption`.
    public func read(_ wanted: [BlockRequest]) -> FeliCaReading {
        var run = ReadRun(wanted, limit: blockLimit)
        let before = commands
        let interruption = run.perform(on: self)
        blockLimit = run.limit
        return FeliCaReading(services: run.services, interruption: interruption, commands: commands - before)
    }

    // MARK: - Frames

    /// The body of the answer behind IDm; nil when the card is silent.
    private func ask(
        _ code: UInt8, _ timed: PMm.TimedCommand, count: Int = 0, _ parameters: [UInt8] = [], during step: Step
    ) throws(CardError) -> ByteReader? {
        guard let card else {
            throw CardError(.noCard, during: step, detail: "no system of a FeliCa card was found yet")
        }
        let time = Self.time(for: timed, count: count, card.pmm)
        guard let bytes = try send(code, card.idm.bytes + parameters, within: time, during: step) else { return nil }
        return try FeliCaAnswer.body(bytes, to: code, from: card.idm, during: step)
    }

    private func send(
        _ code: UInt8, _ parameters: [UInt8], within time: Duration, during step: Step
    ) throws(CardError) -> [UInt8]? {
        guard !interruption.isRequested else { throw CardError(.cancelled, during: step) }
        guard let frame = FeliCaFrame(code: code, parameters: parameters).encoded else {
            throw CardError(.commandTooLong(limit: FeliCaFrame.limit), during: step)
        }
        commands += 1
        switch try channel.exchange(frame, timeout: time) {
        case .bytes(let bytes): return bytes
        case .silence: return nil
        case .nibble: throw CardError(.malformedResponse, during: step, detail: "four bits instead of a frame")
        }
    }

    /// The longest that the chip allows itself, with time for the reader. A chip that declares next to nothing needs 2 ms
    /// all the same (RC-S915), and no parameter makes us wait for more than five seconds.
    static func time(for command: PMm.TimedCommand, count: Int, _ pmm: PMm?) -> Duration {
        guard let pmm else { return .milliseconds(500) }
        let declared = pmm.maximumResponseTime(command, count: count)
        return min(max(declared, .milliseconds(2)) + .milliseconds(20), .seconds(5))
    }
}
