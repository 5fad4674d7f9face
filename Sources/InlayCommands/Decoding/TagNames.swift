import CardIdentification
import LDS
import Octets

/// Names of data objects, by whoever defines them.
enum TagNames {
    /// The name of `object`, which stands in an object of tag `parent`; nil at the outside.
    ///
    /// A tag that several define is named by what the object holds: 6F around 30 is EF.DG15, 6F around 84 file control
    /// information. Among those that fit the application at hand goes first, then ISO/IEC 7816-4, then whoever else has
    /// one.
    static func name(of object: TLV, in parent: Tag?, application: CardFamily?, inDER: Bool) -> String? {
        let tag = object.tag
        if inDER { return der[tag] }
        if let parent, let name = nested(tag, in: parent, application) { return name }
        let file = travelFile(object, in: parent)
        switch application {
        case .emv: if let name = emv[tag] { return name }
        case .globalplatform: if let name = globalPlatform[tag] { return name }
        case .piv: if let name = piv[tag] { return name }
        case .emrtd, .eid: if let name = file ?? travelDocument[tag] { return name }
        case .sim: if let name = uicc[tag] { return name }
        case .openpgp: if let name = openPGP[tag] { return name }
        default: break
        }
        if let name = file ?? interindustry[tag] ?? travelDocument[tag] ?? der[tag] { return name }
        guard application == nil else { return nil }
        if let name = emv[tag] { return "\(name) (EMV)" }
        if let name = globalPlatform[tag] { return "\(name) (GlobalPlatform)" }
        if let name = piv[tag] { return "\(name) (PIV)" }
        return openPGP[tag].map { "\($0) (OpenPGP)" }
    }

    /// The file of a passport that `object` is: its tag, and contents that such a file has (9303-10 §4.7).
    private static func travelFile(_ object: TLV, in parent: Tag?) -> String? {
        // An answer to READ BINARY with an odd instruction wraps it.
        guard parent == nil || parent == 0x53, let file = FileID(tag: object.tag) else { return nil }
        let isFitting: Bool
        switch (file, first(in: object)) {
        // What stands in it is the issuer's affair, or not said yet.
        case (.dg6, let first): isFitting = first != nil && first != 0x73
        case (.dg13, _): isFitting = true
        case (_, nil): isFitting = false
        case (.com, let first?): isFitting = first == 0x5F01
        case (.dg1, let first?): isFitting = first == 0x5F1F
        case (.dg2, let first?), (.dg3, let first?), (.dg4, let first?): isFitting = first == 0x7F61
        case (.dg11, let first?), (.dg12, let first?):
            isFitting = first == 0x5C || first == 0xA0 || (0x5F00...0x5FFF).contains(first.rawValue)
        case (.dg14, let first?): isFitting = first == .set
        case (.dg15, let first?), (.sod, let first?): isFitting = first == .sequence
        case (_, let first?): isFitting = first == .integer
        }
        return isFitting ? "\(file.name), \(file.title)" : nil
    }

    /// The tag of the first object in a constructed one.
    private static func first(in object: TLV) -> Tag? {
        guard object.tag.isConstructed, var inner = try? object.contents("template") else { return nil }
        return (try? inner.next())?.tag
    }

    /// What is named by the object around it.
    private static func nested(_ tag: Tag, in parent: Tag, _ application: CardFamily?) -> String? {
        switch (parent, application) {
        case (0x7C, .emrtd), (0x7C, .eid): dynamicAccess[tag] ?? dynamic[tag]
        case (0x7C, _): dynamic[tag]
        case (0x7F4E, _): certificateBody[tag]
        case (0x7F49, _): tag.tagClass == .contextSpecific ? publicKey[tag] : nil
        case (0xA1, nil), (0xA1, .emrtd): biometricHeader[tag]
        case (0x73, .globalplatform): recognition[tag]
        default: nil
        }
    }

    /// Which application the objects are of, where an application identifier or a payment template tells.
    static func application(_ bytes: [UInt8]) -> CardFamily? {
        var reader = TLVReader(bytes, in: "data object")
        guard let object = try? reader.next() else { return nil }
        let first = first(in: object)
        switch (object.tag, first) {
        // Persons to notify (EF.DG16), EF.SOD, and certificates of PIV have the same tags.
        case (0x70, let first?), (0x77, let first?):
            return first == .sequence || first == .integer || first == .set ? nil : .emv
        case (0x62, _): return holds(0xC6, object) ? .sim : nil
        case (0x66, 0x73?):
            return isRecognitionData(object) ? .globalplatform : nil
        case (0x6E, 0x4F?), (0x6F, _), (0x61, _):
            guard var inner = try? object.contents("template") else { return nil }
            while let object = try? inner.next() {
                guard object.tag == 0x84 || object.tag == 0x4F else { continue }
                return CardFamily(application: Array(object.value))
            }
            return nil
        default: return nil
        }
    }

    private static func holds(_ tag: Tag, _ object: TLV) -> Bool {
        guard var inner = try? object.contents("template") else { return false }
        while let next = try? inner.next() {
            if next.tag == tag { return true }
        }
        return false
    }

    /// Card data with the object identifier of GlobalPlatform, 1.2.840.114283 (GPCS 2.3.1 §H.2).
    private static func isRecognitionData(_ object: TLV) -> Bool {
        guard var inner = try? object.contents("template"), let data = try? inner.next(),
            var members = try? data.contents("template"), let first = try? members.next()
        else { return false }
        return first.tag == .objectIdentifier && first.value.starts(with: [0x2A, 0x86, 0x48, 0x86, 0xFC, 0x6B])
    }

    /// X.690 §8.
    static let der: [Tag: String] = [
        .boolean: "BOOLEAN", .integer: "INTEGER", .bitString: "BIT STRING", .octetString: "OCTET STRING", .null: "NULL",
        .objectIdentifier: "OBJECT IDENTIFIER", .utf8String: "UTF8String", .sequence: "SEQUENCE", .set: "SET",
        .printableString: "PrintableString", .ia5String: "IA5String", .utcTime: "UTCTime",
        .generalizedTime: "GeneralizedTime",
    ]

    /// 7816-4 §5.2.4, §5.3.3 and §8; 7816-6.
    private static let interindustry: [Tag: String] = [
        0x41: "country code", 0x42: "issuer identification number", 0x43: "card service data",
        0x44: "initial access data", 0x45: "card issuer's data", 0x46: "pre-issuing data", 0x47: "card capabilities",
        0x48: "status information", 0x4F: "application identifier", 0x50: "application label", 0x51: "file reference",
        0x52: "command to perform", 0x53: "discretionary data", 0x54: "offset", 0x57: "track 2",
        0x5A: "primary account number",
        0x5B: "name", 0x5C: "tag list", 0x5D: "header list", 0x5E: "login data", 0x5F2D: "language preference",
        0x5F35: "sex", 0x5F50: "uniform resource locator", 0x60: "dynamic number", 0x61: "application template",
        0x62: "file control parameters", 0x63: "wrapper", 0x64: "file management data", 0x65: "cardholder data",
        0x66: "card data", 0x67: "authentication data", 0x68: "special user requirements", 0x6A: "login template",
        0x6B: "qualified name", 0x6C: "cardholder image template", 0x6D: "application image template",
        0x6E: "application data", 0x6F: "file control information", 0x70: "record template",
        0x73: "discretionary data objects",
        0x79: "coexistent tag allocation authority", 0x7A: "security support template", 0x7B: "security environment",
        0x7C: "dynamic authentication data", 0x7D: "secure messaging template", 0x7E: "nesting template",
        0x7F21: "CV certificate", 0x7F49: "public key", 0x7F4E: "certificate body", 0x5F37: "signature",
        0x5F20: "cardholder name", 0x5F24: "expiry date", 0x5F25: "effective date", 0x5F29: "certificate profile",
        0x7F2E: "biometric data block", 0x5F2E: "biometric data block", 0x7F60: "biometric information template",
        0x7F61: "biometric information group template", 0x7F66: "extended length information",
        0x80: "size of the data, or data in a template", 0x81: "total size", 0x82: "file descriptor",
        0x83: "file identifier",
        0x84: "DF name", 0x85: "proprietary information", 0x86: "security attribute",
        0x87: "extended file control information",
        0x88: "short file identifier", 0x8A: "life cycle status", 0x8B: "security attribute, reference",
        0x8C: "security attribute, compact", 0x8E: "MAC", 0x97: "protected Le", 0x99: "protected status word",
        0xA5: "proprietary information", 0xAB: "security attribute, expanded",
    ]

    /// EMV book 3, annex A; contactless book B.
    private static let emv: [Tag: String] = [
        0x42: "issuer identification number", 0x4F: "application identifier", 0x50: "application label",
        0x57: "track 2 equivalent data", 0x5A: "primary account number", 0x5F20: "cardholder name",
        0x5F24: "application expiration date", 0x5F25: "application effective date", 0x5F28: "issuer country code",
        0x5F2A: "transaction currency code", 0x5F2D: "language preference", 0x5F30: "service code",
        0x5F34: "PAN sequence number", 0x61: "application template", 0x6F: "file control information", 0x70: "record",
        0x73: "directory discretionary template", 0x77: "response message template, format 2",
        0x80: "response message template, format 1", 0x82: "application interchange profile", 0x84: "DF name",
        0x87: "application priority", 0x88: "short file identifier", 0x8C: "CDOL1", 0x8D: "CDOL2",
        0x8E: "cardholder verification methods", 0x8F: "certification authority public key index",
        0x90: "issuer public key certificate", 0x92: "issuer public key remainder",
        0x93: "signed static application data", 0x94: "application file locator", 0x95: "terminal verification results",
        0x9A: "transaction date", 0x9C: "transaction type", 0x9F02: "amount",
        0x9F06: "application identifier, terminal",
        0x9F07: "application usage control", 0x9F08: "application version", 0x9F0D: "issuer action code, default",
        0x9F0E: "issuer action code, denial", 0x9F0F: "issuer action code, online", 0x9F10: "issuer application data",
        0x9F11: "issuer code table index", 0x9F12: "application preferred name", 0x9F13: "last online ATC",
        0x9F17: "PIN tries left", 0x9F1A: "terminal country code", 0x9F1F: "track 1 discretionary data",
        0x9F26: "application cryptogram", 0x9F27: "cryptogram information data", 0x9F32: "issuer public key exponent",
        0x9F36: "application transaction counter", 0x9F37: "unpredictable number", 0x9F38: "PDOL",
        0x9F42: "application currency code", 0x9F44: "application currency exponent",
        0x9F46: "ICC public key certificate", 0x9F47: "ICC public key exponent", 0x9F48: "ICC public key remainder",
        0x9F49: "DDOL", 0x9F4A: "static data authentication tag list", 0x9F4B: "signed dynamic application data",
        0x9F4C: "ICC dynamic number", 0x9F4D: "log entry", 0x9F4F: "log format", 0x9F6C: "card transaction qualifiers",
        0xA5: "proprietary template", 0xBF0C: "issuer discretionary data",
    ]

    /// GPCS 2.3.1 §11.3, annex H.
    private static let globalPlatform: [Tag: String] = [
        0x42: "issuer identification number", 0x45: "card image number", 0x4F: "application identifier",
        0x66: "card data", 0x73: "card recognition data", 0x84: "application identifier",
        0x9F6E: "application production life cycle data", 0x9F65: "longest data field of a command",
        0x9F70: "life cycle state", 0x9F7F: "card production life cycle data", 0xA5: "proprietary data",
        0xC0: "key information", 0xC1: "sequence counter", 0xC2: "confirmation counter", 0xC4: "executable load file",
        0xC5: "privileges", 0xCC: "security domain", 0xCE: "load file version", 0xCF: "implicit selection, or key data",
        0xE0: "key information template", 0xE3: "application data",
    ]

    /// SP 800-73-4 part 1, table 3 and appendix A.
    private static let piv: [Tag: String] = [
        0x30: "FASC-N", 0x32: "organizational identifier", 0x33: "DUNS", 0x34: "GUID", 0x35: "expiration date",
        0x36: "cardholder UUID", 0x3E: "issuer signature", 0x4F: "application identifier", 0x50: "application label",
        0x53: "data", 0x5F2F: "PIN usage policy", 0x61: "application property template", 0x70: "certificate",
        0x71: "certificate information", 0x72: "MSCUID", 0x79: "coexistent tag allocation authority",
        0x7E: "discovery object", 0xAC: "cryptographic algorithms", 0xBA: "mapping of data groups",
        0xBB: "security object", 0xFE: "error detection code",
    ]

    /// TS 102 221 §11.1.1.3.
    private static let uicc: [Tag: String] = [
        0x80: "file size", 0x81: "total file size", 0x82: "file descriptor", 0x83: "file identifier", 0x84: "DF name",
        0x88: "short file identifier", 0x8A: "life cycle status", 0x8B: "security attributes, referenced",
        0x8C: "security attributes, compact", 0xA5: "proprietary information", 0xAB: "security attributes, expanded",
        0xC6: "PIN status",
    ]

    /// OpenPGP card 3.4 §4.4.1.
    private static let openPGP: [Tag: String] = [
        0x5B: "name", 0x5E: "login data", 0x5F2D: "language", 0x5F35: "sex", 0x5F50: "URL of the public key",
        0x5F52: "historical bytes", 0x65: "cardholder data", 0x6E: "application data",
        0x73: "discretionary data objects",
        0x7A: "security support template", 0x93: "signature counter", 0xC0: "extended capabilities",
        0xC1: "algorithm of the signature key", 0xC2: "algorithm of the decryption key",
        0xC3: "algorithm of the authentication key", 0xC4: "password status", 0xC5: "fingerprints",
        0xC6: "fingerprints of certification keys", 0xCD: "dates of the keys", 0xFA: "algorithm information",
    ]

    /// 9303-10 §4.7, 9303-11 §9; files have names of their own.
    private static let travelDocument: [Tag: String] = [
        0x5F01: "LDS version", 0x5F36: "Unicode version", 0x5F1F: "MRZ", 0x5F2E: "biometric data block",
        0x5F0E: "name of the holder", 0x5F10: "personal number", 0x5F11: "place of birth", 0x5F12: "telephone",
        0x5F13: "profession", 0x5F14: "title", 0x5F15: "personal summary", 0x5F16: "proof of citizenship",
        0x5F17: "other travel documents", 0x5F18: "custody information", 0x5F19: "issuing authority",
        0x5F1B: "endorsements", 0x5F1C: "tax or exit requirements", 0x5F1D: "image of the front",
        0x5F1E: "image of the rear", 0x5F26: "date of issue", 0x5F2B: "full date of birth",
        0x5F42: "permanent address", 0x5F55: "time of personalization", 0x5F56: "personalization system",
        0x5F40: "displayed portrait", 0x5F43: "displayed signature",
        0x85: "cryptogram", 0x87: "padding indicator and cryptogram",
    ]

    /// 7816-4 §7.5.6, data objects of GENERAL AUTHENTICATE.
    private static let dynamic: [Tag: String] = [
        0x80: "witness", 0x81: "challenge", 0x82: "response", 0x83: "committed challenge", 0x84: "authentication code",
        0x85: "exponential", 0xA0: "identification data",
    ]

    /// 9303-11 §4.4.4, §6.2: those of PACE and Chip Authentication.
    private static let dynamicAccess: [Tag: String] = [
        0x80: "encrypted nonce, or key of the terminal", 0x81: "mapping data of the terminal",
        0x82: "mapping data of the chip", 0x83: "ephemeral public key of the terminal",
        0x84: "ephemeral public key of the chip", 0x85: "authentication token of the terminal",
        0x86: "authentication token of the chip", 0x87: "certification authority reference",
        0x88: "former certification authority reference", 0x8A: "encrypted chip authentication data",
    ]

    /// TR-03110-3 §C.1.
    private static let certificateBody: [Tag: String] = [
        0x42: "certification authority reference", 0x5F20: "certificate holder reference",
        0x5F25: "effective date", 0x5F24: "expiration date", 0x5F29: "certificate profile identifier",
        0x7F49: "public key", 0x7F4C: "holder authorization template", 0x65: "certificate extensions",
    ]

    /// TR-03110-3 §D.3; RSA keys have the first two.
    private static let publicKey: [Tag: String] = [
        0x81: "prime, or modulus", 0x82: "first coefficient, or exponent", 0x83: "second coefficient, or generator",
        0x84: "base point", 0x85: "order of the base point", 0x86: "public point", 0x87: "cofactor",
    ]

    /// 7816-11 annex B, as 9303-10 §4.7.2 uses it.
    private static let biometricHeader: [Tag: String] = [
        0x80: "version of the header", 0x81: "biometric type", 0x82: "biometric subtype",
        0x83: "creation date and time",
        0x85: "validity period", 0x86: "creator of the data", 0x87: "format owner", 0x88: "format type",
    ]

    /// GPCS 2.3.1 §H.2, inside of card recognition data.
    private static let recognition: [Tag: String] = [
        0x06: "GlobalPlatform", 0x60: "card management type and version", 0x63: "card identification scheme",
        0x64: "secure channel protocol and its options", 0x65: "card configuration details",
        0x66: "details of card and chip", 0x67: "issuer security domain's trust point certificate",
        0x68: "issuer security domain certificate",
    ]
}
