import CardCrypto
import ISO7816

extension PassportChip {
    /// INTERNAL AUTHENTICATE: a signature over the terminal's eight octets (9303-11 §6.1.4).
    func internalAuthenticate(_ command: CommandAPDU, _ room: Room) throws(Refusal) -> ResponseAPDU {
        guard let key = contents.activeAuthentication else { throw .unknownInstruction }
        guard command.p1 == 0, command.p2 == 0 else { throw .incorrectParameters }
        guard command.data.count == 8 else { throw .wrongLength }
        guard settings.access == .plain || session.access != .nothing else { throw .securityStatus }
        do {
            return try fit(key.sign(command.data, random: random), command, room)
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw .noDiagnosis
        }
    }

    /// The answer with `data`, when that may be more than the command asks for or a short answer holds.
    func fit(_ data: [UInt8], _ command: CommandAPDU, _ room: Room) throws(Refusal) -> ResponseAPDU {
        let whole = ResponseAPDU(data: data, status: .success)
        let limit =
            switch command.expected {
            case .nothing: 0
            case .upTo(let count): min(count, room.data)
            case .asMuchAsPossible: room.data
            }
        guard data.count > limit else { return whole }
        switch settings.longAnswer {
        case .wrongLength: throw .wrongLength
        case .correctLength: throw Refusal(StatusWord(0x6C00 | UInt16(data.count & 0xFF)))
        case .truncated: return ResponseAPDU(data: Array(data.prefix(limit)), status: .success)
        case .remaining:
            // The pieces are made where the answer is sent, protected or not (7816-4 §5.3.4).
            guard command.expected != .nothing else { throw .wrongLength }
            return whole
        }
    }
}
