import ISO7816
import Octets

extension PassportChip {
    /// SELECT (7816-4 §11.1.1, 9303-10 §3.6.2 to §3.6.4).
    func select(_ command: CommandAPDU) throws(Refusal) -> ResponseAPDU {
        // First or only occurrence, with FCI (00), FCP (04) or nothing (0C) in the answer.
        guard [0x00, 0x04, 0x0C].contains(command.p2) else { throw .incorrectParameters }
        switch command.p1 {
        case 0x00:
            if command.data.isEmpty || command.data == [0x3F, 0x00] { return enter(.masterFile) }
            return try selectFile(command)
        case 0x02:
            return try selectFile(command)
        case 0x04:
            guard (1...16).contains(command.data.count) else { throw .wrongLength }
            if let status = settings.deviations.applications[command.data], status != 0x9000 {
                throw Refusal(StatusWord(status))
            }
            let answer = enter(try application(command.data))
            return try described(command, TLV.encode(0x84, command.data), otherwise: answer)
        default:
            throw .incorrectParameters
        }
    }

    /// The application with this name. 9303-10 §3.6.2: a name that is not complete is refused.
    private func application(_ name: [UInt8]) throws(Refusal) -> Directory {
        if name == Directory.identityName, settings.isIdentityCard { return .identityApplication }
        // An identity card shows the application to nobody but inspection systems.
        guard name == Directory.lds1Name,
            !settings.isIdentityCard || session.role?.kind == .inspectionSystem
        else { throw .fileNotFound }
        return .lds1Application
    }

    private func enter(_ directory: Directory) -> ResponseAPDU {
        session.directory = directory
        session.isNowhere = false
        session.currentFile = nil
        return ResponseAPDU(status: .success)
    }

    private func selectFile(_ command: CommandAPDU) throws(Refusal) -> ResponseAPDU {
        guard command.data.count == 2, let high = command.data.first, let low = command.data.last else {
            throw .wrongLength
        }
        let identifier = UInt16(high) << 8 | UInt16(low)
        guard !session.isNowhere else { throw .conditionsOfUse }
        guard let file = contents.files.file(identifier, in: session.directory) else { throw .fileNotFound }
        // 9303-11 §4.2: a chip with PACE refuses to select what may not be read; with BAC alone it may.
        guard mayRead(file) else { throw .securityStatus }
        let length = file.contents.count
        var size = ByteWriter()
        size.number(length, count: length > 0xFFFF ? 3 : 2)
        let description =
            TLV.encode(0x80, size.bytes) + TLV.encode(0x82, [0x01]) + TLV.encode(0x83, command.data)
            + (file.shortIdentifier.map { TLV.encode(0x88, [$0 << 3]) } ?? [])
        let answer = try described(command, description, otherwise: ResponseAPDU(status: .success))
        session.currentFile = identifier
        return answer
    }

    /// The control parameters, when the command asks for them and has an Le field (7816-4 §7.4).
    private func described(
        _ command: CommandAPDU, _ parameters: [UInt8], otherwise answer: ResponseAPDU
    ) throws(Refusal) -> ResponseAPDU {
        guard command.p2 != 0x0C, command.expected != .nothing else { return answer }
        let data = TLV.encode(command.p2 == 0x00 ? 0x6F : 0x62, parameters)
        if case .upTo(let limit) = command.expected, limit < data.count {
            throw Refusal(StatusWord(0x6C00 | UInt16(data.count & 0xFF)))
        }
        return ResponseAPDU(data: data, status: .success)
    }

    /// 9303-11 §4.2, §4.3.2: what each state of access opens.
    func mayRead(_ file: ElementaryFile) -> Bool {
        switch file.rule {
        case .always: true
        // 9303-11 §4.4: the passwords of an inspection system are the zone and the card access number.
        case .afterAccessControl: session.access != .nothing && (session.password ?? 0) <= 0x02
        case .afterPACE: session.access == .pace
        case .never: false
        case .afterTerminalAuthentication(let right): (session.terminal.rights ?? 0) & right != 0
        }
    }
}
