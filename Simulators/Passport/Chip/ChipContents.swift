import CardCrypto
import LDS
import Octets

/// What the issuing state put on a chip.
struct ChipContents {
    /// The files.
    var files: CardFiles
    /// Keys of Basic Access Control; nil when the chip does not offer it.
    var basicAccess: BasicAccessKeys?
    /// Offers of PACE; empty when the chip does not offer it.
    var pace: [PACEOffer]
    /// The passwords of PACE by their reference in data object 83, as f(π) of 9303-11 table 14.
    var passwords: [UInt8: SecretBytes]
    /// Offers of Chip Authentication, and its keys.
    var chipAuthentication = ChipAuthenticationOffers.none
    /// The key of Active Authentication; nil when the chip has none.
    var activeAuthentication: ActiveAuthenticationKey?
    /// Whom the chip trusts when it is new; nil without Terminal Authentication.
    var terminalAuthority: TerminalAuthority?
    /// The document number with its check digit, which names the chip after BAC.
    var documentNumber: [UInt8] = []
}

extension ChipContents {
    /// The contents of a chip that carries `files` and opens with `mrzInformation`.
    ///
    /// EF.CardAccess, EF.ATR/INFO and EF.DIR are made up when they are not among the files; the rest is as given.
    init(
        files: LDSFiles, mrzInformation: String, settings: PassportSettings, secrets: ChipSecrets
    ) throws(CryptoError) {
        var files = files
        for rule in settings.deviations.files {
            if case .contents(let bytes) = rule.change { files[rule.file] = bytes }
        }
        pace = []
        passwords = [:]
        let keys = ChipAuthenticationOffers(
            [Self.securityInfos(.dg14, files), Self.securityInfos(.cardSecurity, files)].compactMap { $0 }, secrets)
        if settings.access.offersPACE {
            if files[.cardAccess] == nil {
                files[.cardAccess] = DER.setOf(try PACEOffer.securityInfos(PACEOffer.offers(settings.pace)))
            }
            let infos = Self.securityInfos(.cardAccess, files)
            pace = infos.map { PACEOffer.offers(in: $0, settings: settings.pace) } ?? []
            // Without the private key there is nothing to prove.
            pace.removeAll { $0.mapping == .chipAuthentication && keys.key(mappedBy: $0) == nil }
            // 9303-11 table 14: f(π) is the whole SHA-1 of the MRZ information, and the characters of the CAN.
            passwords[0x01] = DigestAlgorithm.sha1.hash(SecretBytes(Array(mrzInformation.utf8)))
            for (reference, text) in [
                (UInt8(0x02), settings.cardAccessNumber), (PINCounter.pinReference, settings.pin),
                (PINCounter.pukReference, settings.puk),
            ] {
                if let text { passwords[reference] = SecretBytes(Array(text.utf8)) }
            }
        }
        if settings.access.offersBasicAccess { basicAccess = try BasicAccessKeys(mrzInformation: mrzInformation) }
        if files[.atrInfo] == nil { files[.atrInfo] = CapabilityFiles.attributes(settings) }
        if files[.directory] == nil { files[.directory] = CapabilityFiles.directory(settings) }
        chipAuthentication = keys
        activeAuthentication = secrets.activeAuthenticationKey(for: files[.dg15])
        terminalAuthority = secrets.terminalAuthority
        // Behind the number come birth and expiry, each with its check digit.
        documentNumber = Array(mrzInformation.utf8.dropLast(14))
        self.files = CardFiles(files, isOpen: settings.access == .plain)
        if settings.isIdentityCard { self.files.addIdentityApplication() }
        for rule in settings.deviations.files { self.files.apply(rule) }
    }

    /// Puts EF.CVCA into the application as the chip's memory says (9303-11 §7.1.5).
    mutating func setAuthorityFile(_ authority: TerminalAuthority?, _ settings: PassportSettings) {
        guard let authority else { return }
        let identifier = settings.terminalAuthentication?.fileIdentifier ?? 0x011C
        files.add(
            ElementaryFile(
                identifier: identifier, shortIdentifier: UInt8(identifier & 0x1F), contents: authority.file,
                rule: settings.access == .plain ? .always : .afterAccessControl),
            to: .lds1Application)
    }

    /// The SecurityInfos in one of the three files that hold them; nil when it is absent or not understood.
    private static func securityInfos(_ id: FileID, _ files: LDSFiles) -> SecurityInfos? {
        guard let bytes = files[id] else { return nil }
        switch id {
        case .dg14: return (try? EFDG14(parsing: bytes))?.securityInfos
        case .cardSecurity:
            guard let content = (try? SignedData(parsing: bytes))?.content else { return nil }
            return try? SecurityInfos(parsing: content)
        default: return try? SecurityInfos(parsing: bytes)
        }
    }
}

extension CardFiles {
    /// The files of a document under their identifiers; `isOpen` when there is no access control.
    init(_ documents: LDSFiles, isOpen: Bool) {
        self.init()
        for (id, contents) in documents.contents {
            let rule: ElementaryFile.AccessRule =
                switch id {
                case .cardAccess, .atrInfo, .directory: .always
                case .cardSecurity: .afterPACE
                // 9303-11 §4.2: secondary biometrics are behind Terminal Authentication, whatever else is open.
                case .dg3: .afterTerminalAuthentication(right: 0x01)
                case .dg4: .afterTerminalAuthentication(right: 0x02)
                default: isOpen ? .always : .afterAccessControl
                }
            add(
                ElementaryFile(
                    identifier: id.fileIdentifier, shortIdentifier: id.shortFileIdentifier, contents: contents,
                    rule: rule),
                to: id.isInMasterFile ? .masterFile : .lds1Application)
        }
    }
}
