import ISO7816
import Octets

extension PassportChip {
    /// READ BINARY with even INS: the current EF with an offset of 15 bits, or a short identifier with one of 8.
    func readBinary(_ command: CommandAPDU, _ room: Room) throws(Refusal) -> ResponseAPDU {
        guard command.data.isEmpty else { throw .wrongLength }
        let file: ElementaryFile
        let offset: Int
        if command.p1 & 0x80 == 0 {
            file = try currentFile()
            offset = Int(command.p1) << 8 | Int(command.p2)
        } else {
            guard command.p1 & 0x60 == 0 else { throw .incorrectParameters }
            file = try self.file(shortIdentifier: command.p1 & 0x1F)
            offset = Int(command.p2)
        }
        let count = try wanted(command, room, overhead: { _ in 0 })
        let (data, status) = try read(file, offset, count)
        session.currentFile = file.identifier
        return ResponseAPDU(data: data, status: status)
    }

    /// READ BINARY with odd INS: offset in data object 54, data in data object 53 (7816-4 §11.2.3, 9303-10 §3.6.6).
    func readBinaryOdd(_ command: CommandAPDU, _ room: Room) throws(Refusal) -> ResponseAPDU {
        let file: ElementaryFile
        switch (command.p1, command.p2) {
        case (0, 0): file = try currentFile()
        case (0, 1...31): file = try self.file(shortIdentifier: command.p2)
        default:
            let identifier = UInt16(command.p1) << 8 | UInt16(command.p2)
            guard let found = contents.files.file(identifier, in: session.directory) else { throw .fileNotFound }
            file = found
        }
        let offset: Int
        do {
            var objects = TLVReader(command.data, in: "READ BINARY")
            let object = try objects.next(0x54)
            try objects.expectEnd()
            guard (1...4).contains(object.value.count) else { throw Refusal.incorrectData }
            offset = object.value.reduce(0) { $0 << 8 | Int($1) }
        } catch {
            throw .incorrectData
        }
        // Le counts the whole answer, so tag and length of object 53 are part of it.
        let count = try wanted(command, room, overhead: { 1 + TLV.length($0).count })
        let (data, status) = try read(file, offset, count)
        session.currentFile = file.identifier
        return ResponseAPDU(data: TLV.encode(0x53, data), status: status)
    }

    private func currentFile() throws(Refusal) -> ElementaryFile {
        guard let identifier = session.currentFile,
            let file = contents.files.file(identifier, in: session.directory)
        else { throw .noCurrentFile }
        return file
    }

    private func file(shortIdentifier: UInt8) throws(Refusal) -> ElementaryFile {
        // 7816-4 §7.3.2: 0 and 31 identify nothing.
        guard (1...30).contains(shortIdentifier) else { throw .incorrectParameters }
        guard let file = contents.files.file(shortIdentifier: shortIdentifier, in: session.directory) else {
            throw .fileNotFound
        }
        return file
    }

    /// What a command asks for.
    private struct Wanted {
        /// Bytes of the file.
        let count: Int
        /// As many as fit, not a number.
        let isOpen: Bool
    }

    /// What the command asks for, when the answer adds `overhead` bytes to those of the file.
    private func wanted(
        _ command: CommandAPDU, _ room: Room, overhead: (Int) -> Int
    ) throws(Refusal) -> Wanted {
        let whole: Int
        let isOpen: Bool
        switch command.expected {
        case .nothing: throw .wrongLength
        case .asMuchAsPossible: (whole, isOpen) = (room.open, true)
        // Two bytes of zeros in data object 97.
        case .upTo(65_536): (whole, isOpen) = (65_536, true)
        case .upTo(let count): (whole, isOpen) = (count, false)
        }
        // Le 00 asks for what fits into the answer; a number that does not fit is an error.
        var asked = isOpen && settings.maximumRead == nil ? min(whole, room.data) : whole
        let limit = min(room.data, settings.maximumRead ?? room.data)
        if asked > limit {
            switch settings.longReadAnswer {
            case .wrongLength: throw .wrongLength
            case .correctLength: throw Refusal(StatusWord(0x6C00 | UInt16(limit & 0xFF)))
            case .wrongParameters: throw .offsetOutside
            case .empty: return Wanted(count: 0, isOpen: true)
            case .fewer: asked = limit
            }
        }
        var count = asked
        while count > 0, count + overhead(count) > asked { count -= 1 }
        guard count > 0 else { throw .wrongLength }
        return Wanted(count: count, isOpen: isOpen)
    }

    private func read(
        _ file: ElementaryFile, _ offset: Int, _ wanted: Wanted
    ) throws(Refusal) -> ([UInt8], StatusWord) {
        guard mayRead(file) else { throw .securityStatus }
        guard offset < file.contents.count else { throw .offsetOutside }
        let data = Array(file.contents.dropFirst(offset).prefix(wanted.count))
        // 7816-4 §5.6: the end was reached before as many bytes as asked for; Le 00 asks for no number.
        guard data.count < wanted.count, !wanted.isOpen else { return (data, .success) }
        return (data, 0x6282)
    }
}
