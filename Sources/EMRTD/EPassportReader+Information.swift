public import ISO7816
import LDS
import SecureMessaging

extension EPassportReader {
    /// Asks a chip that was just powered or reset what it tells everybody. Nothing is opened and nothing changes; the card
    /// is to be reset afterwards, because an application is selected then.
    ///
    /// Never throws away what was learnt: see `ChipInformation.interruption`.
    public func information(
        from channel: any CardChannel, isCancelled: @escaping () -> Bool = { false }
    ) -> ChipInformation {
        var found = ChipInformation()
        let inquiry = Inquiry(channel: channel, isCancelled: isCancelled)
        do {
            try inquiry.run(&found)
        } catch {
            found.interruption = error
        }
        return found
    }
}

/// The commands of `EPassportReader.information`.
private struct Inquiry {
    let channel: any CardChannel
    let isCancelled: () -> Bool

    private func check() throws(CardError) {
        if isCancelled() { throw CardError(.cancelled, during: "read") }
    }

    func run(_ found: inout ChipInformation) throws(CardError) {
        let reader = CardAccessReader(channel: channel) { () throws(CardError) in try check() }
        switch try reader.read() {
        case .read(let bytes, let deviation):
            found.cardAccess = .read(bytes)
            found.deviations += [deviation].compactMap(\.self)
        case .absent(let status):
            let status = status ?? 0x6A82
            found.cardAccess = status == 0x6A82 ? .absent(status) : .notReadable(status)
        }
        found.attributes = try file(.atrInfo, &found)
        found.directory = try file(.directory, &found)
        for application in Self.applications.reversed() {
            try check()
            let response = try channel.transmit(
                CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x0C, data: application.identifier))
            found.applications.insert(
                ChipInformation.Application(
                    title: application.title, identifier: application.identifier, status: response.status), at: 0)
        }
        // The passport application was asked for last, so it is current if it is there.
        guard found.isPassport else { return }
        let common = try channel.transmit(
            CommandAPDU(ins: 0xB0, p1: 0x80 | FileID.com.shortFileIdentifier, expected: .asMuchAsPossible))
        found.isOpen = !common.status.isReadError && !common.data.isEmpty
        if found.isOpen { found.deviations.append(.noAccessControl) }
        found.challenge = try channel.transmit(CommandAPDU(ins: 0x84, expected: .upTo(8))).status
    }

    private func file(_ file: FileID, _ found: inout ChipInformation) throws(CardError) -> ChipInformation.File {
        let reader = FileReader(
            channel, blockSize: BlockSize(cipher: nil, extended: nil),
            checkCancelled: { () throws(CardError) in try check() },
            renew: { () throws(CardError) in
                throw CardError(.secureMessagingBroken, during: "read \(file.name)")
            })
        defer { found.deviations += reader.deviations }
        switch try reader.read(file) {
        case .read(let bytes): return bytes.isEmpty ? .absent(0x6A82) : .read(bytes)
        case .skipped(.absent(let status)): return .absent(status)
        case .skipped(.notPermitted(let status)), .skipped(.failed(let status)): return .notReadable(status)
        case .skipped: return .notReadable(0x6F00)
        }
    }

    /// 9303-10 table 31, and what else is found on such cards.
    private static let applications: [TravelApplication] = [
        .passport, .travelRecords, .visaRecords, .additionalBiometrics, .eID, .eSign,
    ]
}
