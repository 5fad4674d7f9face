import CardCrypto
import ISO7816
import Octets
import SecureMessaging

extension PassportChip {
    /// MSE:Set AT for Chip Authentication (9303-11 §6.2.4.2): the protocol and the key, for GENERAL AUTHENTICATE.
    func setChipAuthentication(_ command: CommandAPDU) throws(Refusal) -> ResponseAPDU {
        let offers = try checkChipAuthentication()
        let request = try ChipAuthenticationRequest(command.data)
        guard let identifier = request.identifier else { throw .incorrectData }
        let (offer, key) = try choose(offers.offers.filter { $0.identifier == identifier }, request, offers)
        guard offer.cipher != .tripleDES || commands(for: key) != .kat else { throw .incorrectData }
        session.chipAuthentication = ChipAuthenticationRun(cipher: offer.cipher, key: key)
        return ResponseAPDU(status: .success)
    }

    /// MSE:Set KAT (9303-11 §6.2.4.1): key agreement with 3DES in one command.
    func setKeyAgreementTemplate(_ command: CommandAPDU) throws(Refusal) -> ResponseAPDU {
        let offers = try checkChipAuthentication()
        let request = try ChipAuthenticationRequest(command.data)
        guard let publicKey = request.publicKey else { throw .incorrectData }
        let (offer, key) = try choose(offers.offers.filter { $0.cipher == .tripleDES }, request, offers)
        guard commands(for: key) != .at else { throw .incorrectData }
        try agree(ChipAuthenticationRun(cipher: offer.cipher, key: key), publicKey)
        return ResponseAPDU(status: .success)
    }

    /// GENERAL AUTHENTICATE of Chip Authentication: key agreement; the answer holds no data object (9303-11 §6.2.4.2).
    func agree(_ run: ChipAuthenticationRun, _ object: TLV?) throws(Refusal) -> ResponseAPDU {
        guard let object, object.tag == 0x80 else { throw .incorrectData }
        try agree(run, Array(object.value))
        return ResponseAPDU(data: TLV.encode(0x7C, []), status: .success)
    }

    /// Of the candidates the one that goes with the key that is named, or with the only key.
    private func choose(
        _ candidates: [ChipAuthenticationOffers.Offer], _ request: ChipAuthenticationRequest,
        _ offers: ChipAuthenticationOffers
    ) throws(Refusal) -> (ChipAuthenticationOffers.Offer, ChipKey) {
        var refusal = Refusal.incorrectData
        for candidate in candidates {
            do {
                return (candidate, try offers.key(for: candidate, named: request.keyID))
            } catch {
                refusal = error
            }
        }
        throw refusal
    }

    /// 9303-11 §6.2: after access control, if there is any, under its secure messaging.
    private func checkChipAuthentication() throws(Refusal) -> ChipAuthenticationOffers {
        guard !contents.chipAuthentication.keys.isEmpty else { throw .incorrectParameters }
        guard session.codec != nil || settings.access == .plain else { throw .securityStatus }
        return contents.chipAuthentication
    }

    private func commands(for key: ChipKey) -> ChipAuthenticationSetting.Commands {
        settings.chipAuthentication.first { $0.parameters == key.parameters && $0.cipher == .tripleDES }?.commands
            ?? .both
    }

    /// New keys, which count behind the answer; the send sequence counter begins at zero (9303-11 §6.2, §9.8.6).
    private func agree(_ run: ChipAuthenticationRun, _ publicKey: [UInt8]) throws(Refusal) {
        do {
            let group = run.key.group
            let theirs = try group.element(decoding: publicKey)
            let shared = try group.sharedSecret(group.raise(theirs, by: run.key.secret))
            let keys = try SessionKeys(seed: shared, cipher: run.cipher)
            session.restart(keys, terminalKey: try group.compressed(theirs))
        } catch {
            throw Refusal(error)
        }
    }
}
