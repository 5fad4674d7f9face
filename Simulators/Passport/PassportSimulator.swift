public import CardCrypto
public import InlaySeams
public import LDS
import Octets

/// Simulated passports: documents of Utopia, a state that does not exist, and the chips in them.
public enum PassportSimulator {
    /// A document that can be had by its name.
    public struct Entry: Sendable {
        /// The name.
        public let name: String
        /// What it is, in a sentence.
        public let sentence: String
        /// Where such a document was met, for those that stand for a report from the field.
        public let seen: String?
        /// How it is made.
        public let settings: PassportSettings
    }

    /// Why a simulator could not be made.
    public enum Failure: Error, Hashable, Sendable {
        /// No simulator has this name.
        case unknownName(String)
        /// The settings text is not understood.
        case settings(SettingsFailure)
        /// EF.DG1 is missing, so there is nothing that the access keys could be made from.
        case noMachineReadableZone
        /// EF.DG1 holds no machine readable zone of a TD1, TD2 or TD3 document.
        case unreadableMachineReadableZone
        /// EF.CardAccess offers nothing that this chip can carry out.
        case noUsablePACE
        /// A cryptographic operation failed.
        case cryptography(CryptoError)
    }

    /// All simulators: the usual documents, then those from the field.
    public static let entries = documents + Persona.all.compactMap(Entry.init(_:))

    /// The usual documents, which follow the standard.
    package static let documents: [Entry] = [
        entry("passport", "A passport of today: BAC and PACE, extended length.") { _ in },
        entry("passport-bac", "A passport of the first generation: BAC only, short commands.") {
            $0.access = .bac
            $0.extendedLength = .off
        },
        entry("passport-pace", "A passport of tomorrow: PACE only, AES-256, signed with LDS 1.8.") {
            $0.access = .pace
            $0.pace = [PACESetting(cipher: .aes256, parameters: .brainpoolP384r1)]
            $0.ldsVersion = .v1_8
            $0.digest = .sha384
            $0.signerCurve = .brainpoolP384r1
            $0.countryCurve = .brainpoolP512r1
        },
        entry("passport-plain", "A passport without access control, which anybody can read.") { $0.access = .plain },
        entry("passport-cam", "A passport with Chip Authentication Mapping, generic mapping and Chip Authentication.") {
            $0.pace = [PACESetting(mapping: .chipAuthentication), PACESetting()]
        },
        entry("passport-im", "A passport with PACE by integrated mapping only, AES-256 on secp256r1.") {
            $0.access = .pace
            $0.pace = [PACESetting(mapping: .integrated, cipher: .aes256, parameters: .secp256r1)]
        },
        entry("passport-dh", "A passport whose PACE and Chip Authentication use groups of numbers, not curves.") {
            $0.pace = [
                PACESetting(parameters: .modp2048s256),
                PACESetting(mapping: .integrated, parameters: .modp2048s224),
            ]
            $0.chipAuthentication = [
                ChipAuthenticationSetting(cipher: .aes128, parameters: .modp2048s256),
                ChipAuthenticationSetting(cipher: .tripleDES, parameters: .modp2048s256),
            ]
        },
        entry("passport-ca", "A passport with two keys for Chip Authentication, AES and 3DES.") {
            $0.chipAuthentication = [
                ChipAuthenticationSetting(cipher: .aes256, parameters: .brainpoolP384r1, keyID: 195),
                ChipAuthenticationSetting(cipher: .tripleDES, parameters: .secp256r1, keyID: 2),
            ]
        },
        entry("passport-aa", "A passport with Active Authentication by RSA, 61xx for what does not fit.") {
            $0.activeAuthentication = ActiveAuthenticationSetting(key: .rsa(bits: 2048))
            $0.longAnswer = .remaining
        },
        entry("passport-aa-ec", "A passport with Active Authentication by ECDSA.") {
            $0.activeAuthentication = ActiveAuthenticationSetting(key: .curve(.brainpoolP256r1))
        },
        entry("passport-copied", "A copy of a passport: every file is right, but the chip has keys of its own.") {
            $0.pace = [PACESetting(mapping: .chipAuthentication), PACESetting()]
            $0.activeAuthentication = ActiveAuthenticationSetting(key: .curve(.brainpoolP256r1))
            $0.deviations.isCopy = true
        },
        entry("passport-slow", "A passport that gives at most 192 bytes at once and answers 6700 beyond.") {
            $0.extendedLength = .off
            $0.maximumRead = 192
        },
        entry("passport-large", "A passport with a portrait of 60,000 bytes, beyond the reach of a 15-bit offset.") {
            $0.portraitSize = 60_000
        },
        entry("passport-biometric", "A passport with fingerprints that only Terminal Authentication would open.") {
            $0.optionalDataGroups.insert(3)
        },
        entry("eid", "An identity card with PIN and PUK, and an eID application.") {
            $0.access = .pace
            $0.isIdentityCard = true
            $0.format = .td1
            $0.pin = "161803"
            $0.puk = "5772156649"
            $0.optionalDataGroups = []
            $0.chipAuthentication = [ChipAuthenticationSetting()]
        },
        entry("passport-eac", "A passport whose fingerprints and irises Terminal Authentication opens.") {
            $0.chipAuthentication = [ChipAuthenticationSetting()]
            $0.terminalAuthentication = TerminalAuthenticationSetting()
            $0.optionalDataGroups.formUnion([3, 4])
        },
    ]

    /// Issues the named document with the changes that `settingsText` asks for, and powers its chip.
    public static func make(
        name: String, settingsText: String = "", random: RandomSource = .system
    ) throws(Failure) -> (chip: PassportChip, document: PassportDocument) {
        guard let entry = entries.first(where: { $0.name == name }) else { throw .unknownName(name) }
        return try make(try settings(entry.settings, settingsText), random: random)
    }

    /// Issues a document, and powers its chip.
    public static func make(
        _ settings: PassportSettings, random: RandomSource = .system
    ) throws(Failure) -> (chip: PassportChip, document: PassportDocument) {
        do {
            let secrets = try ChipSecrets(issuing: settings)
            let document = try PassportDocument(settings, secrets)
            let contents = try ChipContents(
                files: document.files, mrzInformation: document.mrzInformation, settings: settings, secrets: secrets)
            return (PassportChip(contents: contents, settings: settings, random: random), document)
        } catch {
            throw .cryptography(error)
        }
    }

    /// Puts the files of a document on a chip as they are.
    ///
    /// The access keys come from EF.DG1. EF.CardAccess is made up when it is absent and the text asks for PACE; without
    /// a word about access the chip offers PACE if there is an EF.CardAccess, and BAC in any case.
    public static func make(
        files: LDSFiles, settingsText: String = "", random: RandomSource = .system
    ) throws(Failure) -> PassportChip {
        var base = PassportSettings()
        base.access = files[.cardAccess] == nil ? .bac : .both
        return try PassportChip(files: files, settings: try settings(base, settingsText), random: random)
    }

    private static func settings(_ base: PassportSettings, _ text: String) throws(Failure) -> PassportSettings {
        var settings = base
        do {
            try settings.apply(text)
        } catch {
            throw .settings(error)
        }
        return settings
    }

    private static func entry(
        _ name: String, _ sentence: String, _ change: (inout PassportSettings) -> Void
    ) -> Entry {
        var settings = PassportSettings()
        change(&settings)
        return Entry(name: name, sentence: sentence, seen: nil, settings: settings)
    }
}

extension PassportSimulator.Entry {
    /// `passport/NAME`; nil when the settings of the persona are not understood.
    init?(_ persona: Persona) {
        var settings = PassportSettings()
        guard (try? settings.apply(persona.settings)) != nil else { return nil }
        name = "passport/\(persona.name)"
        sentence = persona.sentence
        seen = persona.seen
        self.settings = settings
    }
}

extension PassportSimulator.Failure: CustomStringConvertible {
    /// One plain sentence.
    public var description: String {
        switch self {
        case .unknownName(let name):
            "there is no simulator “\(name)”; there are "
                + PassportSimulator.documents.map(\.name).joined(separator: ", ")
                + ", and documents after reports from the field as passport/NAME"
        case .settings(let failure): failure.description
        case .noMachineReadableZone: "EF.DG1 is missing: the access keys of the chip are made from it"
        case .unreadableMachineReadableZone: "EF.DG1 holds no machine readable zone of 90, 72 or 88 characters"
        case .noUsablePACE: "EF.CardAccess offers no PACE that the simulator can carry out, and BAC is off"
        case .cryptography(let error): error.description
        }
    }
}

extension PassportChip {
    /// A chip with the files of a document as they are. EF.CardAccess is made up from the settings when it is absent
    /// and PACE is asked for.
    public convenience init(
        files: LDSFiles, settings: PassportSettings, random: RandomSource = .system
    ) throws(PassportSimulator.Failure) {
        var information = ""
        if settings.access != .plain {
            guard let group = files[.dg1] else { throw .noMachineReadableZone }
            guard let text = AccessKeyText.from(dataGroup: group) else { throw .unreadableMachineReadableZone }
            information = text
        }
        let contents: ChipContents
        do {
            contents = try ChipContents(
                files: files, mrzInformation: information, settings: settings,
                secrets: ChipSecrets(given: settings))
        } catch {
            throw .cryptography(error)
        }
        guard settings.access != .pace || !contents.pace.isEmpty else { throw .noUsablePACE }
        self.init(contents: contents, settings: settings, random: random)
    }
}
