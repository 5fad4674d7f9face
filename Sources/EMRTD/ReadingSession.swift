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
    private(set) var key: AccessKey
    private let policy: AccessPolicy
    let asksForChipEvidence: Bool
    let terminalAuthentication: TerminalAuthenticationRequest?
    let random: RandomSource
    let capabilities: CardCapabilities?
    private let restart: (() throws(CardError) -> Void)?
    private let isCancelled: () -> Bool
    let onEvent: (ReadingEvent) -> Void

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
    private var selectsApplicationAfterPACE = true

    private func checkCancelled() throws(CardError) {
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

    // MARK: - Access

    private func open(_ infos: SecurityInfos?) throws(CardError) -> any CardChannel {
        do {
            return try openWithKey(infos)
        } catch {
            guard error.code == .authenticationFailed, let alternative = key.alternativeMRZInformation,
                key.passwords.first?.0 == .machineReadableZone
            else { throw error }
            key.mrzInformation = alternative
            key.alternativeMRZInformation = nil
            try restart?()
            let channel = try openWithKey(infos)
            note(.checkDigitCountsFiller)
            return channel
        }
    }

    private func openWithKey(_ infos: SecurityInfos?) throws(CardError) -> any CardChannel {
        var lastError: CardError?
        var mayBeUnprotected = true
        for (index, candidate) in try candidates(infos).enumerated() {
            if index > 0 { try restart?() }
            do {
                let channel = try establish(candidate)
                successful = candidate
                reading.access.fellBackToBAC = index > 0 && candidate.establishes == .bac
                return channel
            } catch {
                // A session that opened, a card without the application and a broken wire end the search.
                guard reading.access.established == nil, isRefusal(error) else { throw error }
                reading.access.attempts.append(.init(name: candidate.name, outcome: outcome(of: error, candidate)))
                lastError = error
                mayBeUnprotected = candidate.needsApplication
                // A refused PACE may be that of a card that is no passport; then the secret is not what is wrong. What
                // became of a PIN, and how many tries it has left, must not be hidden by that.
                let isCounted = error.accessRefusal?.password?.isCounted ?? false
                if !candidate.needsApplication, !isCounted { try noticeMissingApplication() }
            }
        }
        guard mayBeUnprotected, let channel = try openWithoutAccessControl() else {
            throw lastError ?? CardError(.unsupported, during: "choose access")
        }
        return channel
    }

    private var successful: (any AccessProtocol)?
    /// The chip's ephemeral public key of PACE.
    private(set) var chipPublicKey: EphemeralPublicKey?
    /// Authorities that the chip named in its answer to PACE.
    private(set) var authorityReferences: [[UInt8]] = []
    /// The terminal's newest ephemeral key with which the chip has shown that it is genuine: of Chip Authentication, or of
    /// PACE with chip authentication mapping.
    var authenticatedKey: EphemeralPublicKey?
    /// Largest data field of an answer in extended length; nil for short length.
    private var extended: Int?

    private func candidates(_ infos: SecurityInfos?) throws(CardError) -> [any AccessProtocol] {
        var found: [any AccessProtocol] = []
        if policy.preference != .bac, let best = infos.flatMap({ PACEConfiguration.usable(in: $0).first }) {
            if let candidate = pace(best) { found.append(candidate) }
        }
        let offersPACE = !found.isEmpty
        if policy.preference == .pace {
            guard offersPACE else {
                try selectApplication(on: base)
                throw CardError(
                    .unsupported, during: "choose PACE", detail: "the chip offers no PACE that this reader can run")
            }
            return found
        }
        if !offersPACE || policy.mayFallBackToBAC || policy.preference == .bac {
            if let mrzInformation = key.mrzInformation {
                found.append(BasicAccessControl(mrzInformation: mrzInformation, random: random))
            }
        }
        guard !found.isEmpty else {
            // Whether the card is a passport at all is known only now.
            try selectApplication(on: base)
            throw CardError(
                .unsupported, during: "choose access",
                detail: "the chip offers no PACE that this reader can run, and BAC needs the MRZ")
        }
        return found
    }

    private func pace(_ configuration: PACEConfiguration) -> (any AccessProtocol)? {
        let requestedAuthorization =
            wantsTerminalAuthentication
            ? terminalAuthentication?.credentials.requestedAuthorization
            : policy.asksAsInspectionSystem ? .everyInspectionRight : nil
        func run(_ password: PACEPassword, _ secret: SecretBytes) -> PACE {
            PACE(
                configuration: configuration, password: password, secret: secret,
                authorization: requestedAuthorization,
                mayUseLastTry: policy.mayUseLastTry, random: random)
        }
        if let pin = key.pin, let number = key.cardAccessNumber {
            return ResumingPACE(
                pin: run(.pin, pin), cardAccessNumber: run(.cardAccessNumber, number),
                mayUseLastTry: policy.mayUseLastTry)
        }
        return key.passwords.first.map { run($0, $1) }
    }

    private func establish(_ candidate: any AccessProtocol) throws(CardError) -> any CardChannel {
        try checkCancelled()
        onEvent(.step("open the chip with \(candidate.name)"))
        if candidate.needsApplication { try selectApplication(on: base) }
        let opened = try candidate.open(base)
        let secured = opened.channel
        for deviation in opened.deviations { note(deviation) }
        reading.evidence.mapping = opened.mapping
        chipPublicKey = opened.chipPublicKey
        authorityReferences = opened.authorityReferences
        authenticatedKey = opened.mapping?.chipAuthenticationData == nil ? nil : opened.terminalPublicKey
        reading.access.attempts.append(.init(name: candidate.name, outcome: .succeeded))
        reading.access.established = candidate.establishes
        watch(secured)
        if !candidate.needsApplication {
            // The static key of PACE-CAM lies in the master file, which is current until the application is selected.
            if opened.mapping != nil, asksForChipEvidence, reading.files[.cardSecurity] == nil {
                try read(.cardSecurity, with: fileReader(secured))
            }
            if selectsApplicationAfterPACE { try selectApplication(on: secured) }
        }
        return secured
    }

    private func selectApplication(on channel: any CardChannel) throws(CardError) {
        let response = try channel.transmit(
            CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x0C, data: Self.applicationIdentifier))
        switch response.status.sw1 {
        case 0x90, 0x61, 0x62:
            reading.application = .selected
        default:
            switch response.status {
            case 0x6982, 0x6985, 0x6988, 0x6987: break
            default:
                reading.application = .absent(response.status)
                try lookForOtherApplications(on: channel)
            }
            throw AccessRefusal(response.status, at: .selectApplication).error()
        }
    }

    /// Throws when the card says in clear that it has no passport application; any other answer tells nothing.
    private func noticeMissingApplication() throws(CardError) {
        do {
            try selectApplication(on: base)
        } catch {
            if case .absent = reading.application { throw error }
        }
        reading.application = .notTried
    }

    /// A card without the passport application may still be an identity document (emrtd-hard-cases 5).
    private func lookForOtherApplications(on channel: any CardChannel) throws(CardError) {
        for (name, identifier) in Self.otherApplications {
            let response = try channel.transmit(CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x0C, data: identifier))
            if response.status == .success { reading.otherApplications.append(name) }
        }
    }

    /// 9303-10 §3.3, table 31.
    private static let applicationIdentifier: [UInt8] = [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]
    private static let otherApplications: [(String, [UInt8])] = [
        ("eID", [0xE8, 0x07, 0x04, 0x00, 0x7F, 0x00, 0x07, 0x03, 0x02])
    ]

    /// Documents without any access control exist, among them test cards and emulators: seen by reading EF.COM in clear,
    /// by its short identifier or after SELECT.
    private func openWithoutAccessControl() throws(CardError) -> (any CardChannel)? {
        let com = FileID.com
        var response = try base.transmit(
            CommandAPDU(ins: 0xB0, p1: 0x80 | com.shortFileIdentifier, expected: .asMuchAsPossible))
        if response.status.isReadError {
            let select = try base.transmit(
                CommandAPDU(
                    ins: 0xA4, p1: 0x02, p2: 0x0C,
                    data: [UInt8(com.fileIdentifier >> 8), UInt8(com.fileIdentifier & 0xFF)]))
            guard select.status == .success else { return nil }
            response = try base.transmit(CommandAPDU(ins: 0xB0, expected: .asMuchAsPossible))
        }
        guard !response.status.isReadError, !response.data.isEmpty else { return nil }
        reading.access.established = .unprotected
        note(.noAccessControl)
        return base
    }

    /// True when the chip refused, and another way may be tried.
    private func isRefusal(_ error: CardError) -> Bool {
        if case .absent = reading.application { return false }
        return switch error.code {
        case .unexpectedStatus, .authenticationFailed, .cryptographyRefused, .malformedResponse: true
        default: false
        }
    }

    private func outcome(of error: CardError, _ candidate: any AccessProtocol) -> AccessSummary.Outcome {
        switch error.code {
        case .authenticationFailed: .refusedSecret(nil)
        // 9303-11 §4.3.2 leaves the code open; these are what chips without BAC answer.
        case .unexpectedStatus(let status)
        where candidate.establishes == .bac
            && [0x6982, 0x6985, 0x6A88, 0x6D00, 0x6A81].contains(status.rawValue):
            .notOffered(status)
        default: .failed(error)
        }
    }

    /// Sets a lost session up again (Docs/rules.md 1).
    func renewAccess() throws(CardError) -> any CardChannel {
        guard let successful else { throw CardError(.secureMessagingBroken, during: "set up access again") }
        try restart?()
        reading.access.renewals += 1
        return try establish(successful)
    }

    // MARK: - Files

    private func fileReader(_ channel: any CardChannel) -> FileReader {
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

    private func read(_ file: FileID, with reader: FileReader) throws(CardError) {
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
