public import Octets

/// A visible digital seal (9303-13): the signed contents of a two-dimensional barcode. Its header is read, its messages
/// are kept; the signature is not verified here.
public struct VisibleDigitalSeal: Hashable, Sendable {
    /// The version of the standard, 3 or 4.
    public let version: Int
    /// The state that signed, as three letters with fillers.
    public let issuingState: String
    /// Who signed, four characters: country and signer.
    public let signer: String
    /// Which certificate of the signer, in hexadecimal.
    public let certificateReference: String
    /// When the document was issued; nil when the bytes are no date.
    public let dateOfIssue: CalendarDate?
    /// When it was signed.
    public let dateOfSignature: CalendarDate?
    /// What the messages mean.
    public let featureDefinition: UInt8
    /// What the document is: odd numbers are ICAO's or a state's, even ones of others.
    public let documentCategory: UInt8
    /// The messages, in order.
    public let messages: [DataObject]
    /// The signature; empty when there is none.
    public let signature: ArraySlice<UInt8>

    private static let magic: UInt8 = 0xDC
    private static let signatureTag: UInt8 = 0xFF

    /// Reads the bytes of a barcode.
    public init(parsing bytes: ArraySlice<UInt8>) throws(ParseError) {
        var reader = ByteReader(bytes, in: "visible digital seal")
        guard try reader.byte() == Self.magic else {
            throw ParseError(.invalidValue("DC is expected"), in: reader.structure)
        }
        // The byte is one less than the version.
        let version = Int(try reader.byte()) + 1
        guard (3...4).contains(version) else {
            throw reader.error(.invalidValue("version 3 or 4 is expected"))
        }
        self.version = version
        issuingState = try Self.text(&reader, bytes: 2)
        let start = reader
        let six = try Self.text(&reader, bytes: 4)
        signer = String(six.prefix(4))
        // Version 3 has five characters of reference, version 4 tells how many; one signer of Germany writes 4 and means 3.
        let length = version == 3 ? nil : Int(six.suffix(2), radix: 16)
        if let length, length > 0, !["DEME", "DES1"].contains(signer) {
            certificateReference = try Self.text(&reader, bytes: (length + 2) / 3 * 2)
        } else {
            reader = start
            certificateReference = String(try Self.text(&reader, bytes: 6).dropFirst(4))
        }
        dateOfIssue = Self.date(try reader.number(3))
        dateOfSignature = Self.date(try reader.number(3))
        featureDefinition = try reader.byte()
        documentCategory = try reader.byte()
        var messages: [DataObject] = []
        var signature: ArraySlice<UInt8> = []
        while !reader.isAtEnd {
            let object = reader
            let tag = try reader.byte()
            let value = try reader.bytes(Self.length(&reader))
            if tag == Self.signatureTag {
                signature = value
                break
            }
            let encoded = object.rest.prefix(reader.offset - object.offset)
            messages.append(DataObject(tag: Tag(UInt32(tag)), value: value, encoded: encoded))
        }
        self.messages = messages
        self.signature = signature
    }

    /// What the document is, as far as its two reference bytes are known here: 9303-13 and BSI TR-03137.
    public var documentName: String? { Self.documents[UInt16(featureDefinition) << 8 | UInt16(documentCategory)] }

    private static let documents: [UInt16: String] = [
        0x5D01: "visa", 0x5E03: "emergency travel document", 0xFB06: "residence permit",
        0xFC04: "social insurance card", 0xFD02: "arrival attestation", 0xFA06: "supplementary sheet",
        0xF908: "sticker for a changed address, identity card",
        0xF80A: "sticker for a changed place of residence, passport",
    ]

    /// 9303-13 §2.3.3: a length of one byte, or 81 and one, or 82 and two.
    private static func length(_ reader: inout ByteReader) throws(ParseError) -> Int {
        let first = Int(try reader.byte())
        switch first {
        case 0x81: return try reader.number(1)
        case 0x82: return try reader.number(2)
        case 0x83...0xFF: throw reader.error(.invalidLength)
        default: return first
        }
    }

    /// 9303-13 §2.3.2: month, day and year as one decimal number MMDDYYYY.
    private static func date(_ number: Int) -> CalendarDate? {
        CalendarDate(year: number % 10_000, month: number / 1_000_000, day: number / 10_000 % 100)
    }

    /// 9303-13 §2.3.1: C40, three characters in two bytes; FE and one byte for a single one at the end.
    private static func text(_ reader: inout ByteReader, bytes count: Int) throws(ParseError) -> String {
        var text: [UInt8] = []
        for _ in 0..<(count / 2) {
            let first = try reader.byte()
            let second = try reader.byte()
            if first == 0xFE {
                text.append(second &- 1)
                continue
            }
            let number = (Int(first) << 8 | Int(second)) - 1
            for value in [number / 1600, number / 40 % 40, number % 40] {
                switch value {
                case 3: text.append(0x20)
                case 4...13: text.append(UInt8(0x30 + value - 4))
                case 14...39: text.append(UInt8(0x41 + value - 14))
                case 0: continue
                default: throw reader.error(.invalidValue("letters and digits in C40 are expected"))
                }
            }
        }
        return latin1(text).replacing(" ", with: "<")
    }
}

/// What a text that is no machine readable zone is, when it is the contents of some barcode of an official document.
public enum BarcodeContents: Hashable, Sendable {
    /// A seal of 9303-13, as hexadecimal or as characters of single bytes.
    case visibleDigitalSeal(VisibleDigitalSeal)
    /// A seal of 9303-13 that is cut off, or of a version that is not known.
    case brokenSeal(ParseError)
    /// ICAO's seal for non-constrained environments, JSON.
    case nonConstrainedSeal
    /// ICAO's data structure for barcodes (NDB1), signed and compressed or not.
    case icaoBarcode(isSigned: Bool, isCompressed: Bool)
    /// A health certificate of the European Union.
    case healthCertificate

    /// Looks at the beginning of `text`; nil when nothing is recognised.
    public init?(_ text: String) {
        let text = String(text.drop { $0.isWhitespace })
        if text.hasPrefix("HC1:") {
            self = .healthCertificate
        } else if text.hasPrefix("NDB1") || text.hasPrefix("RDB1") {
            let flags = (text.dropFirst(4).first?.asciiValue).map { Int($0) - 0x41 } ?? 0
            self = .icaoBarcode(isSigned: flags & 1 == 1, isCompressed: flags & 2 == 2)
        } else if text.hasPrefix("{"), text.contains("\"hdr\""), text.contains("\"sig\"") {
            self = .nonConstrainedSeal
        } else if let bytes = Self.sealBytes(text) {
            do throws(ParseError) {
                self = .visibleDigitalSeal(try VisibleDigitalSeal(parsing: bytes[...]))
            } catch {
                self = .brokenSeal(error)
            }
        } else {
            return nil
        }
    }

    private static func sealBytes(_ text: String) -> [UInt8]? {
        if text.first == "\u{DC}", text.unicodeScalars.allSatisfy({ $0.value < 0x100 }) { return latin1Bytes(text) }
        guard text.filter({ !$0.isWhitespace }).uppercased().hasPrefix("DC0"),
            let bytes = try? Hex.bytes(text), bytes.first == 0xDC
        else {
            return nil
        }
        return bytes
    }

    /// In words.
    public var name: String {
        switch self {
        case .visibleDigitalSeal(let seal): "visible digital seal, version \(seal.version)"
        case .brokenSeal: "visible digital seal that cannot be read"
        case .nonConstrainedSeal: "visible digital seal for non-constrained environments"
        case .icaoBarcode(let isSigned, let isCompressed):
            "barcode in ICAO's data structure, \(isSigned ? "signed" : "not signed")"
                + (isCompressed ? ", compressed" : "")
        case .healthCertificate: "health certificate of the European Union"
        }
    }
}
