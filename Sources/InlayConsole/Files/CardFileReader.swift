import ISO7816
import LDS
import Octets

/// Selects folders and reads named files over a channel.
struct CardFileReader {
    let channel: any CardChannel
    let isCancelled: () -> Bool

    /// What a protected short answer can carry at least; plain ones carry it too.
    private static let blockSize = 223
    /// For chips that refuse what is more than they can give at once.
    private static let smallBlockSize = 128
    private static let sizeLimit = 1 << 20

    /// Makes `folder` the current one.
    func select(_ folder: CardFolder) throws(CardError) {
        let step = Step("SELECT \(folder.title)")
        guard let application = folder.application else {
            // Cards differ in how the master file is named: by its identifier, or by none.
            let byIdentifier = CommandAPDU(ins: 0xA4, p2: 0x0C, data: [0x3F, 0x00])
            if try channel.transmit(byIdentifier).status == .success { return }
            _ = try channel.transmit(CommandAPDU(ins: 0xA4, p2: 0x0C)).success(during: step)
            return
        }
        let asking = CommandAPDU(ins: 0xA4, p1: 0x04, data: application, expected: .asMuchAsPossible)
        if try channel.transmit(asking).status == .success { return }
        // Passport chips give no file control information and want P2 to say so (9303-10 §3.6.1).
        let silent = CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x0C, data: application)
        _ = try channel.transmit(silent).success(during: step)
    }

    /// Everything that `file` in the current folder holds.
    func read(_ file: CardFile) throws(CardError) -> [UInt8] {
        let step = Step("read \(file.name)")
        switch file.place {
        case .transparent(let identifier):
            try select(identifier, step)
            return try contents(step, Self.isOneObject(file) ? Self.announced : { _ in nil })
        case .counted(let identifier):
            try select(identifier, step)
            let counted: ([UInt8]) -> Int? = { start in
                guard start.count >= 2 else { return nil }
                let count = Int(start[0]) << 8 | Int(start[1])
                // The capability container counts its own length in (Type 4 Tag §5.1), an NDEF file does not (§5.2).
                return identifier == 0xE103 ? max(count, 2) : count + 2
            }
            return try contents(step, counted)
        case .simpleObject(let tag):
            let command = CommandAPDU(
                ins: 0xCA, p1: UInt8(tag >> 8), p2: UInt8(tag & 0xFF), expected: .asMuchAsPossible)
            return try channel.transmit(command).success(during: step)
        case .listedObject(let tag):
            let command = CommandAPDU(
                ins: 0xCB, p1: 0x3F, p2: 0xFF, data: TLV.encode(0x5C, tag), expected: .asMuchAsPossible)
            return try channel.transmit(command).success(during: step)
        }
    }

    private func select(_ identifier: UInt16, _ step: Step) throws(CardError) {
        let bytes = [UInt8(identifier >> 8), UInt8(identifier & 0xFF)]
        let first = try channel.transmit(CommandAPDU(ins: 0xA4, p1: 0x02, p2: 0x0C, data: bytes))
        if first.status == .success { return }
        guard first.status != 0x6982 else { throw CardError(.unexpectedStatus(first.status), during: step) }
        // Type 4 tags select by identifier without a parent (Type 4 Tag §5.4.3).
        _ = try channel.transmit(CommandAPDU(ins: 0xA4, p2: 0x0C, data: bytes)).success(during: step)
    }

    /// EF.DIR, EF.ATR/INFO and files that nobody described hold several objects, and are read to their end.
    private static func isOneObject(_ file: CardFile) -> Bool {
        if case .passport(let id) = file.contents { id.tag != nil } else { false }
    }

    /// Length of a file that is one data object, from its first bytes.
    private static func announced(_ start: [UInt8]) -> Int? {
        var reader = ByteReader(start, in: "file")
        guard (try? reader.tag()) != nil, let first = try? reader.byte() else { return nil }
        guard first & 0x80 != 0 else { return reader.offset + Int(first) }
        let width = Int(first & 0x7F)
        guard (1...4).contains(width), let length = try? reader.number(width) else { return nil }
        return reader.offset + length
    }

    private func contents(_ step: Step, _ count: ([UInt8]) -> Int?) throws(CardError) -> [UInt8] {
        var bytes: [UInt8] = []
        var total: Int?
        var size = Self.blockSize
        while bytes.count < min(total ?? .max, Self.sizeLimit) {
            guard !isCancelled() else { throw CardError(.cancelled, during: step) }
            let wanted = min(size, (total ?? .max) - bytes.count)
            let response = try channel.transmit(Self.command(at: bytes.count, wanted: wanted))
            if response.status == 0x6700, size > Self.smallBlockSize {
                size = Self.smallBlockSize
                continue
            }
            let isLast = response.status == 0x6282
            if !bytes.isEmpty, response.status == 0x6B00 { break }
            guard isLast || response.status == .success else {
                throw CardError(.unexpectedStatus(response.status), during: step)
            }
            let data = bytes.count > 0x7FFF ? Self.discretionaryData(response.data) : response.data
            bytes += data.prefix(wanted)
            if total == nil { total = count(bytes) }
            if data.isEmpty || isLast { break }
            if total == nil, data.count < wanted { break }
        }
        return Array(bytes.prefix(total ?? bytes.count))
    }

    /// READ BINARY; with the odd instruction where the offset does not fit into P1-P2 (7816-4 §7.2.2).
    private static func command(at offset: Int, wanted: Int) -> CommandAPDU {
        guard offset > 0x7FFF else {
            return CommandAPDU(ins: 0xB0, p1: UInt8(offset >> 8), p2: UInt8(offset & 0xFF), expected: .upTo(wanted))
        }
        let place = [UInt8(truncatingIfNeeded: offset >> 16), UInt8(offset >> 8 & 0xFF), UInt8(offset & 0xFF)]
        return CommandAPDU(
            ins: 0xB1, data: TLV.encode(0x54, place), expected: .upTo(min(255, wanted + 3)))
    }

    private static func discretionaryData(_ data: [UInt8]) -> [UInt8] {
        var reader = TLVReader(data, in: "READ BINARY")
        guard let object = try? reader.next(), object.tag == 0x53 else { return [] }
        return Array(object.value)
    }
}
