import CardCrypto
import ISO7816
import LDS
import SecureMessaging

/// What the chip is asked to do to show that it is genuine. Nothing here is judged.
extension ReadingSession {
    func askForEvidence(after file: FileID, with reader: FileReader) throws(CardError) {
        guard let bytes = reading.files[file] else { return }
        switch file {
        case .dg14 where asksForChipEvidence || wantsTerminalAuthentication:
            guard let infos = try? EFDG14(parsing: bytes).securityInfos,
                let key = ChipAuthenticationKey.usable(in: infos).first
            else { return }
            try authenticateChip(with: key, reader)
        default: return
        }
    }

    /// Active Authentication, when everything else is read: what goes wrong with it takes nothing away.
    func authenticateActively(with reader: FileReader) throws(CardError) {
        guard asksForChipEvidence, let bytes = reading.files[.dg15],
            let info = try? EFDG15(parsing: bytes).publicKey.encoded,
            let key = try? PublicKey(subjectPublicKeyInfo: info)
        else { return }
        onEvent(.step("Active Authentication"))
        let wasShort = base.isShortOnly
        do {
            try authenticateActively(key, with: reader)
        } catch {
            if base.isShortOnly, !wasShort {
                // The reader fails at extended length; with short commands the chip can be asked again.
                note(.readerRefusedExtendedLength)
                reader.use(try renewAccess())
                try authenticateActively(key, with: reader)
                return
            }
            guard error.isOfTheSession else { throw error }
            note(error, during: "Active Authentication")
            reading.evidence.activeAuthentication = ActiveAuthenticationEvidence(
                challenge: [], signature: nil, obstacle: error.detail ?? error.code.description)
        }
    }

    private func authenticateActively(_ key: PublicKey, with reader: FileReader) throws(CardError) {
        let run = try ActiveAuthentication(publicKey: key, random: random)
            .run(on: reader.channel, announcesExtendedLength: capabilities?.extendedLength ?? false)
        reading.evidence.activeAuthentication = run.evidence
        for deviation in run.deviations { note(deviation) }
    }

    private func authenticateChip(with key: ChipAuthenticationKey, _ reader: FileReader) throws(CardError) {
        onEvent(.step("Chip Authentication"))
        func record(_ outcome: ChipAuthenticationEvidence.Outcome) {
            reading.evidence.chipAuthentication = ChipAuthenticationEvidence(
                protocolOID: key.protocolOID, keyID: key.keyID, publicKey: key.encoded, isInferred: key.isInferred,
                outcome: outcome)
        }
        let outcome: ChipAuthentication.Outcome
        do {
            outcome = try ChipAuthentication(key, random: random).run(on: reader.channel, over: base)
        } catch {
            guard error.isOfTheSession else { throw error }
            note(error, during: "Chip Authentication")
            record(.notAsked(error.detail ?? error.code.description))
            reader.use(try renewAccess())
            return
        }
        switch outcome {
        case .refused(let step, let status):
            record(.refused(step: step.description, status: status.description))
            note(.evidenceRefused(step: step.description, status))
        case .agreed(let agreed):
            watch(agreed.channel)
            // There is no explicit proof: the first answer under the new keys is it (9303-11 §6.2.1).
            do {
                let response = try agreed.channel.transmit(
                    CommandAPDU(ins: 0xB0, p1: 0x80 | FileID.dg14.shortFileIdentifier, expected: .upTo(8)))
                let isSame = reading.files[.dg14].map { $0.starts(with: response.data) } ?? false
                record(isSame ? .confirmed : .notConfirmed("EF.DG14 reads otherwise under the new keys"))
                authenticatedKey = isSame ? agreed.terminalPublicKey : nil
                reader.use(agreed.channel)
            } catch {
                guard error.code == .secureMessagingBroken else { throw error }
                record(.notConfirmed(error.detail ?? error.code.description))
                reader.use(try renewAccess())
            }
        }
    }

    /// A plain status word where a protected answer was due.
    private func note(_ error: CardError, during step: String) {
        guard case .unprotected(let status) = error.underlying as? SecureMessagingFailure else { return }
        note(.unprotectedAnswer(step: step, status))
    }

    func watch(_ channel: SecureChannel) {
        channel.onDeviation = { [self] deviation in
            switch deviation {
            case .statusNotProtected: note(.statusNotProtected)
            case .statusWordsDiffer: note(.statusWordsDiffer)
            case .wrongPaddingAtEnd: note(.wrongPaddingAtEnd)
            }
        }
    }
}

extension CardError {
    /// Trouble with one exchange that leaves card and wire alive, so that access can be set up again.
    fileprivate var isOfTheSession: Bool {
        switch code {
        case .secureMessagingBroken, .commandTooLong, .malformedResponse: true
        default: false
        }
    }
}
