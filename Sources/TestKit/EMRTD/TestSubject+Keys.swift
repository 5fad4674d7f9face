import CardCrypto
import EMRTD
import ISO7816
import InlaySeams
import LDS
import Octets

extension TestSubject {
    /// How a chip runs PACE with a mapping by keys, and a key of these parameters that it must accept.
    struct PACEParameters: Sendable {
        var protocolOID: [UInt8]
        /// DO84, where the chip has several sets of parameters.
        var reference: [UInt8]
        var key: [UInt8]
        var isCurve: Bool
    }

    /// A key of the chip for Chip Authentication.
    struct ChipKey: Sendable {
        var protocolOID: [UInt8]
        var reference: [UInt8]
        var publicKey: [UInt8]
        var isCurve: Bool
        /// MSE:Set KAT, for 3DES.
        var isInOneCommand: Bool
    }

    /// From EF.CardAccess: generic mapping, or chip authentication mapping, which begins in the same way.
    func paceParameters() throws(CardError) -> PACEParameters? {
        if let knownPACE { return knownPACE }
        try restart()
        let bytes = try readBinary(shortIdentifier: FileID.cardAccess.shortFileIdentifier)
        guard let file = try? EFCardAccess(parsing: bytes) else { return nil }
        let usable = PACEConfiguration.usable(in: file.securityInfos).filter { $0.info.mapping != .integrated }
        guard let best = usable.first,
            let key = try? best.parameters.publicKey(RandomSource.system)
        else { return nil }
        let several = Set(file.securityInfos.pace.compactMap(\.parameterID)).count > 1
        let found = PACEParameters(
            protocolOID: best.info.protocolOID.contents,
            reference: several ? best.info.parameterID.map { [0x84, 0x01, UInt8(truncatingIfNeeded: $0)] } ?? [] : [],
            key: key, isCurve: best.parameters.agreement == .ecdh)
        knownPACE = found
        return found
    }

    /// From EF.DG14, which is read in an open session.
    func chipKey() throws(CardError) -> ChipKey? {
        guard let key = try chipAuthenticationKeys().first else { return nil }
        return ChipKey(
            protocolOID: key.protocolOID.contents, reference: key.reference, publicKey: key.publicKey,
            isCurve: key.agreement == .ecdh, isInOneCommand: key.cipher == .tripleDES)
    }

    func chipAuthenticationKeys() throws(CardError) -> [ChipAuthenticationKey] {
        guard let infos = try securityOptions() else { return [] }
        return ChipAuthenticationKey.usable(in: infos)
    }

    /// The entries of EF.DG14; nil without such a file.
    func securityOptions() throws(CardError) -> SecurityInfos? {
        if hasAskedOptions { return knownOptions }
        guard hasKey else { return nil }
        let channel = try open()
        let selected = try channel.transmit(
            CommandAPDU(
                ins: 0xA4, p1: 0x02, p2: 0x0C,
                data: [UInt8(FileID.dg14.fileIdentifier >> 8), UInt8(FileID.dg14.fileIdentifier & 0xFF)]))
        var infos: SecurityInfos?
        if selected.status == .success {
            var bytes: [UInt8] = []
            while bytes.count < 0x2000 {
                let response = try channel.transmit(
                    CommandAPDU(
                        ins: 0xB0, p1: UInt8(bytes.count >> 8), p2: UInt8(bytes.count & 0xFF), expected: .upTo(0xC0)))
                guard response.status == .success || response.status == 0x6282, !response.data.isEmpty else { break }
                bytes += response.data
                if response.data.count < 0xC0 { break }
            }
            infos = (try? EFDG14(parsing: bytes))?.securityInfos
        }
        knownOptions = infos
        hasAskedOptions = true
        return infos
    }

    /// Opens the document and runs Chip Authentication; nil when the chip has none or refuses it.
    func openChipAuthenticated() throws(CardError) -> (any CardChannel)? {
        guard let key = try chipAuthenticationKeys().first else { return nil }
        let channel = try open()
        let outcome = try ChipAuthentication(key).run(on: channel, over: LinkChannel(link))
        guard case .agreed(let agreed) = outcome else { return nil }
        return agreed.channel
    }

    private func readBinary(shortIdentifier: UInt8) throws(CardError) -> [UInt8] {
        let channel = LinkChannel(link)
        var bytes = try channel.transmit(
            CommandAPDU(ins: 0xB0, p1: 0x80 | shortIdentifier, expected: .asMuchAsPossible)
        ).data
        while bytes.count < 0x1000,
            let more = try? channel.transmit(
                CommandAPDU(
                    ins: 0xB0, p1: UInt8(bytes.count >> 8), p2: UInt8(bytes.count & 0xFF), expected: .asMuchAsPossible)),
            more.status == .success, !more.data.isEmpty
        { bytes += more.data }
        return bytes
    }
}
