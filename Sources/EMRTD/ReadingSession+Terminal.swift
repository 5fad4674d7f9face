import CardCrypto
import ISO7816
import LDS
import SecureMessaging

/// Terminal Authentication within a read: only with consent, once, and after the chip has shown that it is genuine.
extension ReadingSession {
    /// Terminal Authentication was asked for, with consent.
    var wantsTerminalAuthentication: Bool { terminalAuthentication?.consent == .given }

    /// Runs it at the first call.
    func authenticateTerminalOnce(with reader: FileReader) throws(CardError) {
        guard let request = terminalAuthentication, reading.terminalAuthentication == nil else { return }
        guard request.consent == .given else {
            reading.terminalAuthentication = TerminalAuthenticationReport(.notDone(.consentMissing))
            return
        }
        onEvent(.step("Terminal Authentication"))
        reading.terminalAuthentication = TerminalAuthenticationReport()
        var report = TerminalAuthenticationReport()
        do {
            try authenticateTerminal(request, with: reader, &report)
        } catch {
            reading.terminalAuthentication = report
            guard error.code == .secureMessagingBroken else { throw error }
            report.outcome = .sessionLost(error)
            reading.terminalAuthentication = report
            reader.use(try renewAccess())
        }
        reading.terminalAuthentication = report
    }

    private func authenticateTerminal(
        _ request: TerminalAuthenticationRequest, with reader: FileReader, _ report: inout TerminalAuthenticationReport
    ) throws(CardError) {
        guard let terminalPublicKey = authenticatedKey else {
            report.outcome = .notDone(.chipNotAuthenticated)
            return
        }
        guard let (reference, alternative) = chipReferences(request) else {
            report.outcome = .notDone(.documentNumberUnknown)
            return
        }
        try findReferences(on: reader.channel, &report)
        guard !report.references.isEmpty else {
            report.outcome = .notDone(.noReferences)
            return
        }
        let chain: CVCertificateChain
        do {
            chain = try request.credentials.chain(for: report.references, on: request.day)
        } catch {
            report.outcome = .notDone(.noChain(error))
            return
        }
        report.chain = chain
        try TerminalAuthentication(
            chain, privateKey: request.credentials.privateKey, capabilities: capabilities, random: random
        ).run(
            on: reader.channel, chipReference: reference, alternative: alternative,
            terminalPublicKey: terminalPublicKey, report: &report)
    }

    /// What the signature is bound to, and what else is tried if that is asked for; nil when it is not known.
    private func chipReferences(
        _ request: TerminalAuthenticationRequest
    ) -> (TerminalAuthentication.ChipReference, alternative: TerminalAuthentication.ChipReference?)? {
        guard case .pace(let description) = reading.access.established, let chipPublicKey else {
            return key.documentNumber.map { (.documentNumber($0), nil) }
        }
        guard request.retriesWithStaticBinding else { return (.paceKey(chipPublicKey), nil) }
        let secret = description.password == .cardAccessNumber ? key.cardAccessNumber : key.documentNumber
        return (.paceKey(chipPublicKey), secret.map { .staticAfterPACE($0) })
    }

    /// The authorities that the chip trusts: from the answer to PACE, else from EF.CVCA.
    private func findReferences(
        on channel: any CardChannel, _ report: inout TerminalAuthenticationReport
    ) throws(CardError) {
        report.references = authorityReferences.compactMap { try? CertificateReference(parsing: $0) }
        report.referenceSource = .pace
        guard report.references.isEmpty else { return }
        report.referenceSource = nil
        let infos = reading.files[.dg14].flatMap { try? EFDG14(parsing: $0).securityInfos }
        let place = infos?.terminalAuthentication.first { $0.version == 1 }
        guard let bytes = try readCVCA(at: place, on: channel) else { return }
        reading.files[.cvca] = bytes
        guard let file = try? EFCVCA(parsing: bytes) else { return }
        report.references = file.references
        report.referenceSource = .efCVCA
    }

    /// EF.CVCA, 36 bytes; its identifiers may be others than the usual ones (9303-11 §9.2.8, App. K.2).
    private func readCVCA(
        at place: TerminalAuthenticationInfo?, on channel: any CardChannel
    ) throws(CardError) -> [UInt8]? {
        func read(p1: UInt8) throws(CardError) -> [UInt8]? {
            func ask(_ count: Int) throws(CardError) -> ResponseAPDU {
                try channel.transmit(CommandAPDU(ins: 0xB0, p1: p1, expected: .upTo(count)))
            }
            var response = try ask(EFCVCA.byteCount)
            if let length = response.status.correctLength, response.data.isEmpty { response = try ask(length) }
            guard response.status == .success || response.status == 0x6282, !response.data.isEmpty else { return nil }
            return Array(response.data.prefix(EFCVCA.byteCount))
        }
        let identifier = place?.fileIdentifier ?? FileID.cvca.fileIdentifier
        let short =
            place?.fileIdentifier == nil ? FileID.cvca.shortFileIdentifier : place?.shortFileIdentifier
        if let short, (1...30).contains(short), let bytes = try read(p1: 0x80 | short) { return bytes }
        let selected = try channel.transmit(
            CommandAPDU(
                ins: 0xA4, p1: 0x02, p2: 0x0C, data: [UInt8(identifier >> 8), UInt8(identifier & 0xFF)]))
        guard selected.status == .success else { return nil }
        return try read(p1: 0)
    }

    /// Why a file of fingerprints or irises is not read when everything is wanted; nil when it is.
    func reasonToSkip(_ file: FileID) -> SkipReason? {
        guard file.needsTerminalAuthentication else { return nil }
        guard let report = reading.terminalAuthentication, report.outcome == .authenticated else {
            return .needsTerminalAuthentication
        }
        // Rights that cannot be told are left to the chip.
        guard let granted = report.granted else { return nil }
        return granted.grants(file == .dg3 ? .readFingerprints : .readIrisImages) ? nil : .rightNotGranted
    }
}
