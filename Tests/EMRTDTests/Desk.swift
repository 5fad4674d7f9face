import CardCrypto
import ChipSimulation
import EMRTD
import Foundation
import ISO7816
import InlaySeams
import LDS
import PassportSimulator
import SecureMessaging

/// A simulated document on a simulated reader, and what a reading of it cost.
final class Desk {
    let document: PassportDocument
    let simulated: SimulatedLink
    private(set) var exchanges: [Exchange] = []

    init(_ settings: String, name: String = "passport", limits: LinkLimits? = nil) throws {
        let (chip, document) = try PassportSimulator.make(name: name, settingsText: settings, random: .seeded(7))
        self.document = document
        simulated = SimulatedLink(
            chip, limits: limits ?? chip.readerLimits, failsAtExtendedLength: chip.readerFailsAtExtendedLength)
    }

    var key: AccessKey {
        get throws {
            let zone = try MRZ(parsing: document.mrz)
            return AccessKey(
                mrzInformation: SecretBytes(MRZInformation(zone).bytes),
                alternativeMRZInformation: MRZInformation.alternative(zone).map { SecretBytes($0.bytes) })
        }
    }

    /// Reads the document, through `wrap` if a link is to lie between.
    func read(
        key: AccessKey? = nil, policy: AccessPolicy = AccessPolicy(), wanting wanted: Wanted = .everything,
        restarting: Bool = true, terminal: TerminalAuthenticationRequest? = nil, chipEvidence: Bool = true,
        through wrap: (any CardLink) -> any CardLink = { $0 },
        onEvent: (ReadingEvent) -> Void = { _ in }
    ) throws -> EPassportReading {
        let wrapped = wrap(simulated)
        let link = TracingLink(wrapped) { [self] exchange in exchanges.append(exchange) }
        exchanges = []
        _ = try simulated.reset(.cold)
        let restart: (() throws(CardError) -> Void)? =
            restarting ? { () throws(CardError) in _ = try link.reset(.warm) } : nil
        var reader = EPassportReader(policy: policy)
        reader.terminalAuthentication = terminal
        reader.asksForChipEvidence = chipEvidence
        return reader.read(
            from: LinkChannel(link), key: try key ?? self.key, wanting: wanted,
            capabilities: link.answerToReset.capabilities, restart: restart, onEvent: onEvent)
    }
}

extension EPassportReading {
    /// True when every file that was read is the document's, byte for byte.
    func agrees(with document: PassportDocument) -> Bool {
        files.ids.allSatisfy { $0 == .atrInfo || files[$0] == document.files[$0] }
    }
}

extension NamedCurve {
    /// The simulator's word for the curve.
    var setting: String {
        name.replacingOccurrences(of: "brainpool", with: "b").replacingOccurrences(of: "r1", with: "")
            .replacingOccurrences(of: "sec", with: "").lowercased()
    }
}
