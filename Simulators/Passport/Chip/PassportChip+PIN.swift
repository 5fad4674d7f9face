import CardCrypto
import ISO7816
import Octets

extension PassportChip {
    /// What MSE:Set AT says about a password that is there: tries left where they are not all there, 6283 for a PIN that
    /// is not active (TR-03110-3 §B.11.1).
    func selectionStatus(_ reference: UInt8) -> StatusWord {
        guard reference == PINCounter.pinReference, let pin else { return .success }
        guard pin.isActive else { return 0x6283 }
        return pin.isUntouched ? .success : Self.triesLeft(pin)
    }

    /// Refuses a run with a PIN that is blocked, not active, or suspended and not resumed (TR-03110-3 §B.11.2).
    func checkPIN(_ run: PACERun) throws(Refusal) {
        guard run.isFirst, run.secrets.reference == PINCounter.pinReference, let pin else { return }
        if pin.isBlocked { throw .blocked }
        if !pin.isActive { throw .deactivated }
        if pin.isSuspended, !session.isPINResumed { throw .conditionsOfUse }
    }

    /// What a wrong password is answered with. A wrong PIN costs a try.
    func refusal(ofWrongPassword reference: UInt8) -> Refusal {
        guard reference == PINCounter.pinReference, pin != nil else { return .authenticationFailed }
        pin?.fail()
        return pin.map { Refusal(Self.triesLeft($0)) } ?? .authenticationFailed
    }

    /// The session behind a run that succeeded. The card access number resumes a suspended PIN for this session.
    func begin(_ established: PACERun.Session, _ run: PACERun) {
        let secrets = run.secrets
        session.begin(established, password: secrets.reference, role: secrets.terminal)
        if secrets.reference == PINCounter.pinReference { pin?.succeed() }
        session.isPINResumed = secrets.reference == 0x02 && pin?.isSuspended == true
    }

    /// RESET RETRY COUNTER: unblocks the PIN behind the PUK, or changes it behind itself (TR-03110-2 §2.2.1).
    func resetRetryCounter(_ command: CommandAPDU) throws(Refusal) -> ResponseAPDU {
        guard pin != nil else { throw .unknownInstruction }
        guard session.codec != nil else { throw .securityStatus }
        switch (command.p1, command.p2) {
        case (0x03, PINCounter.pinReference):
            guard command.data.isEmpty else { throw .wrongLength }
            guard session.password == PINCounter.pukReference, pin?.unblock() == true else { throw .securityStatus }
        case (0x02, PINCounter.pinReference):
            guard session.password == PINCounter.pinReference else { throw .securityStatus }
            guard command.data.count == 6, command.data.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw .incorrectData
            }
            contents.passwords[PINCounter.pinReference] = SecretBytes(command.data)
        case (0x02, 0x02):
            // The card access number is changed by terminals with the right to, which this chip does not know.
            throw .securityStatus
        default: throw .incorrectParameters
        }
        return ResponseAPDU(status: .success)
    }

    /// ACTIVATE and DEACTIVATE for the PIN ask for the right to manage it, which this chip grants to nobody (TR-03110-3
    /// §B.13).
    func manageActivation(_ command: CommandAPDU) throws(Refusal) -> ResponseAPDU {
        guard pin != nil else { throw .unknownInstruction }
        guard command.p1 == 0x10, command.p2 == PINCounter.pinReference else { throw .incorrectParameters }
        throw .securityStatus
    }

    private static func triesLeft(_ pin: PINCounter) -> StatusWord { StatusWord(0x63C0 | UInt16(pin.tries & 0x0F)) }
}
