import CardCrypto
import InlaySeams
public import LDS
import Octets

/// A simulated passport as its holder has it in the hand: what is printed on it, and the files on its chip.
public struct PassportDocument: Hashable, Sendable {
    /// The two lines at the foot of the data page.
    public let machineReadableZone: [String]
    /// The six digits on the front of the data page, if there are any.
    public let cardAccessNumber: String?
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
        let dates = DocumentDates(issued: settings.issued)
        machineReadableZone = holder.machineReadableZone(expiry: dates.expiry)
        cardAccessNumber = settings.access.offersPACE ? settings.cardAccessNumber : nil

        var files = LDSFiles()
        files[.dg1] = DataGroups.machineReadableZone(machineReadableZone)
        files[.dg2] = DataGroups.face(
            Portrait.jpeg(atLeast: settings.portraitSize), width: Portrait.width, height: Portrait.height,
            sex: holder.sex)
        if settings.optionalDataGroups.contains(3) {
            let filler = RandomSource.derived(from: settings.seed, for: "filler of EF.DG3")
            files[.dg3] = DataGroups.noFingerprints(filler: filler.bytes(16))
        }
        if settings.optionalDataGroups.contains(11) { files[.dg11] = DataGroups.personalDetails(holder) }
        if settings.optionalDataGroups.contains(12) { files[.dg12] = DataGroups.documentDetails(issued: dates.issue) }
        if settings.access.offersPACE {
            let infos = settings.pace.map { PACEOffer($0).securityInfo }
            files[.cardAccess] = DER.setOf(infos)
            files[.dg14] = DataGroups.securityOptions(infos)
        }
        let groups = files.ids.filter { $0.dataGroupNumber != nil }
        files[.com] = DataGroups.common(version: settings.ldsVersion, tags: groups.compactMap(\.tag))

        let state = try IssuingState(settings)
        let signer = try state.documentSigner()
        countryCertificate = state.countryCertificate
        signerCertificate = signer.certificate
        files[.sod] = try signer.securityObject(over: files, version: settings.ldsVersion, at: dates.issue)
        self.files = files
    }
}
