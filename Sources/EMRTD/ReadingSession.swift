import CardCrypto
import ISO7816
import InlaySeams
import LDS
import Octets
import SecureMessaging

/// One read from beginning to end; `EPassportReader` is its door.
final class ReadingSession {
    var reading = EPassportReading()

    let base: SteadyChannel
    var key: AccessKey
    let policy: AccessPolicy
    let asksForChipEvidence: Bool
    let terminalAuthentication: TerminalAuthenticationRequest?
    let random: RandomSource
    let capabilities: CardCapabilities?
    let restart: (() throws(CardError) -> Void)?
    private let isCancelled: () -> Bool
    let onEvent: (ReadingEvent) -> Void
    var successful: (any AccessProtocol)?
    /// The chip's ephemeral public key of PACE.
    var chipPublicKey: EphemeralPublicKey?
    /// Authorities that the chip named in its answer to PACE.
    var authorityReferences: [[UInt8]] = []
    /// The terminal's newest ephemeral key with which the chip has shown that it is genuine: of Chip Authentication, or of
    /// PACE with chip authentication mapping.
    var authenticatedKey: EphemeralPublicKey?
    /// Largest data field of an answer in extended length; nil for short length.
    var extended: Int?

    init(
        _ base: any CardChannel, key: AccessKey, policy: AccessPolicy, asksForChipEvidence: Bool,
        terminalAuthentication: TerminalAuthenticationRequest?, random: RandomSource,
        capabilities: CardCapabilities?, restart: (() throws(CardError) -> Void)?, isCancelled: @escaping () -> Bool,
        onEvent: @escaping (ReadingEvent) -> Void
    ) {
        self.base = SteadyChannel(base)
        self.key = key
        self.policy = policy
        self.asksForChipEvidence = asksForChipEvidence
        self.terminalAuthentication = terminalAuthentication
        self.random = random
        self.capabilities = capabilities
        self.restart = restart
        self.isCancelled = isCancelled
        self.onEvent = onEvent
    }

    func run(_ wanted: Wanted) {
        do {
            let infos = try readCardAccess()
            extended = try extendedAnswerSize()
            let opened = try open(infos)
            try readFiles(wanted, opened)
        } catch {
            reading.interruption = error
        }
    }

    /// The protected channel alone; nil when the chip was not opened, see `reading.interruption`.
    func openOnly() -> (any CardChannel)? {
        selectsApplicationAfterPACE = false
        do {
            return try open(try readCardAccess())
        } catch {
            reading.interruption = error
            return nil
        }
    }

    /// False for whoever wants to choose an application.
    var selectsApplicationAfterPACE = true

    func checkCancelled() throws(CardError) {
        if isCancelled() { throw CardError(.cancelled, during: "read") }
    }

    // MARK: - Before access

    private func readCardAccess() throws(CardError) -> SecurityInfos? {
        onEvent(.step("read EF.CardAccess"))
        let reader = CardAccessReader(channel: base) { [self] () throws(CardError) in try checkCancelled() }
        guard case .read(let bytes, let deviation) = try reader.read() else {
            reading.access.cardAccess = .absent(nil)
            return nil
        }
        if let deviation { note(deviation) }
        reading.files[.cardAccess] = bytes
        do {
            let infos = try EFCardAccess(parsing: bytes).securityInfos
            reading.access.cardAccess = .read(
                offered: infos.pace.count, usable: PACEConfiguration.usable(in: infos).count)
            return infos
        } catch {
            reading.access.cardAccess = .malformed(error)
            return nil
        }
    }

    /// Largest data field of an answer if card and reader both do extended length, else nil (Docs/rules.md 2).
    private func extendedAnswerSize() throws(CardError) -> Int? {
        guard let capabilities, capabilities.extendedLength, base.limits.allowExtendedLength else { return nil }
        var size = min(base.limits.maximumResponse - 2, 65_536)
        if capabilities.extendedLengthInformation {
            let reader = FileReader(
                base, blockSize: BlockSize(cipher: nil, extended: nil),
                checkCancelled: { [self] () throws(CardError) in try checkCancelled() },
                renew: { [self] () throws(CardError) in try renewAccess() })
            guard case .read(let bytes) = try reader.read(.atrInfo) else { return nil }
            reading.files[.atrInfo] = bytes
            reading.reads[.atrInfo] = reader.readCount
            guard let limit = try? EFATRInfo(parsing: bytes).maximumResponseLength, limit > 258 else { return nil }
            size = min(size, limit - 2)
        }
        return size > 256 ? size : nil
    }

    // MARK: - Files

    func fileReader(_ channel: any CardChannel) -> FileReader {
        let cipher = (channel as? SecureChannel)?.cipher
        let reader = FileReader(
            channel, blockSize: BlockSize(cipher: cipher, extended: extended),
            checkCancelled: { [self] () throws(CardError) in try checkCancelled() },
            renew: { [self] () throws(CardError) in try renewAccess() })
        reader.onProgress = { [onEvent] file, read, total in onEvent(.progress(file, read: read, total: total)) }
        return reader
    }

    private func readFiles(_ wanted: Wanted, _ channel: any CardChannel) throws(CardError) {
        let reader = fileReader(channel)
        var left: [FileID] = []
        do {
            for file in [FileID.com, .sod] where wanted.contains(file) || wanted == .everything {
                left = [file]
                try read(file, with: reader)
            }
            left = dataGroups(wanted)
            while let file = left.first {
                // EF.DG14 comes first; Chip Authentication follows it, then Terminal Authentication.
                if file != .dg14 { try authenticateTerminalOnce(with: reader) }
                if wanted == .everything, let reason = reasonToSkip(file) {
                    reading.skipped[file] = reason
                } else {
                    try read(file, with: reader)
                    try askForEvidence(after: file, with: reader)
                }
                left.removeFirst()
            }
            try authenticateTerminalOnce(with: reader)
            try authenticateActively(with: reader)
        } catch {
            for file in left where reading.files[file] == nil { reading.skipped[file] = .interrupted }
            reading.deviations += reader.deviations
            throw error
        }
        reading.deviations += reader.deviations
    }

    func read(_ file: FileID, with reader: FileReader) throws(CardError) {
        onEvent(.step("read \(file.name)"))
        let outcome = try reader.read(file)
        reading.reads[file] = reader.readCount
        switch outcome {
        case .read(let bytes):
            reading.files[file] = bytes
            if let tag = file.tag, !bytes.starts(with: tag.bytes) { note(.unexpectedTag(file)) }
            onEvent(.finished(file, count: bytes.count))
        case .skipped(let reason):
            reading.skipped[file] = reason
            if case .absent(let status) = reason, [.com, .sod, .dg1, .dg2].contains(file) {
                note(.requiredFileMissing(file, status))
            }
        }
    }

    /// What EF.COM and EF.SOD list, portrait last; EF.SOD is the one that is signed.
    private func dataGroups(_ wanted: Wanted) -> [FileID] {
        var listed: Set<FileID> = []
        if let bytes = reading.files[.com], let com = try? EFCOM(parsing: bytes) { listed.formUnion(com.dataGroups) }
        if let bytes = reading.files[.sod] { listed.formUnion(DataGroupList.inSecurityObject(bytes)) }
        let all = FileID.allCases.filter { $0.dataGroupNumber != nil }
        if case .only(let files) = wanted {
            return order(all.filter { files.contains($0) || $0 == .dg14 && wantsTerminalAuthentication })
        }
        if listed.isEmpty {
            note(.dataGroupListUnreadable)
            return order(all)
        }
        return order(all.filter { listed.contains($0) })
    }

    /// The chip's key first, so that the rest travels under the strongest session; the portrait last.
    private func order(_ files: [FileID]) -> [FileID] {
        let first: [FileID] = [.dg14]
        return first.filter(files.contains) + files.filter { !first.contains($0) && $0 != .dg2 }
            + files.filter { $0 == .dg2 }
    }

    func note(_ deviation: ReadingDeviation) {
        if !reading.deviations.contains(deviation) { reading.deviations.append(deviation) }
    }
}

extension FileID {
    /// Fingerprints and irises (9303-11 §7).
    var needsTerminalAuthentication: Bool { self == .dg3 || self == .dg4 }
}

extension StatusWord {
    /// Neither all that was asked for nor what there was up to the end of the file.
    var isReadError: Bool { self != .success && self != 0x6282 }
}
