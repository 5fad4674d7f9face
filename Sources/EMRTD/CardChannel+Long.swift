import ISO7816
import SecureMessaging

extension CardChannel {
    /// Sends a command of a protocol whose data may be longer than a short command, in extended length where the reader
    /// can do that, else chained (9303-11 §9.3.1.2, §9.3.2).
    func transmitLong(_ command: CommandAPDU) throws(CardError) -> ResponseAPDU {
        // 223 bytes always fit into a protected short command (emrtd-rules 4).
        let piece = 223
        guard command.data.count > piece, !limits.allowExtendedLength else { return try transmit(command) }
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
