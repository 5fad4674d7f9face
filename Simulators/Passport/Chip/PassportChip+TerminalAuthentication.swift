import CardCrypto
import ISO7816
import Octets

extension PassportChip {
    /// MSE:Set DST: which key the next certificate is verified with (9303-11 §7.1.4.1).
    func setVerificationKey(_ command: CommandAPDU) throws(Refusal) -> ResponseAPDU {
        let authority = try checkTerminalAuthentication()
        let reference = try Self.reference(command.data)
        session.terminal.issuer = nil
        if let trusted = authority.trusted(reference) {
            session.terminal.holder = nil
            session.terminal.issuer = trusted
        } else if let holder = session.terminal.holder, holder.reference == reference {
            session.terminal.issuer = holder
        } else {
            throw .referencedDataNotFound
        }
        return ResponseAPDU(status: .success)
    }

    /// PSO:VERIFY CERTIFICATE: body and signature (9303-11 §7.1.4.2).
    func performSecurityOperation(_ command: CommandAPDU) throws(Refusal) -> ResponseAPDU {
        var authority = try checkTerminalAuthentication()
        guard command.p1 == 0x00, command.p2 == 0xBE else { throw .incorrectParameters }
        guard let issuer = session.terminal.issuer else { throw .conditionsOfUse }
        session.terminal.issuer = nil
        let body: TLV
        let signature: [UInt8]
        do {
            var reader = TLVReader(command.data, in: "certificate")
            body = try reader.next(0x7F4E)
            signature = Array(try reader.next(0x5F37).value)
            try reader.expectEnd()
        } catch {
            throw .incorrectData
        }
        let holder = try authority.verify(body, signature: signature, issuer: issuer)
        session.terminal.holder = holder.role == .authority ? nil : holder
        terminalAuthority = authority
        return ResponseAPDU(status: .success)
    }

    /// MSE:Set AT for Terminal Authentication: which terminal will sign (9303-11 §7.1.4.3).
    func setTerminal(_ command: CommandAPDU) throws(Refusal) -> ResponseAPDU {
        _ = try checkTerminalAuthentication()
        session.terminal.isSelected = false
        let reference = try Self.reference(command.data)
        guard let holder = session.terminal.holder, holder.reference == reference,
            holder.role == .inspectionSystem
        else { throw .referencedDataNotFound }
        session.terminal.isSelected = true
        return ResponseAPDU(status: .success)
    }

    /// EXTERNAL AUTHENTICATE: the terminal's signature over the chip's name, the challenge and the terminal's own
    /// ephemeral key (9303-11 §7.1.4.5).
    func authenticateTerminal(_ command: CommandAPDU, challenge: [UInt8]?) throws(Refusal) -> ResponseAPDU {
        _ = try checkTerminalAuthentication()
        guard command.p1 == 0, command.p2 == 0 else { throw .incorrectParameters }
        guard !command.data.isEmpty else { throw .wrongLength }
        // 9303-11 §7.1: behind Chip Authentication, once in a session.
        guard let terminalKey = session.terminalKey, session.terminal.rights == nil else { throw .securityStatus }
        guard let challenge, session.terminal.isSelected, let holder = session.terminal.holder else {
            throw .conditionsOfUse
        }
        let message = chipIdentifier + challenge + terminalKey
        guard holder.publicKey.verifies(command.data, over: message) else { throw .authenticationFailed }
        session.terminal.rights = holder.rights
        return ResponseAPDU(status: .success)
    }

    /// ID_IC: the document number with its check digit after BAC, the compressed ephemeral key after PACE.
    private var chipIdentifier: [UInt8] {
        guard let identifier = session.chipIdentifier else { return contents.documentNumber }
        guard settings.terminalAuthentication?.bindsStatically ?? false else { return identifier }
        if session.password == 0x02, let number = settings.cardAccessNumber { return Array(number.utf8) }
        return contents.documentNumber
    }

    /// 9303-11 §7.1: under secure messaging, with a chip that knows an authority.
    private func checkTerminalAuthentication() throws(Refusal) -> TerminalAuthority {
        guard let authority = terminalAuthority else { throw .unknownInstruction }
        guard session.codec != nil else { throw .securityStatus }
        return authority
    }

    /// Data object 83. Objects that are not of this protocol are passed over.
    private static func reference(_ data: [UInt8]) throws(Refusal) -> [UInt8] {
        var reference: [UInt8]?
        do {
            var reader = TLVReader(data, in: "MSE")
            while !reader.isAtEnd {
                let object = try reader.next()
                guard object.tag == 0x83 else { continue }
                guard reference == nil, CVCertificate.isReference(object.value) else { throw Refusal.incorrectData }
                reference = Array(object.value)
            }
        } catch {
            throw .incorrectData
        }
        guard let reference else { throw .incorrectData }
        return reference
    }
}

/// What a chip has learnt about the terminal in this session.
struct TerminalState: Hashable {
    /// The key that MSE:Set DST selected.
    var issuer: TerminalAuthority.Issuer?
    /// The holder of the last certificate.
    var holder: TerminalAuthority.Issuer?
    /// MSE:Set AT named the holder as the terminal.
    var isSelected = false
    /// What the terminal may read, behind Terminal Authentication; nil before it.
    var rights: UInt8?
}
