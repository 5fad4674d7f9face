public import ISO7816
public import InlaySeams
public import ReaderKnowledge

/// Finds out how a reader is spoken to, and opens a channel.
///
/// A dialect counts when a chip was heard through it; where none was, the first that the reader understands.
public struct FrameOpening: Sendable {
    /// The reader's name, by which the most likely dialect comes first.
    public var reader: String
    /// The only dialect to be tried; nil for all.
    public var dialect: ReaderDialect?
    /// What was found out before.
    public var memory: DialectMemory?
    /// Pauses.
    public var time: TimeSource

    /// An opening for the reader of this name.
    public init(
        reader: String, dialect: ReaderDialect? = nil, memory: DialectMemory? = .shared, time: TimeSource = .system
    ) {
        self.reader = reader
        self.dialect = dialect
        self.memory = memory
        self.time = time
    }

    /// Polling of system 0003, with the system code in the answer: the transit cards of Japan, which most look for.
    static let firstPolling: [UInt8] = [0x06, 0x00, 0x00, 0x03, 0x01, 0x00]
    /// Polling of any system.
    static let anyPolling: [UInt8] = [0x06, 0x00, 0xFF, 0xFF, 0x01, 0x00]

    /// A channel to what lies on the reader. The caller closes it on every path; `withChannel` does it for him.
    ///
    /// Throws `unsupported` with a `Fault` below when the reader passes no frames of this technology, or the link's error when the card or the
    /// reader is gone. `observe` is told about every frame, those of the probe too.
    public func open(
        _ link: any CardLink, for technology: RadioTechnology = .feliCa,
        observe: ((FrameExchange) -> Void)? = nil
    ) throws(CardError) -> any FrameChannel {
        let reader = ReaderCommand(link)
        if dialect == nil, let known = memory?.entry(for: self.reader, technology) {
            if let channel = try candidate(known.dialect, reader, technology) {
                if (channel as? PN532Channel)?.firmware == known.firmware { return traced(channel, observe) }
                channel.close()
            }
            memory?.remember(nil, for: self.reader, technology)
        }
        var understood: ReaderDialect?
        for dialect in dialect.map({ [$0] }) ?? ReaderCatalog.dialects(pcscName: self.reader) {
            guard let base = try candidate(dialect, reader, technology) else { continue }
            let channel = traced(base, observe)
            switch try probe(channel, reader, technology) {
            case .heard(let greeting):
                memory?.remember(
                    .init(dialect: dialect, firmware: (base as? PN532Channel)?.firmware), for: self.reader, technology)
                return GreetedChannel(channel, greeting: greeting)
            case .understood:
                understood = understood ?? dialect
                channel.close()
            case .refused: channel.close()
            }
        }
        if let understood, let channel = try candidate(understood, reader, technology) {
            return traced(channel, observe)
        }
        let isOther = RadioTechnology(link.answerToReset) != technology
        throw CardError(
            .unsupported, during: "looking for a way to send frames",
            detail: isOther
                ? "the card is of another kind, as the reader tells"
                : "the reader understands no dialect that is known here",
            underlying: isOther ? Fault.otherCard : Fault.noDialect)
    }

    /// Why there is no channel, below the error.
    public enum Fault: Error, Hashable, Sendable {
        /// The reader calls what lies on it something else, and passes no frames to it.
        case otherCard
        /// The card may well be the right one; the reader passes no frames.
        case noDialect
    }

    /// Runs `body` with a channel while no other program can come between, and leaves the reader as it was found.
    public func withChannel<Result>(
        _ link: any CardLink, for technology: RadioTechnology = .feliCa,
        observe: ((FrameExchange) -> Void)? = nil,
        _ body: (any FrameChannel) throws(CardError) -> Result
    ) throws(CardError) -> Result {
        try link.withTransaction { () throws(CardError) -> Result in
            let channel = try open(link, for: technology, observe: observe)
            defer { channel.close() }
            return try body(channel)
        }
    }

    // MARK: - Candidates

    private enum Probe {
        /// The reader does not understand.
        case refused
        /// It understands, and nothing answers.
        case understood
        /// A chip answers; perhaps to the frame that comes first.
        case heard((frame: [UInt8], answer: FrameAnswer)?)
    }

    private func candidate(
        _ dialect: ReaderDialect, _ reader: ReaderCommand, _ technology: RadioTechnology
    ) throws(CardError) -> (any FrameChannel)? {
        switch dialect {
        case .transparent:
            try TransparentChannel.open(reader, instruction: 0xC2, technology: technology, time: time)
        case .sonyTransparent:
            try TransparentChannel.open(reader, instruction: 0x50, technology: technology, time: time)
        case .pn532: try PN532Channel.open(reader, technology: technology)
        case .acsDirect: technology == .feliCa ? ACSDirectChannel(reader) : nil
        case .identiv: technology == .feliCa ? IdentivChannel(reader) : nil
        case .selectService: technology == .feliCa ? SelectServiceChannel(reader) : nil
        case .readBinary: technology == .feliCa ? ReadBinaryChannel(reader) : nil
        // Not spoken yet.
        case .acsVicinity, .springCard: nil
        }
    }

    private func traced(_ channel: any FrameChannel, _ observe: ((FrameExchange) -> Void)?) -> any FrameChannel {
        observe.map { TracingFrameChannel(channel, observe: $0) } ?? channel
    }

    private func probe(
        _ channel: any FrameChannel, _ reader: ReaderCommand, _ technology: RadioTechnology
    ) throws(CardError) -> Probe {
        guard technology == .feliCa else { return .heard(nil) }
        do {
            switch channel.dialect {
            case .selectService: return try probe(selecting: reader)
            case .readBinary: return try probe(reading: channel)
            default: return try probe(polling: channel)
            }
        } catch {
            switch error.code {
            case .unsupported, .transportFailed, .malformedResponse, .commandTooLong, .notRecorded: return .refused
            default:
                channel.close()
                throw error
            }
        }
    }

    private func probe(polling channel: any FrameChannel) throws(CardError) -> Probe {
        if let greeting = try greeting(Self.firstPolling, channel) { return .heard(greeting) }
        do {
            // A phone, or a card that the reader took for something else, answers to a fresh field.
            try channel.restart()
            if let greeting = try greeting(Self.firstPolling, channel) { return .heard(greeting) }
        } catch {
            guard error.code == .unsupported else { throw error }
        }
        return try greeting(Self.anyPolling, channel) == nil ? .understood : .heard(nil)
    }

    /// Nil unless the answer is one to a polling: readers give back all sorts of bytes for what they do not know.
    private func greeting(
        _ frame: [UInt8], _ channel: any FrameChannel
    ) throws(CardError) -> (frame: [UInt8], answer: FrameAnswer)? {
        let answer = try channel.exchange(frame, timeout: .milliseconds(100))
        guard case .bytes(let bytes) = answer else { return nil }
        guard let parsed = try? FeliCaFrame(parsing: bytes), parsed.code == FeliCaFrame.polling + 1,
            parsed.parameters.count >= 8
        else {
            throw CardError(.malformedResponse, during: "probing the reader", detail: "no answer to a polling")
        }
        return (frame, answer)
    }

    /// Every reader tells IDm; only one that knows the command takes a service.
    private func probe(selecting reader: ReaderCommand) throws(CardError) -> Probe {
        let step: Step = "probing the reader"
        let status = try reader.send([0xFF, 0xA4, 0x00, 0x01, 0x02, 0x8B, 0x00], during: step).status
        switch status {
        case .success: return .heard(nil)
        case 0x6300, 0x6A82, 0x6A83: return .understood
        default: return .refused
        }
    }

    private func probe(reading channel: any FrameChannel) throws(CardError) -> Probe {
        let polled = try channel.exchange(Self.anyPolling, timeout: .milliseconds(100))
        guard case .bytes(let bytes) = polled, let answer = try? FeliCaFrame(parsing: bytes) else { return .refused }
        let parameters = answer.parameters.prefix(8) + [0x01, 0x8B, 0x00, 0x01, 0x80, 0x00]
        let frame = FeliCaFrame(code: FeliCaFrame.readWithoutEncryption, parameters: Array(parameters))
        guard let encoded = frame.encoded else { return .refused }
        return try channel.exchange(encoded, timeout: .milliseconds(100)) == .silence ? .understood : .heard(nil)
    }
}
