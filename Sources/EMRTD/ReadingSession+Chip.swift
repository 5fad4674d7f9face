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
        case .dg15 where asksForChipEvidence:
            guard let info = try? EFDG15(parsing: bytes).publicKey.encoded,
                let key = try? PublicKey(subjectPublicKeyInfo: info)
            else { return }
            onEvent(.step("Active Authentication"))
            reading.evidence.activeAuthentication = try ActiveAuthentication(publicKey: key, random: random)
                .run(on: reader.channel)
        default: return
        }
    }

    private func authenticateChip(with key: ChipAuthenticationKey, _ reader: FileReader) throws(CardError) {
        onEvent(.step("Chip Authentication"))
        func record(_ outcome: ChipAuthenticationEvidence.Outcome) {
            reading.evidence.chipAuthentication = ChipAuthenticationEvidence(
                protocolOID: key.protocolOID, keyID: key.keyID, publicKey: key.encoded, isInferred: key.isInferred,
                outcome: outcome)
        }
        switch try ChipAuthentication(key, random: random).run(on: reader.channel, over: base) {
        case .refused(let step, let status):
            record(.refused(step: step.description, status: status.description))
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

    func watch(_ channel: SecureChannel) {
        channel.onDeviation = { [self] deviation in
            note(deviation == .statusNotProtected ? .statusNotProtected : .statusWordsDiffer)
        }
    }
}
