import CardIdentification
import LDS
import Octets

/// Names of data objects, by whoever defines them.
enum TagNames {
    /// The name of `tag`; the application at hand goes first, then ISO/IEC 7816-4, then whoever else has one.
    static func name(_ tag: Tag, application: CardFamily?, inDER: Bool) -> String? {
        if inDER { return der[tag] }
        switch application {
        case .emv: if let name = emv[tag] { return name }
        case .globalplatform: if let name = globalPlatform[tag] { return name }
        case .piv: if let name = piv[tag] { return name }
        case .emrtd, .eid: if let name = travelDocument[tag] { return name }
        case .sim: if let name = uicc[tag] { return name }
        case .openpgp: if let name = openPGP[tag] { return name }
        default: break
        }
        if let name = interindustry[tag] ?? travelDocument[tag] ?? der[tag] { return name }
        guard application == nil else { return nil }
        if let name = emv[tag] { return "\(name) (EMV)" }
        if let name = globalPlatform[tag] { return "\(name) (GlobalPlatform)" }
        if let name = piv[tag] { return "\(name) (PIV)" }
        return openPGP[tag].map { "\($0) (OpenPGP)" }
    }

    /// Which application the objects are of, where an application identifier or a payment template tells.
    static func application(_ bytes: [UInt8]) -> CardFamily? {
        var reader = TLVReader(bytes, in: "data object")
        guard let first = try? reader.next() else { return nil }
        switch first.tag {
        case 0x70, 0x77: return .emv
        case 0x62: return .sim
        case 0x6E, 0x65, 0x7A: return nil
        case 0x6F, 0x61:
            guard var inner = try? first.contents("template") else { return nil }
            while let object = try? inner.next() {
                guard object.tag == 0x84 || object.tag == 0x4F else { continue }
                let family = CardFamily(application: Array(object.value))
                // In EF.DIR 61 holds an application; inside of the passport's it would be EF.DG1.
                return first.tag == 0x61 && (family == .emrtd || family == .eid) ? nil : family
            }
            return nil
        default: return nil
        }
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
        0x66: "card data", 0x6F: "file control information", 0x70: "record template",
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
        0x60: "card management type and version", 0x63: "card identification scheme",
        0x64: "secure channel protocol and its options", 0x65: "card configuration details",
        0x66: "card data, or details of card and chip", 0x67: "issuer security domain's trust point certificate",
        0x68: "issuer security domain certificate", 0x73: "card recognition data", 0x84: "application identifier",
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
        0x71: "certificate compression", 0x72: "MSCUID", 0x79: "coexistent tag allocation authority",
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

    /// 9303-10 §4.7, 9303-11 §9.
    private static let travelDocument: [Tag: String] = {
        var names: [Tag: String] = [
            0x5F01: "LDS version", 0x5F36: "Unicode version", 0x5F1F: "MRZ", 0x85: "cryptogram",
            0x87: "padding indicator and cryptogram",
        ]
        for file in FileID.allCases where !file.isInMasterFile {
            if let tag = file.tag, names[tag] == nil { names[tag] = "\(file.name), \(file.title)" }
        }
        return names
    }()
}
