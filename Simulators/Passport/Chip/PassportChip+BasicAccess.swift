import CardCrypto
import ISO7816
import InlaySeams
import SecureMessaging

extension PassportChip {
    /// GET CHALLENGE: RND.IC, good for one EXTERNAL AUTHENTICATE (9303-11 §4.3.4.1, §7.1.4.4).
    func getChallenge(_ command: CommandAPDU) throws(Refusal) -> ResponseAPDU {
        guard command.p1 == 0, command.p2 == 0 else { throw .incorrectParameters }
        guard command.data.isEmpty, [.upTo(8), .asMuchAsPossible].contains(command.expected) else {
            throw .wrongLength
        }
        if session.codec == nil || terminalAuthority == nil { try checkBasicAccess() }
        let challenge = settings.deviations.challenge ?? random.bytes(8)
        session.challenge = challenge
        return ResponseAPDU(data: challenge, status: .success)
    }

    /// EXTERNAL AUTHENTICATE: mutual authentication and session keys (9303-11 §4.3.4.2); inside a session Terminal
    /// Authentication.
    func externalAuthenticate(_ command: CommandAPDU) throws(Refusal) -> ResponseAPDU {
        let challenge = session.challenge
        session.challenge = nil
        if session.codec != nil, terminalAuthority != nil {
            return try authenticateTerminal(command, challenge: challenge)
        }
        guard command.p1 == 0, command.p2 == 0 else { throw .incorrectParameters }
        guard command.data.count == 40, [.upTo(40), .asMuchAsPossible].contains(command.expected) else {
            throw .wrongLength
        }
        let keys = try checkBasicAccess()
        guard let challenge else { throw .conditionsOfUse }
        do {
            guard let message = try keys.open(command.data) else { throw Refusal.authenticationFailed }
            let terminalChallenge = Array(message.prefix(8))
            guard ConstantTime.equal(Array(message.dropFirst(8).prefix(8)), challenge) else {
                throw Refusal.authenticationFailed
            }
            let keyMaterial = random.bytes(16)
            let answer = try answer(challenge, terminalChallenge, keyMaterial, keys)
            let seed = SecretBytes(zip(keyMaterial, message.dropFirst(16)).map { $0 ^ $1 })
            session.begin(
                try SessionKeys(seed: seed, cipher: .tripleDES),
                counter: Array(challenge.suffix(4) + terminalChallenge.suffix(4)), with: .basicAccess)
            return ResponseAPDU(data: answer, status: .success)
        } catch {
            throw error as? Refusal ?? .noDiagnosis
        }
    }

    /// E_IC and M_IC (9303-11 §4.3.1), with what the settings have wrong about them.
    private func answer(
        _ own: [UInt8], _ terminal: [UInt8], _ keyMaterial: [UInt8], _ keys: BasicAccessKeys
    ) throws(CryptoError) -> [UInt8] {
        switch settings.deviations.basicAccess {
        case .standard: return try keys.protect(own + terminal + keyMaterial)
        case .wrongNumber: return try keys.protect(own + terminal.map(~) + keyMaterial)
        case .swappedNumbers: return try keys.protect(terminal + own + keyMaterial)
        case .wrongMAC:
            let answer = try keys.protect(own + terminal + keyMaterial)
            return answer.dropLast() + answer.suffix(1).map { $0 ^ 0x01 }
        }
    }

    /// 9303-11 §4.1, §4.3.2: BAC is for a selected application, and not for a session that is open already.
    @discardableResult
    private func checkBasicAccess() throws(Refusal) -> BasicAccessKeys {
        guard let keys = contents.basicAccess else {
            throw contents.pace.isEmpty ? .unknownInstruction : .securityStatus
        }
        guard session.directory == .lds1Application, session.codec == nil else { throw .conditionsOfUse }
        return keys
    }
}
