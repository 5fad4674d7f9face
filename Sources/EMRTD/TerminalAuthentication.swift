package import CardCrypto
package import ISO7816
package import InlaySeams
import LDS
import Octets
import SecureMessaging

/// Terminal Authentication version 1 (9303-11 §7.1): the terminal shows a chain of certificates and signs a challenge.
///
/// Each certificate that the chip accepts changes it for good; the caller has consent (Docs/rules.md 8).
package struct TerminalAuthentication {
    private let chain: CVCertificateChain
    private let privateKey: PrivateKey
    private let random: RandomSource
    /// The chip says that it takes extended length, or chaining where it does not.
    private let capabilities: CardCapabilities?

    package init(
        _ chain: CVCertificateChain, privateKey: PrivateKey, capabilities: CardCapabilities? = nil,
        random: RandomSource = .system
    ) {
        self.chain = chain
        self.privateKey = privateKey
        self.capabilities = capabilities
        self.random = random
    }

    /// ID_IC of 9303-11 §7.1.2: what binds the signature to this chip.
    package enum ChipReference {
        /// After BAC: the document number with its check digit.
        case documentNumber(SecretBytes)
        /// After PACE: the chip's ephemeral public key.
        case paceKey(EphemeralPublicKey)
        /// After PACE with chips from before 2011: document number with check digit, or CAN (TR-03110-1 §3.5).
        case staticAfterPACE(SecretBytes)

        var binding: TerminalAuthenticationReport.Binding {
            switch self {
            case .documentNumber: .documentNumber
            case .paceKey: .paceKey
            case .staticAfterPACE: .staticAfterPACE
            }
        }
    }

    /// Sends the certificates, then signs. `alternative` is tried once if the chip refuses the first signature.
    ///
    /// `terminalPublicKey` is the newest ephemeral key that the terminal sent, of Chip Authentication or PACE-CAM.
    /// A refusal is an outcome in `report`. Throws what the channel throws; `report` then holds what was done.
    package func run(
        on channel: any CardChannel, chipReference: ChipReference, alternative: ChipReference? = nil,
        terminalPublicKey: EphemeralPublicKey, report: inout TerminalAuthenticationReport
    ) throws(CardError) {
        guard canSign else {
            report.outcome = .notDone(.signatureFailed)
            return
        }
        for certificate in chain.certificates {
            let select = CommandAPDU(
                ins: 0x22, p1: 0x81, p2: 0xB6, data: TLV.encode(0x83, certificate.body.authorityReference.bytes))
            guard try accepts(select, at: .selectAuthority, on: channel, &report) else { return }
            let verify = CommandAPDU(ins: 0x2A, p1: 0x00, p2: 0xBE, data: certificate.contents)
            guard try accepts(verify, at: .verifyCertificate, on: channel, &report) else { return }
            report.acceptedCertificates += 1
        }
        try authenticate(to: chipReference, terminalPublicKey, on: channel, &report)
        if let alternative, case .refused(let refusal) = report.outcome, refusal.step == .terminalAuthenticate {
            try authenticate(to: alternative, terminalPublicKey, on: channel, &report)
        }
    }

    private func authenticate(
        to chipReference: ChipReference, _ terminalPublicKey: EphemeralPublicKey, on channel: any CardChannel,
        _ report: inout TerminalAuthenticationReport
    ) throws(CardError) {
        guard let terminal = chain.terminal?.body else { return }
        report.binding = chipReference.binding
        let select = CommandAPDU(
            ins: 0x22, p1: 0x81, p2: 0xA4, data: TLV.encode(0x83, terminal.holderReference.bytes))
        guard try accepts(select, at: .selectTerminal, on: channel, &report) else { return }
        let offer = try channel.transmit(CommandAPDU(ins: 0x84, expected: .upTo(8)))
        guard offer.status == .success else {
            report.outcome = .refused(AccessRefusal(offer.status, at: .terminalChallenge))
            return
        }
        guard offer.data.count == 8 else {
            report.outcome = .malformedChallenge
            return
        }
        guard let signature = sign(offer.data, terminal.publicKey, chipReference, terminalPublicKey) else {
            report.outcome = .notDone(.signatureFailed)
            return
        }
        let answer = CommandAPDU(ins: 0x82, data: signature)
        guard try accepts(answer, at: .terminalAuthenticate, on: channel, &report) else { return }
        report.outcome = .authenticated
    }

    /// Tried before anything is sent: a short RSA key may have no room for the digest.
    private var canSign: Bool {
        guard let algorithm = chain.terminal?.body.publicKey.knownAlgorithm else { return false }
        return (try? privateKey.sign([], algorithm: SignatureAlgorithm(algorithm))) != nil
    }

    /// ID_IC ‖ r_IC ‖ Comp(PK_IFD), signed; nil when the key does not go with the certificate's algorithm.
    private func sign(
        _ challenge: [UInt8], _ key: CVPublicKey, _ chipReference: ChipReference,
        _ terminalPublicKey: EphemeralPublicKey
    ) -> [UInt8]? {
        guard let algorithm = key.knownAlgorithm else { return nil }
        var message: [UInt8]
        switch chipReference {
        case .documentNumber(let secret), .staticAfterPACE(let secret): message = secret.exposed()
        case .paceKey(let publicKey): message = publicKey.compressed
        }
        defer { message.wipe() }
        message += challenge + terminalPublicKey.compressed
        return try? privateKey.sign(message, algorithm: SignatureAlgorithm(algorithm), random: random)
    }

    private func accepts(
        _ command: CommandAPDU, at step: AccessStep, on channel: any CardChannel,
        _ report: inout TerminalAuthenticationReport
    ) throws(CardError) -> Bool {
        let status = try channel.transmitLong(command, capabilities: capabilities).status
        guard status == .success else {
            report.outcome = .refused(AccessRefusal(status, at: step))
            return false
        }
        return true
    }
}
