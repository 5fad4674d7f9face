import LDS
import Octets

extension FileGrammar {
    /// What the objects of `file` are, the outermost ones first (9303-10 §3.11, §4.6, §4.7).
    static func objects(of file: FileID) -> [Tag: FileGrammar] {
        guard let tag = file.tag else {
            switch file {
            case .atrInfo: return cardInformation
            case .directory: return directory
            default: return [0x42: FileGrammar("certification authority reference", .characters)]
            }
        }
        return [tag: FileGrammar("\(file.name), \(file.title)", value(of: file), contents(of: file))]
    }

    private static func value(of file: FileID) -> Value {
        switch file {
        case .cardAccess: .securityInfos
        case .cardSecurity: .asn1
        case .dg6, .dg8, .dg9, .dg10, .dg13: .free
        default: .bytes
        }
    }

    private static func contents(of file: FileID) -> [Tag: FileGrammar] {
        switch file {
        case .com:
            [
                0x5F01: FileGrammar("LDS version", .version), 0x5F36: FileGrammar("Unicode version", .version),
                0x5C: FileGrammar("tag list", .tagList),
            ]
        case .sod: [.sequence: FileGrammar("ContentInfo", .asn1)]
        case .dg1: [0x5F1F: FileGrammar("machine readable zone", .zone)]
        case .dg2, .dg3, .dg4: biometrics
        case .dg5: images(0x5F40, "displayed portrait")
        case .dg7: images(0x5F43, "displayed signature")
        case .dg8, .dg9, .dg10: [.integer: FileGrammar("number of templates", .number)]
        case .dg11: personalDetails
        case .dg12: documentDetails
        case .dg14: [.set: FileGrammar("SecurityInfos", .securityInfos)]
        case .dg15: [.sequence: FileGrammar("SubjectPublicKeyInfo", .asn1)]
        case .dg16: persons
        default: [:]
        }
    }

    private static func images(_ tag: Tag, _ name: String) -> [Tag: FileGrammar] {
        [.integer: FileGrammar("number of images", .number), tag: FileGrammar(name, .image)]
    }

    private static func names(_ tag: Tag, _ name: String) -> FileGrammar {
        FileGrammar(
            "\(name)s", .bytes, [.integer: FileGrammar("number of names", .number), tag: FileGrammar(name, .text)])
    }

    // 9303-10 §4.7.11.
    private static let personalDetails: [Tag: FileGrammar] = [
        0x5C: FileGrammar("tag list", .tagList), 0x5F0E: FileGrammar("full name", .text),
        0xA0: names(0x5F0F, "other name"), 0x5F0F: FileGrammar("other name", .text),
        0x5F10: FileGrammar("personal number", .text), 0x5F2B: FileGrammar("full date of birth", .date),
        0x5F11: FileGrammar("place of birth", .text), 0x5F42: FileGrammar("permanent address", .text),
        0x5F12: FileGrammar("telephone", .text), 0x5F13: FileGrammar("profession", .text),
        0x5F14: FileGrammar("title", .text), 0x5F15: FileGrammar("personal summary", .text),
        0x5F16: FileGrammar("proof of citizenship", .image),
        0x5F17: FileGrammar("other valid travel documents", .text), 0x5F18: FileGrammar("custody information", .text),
    ]

    // 9303-10 §4.7.12.
    private static let documentDetails: [Tag: FileGrammar] = [
        0x5C: FileGrammar("tag list", .tagList), 0x5F19: FileGrammar("issuing authority", .text),
        0x5F26: FileGrammar("date of issue", .date), 0xA0: names(0x5F1A, "other person"),
        0x5F1A: FileGrammar("other person", .text), 0x5F1B: FileGrammar("endorsements and observations", .text),
        0x5F1C: FileGrammar("tax or exit requirements", .text), 0x5F1D: FileGrammar("image of the front", .image),
        0x5F1E: FileGrammar("image of the rear", .image), 0x5F55: FileGrammar("time of personalisation", .time),
        0x5F56: FileGrammar("serial number of the personalisation device", .text),
    ]

    // 9303-10 §4.7.16.
    private static let persons: [Tag: FileGrammar] = {
        let person = FileGrammar(
            "person to notify", .bytes,
            [
                0x5F50: FileGrammar("date recorded", .date), 0x5F51: FileGrammar("name", .text),
                0x5F52: FileGrammar("telephone", .text), 0x5F53: FileGrammar("address", .text),
            ])
        var persons: [Tag: FileGrammar] = [.integer: FileGrammar("number of persons", .number)]
        for tag in 0xA1...0xAF as ClosedRange<UInt32> { persons[Tag(tag)] = person }
        return persons
    }()

    // 9303-10 §3.11.1, 7816-4 §12.1.
    private static let cardInformation: [Tag: FileGrammar] = [
        0x47: FileGrammar("card capabilities", .capabilities),
        0x7F66: FileGrammar(
            "extended length information", .bytes,
            [.integer: FileGrammar("most bytes of a command, of an answer", .number)]),
        0x43: FileGrammar("card service data"), 0x45: FileGrammar("card issuer's data"),
        0x46: FileGrammar("pre-issuing data"), 0x4F: FileGrammar("application identifier", .application),
        0x41: FileGrammar("country and issuer's data"), 0x42: FileGrammar("issuer and issuer's data"),
        0x44: FileGrammar("initial access data"), 0x5F52: FileGrammar("historical bytes"),
        0xE0: FileGrammar("card's own objects"),
    ]

    // 7816-4 §12.2.1.
    private static let directory: [Tag: FileGrammar] = [
        0x61: FileGrammar(
            "application template", .bytes,
            [
                0x4F: FileGrammar("application identifier", .application), 0x50: FileGrammar("label", .text),
                0x51: FileGrammar("path"), 0x53: FileGrammar("discretionary data"),
                0x73: FileGrammar("discretionary objects"),
                0x5F50: FileGrammar("address on the network", .characters),
            ])
    ]
}
