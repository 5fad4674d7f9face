/// Commands over a link: chooses the length form, fetches what a card holds back (61xx), repeats with the right length
/// (6Cxx) and chains commands that are too long (7816-4 §5.1.1, §5.1.3).
///
/// A command whose class byte says secure messaging (bits 4 and 3) is sent once and never changed: a second Le there
/// would contradict the protected one (Docs/rules.md 1). What the card holds back of its answer is fetched all the same.
public final class LinkChannel: CardChannel {
    private let link: any CardLink
    /// Most GET RESPONSE commands for one answer: 65,536 bytes in pieces of 256, and some for short pieces.
    private static let pieceLimit = 512
    private static let getResponse: UInt8 = 0xC0

    /// A channel over `link`, which it uses until it is released.
    public init(_ link: any CardLink) { self.link = link }

    /// Limits of the link.
    public var limits: LinkLimits { link.limits }

    /// Sends `command`, in short form where that can carry it.
    public func transmit(_ command: CommandAPDU) throws(CardError) -> ResponseAPDU {
        if command.isSecured || command.shortestForm == .short || limits.allowExtendedLength {
            return try send(command)
        }
        guard command.data.count > 255 else {
            var capped = command
            capped.expected = .asMuchAsPossible
            return try send(capped)
        }
        return try sendChained(command)
    }

    private func send(_ command: CommandAPDU) throws(CardError) -> ResponseAPDU {
        let step = Step("command \(command.name)")
        var response = try exchange(command, during: step)
        guard !command.isSecured else {
            // The rest of a protected answer that was too long for its command; the command itself is not sent again.
            return response.data.isEmpty ? response : try complete(response, cla: 0, during: step)
        }
        if let length = response.status.correctLength, response.data.isEmpty, command.expected != .nothing,
            command.expected != .upTo(length)
        {
            var corrected = command
            corrected.expected = .upTo(length)
            response = try exchange(corrected, during: step)
        }
        return try complete(response, cla: command.cla, during: step)
    }

    /// The class byte of a plain command on the same logical channel (7816-4 §5.4.1).
    private static func channel(of cla: UInt8) -> UInt8 { cla & 0xC0 == 0x40 ? cla & 0x4F : cla & 0x03 }

    /// Collects the rest of an answer with GET RESPONSE (7816-4 §7.6.1).
    private func complete(
        _ first: ResponseAPDU, cla: UInt8, during step: Step
    ) throws(CardError) -> ResponseAPDU {
        var response = first
        var pieces = 0
        while let available = response.status.bytesAvailable {
            guard pieces < Self.pieceLimit, response.data.count <= 65_536 else {
                throw CardError(.malformedResponse, during: step, detail: "the card announces data without end")
            }
            pieces += 1
            let more = CommandAPDU(
                cla: Self.channel(of: cla), ins: Self.getResponse,
                expected: available == 256 ? .asMuchAsPossible : .upTo(available))
            var piece = try exchange(more, during: "GET RESPONSE")
            if let length = piece.status.correctLength, piece.data.isEmpty {
                var corrected = more
                corrected.expected = .upTo(length)
                piece = try exchange(corrected, during: "GET RESPONSE")
            }
            response.data += piece.data
            response.status = piece.status
            // A card that gives nothing and still announces more would be asked for ever.
            if piece.data.isEmpty, piece.status.bytesAvailable != nil {
                throw CardError(.malformedResponse, during: "GET RESPONSE", detail: "announced data does not come")
            }
        }
        return response
    }

    /// Command chaining (7816-4 §5.1.1.1): bit 5 of the class byte in all parts but the last.
    private func sendChained(_ command: CommandAPDU) throws(CardError) -> ResponseAPDU {
        var rest = command.data[...]
        while rest.count > 255 {
            let part = CommandAPDU(
                cla: command.cla | 0x10, ins: command.ins, p1: command.p1, p2: command.p2, data: Array(rest.prefix(255))
            )
            rest = rest.dropFirst(255)
            let response = try send(part)
            guard response.status == .success else { return response }
        }
        var last = command
        last.data = Array(rest)
        if last.shortestForm == .extended { last.expected = .asMuchAsPossible }
        return try send(last)
    }

    private func exchange(_ command: CommandAPDU, during step: Step) throws(CardError) -> ResponseAPDU {
        guard let bytes = command.encoded(command.shortestForm) else {
            throw CardError(.commandTooLong(limit: limits.maximumCommand), during: step)
        }
        guard bytes.count <= limits.maximumCommand else {
            throw CardError(.commandTooLong(limit: limits.maximumCommand), during: step)
        }
        return try ResponseAPDU(parsing: link.exchange(bytes), during: step)
    }
}

extension CommandAPDU {
    /// Bits 4 and 3 of an inter-industry class byte: secure messaging of any kind (7816-4 §5.4.1).
    var isSecured: Bool { cla & 0x80 == 0 && (cla & 0x40 == 0 ? cla & 0x0C != 0 : cla & 0x20 != 0) }
}
