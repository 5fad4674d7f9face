import ISO7816
import SecureMessaging

extension CardChannel {
    /// Sends a command of a protocol whose data may be longer than a short command, in extended length where the reader
    /// can do that, else chained (9303-11 §9.3.1.2, §9.3.2).
    ///
    /// `capabilities` is what the chip says of itself. One that announces chaining and no extended length gets chained
    /// commands at once; one that refuses the length of an extended command gets it chained.
    func transmitLong(
        _ command: CommandAPDU, capabilities: CardCapabilities? = nil
    ) throws(CardError) -> ResponseAPDU {
        // What fits into a protected short command: 239 bytes alone, 223 beside Le (emrtd-rules 4).
        let room = command.expected == .nothing ? 239 : 223
        guard command.data.count > room else { return try transmit(command) }
        let onlyChains = capabilities.map { $0.commandChaining && !$0.extendedLength } ?? false
        // Protection adds padding, the headers of three data objects and the MAC.
        let fits = limits.allowExtendedLength && command.data.count + 64 <= limits.maximumCommand
        guard fits, !onlyChains else { return try transmitChained(command) }
        let response = try transmit(command)
        guard response.status == 0x6700, capabilities?.commandChaining ?? false else { return response }
        return try transmitChained(command)
    }

    private func transmitChained(_ command: CommandAPDU) throws(CardError) -> ResponseAPDU {
        let piece = 223
        var rest = command.data[...]
        while rest.count > piece {
            let part = CommandAPDU(
                cla: command.cla | 0x10, ins: command.ins, p1: command.p1, p2: command.p2,
                data: Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
            let response = try transmit(part)
            guard response.status == .success else { return response }
        }
        var last = command
        last.data = Array(rest)
        return try transmit(last)
    }
}
