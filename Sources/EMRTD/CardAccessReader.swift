package import ISO7816
import LDS

/// Finds EF.CardAccess in the master file of a chip that was just powered. It must be read before the application is
/// selected: there the same identifiers mean EF.CVCA (Docs/rules.md 7).
package struct CardAccessReader {
    package enum Outcome {
        case read([UInt8], ReadingDeviation?)
        case absent(StatusWord?)
    }

    let channel: any CardChannel
    let checkCancelled: () throws(CardError) -> Void

    /// Over a channel whose chip is in its master file. `checkCancelled` throws once the user gave up.
    package init(channel: any CardChannel, checkCancelled: @escaping () throws(CardError) -> Void) {
        self.channel = channel
        self.checkCancelled = checkCancelled
    }

    /// Tries the forms that chips are known to want; a chip that follows the standard needs one command.
    package func read() throws(CardError) -> Outcome {
        let first = try readBinary(p1: 0x80 | FileID.cardAccess.shortFileIdentifier)
        if let bytes = try complete(first) { return .read(bytes, nil) }
        let selected = try select(p1: 0x02)
        func found(_ bytes: [UInt8], _ path: ReadingDeviation.CardAccessPath) -> Outcome {
            .read(bytes, .cardAccessFoundOtherwise(path, first.status))
        }
        if selected.status == .success, let bytes = try complete(try readBinary(p1: 0)) {
            return found(bytes, .selectChild)
        }
        if first.status == 0x6A82, selected.status == 0x6A82 { return .absent(selected.status) }

        // Quirks (seen on identity cards of several states): only P1 = 00 works, or the master file must be selected
        // first, in one of three forms.
        if try select(p1: 0x00).status == .success, let bytes = try complete(try readBinary(p1: 0)) {
            return found(bytes, .selectAny)
        }
        let forms: [(UInt8, [UInt8], ReadingDeviation.CardAccessPath)] = [
            (0x0C, [], .emptyMasterFile), (0x0C, [0x3F, 0x00], .namedMasterFile),
            (0x00, [0x3F, 0x00], .describedMasterFile),
        ]
        for (p2, data, path) in forms {
            try checkCancelled()
            let expected: CommandAPDU.Expected = p2 == 0 ? .asMuchAsPossible : .nothing
            let master = try channel.transmit(
                CommandAPDU(ins: 0xA4, p2: p2, data: data, expected: expected))
            guard master.status == .success, try select(p1: 0x02).status == .success else { continue }
            if let bytes = try complete(try readBinary(p1: 0)) { return found(bytes, path) }
        }
        return .absent(selected.status)
    }

    private func select(p1: UInt8) throws(CardError) -> ResponseAPDU {
        try channel.transmit(CommandAPDU(ins: 0xA4, p1: p1, p2: 0x0C, data: [0x01, 0x1C]))
    }

    /// The beginning of the current file, or of the one that `p1` names; fewer bytes where the chip refuses many.
    private func readBinary(p1: UInt8, p2: UInt8 = 0, most: Int = 256) throws(CardError) -> ResponseAPDU {
        var response = ResponseAPDU(status: 0x6700)
        for size in [256, 192, 128, 64, 16] where size <= most || size == 16 {
            response = try channel.transmit(
                CommandAPDU(ins: 0xB0, p1: p1, p2: p2, expected: .upTo(min(size, most))))
            if response.status != 0x6700, response.status != 0x6B00 { break }
        }
        return response
    }

    /// The whole file, given the answer to the first READ BINARY; nil when that is no EF.CardAccess.
    private func complete(_ first: ResponseAPDU) throws(CardError) -> [UInt8]? {
        guard first.status == .success || first.status == 0x6282, first.data.first == 0x31,
            case .bytes(let total) = FileLength(beginning: first.data), total <= Self.limit
        else { return nil }
        var bytes = first.data
        var rounds = 0
        while bytes.count < total, rounds < 64 {
            try checkCancelled()
            rounds += 1
            let next = try readBinary(
                p1: UInt8(bytes.count >> 8), p2: UInt8(bytes.count & 0xFF),
                most: min(first.data.count, total - bytes.count))
            guard next.status == .success || next.status == 0x6282, !next.data.isEmpty else { break }
            bytes += next.data
        }
        return Array(bytes.prefix(total))
    }

    /// Larger than any that was seen by an order of magnitude, and within the offsets of READ BINARY.
    private static let limit = 8192
}
