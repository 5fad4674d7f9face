import CardCrypto
import InlaySeams
public import LDS
import Octets

/// A simulated passport as its holder has it in the hand: what is printed on it, and the files on its chip.
public struct PassportDocument: Hashable, Sendable {
    /// The lines of the machine readable zone: two, on a TD1 card three.
    public let machineReadableZone: [String]
    /// The six digits on the front of the data page, if there are any.
    public let cardAccessNumber: String?
    /// The PIN that its holder got by letter, if there is one.
    public let pin: String?
    /// The PUK in the same letter.
    public let puk: String?
    /// Every file of the chip.
    public let files: LDSFiles
    /// The certificate of the country signing key, which vouches for the document.
    public let countryCertificate: [UInt8]
    /// The certificate of the document signer, which also stands in EF.SOD.
    public let signerCertificate: [UInt8]

    /// The machine readable zone as it is printed, with a line break.
    public var mrz: String { machineReadableZone.joined(separator: "\n") }

    /// What the access keys are made from.
    var mrzInformation: String {
        AccessKeyText.from(zone: Array(machineReadableZone.joined().utf8)) ?? ""
    }

    /// Issues a document.
    init(_ settings: PassportSettings, holder: Holder = Holder()) throws(CryptoError) {
        try self.init(settings, ChipSecrets(issuing: settings), holder: holder)
    }

    /// Issues a document whose chip holds `secrets`.
    init(
        _ settings: PassportSettings, _ secrets: ChipSecrets, holder: Holder = Holder()
    ) throws(CryptoError) {
        let dates = DocumentDates(issued: settings.issued)
        let contents = settings.deviations.contents
        var holder = holder
        holder.documentNumber = settings.documentNumber ?? holder.documentNumber
        holder.state = settings.issuingState ?? holder.state
        machineReadableZone = holder.machineReadableZone(settings.format, expiry: dates.expiry, contents)
        pin = settings.access.offersPACE ? settings.pin : nil
        puk = settings.access.offersPACE ? settings.puk : nil
        cardAccessNumber = settings.access.offersPACE ? settings.cardAccessNumber : nil

        var files = LDSFiles()
        files[.dg1] = DataGroups.machineReadableZone(machineReadableZone)
        var image = Portrait.jpeg(atLeast: settings.portraitSize)
        if contents.contains(.imagePadding) { image += [UInt8](repeating: 0, count: 12) }
        files[.dg2] =
            contents.contains(.face39794)
            ? DataGroups.face39794(image, width: Portrait.width, height: Portrait.height)
            : DataGroups.faces(
                image, count: contents.contains(.twoFaces) ? 2 : 1, width: Portrait.width, height: Portrait.height,
                sex: holder.sex, lengthError: settings.deviations.faceLength)
        if settings.optionalDataGroups.contains(3) {
            let filler = RandomSource.derived(from: settings.seed, for: "filler of EF.DG3")
            files[.dg3] = DataGroups.noBiometrics(0x63, filler: filler.bytes(16))
        }
        if settings.optionalDataGroups.contains(4) {
            let filler = RandomSource.derived(from: settings.seed, for: "filler of EF.DG4")
            files[.dg4] = DataGroups.noBiometrics(0x76, filler: filler.bytes(16))
        }
        if settings.optionalDataGroups.contains(11) { files[.dg11] = DataGroups.personalDetails(holder, contents) }
        if settings.optionalDataGroups.contains(12) { files[.dg12] = DataGroups.documentDetails(issued: dates.issue) }
        let offers = settings.access.offersPACE ? PACEOffer.offers(settings.pace) : []
        let unknown = contents.contains(.unknownInfo) ? [DataGroups.unknownInfo] : []
        let access = try PACEOffer.securityInfos(offers) + (offers.isEmpty ? [] : unknown)
        if !access.isEmpty { files[.cardAccess] = DER.setOf(access) }
        // 9303-11 §9.2.11: EF.DG14 repeats EF.CardAccess.
        let options =
            access + (try ChipAuthenticationPlan.securityInfos(settings, secrets))
            + secrets.activeAuthenticationInfo(settings) + Self.terminalAuthenticationInfo(settings)
        if !options.isEmpty {
            files[.dg14] = DataGroups.securityOptions(options, isSorted: !contents.contains(.unsortedInfos))
        }
        if contents.contains(.strangeOptions) { files[.dg13] = DataGroups.strangeOptions }
        let chipKey = secrets.activeAuthentication.map {
            DataGroups.activeAuthenticationKey($0.key.publicKey.subjectPublicKeyInfo)
        }
        files[.dg15] = contents.contains(.replacedKey) ? try Self.originalKey(settings) : chipKey
        let groups = files.ids.filter { $0.dataGroupNumber != nil }
        files[.com] = DataGroups.common(
            version: settings.ldsVersion, tags: groups.compactMap(\.tag),
            unknown: contents.contains(.unknownTags) ? [0x72, 0x5F, 0x20] : [])

        let state = try IssuingState(settings)
        let signer = try state.documentSigner()
        countryCertificate = state.countryCertificate
        signerCertificate = signer.certificate
        files[.sod] = try signer.securityObject(over: files, version: settings.ldsVersion, at: dates.issue)
        // 9303-11 §9.2.12: a chip with Chip Authentication Mapping has its key in the master file, too.
        if offers.contains(where: { $0.mapping == .chipAuthentication }) {
            files[.cardSecurity] = try signer.cardSecurity(options, at: dates.issue)
        }
        if contents.contains(.replacedKey) { files[.dg15] = chipKey }
        self.files = files
    }

    /// EF.DG15 as it was signed, before another key took its place.
    private static func originalKey(_ settings: PassportSettings) throws(CryptoError) -> [UInt8] {
        let key = try PrivateKey(
            .brainpoolP256r1,
            random: .derived(from: settings.seed, for: "active authentication key before it was replaced"))
        return DataGroups.activeAuthenticationKey(key.publicKey.subjectPublicKeyInfo)
    }

    /// TerminalAuthenticationInfo (9303-11 §9.2.8), with EF.CVCA where it is not in its usual place.
    private static func terminalAuthenticationInfo(_ settings: PassportSettings) -> [[UInt8]] {
        guard let setting = settings.terminalAuthentication else { return [] }
        let info = TerminalAuthenticationInfo(
            fileIdentifier: setting.fileIdentifier,
            shortFileIdentifier: setting.fileIdentifier.map { UInt8($0 & 0x1F) })
        return [info.securityInfo.encoded]
    }
}
