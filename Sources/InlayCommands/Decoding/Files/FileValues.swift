import FaceImages
import ISO7816
import LDS
import Octets

/// Values of the objects in a file, in words.
enum FileValues {
    /// What `value` says when it is of this kind; nil when its bytes say it best.
    static func text(_ value: ArraySlice<UInt8>, _ kind: FileGrammar.Value) -> String? {
        switch kind {
        case .text: details(value)
        case .characters: TerminalText.decoded(value)
        case .version: version(value)
        case .date: date(value)
        case .time: DetailTime(bytes: value).text ?? "no time"
        case .headerTime: headerTime(value)
        case .number: number(value).map { String($0) }
        case .code(let meanings): number(value).map { code in meanings[code].map { "\(code), \($0)" } ?? "\(code)" }
        case .flag: value.first.map { $0 == 0 ? "no" : "yes" }
        case .tagList: tagList(value)
        case .application: application(value)
        case .capabilities: capabilities(value)
        case .bytes, .free, .image, .zone, .record, .securityInfos, .asn1: nil
        }
    }

    static func number(_ value: ArraySlice<UInt8>) -> Int? {
        guard (1...7).contains(value.count) else { return nil }
        return value.reduce(0) { $0 << 8 | Int($1) }
    }

    private static func details(_ value: ArraySlice<UInt8>) -> String {
        let text = DetailText(bytes: value)
        return text.isUTF8 ? text.raw : "\(text.raw) (no UTF-8, taken as ISO 8859-1)"
    }

    private static func version(_ value: ArraySlice<UInt8>) -> String {
        let text = TerminalText.decoded(value)
        guard value.allSatisfy({ (0x30...0x39).contains($0) }), value.count % 2 == 0 else { return text }
        let parts = stride(from: 0, to: value.count, by: 2).map { start in
            value.dropFirst(start).prefix(2).reduce(0) { $0 * 10 + Int($1) - 0x30 }
        }
        return "\(text), version \(parts.map { String($0) }.joined(separator: "."))"
    }

    private static func date(_ value: ArraySlice<UInt8>) -> String {
        let date = DetailDate(bytes: value)
        let form = value.count == 4 ? " (in BCD)" : ""
        return (date.date?.description ?? (date.isWellFormed ? "unknown" : "no date")) + form
    }

    /// Year, month, day, hour, minute, second, two digits to a byte (7816-11 §5.2).
    private static func headerTime(_ value: ArraySlice<UInt8>) -> String? {
        let digits = Hex.string(value)
        guard value.count == 7, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return DetailTime(bytes: digits.utf8).text
    }

    private static func tagList(_ value: ArraySlice<UInt8>) -> String {
        let list = TagList(parsing: value)
        let tags = list.tags.map { tag in FileID(tag: tag).map { "\(tag) (\($0.name))" } ?? "\(tag)" }
        return (tags + (list.rest.isEmpty ? [] : ["\(Hex.string(list.rest)) (no tag)"])).joined(separator: ", ")
    }

    private static func application(_ value: ArraySlice<UInt8>) -> String {
        let name = EFDirectory.Application(identifier: Array(value)).knownName
        return Hex.string(value) + (name.map { ", \($0)" } ?? "")
    }

    private static func capabilities(_ value: ArraySlice<UInt8>) -> String? {
        guard let capabilities = CardCapabilities(bytes: value) else { return nil }
        let abilities = [
            (capabilities.extendedLength, "extended length"), (capabilities.commandChaining, "command chaining"),
            (capabilities.extendedLengthInformation, "extended length information"),
            (capabilities.shortFileIdentifiers, "short file identifiers"),
        ]
        let words = abilities.map { $0.0 ? $0.1 : "no \($0.1)" }.joined(separator: ", ")
        return "\(Hex.string(value)), \(words)"
    }

    /// Format, size as the image itself tells it, and length.
    static func image(_ value: ArraySlice<UInt8>) -> String {
        let format = ImageFormat.detect(value)
        let isPNG = value.starts(with: [0x89, 0x50, 0x4E, 0x47])
        let size = format.kind.flatMap { ImageSize(ofImageIn: value, kind: $0) }
        let pixels = size.map { "\($0.width) x \($0.height) pixels, " } ?? ""
        return "\(isPNG ? "PNG" : format.name), \(pixels)\(Count.bytes(value.count))"
    }

    // MARK: - Machine readable zone

    /// The fields of a zone, in the order in which they stand.
    static func zone(_ object: TLV) -> [TreeNode] {
        guard let mrz = try? MRZ(characters: Array(object.value)) else {
            return [
                TreeNode(
                    offset: object.valueOffset, name: "no machine readable zone", length: object.value.count,
                    text: TerminalText.decoded(object.value), value: object.value)
            ]
        }
        let digits = mrz.checkDigits
        let nodes = MRZField.allCases.compactMap { field -> TreeNode? in
            guard let place = mrz.format.place(of: field), let raw = mrz.raw(field) else { return nil }
            let start = (place.line - 1) * mrz.format.lineLength + place.columns.lowerBound - 1
            let digit = digits.first { $0.field == field && $0.place == place }
            let meaning = digit.map { MRZText.shortName($0.state) } ?? meaning(of: field, in: mrz)
            return TreeNode(
                offset: object.valueOffset + start, name: field.title, length: place.columns.count,
                text: raw + (meaning.map { "  \($0)" } ?? ""),
                value: object.value.dropFirst(start).prefix(place.columns.count))
        }
        return nodes.sorted { $0.offset < $1.offset }
    }

    private static func meaning(of field: MRZField, in mrz: MRZ) -> String? {
        switch field {
        case .documentCode: mrz.documentTypeName
        case .issuingState: StateCode(mrz.issuingState)?.name
        case .nationality: StateCode(mrz.nationality)?.name
        case .sex: MRZText.name(mrz.sex)
        default: nil
        }
    }
}
